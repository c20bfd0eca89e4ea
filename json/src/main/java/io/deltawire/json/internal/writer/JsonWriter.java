package io.deltawire.json.internal.writer;

import io.deltawire.json.internal.name.EncodedNames;
import io.deltawire.json.internal.name.JsonEncodedName;
import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.text.FormatName;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.internal.json.JsonStringEncoder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.internal.json.TypeKeyEscaping;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.WriteLimits;
import io.deltawire.wire.spi.object.AsciiWriter;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixWriter;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.NameCache;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.PlainStringCache;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Writes JSON Lines.
 *
 * <p>Every value is followed by a comma, which the end of the object, list or message overwrites. So no value has to
 * know whether it is the first. The writer keeps a stack of levels: objects, lists, type names and keys. Each level
 * stores the state in which it was begun, and a type name or key closes by itself when its value ends.
 *
 * <p>Generated code writes runs of fields into the array by the methods of {@link FieldEncoder}. A message with a
 * {@link JsonMessagePrefix} starts with a copy of its bytes. Not thread-safe.
 */
public final class JsonWriter implements WireOut, NestingGuard, PrefixWriter, FieldEncoder, AsciiWriter, ThreadGuarded {
    /** The number of objects that the prefix of an event opens. */
    private static final int PREFIX_DEPTH = 2;

    /** The most bytes that end a message with a prefix. */
    private static final int MAX_PREFIX_END = 4;

    /** Longest text that takes at most {@link #MAX_BYTES} with its quotes and comma. */
    private static final int MAX_PLAIN = MAX_BYTES - 3;

    private static final long NULL = littleEndian("null,");
    private static final long TRUE = littleEndian("true,");
    private static final long FALSE = littleEndian("false,");

    private final ThreadGuard guard = ThreadGuard.ofWriter();
    private final OutputBuffer out;
    private final WriteLimits limits;

    private int state = WriterState.IDLE;
    private int level = -1;
    private int[] outerStates = new int[16];
    private EncodedNames[] shapes = new EncodedNames[16];
    /**
     * By level, for an object: index of the mark that its first name starts with, while that name is its only one. For
     * a key: its index.
     */
    private int[] marks = new int[16];

    /**
     * By level: the index of the brace of an object, or its complement if a key that is no text has been written as a
     * name, which may then equal another name.
     */
    private int[] starts = new int[16];

    private int depth;

    /** Depth of the objects that must not be ended now: see {@link NestingGuard}. */
    private int fence;

    private final PlainStringCache plainStrings = new PlainStringCache();
    /** The bytes that begin a type name; null if no type name is written. */
    private final String typeMark;

    private final NameCache<JsonEncodedName> names;
    private final NameCache<JsonEncodedName> types;

    public JsonWriter(OutputBuffer out, WireLimits limits, String typeMark) {
        this.out = out;
        this.limits = new WriteLimits(FormatName.JSON, limits);
        this.typeMark = typeMark;
        int maxBytes = this.limits.maxNameBytes;
        this.names = new NameCache<>(name -> JsonEncodedName.encode("\"", name, maxBytes));
        String mark = typeMark == null ? "" : typeMark;
        this.types = new NameCache<>(name -> JsonEncodedName.encode("{\"" + mark, name, maxBytes - mark.length()));
    }

