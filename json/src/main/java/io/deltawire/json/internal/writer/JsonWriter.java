package io.deltawire.json.internal.writer;

import io.deltawire.json.internal.name.EncodedName;
import io.deltawire.json.internal.name.EncodedNameCache;
import io.deltawire.json.internal.name.EncodedNames;
import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.text.JsonStringEncoder;
import io.deltawire.json.internal.text.JsonSyntax;
import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.AsciiOut;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.FieldEncoder;
import io.deltawire.wire.spi.HeadWriter;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.PlainStrings;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.TemporalText;
import io.deltawire.wire.spi.WriteLimits;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * Writes JSON Lines. Every value is followed by a comma, which the end of the object, list or message overwrites: so no value
 * has to know whether it is the first.
 */
public final class JsonWriter implements WireOut, FencedWriter, HeadWriter, FieldEncoder, AsciiOut {
    /** The objects that the prefix of an event opens. */
    private static final int PREFIX_DEPTH = 2;

    /** The most bytes that end a message with a prefix. */
    private static final int MAX_PREFIX_END = 4;

    /** With quotes and comma it takes no more than {@link #MAX_BYTES}. */
    private static final int MAX_PLAIN = MAX_BYTES - 3;

    private static final long NULL = littleEndian("null,");
    private static final long TRUE = littleEndian("true,");
    private static final long FALSE = littleEndian("false,");

    private final OutputBuffer out;
    private final WriteLimits limits;

    private int state = WriterState.IDLE;
    // A level is an object, a list, a type name or a key. Each keeps the mode that it was begun in.
    private int level = -1;
    private int[] outerStates = new int[16];
    private EncodedNames[] shapes = new EncodedNames[16];
    /** Of an object: index of the '@' that its first name begins with, while it is the only one. Of a key: its index. */
    private int[] marks = new int[16];

    private int depth;

    /** The objects and lists that are not to be ended now: see {@link FencedWriter}. */
    private int fence;

    private final PlainStrings plainStrings = new PlainStrings();
    private final boolean writesTypes;
    private final EncodedNameCache names;
    private final EncodedNameCache types;

    public JsonWriter(OutputBuffer out, WireLimits limits, boolean writesTypes) {
        this.out = out;
        this.limits = new WriteLimits(JsonSyntax.FORMAT_NAME, limits);
        this.writesTypes = writesTypes;
        this.names = new EncodedNameCache("\"", this.limits.maxNameBytes);
        this.types = new EncodedNameCache("{\"@", this.limits.maxNameBytes - 1);
    }

    private static long littleEndian(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Swar.load(Arrays.copyOf(bytes, Long.BYTES), 0);
    }

    @Override
    public String formatName() {
        return JsonSyntax.FORMAT_NAME;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        if (state != WriterState.IDLE) {
            throw new IllegalStateException("a message is begun already");
        }
        out.beginLine();
        state = WriterState.ROOT;
    }

    @Override
    public MessageHead headOf(String event, String typeName, Shape shape) {
        boolean fits = limits.maxDepth >= PREFIX_DEPTH
                && (event == null || names.get(event) != null)
                && (!writesTypes || typeName == null || types.get(typeName) != null)
                && shape.get(EncodedNames.OF_SHAPE).longest() <= limits.maxNameBytes;
        return fits ? JsonMessagePrefix.create(event, writesTypes ? typeName : null, shape) : null;
    }

    @Override
    public void beginMessage(MessageHead with) {
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
    public void endMessage(MessageHead with) {
        JsonMessagePrefix prefix = (JsonMessagePrefix) with;
        int objects = prefix.event() == null ? 1 : PREFIX_DEPTH;
        if (state != WriterState.NAME || depth != objects) {
            throw WriterState.unexpected(state, "endMessage()");
        }
        TypeKeyEscaping.escapeOnlyName(out, marks[level]);
        shapes[level] = null;
        out.ensure(MAX_PREFIX_END);
        byte[] array = out.array;
        int at = out.position;
        if (array[at - 1] == ',') {
            at--;
        }
        for (int i = prefix.isTyped() ? objects + 1 : objects; i > 0; i--) {
            array[at++] = '}';
        }
        array[at] = '\n';
        out.position = at + 1;
        finishMessage();
    }

    private void finishMessage() {
        limits.checkSize(out);
        reset();
        out.commit();
    }

    @Override
    public void endMessage() {
        if (state != WriterState.DONE) {
            throw WriterState.unexpected(state, "endMessage()");
        }
        out.array[out.position - 1] = '\n';
        finishMessage();
    }

    @Override
    public void cancelMessage() {
        requireNoFence();
        if (state != WriterState.IDLE) {
            out.rollback();
            reset();
        }
    }

    @Override
    public void type(String name) {
        if (state > WriterState.ROOT || state == WriterState.TYPED) {
            throw WriterState.unexpected(state, "type()");
        }
        if (!writesTypes) {
            return;
        }
        EncodedName bytes = types.get(name);
        if (bytes == null) {
            throw limits.nameTooLong("type name, with an @,");
        }
        if (!TypeKeyEscaping.isTypeName(name)) {
            throw limits.failure(
                    "expected a type name that is not empty and does not begin with '@', '{' or '[' but was "
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
        EncodedNames known = shape.get(EncodedNames.OF_SHAPE);
        if (known.longest() > limits.maxNameBytes) {
            throw limits.nameTooLong("name");
        }
        beginLevel((byte) '{', WriterState.NAME);
        shapes[level] = known;
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
        EncodedName[] names = shape.names();
        Ordinals.check(ordinal, names.length);
        writeName(names[ordinal]);
    }

    @Override
    public void field(String name) {
        if (state != WriterState.NAME) {
            throw WriterState.unexpected(state, "field()");
        }
        EncodedName bytes = names.get(name);
        if (bytes == null) {
            throw limits.nameTooLong("name");
        }
        writeName(bytes);
    }

    private void writeName(EncodedName name) {
        room(name.paddedLength());
        int at = out.position;
        out.position = name.write(out.array, at);
        state = WriterState.VALUE;
        if (marks[level] != 0 || name.beginsWithAt()) {
            marks[level] = TypeKeyEscaping.escapeWrittenName(out, at);
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
            throw FencedWriter.notBegunHere();
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

    @SuppressWarnings("deprecation") // copies ASCII without a decoder, which is what getBytes(int...) is good at
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
    public void text(CharSequence value) {
        int length = value.length();
        limits.checkText(length);
        beginValue(length + 2, "text()");
        JsonStringEncoder.appendQuoted(out, value);
        endValue();
    }

    @Override
    public void ascii(byte[] text, int length) {
        limits.checkText(length);
        beginValue(length + 2, "ascii()");
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '"';
        System.arraycopy(text, 0, array, at, length);
        at += length;
        array[at++] = '"';
        out.position = at;
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
        int at = TemporalText.writeInto(array, out.position + 1, value);
        array[at] = '"';
        out.position = at + 1;
        endValue();
    }

    /** Writes text that needs no escape. */
    @SuppressWarnings("deprecation") // see word()
    private void writeAscii(String text, String call) {
        beginValue(text.length() + 2, call);
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '"';
        text.getBytes(0, text.length(), array, at);
        at += text.length();
        array[at++] = '"';
        out.position = at;
        endValue();
    }

    // ---- fields straight into the array

    @Override
    public boolean takesFields() {
        return limits.maxNameBytes >= EncodedNames.MAX_DIRECT_BYTES;
    }

    @Override
    public int position() {
        return out.position;
    }

    @Override
    public byte[] room(int at, int count) {
        out.position = at;
        room(count);
        return out.array;
    }

    @Override
    public void moveTo(int at, boolean isNamed) {
        out.position = at;
        state = isNamed ? WriterState.VALUE : WriterState.NAME;
    }

    @Override
    public boolean takesItems() {
        return state == WriterState.ITEM;
    }

    @Override
    public void moveToItem(int at) {
        out.position = at;
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return EncodedNames.DIRECT_BYTES_OF_SHAPE;
    }

    @Override
    public int nullValue(byte[] a, int at) {
        Swar.store(a, at, NULL);
        return at + 5;
    }

    @Override
    public int bool(byte[] a, int at, boolean value) {
        Swar.store(a, at, value ? TRUE : FALSE);
        return value ? at + 5 : at + 6;
    }

    @Override
    public int int64(byte[] a, int at, long value) {
        return putComma(a, NumberText.writeInt64(a, at, value));
    }

    @Override
    public int float64(byte[] a, int at, double value) {
        return Double.isFinite(value)
                ? putComma(a, NumberText.writeFloat64(a, at, value))
                : putQuoted(a, at, Double.toString(value));
    }

    @Override
    public int float32(byte[] a, int at, float value) {
        return Float.isFinite(value)
                ? putComma(a, NumberText.writeFloat32(a, at, value))
                : putQuoted(a, at, Float.toString(value));
    }

    @Override
    public int text(byte[] a, int at, String value, int ordinal) {
        int length = value.length();
        return length > MAX_PLAIN || length > limits.maxTextChars ? -1 : putText(plainStrings, a, at, value, length);
    }

    @Override
    public int temporal(byte[] a, int at, Temporal value) {
        if (TemporalText.maxLength(value) > MAX_PLAIN) {
            return -1;
        }
        a[at] = '"';
        return putQuote(a, TemporalText.writeInto(a, at + 1, value));
    }

    /** Puts text in quotes, and its comma, where it needs no escape; else returns -1. */
    private static int putText(PlainStrings plain, byte[] a, int at, String text, int length) {
        int end = plain.write(text, length, a, at + 1);
        if (end < 0) {
            end = putQuoted(a, at, text);
            if (end >= 0) {
                plain.found(text);
            }
            return end;
        }
        a[at] = '"';
        return putQuote(a, end);
    }

    private static int putComma(byte[] a, int at) {
        a[at] = ',';
        return at + 1;
    }

    /** Puts text in quotes where it needs no escape; else -1. */
    private static int putQuoted(byte[] a, int at, String text) {
        int length = text.length();
        if (JsonStringEncoder.copyPlain(text, a, at + 1) < length) {
            return -1;
        }
        a[at] = '"';
        return putQuote(a, at + 1 + length);
    }

    private static int putQuote(byte[] a, int at) {
        a[at] = '"';
        a[at + 1] = ',';
        return at + 2;
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        cancelMessage();
        out.close();
    }

    // ---- levels

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int fence(int at) {
        int before = fence;
        fence = at;
        return before;
    }

    private boolean isAtFence() {
        return depth == fence;
    }

    private void requireNoFence() {
        FencedWriter.requireNone(fence);
    }

    /** Leaves all levels: the message is over. */
    private void reset() {
        state = WriterState.IDLE;
        level = -1;
        depth = 0;
    }

    /** Enters an object or list, which is a value. */
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
        }
        outerStates[level] = state;
        marks[level] = 0;
        state = inside;
    }

    /** Leaves an object or list. */
    private void endLevel(byte bracket) {
        room(2);
        shapes[level] = null;
        depth--;
        state = outerStates[level--];
        byte[] array = out.array;
        int at = out.position;
        if (array[at - 1] == ',') {
            at--;
        }
        array[at++] = bracket;
        array[at++] = ',';
        out.position = at;
        afterValue();
    }

    /** Makes room for a value and its comma. */
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

    /** Closes type names and keys whose value has just ended. */
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

    /** Makes a name of the key that has just been written as a value. */
    private void endKeyValue() {
        int start = marks[level];
        level--;
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