    private static long littleEndian(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Swar.load(Arrays.copyOf(bytes, Long.BYTES), 0);
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return FormatName.JSON;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        guard.enter();
        try {
            if (state != WriterState.IDLE) {
                throw new IllegalStateException("a message is begun already");
            }
            out.beginLine();
            state = WriterState.ROOT;
            guard.openMessage();
        } finally {
            guard.exit();
        }
    }

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape shape) {
        boolean fits = limits.maxDepth >= PREFIX_DEPTH
                && (event == null || names.get(event) != null)
                && (typeMark == null
                        || typeName == null
                        || typeMark.equals(JsonSyntax.MARK) && types.get(typeName) != null)
                && shape.get(EncodedNames.OF_SHAPE).longest() <= limits.maxNameBytes;
        return fits ? JsonMessagePrefix.create(event, typeMark == null ? null : typeName, shape) : null;
    }

    @Override
    public void beginMessage(MessagePrefix with) {
        if (state != WriterState.IDLE) {
            throw new IllegalStateException("a message is begun already");
        }
        JsonMessagePrefix prefix = (JsonMessagePrefix) with;
        out.beginLine();
        room(prefix.paddedLength());
        out.position = prefix.write(out.array, out.position);
        state = WriterState.ROOT;
        if (prefix.event() != null) {
            push(WriterState.VALUE);
            depth = 1;
        }
        if (prefix.isTyped()) {
            push(WriterState.TYPED);
        }
        push(WriterState.NAME);
        depth++;
        shapes[level] = prefix.fields();
    }

    @Override
    public void endMessage(MessagePrefix with) {
        JsonMessagePrefix prefix = (JsonMessagePrefix) with;
        int objects = prefix.event() == null ? 1 : PREFIX_DEPTH;
        if (state != WriterState.NAME || depth != objects) {
            throw WriterState.unexpected(state, "endMessage()");
        }
        TypeKeyEscaping.escapeOnlyName(out, marks[level]);
        shapes[level] = null;
        out.ensure(MAX_PREFIX_END);
        byte[] array = out.array;
        int index = out.position;
        if (array[index - 1] == ',') {
            index--;
        }
        for (int i = prefix.isTyped() ? objects + 1 : objects; i > 0; i--) {
            array[index++] = '}';
        }
        array[index] = '\n';
        out.position = index + 1;
        finishMessage();
    }

    private void finishMessage() {
        limits.checkSize(out);
        reset();
        out.commit();
    }

    @Override
    public void endMessage() {
        guard.requireUnused();
        if (state != WriterState.DONE) {
            throw WriterState.unexpected(state, "endMessage()");
        }
        out.array[out.position - 1] = '\n';
        try {
            finishMessage();
        } finally {
            if (state == WriterState.IDLE) { // also if the target has failed
                guard.closeMessage();
            }
        }
    }

    @Override
    public void cancelMessage() {
        guard.requireUnused();
        requireNoFence();
        if (state != WriterState.IDLE) {
            out.rollback();
            reset();
        }
        guard.closeMessage();
    }

    @Override
    public void type(String name) {
        if (state > WriterState.ROOT || state == WriterState.TYPED) {
            throw WriterState.unexpected(state, "type()");
        }
        if (typeMark == null) {
            return;
        }
        JsonEncodedName bytes = types.get(name);
        if (bytes == null) {
            throw limits.nameTooLong("type name, with " + typeMark + " in front,");
        }
        if (!TypeKeyEscaping.isTypeName(name)) {
            throw limits.failure(
                    "expected a type name that is not empty and does not begin with '@dw:', '{' or '[' but was "
                            + Printable.quote(name));
        }
        push(WriterState.TYPED);
        room(bytes.paddedLength());
        out.position = bytes.write(out.array, out.position);
    }

    @Override
    public void beginObject() {
        beginLevel((byte) '{', WriterState.NAME);
        shapes[level] = null;
    }

    @Override
    public void beginObject(Shape shape) {
        EncodedNames encoded = shape.get(EncodedNames.OF_SHAPE);
        if (encoded.longest() > limits.maxNameBytes) {
            throw limits.nameTooLong("name");
        }
        beginLevel((byte) '{', WriterState.NAME);
        shapes[level] = encoded;
    }

    @Override
    public void beginList() {
        beginLevel((byte) '[', WriterState.ITEM);
    }

    @Override
    public void field(int ordinal) {
        if (state != WriterState.NAME) {
            throw WriterState.unexpected(state, "field()");
        }
        EncodedNames shape = shapes[level];
        if (shape == null) {
            throw new IllegalStateException("expected an object with a shape for field(int) but it was begun without");
        }
        JsonEncodedName[] names = shape.names();
        Ordinals.check(ordinal, names.length);
        writeName(names[ordinal]);
    }

    @Override
    public void field(String name) {
        if (state != WriterState.NAME) {
            throw WriterState.unexpected(state, "field()");
        }
        JsonEncodedName bytes = names.get(name);
        if (bytes == null) {
            throw limits.nameTooLong("name");
        }
        writeName(bytes);
    }

    private void writeName(JsonEncodedName name) {
        room(name.paddedLength());
        int index = out.position;
        out.position = name.write(out.array, index);
        state = WriterState.VALUE;
        if (marks[level] != 0 || name.beginsWithMark()) {
            marks[level] = TypeKeyEscaping.escapeWrittenName(out, index);
        }
    }

    @Override
    public void event(String name) {
        field(name);
    }

    @Override
    public void key() {
        if (state != WriterState.NAME) {
            throw WriterState.unexpected(state, "key()");
        }
        push(WriterState.KEY);
        marks[level] = out.position;
    }

    @Override
    public void endObject() {
        if (state != WriterState.NAME) {
            throw WriterState.unexpected(state, "endObject()");
        }
        if (isAtFence()) {
            throw NestingGuard.notBegunHere();
        }
        if (starts[level] < 0) {
            requireDifferentNames(~starts[level]);
        }
        TypeKeyEscaping.escapeOnlyName(out, marks[level]);
        endLevel((byte) '}');
    }

    @Override
    public void endList() {
        if (state != WriterState.ITEM) {
            throw WriterState.unexpected(state, "endList()");
        }
        endLevel((byte) ']');
    }

    @Override
    public void nullValue() {
        writeWord("null", "nullValue()");
    }

    @Override
    public void bool(boolean value) {
        writeWord(value ? "true" : "false", "bool()");
    }

    @SuppressWarnings("deprecation") // copies ASCII without an encoder
    private void writeWord(String text, String call) {
        beginValue(text.length(), call);
        text.getBytes(0, text.length(), out.array, out.position);
        out.position += text.length();
        endValue();
    }

    @Override
    public void int64(long value) {
        beginValue(NumberText.MAX_INT64, "int64()");
        out.position = NumberText.writeInt64(out.array, out.position, value);
        endValue();
    }

    @Override
    public void float64(double value) {
        if (!Double.isFinite(value)) {
            writeAscii(Double.toString(value), "float64()");
            return;
        }
        beginValue(NumberText.MAX_FLOAT64, "float64()");
        out.position = NumberText.writeFloat64(out.array, out.position, value);
        endValue();
    }

    @Override
    public void float32(float value) {
        if (!Float.isFinite(value)) {
            writeAscii(Float.toString(value), "float32()");
            return;
        }
        beginValue(NumberText.MAX_FLOAT64, "float32()");
        out.position = NumberText.writeFloat32(out.array, out.position, value);
        endValue();
    }

    @Override
    public void decimal(BigDecimal value) {
        beginValue(DecimalText.MAX_BYTES, "decimal()");
        int after =
                limits.maxNumberChars < DecimalText.MAX_BYTES ? -1 : DecimalText.write(out.array, out.position, value);
        if (after >= 0) {
            out.position = after;
            endValue();
            return;
        }
        writeWord(limits.decimal(value), "decimal()");
    }

    @Override
    public boolean trySourceText(WireToken token, String text, String source) {
        boolean isSame = source.equals(FormatName.JSON)
                ? NumberText.isJsonNumber(text)
                : ScalarConversions.isSameNumber(text, token);
        if (!isSame || text.length() > limits.maxNumberChars) {
            return false;
        }
        writeWord(text, "decimal()");
        return true;
    }

    @Override
    public void text(CharSequence value) {
        int length = value.length();
        limits.checkText(length);
        beginValue(length + 2, "text()");
        JsonStringEncoder.appendQuoted(out, value);
        endValue();
    }

    @Override
    public void writeAscii(byte[] text, int length) {
        limits.checkText(length);
        beginValue(length + 2, "ascii()");
        byte[] array = out.array;
        int index = out.position;
        array[index++] = '"';
        System.arraycopy(text, 0, array, index, length);
        index += length;
        array[index++] = '"';
        out.position = index;
        endValue();
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        limits.checkBase64(length);
        byte[] exact =
                offset == 0 && length == value.length ? value : Arrays.copyOfRange(value, offset, offset + length);
        byte[] base64 = Base64.getEncoder().encode(exact);
        beginValue(base64.length + 2, "bytes()");
        out.array[out.position++] = '"';
        append(base64);
        room(2);
        out.array[out.position++] = '"';
        endValue();
    }

    @Override
    public void temporal(Temporal value) {
        beginValue(TemporalText.maxLength(value) + 2, "temporal()");
        byte[] array = out.array;
        array[out.position] = '"';
        int index = TemporalText.writeInto(array, out.position + 1, value);
        array[index] = '"';
        out.position = index + 1;
        endValue();
    }

    /** Writes text that needs no escape. */
    @SuppressWarnings("deprecation") // see writeWord()
    private void writeAscii(String text, String call) {
        beginValue(text.length() + 2, call);
        byte[] array = out.array;
        int index = out.position;
        array[index++] = '"';
        text.getBytes(0, text.length(), array, index);
        index += text.length();
        array[index++] = '"';
        out.position = index;
        endValue();
    }

    // ---- fields written directly into the array

    @Override
    public boolean takesFields() {
        return limits.maxNameBytes >= EncodedNames.MAX_DIRECT_BYTES;
    }

    @Override
    public int position() {
        return out.position;
    }

    @Override
    public byte[] room(int index, int count) {
        out.position = index;
        room(count);
        return out.array;
    }

    @Override
    public void moveTo(int index, boolean isNamed) {
        out.position = index;
        state = isNamed ? WriterState.VALUE : WriterState.NAME;
    }

    @Override
    public boolean takesItems() {
        return state == WriterState.ITEM;
    }

    @Override
    public void moveToItem(int index) {
        out.position = index;
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return EncodedNames.DIRECT_BYTES_OF_SHAPE;
    }

    @Override
    public int nullValue(byte[] a, int index) {
        Swar.store(a, index, NULL);
        return index + 5;
    }

    @Override
    public int bool(byte[] a, int index, boolean value) {
        Swar.store(a, index, value ? TRUE : FALSE);
        return value ? index + 5 : index + 6;
    }

    @Override
    public int int64(byte[] a, int index, long value) {
        return putComma(a, NumberText.writeInt64(a, index, value));
    }

    @Override
    public int float64(byte[] a, int index, double value) {
        return Double.isFinite(value)
                ? putComma(a, NumberText.writeFloat64(a, index, value))
                : putQuoted(a, index, Double.toString(value));
    }

    @Override
    public int float32(byte[] a, int index, float value) {
        return Float.isFinite(value)
                ? putComma(a, NumberText.writeFloat32(a, index, value))
                : putQuoted(a, index, Float.toString(value));
    }

    @Override
    public int text(byte[] a, int index, String value, int ordinal) {
        int length = value.length();
        return length > MAX_PLAIN || length > limits.maxTextChars ? -1 : putText(plainStrings, a, index, value, length);
    }

    @Override
    public int temporal(byte[] a, int index, Temporal value) {
        if (TemporalText.maxLength(value) > MAX_PLAIN) {
            return -1;
        }
        a[index] = '"';
        return putQuote(a, TemporalText.writeInto(a, index + 1, value));
    }

    /** Writes text in quotes and a comma, or returns -1 if it needs an escape. */
    private static int putText(PlainStringCache plain, byte[] a, int index, String text, int length) {
        int end = plain.writeCached(text, length, a, index + 1);
        if (end < 0) {
            end = putQuoted(a, index, text);
            if (end >= 0) {
                plain.offer(text);
            }
            return end;
        }
        a[index] = '"';
        return putQuote(a, end);
    }

    private static int putComma(byte[] a, int index) {
        a[index] = ',';
        return index + 1;
    }

    /** Writes text in quotes and a comma, or returns -1 if it needs an escape. */
    private static int putQuoted(byte[] a, int index, String text) {
        int length = text.length();
        if (JsonStringEncoder.copyPlain(text, a, index + 1) < length) {
            return -1;
        }
        a[index] = '"';
        return putQuote(a, index + 1 + length);
    }

    private static int putQuote(byte[] a, int index) {
        a[index] = '"';
        a[index + 1] = ',';
        return index + 2;
    }

    @Override
    public void flush() {
        guard.enter();
        try {
            out.flush();
        } finally {
            guard.exit();
        }
    }

    @Override
    public void close() {
        guard.enter();
        try {
            cancelMessage();
            out.close();
        } finally {
            guard.exit();
        }
    }

    // ---- levels

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int setGuard(int index) {
        int before = fence;
        fence = index;
        return before;
    }

    private boolean isAtFence() {
        return depth == fence;
    }

    private void requireNoFence() {
        NestingGuard.requireUnguarded(fence);
    }

    /** Leaves all levels. */
    private void reset() {
        state = WriterState.IDLE;
        level = -1;
        depth = 0;
    }

    /** Begins an object or list. */
    private void beginLevel(byte bracket, int inside) {
        if (state > WriterState.ROOT) {
            throw WriterState.unexpected(state, inside == WriterState.NAME ? "beginObject()" : "beginList()");
        }
        limits.checkDepth(depth);
        depth++;
        push(inside);
        room(1);
        out.array[out.position++] = bracket;
    }

    /** Enters a level. */
    private void push(int inside) {
        if (++level == outerStates.length) {
            outerStates = Arrays.copyOf(outerStates, 2 * level);
            shapes = Arrays.copyOf(shapes, 2 * level);
            marks = Arrays.copyOf(marks, 2 * level);
            starts = Arrays.copyOf(starts, 2 * level);
        }
        outerStates[level] = state;
        marks[level] = 0;
        starts[level] = out.position;
        state = inside;
    }

    /** Ends an object or list. */
    private void endLevel(byte bracket) {
        room(2);
        shapes[level] = null;
        depth--;
        state = outerStates[level--];
        byte[] array = out.array;
        int index = out.position;
        if (array[index - 1] == ',') {
            index--;
        }
        array[index++] = bracket;
        array[index++] = ',';
        out.position = index;
        afterValue();
    }

    /** Ensures room for a value and its comma. */
    private void beginValue(int bytes, String call) {
        if (state > WriterState.ROOT) {
            throw WriterState.unexpected(state, call);
        }
        room(bytes + 1);
    }

    private void endValue() {
        out.array[out.position++] = ',';
        afterValue();
    }

    private void afterValue() {
        if (state == WriterState.VALUE) {
            state = WriterState.NAME;
        } else if (state != WriterState.ITEM) {
            afterNestedValue();
        }
    }

    /** Closes the type names and keys whose value has ended. */
    private void afterNestedValue() {
        while (state == WriterState.TYPED) {
            room(1);
            out.array[out.position - 1] = '}';
            out.array[out.position++] = ',';
            state = outerStates[level--];
        }
        if (state == WriterState.KEY) {
            endKeyValue();
        } else if (state == WriterState.ROOT) {
            state = WriterState.DONE;
        } else if (state == WriterState.VALUE) {
            state = WriterState.NAME;
        }
    }

    /** Refuses an object with a key that is written like another name: 1 and the text "1". */
    private void requireDifferentNames(int brace) {
        Set<String> found = new HashSet<>();
        int nested = 0;
        byte[] a = out.array;
        for (int i = brace + 1; i < out.position; i++) {
            if (a[i] == '"') {
                int from = i++;
                while (a[i] != '"') {
                    i += a[i] == '\\' ? 2 : 1;
                }
                String name = new String(a, from + 1, i - from - 1, StandardCharsets.UTF_8);
                // A key that is an object or has a type is not read as a name, and two of them may be equal.
                boolean isPlain = !name.startsWith(JsonSyntax.MARK);
                if (nested == 0 && a[i + 1] == ':' && isPlain && !found.add(name)) {
                    throw limits.failure(
                            "expected keys with different texts, since a name in JSON is text, but two are "
                                    + Printable.quote(name));
                }
            } else if (a[i] == '{' || a[i] == '[') {
                nested++;
            } else if (a[i] == '}' || a[i] == ']') {
                nested--;
            }
        }
    }

    /** Converts the key that was written as a value to a name. */
    private void endKeyValue() {
        int start = marks[level];
        level--;
        if (starts[level] >= 0) {
            starts[level] = ~starts[level];
        }
        out.position--; // the comma
        marks[level] = TypeKeyEscaping.convertValueToName(out, start);
        if (out.position - start - 2 > limits.maxNameBytes) {
            throw limits.nameTooLong("key");
        }
        append(new byte[] {':'});
        state = WriterState.VALUE;
    }

    private void append(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, out.array, out.position, bytes.length);
        out.position += bytes.length;
    }

    private void room(int bytes) {
        if (out.array.length - out.position < bytes) {
            limits.checkSize(out);
            out.ensure(bytes);
        }
    }
}
