package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.WriteLimits;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixWriter;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.PlainStringCache;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.yaml.internal.name.YamlMessagePrefix;
import io.deltawire.yaml.internal.name.YamlNameEncoder;
import io.deltawire.yaml.internal.name.YamlShapeNames;
import io.deltawire.yaml.internal.text.BlockScalar;
import io.deltawire.yaml.internal.text.CoreSchema;
import io.deltawire.yaml.internal.text.PlainText;
import io.deltawire.yaml.internal.text.YamlLiterals;
import io.deltawire.yaml.internal.text.YamlSyntax;
import io.deltawire.yaml.internal.text.YamlTags;
import io.deltawire.yaml.internal.text.YamlTextEncoder;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Writes YAML: scalars, names and types, within the limits. {@link YamlLayout} writes everything between them and
 * knows which call may come next.
 *
 * <p>A value usually takes the fast path: {@link #directValueIndex} writes the pending name, the value is written
 * after it, and the buffer's position moves once. Generated code writes whole runs of fields by the methods of {@link
 * FieldEncoder}. A message with a {@link YamlMessagePrefix} starts with a copy of its bytes. Not thread-safe.
 */
public final class YamlWriter implements WireOut, PrefixWriter, FieldEncoder, NestingGuard, ThreadGuarded {
    private static final byte[] MARK = ascii("---\n");
    private static final byte[] MARK_ON_LINE = ascii("--- ");
    private static final byte[] NO_MARK = {};
    private static final byte[] END_MARK = ascii("...\n");
    private static final byte[] SET = ascii("!!set ");

    private final ThreadGuard guard = ThreadGuard.ofWriter();
    private final OutputBuffer out;
    private final WriteLimits limits;
    private final byte[] mark;
    private final boolean writesEnds;
    private final YamlNameEncoder names = new YamlNameEncoder();
    private final PlainStringCache plainStrings = new PlainStringCache();
    private final YamlLayout layout;
    private final boolean writesSets;
    private boolean isBegun;
    private String type;

    public YamlWriter(OutputBuffer out, YamlWriterSettings settings) {
        this.out = out;
        this.limits = new WriteLimits(YamlSyntax.FORMAT_NAME, settings.limits());
        LayoutStyle style = settings.style();
        this.mark = !settings.writesMarks() ? NO_MARK : style == LayoutStyle.LINE ? MARK_ON_LINE : MARK;
        this.writesEnds = settings.writesEnds() && style != LayoutStyle.LINE;
        this.layout = new YamlLayout(out, limits, style);
        this.writesSets = settings.writesStandardSets();
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return YamlSyntax.FORMAT_NAME;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        guard.enter();
        try {
            if (isBegun) {
                throw new IllegalStateException("a message is begun already");
            }
            out.beginLine();
            isBegun = true;
            guard.openMessage();
            type = null;
            append(mark);
            layout.beginMessage();
        } finally {
            guard.exit();
        }
    }

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape shape) {
        boolean fits = layout.allowsPrefixes()
                && typeName != null
                && (event == null || !limits.isTooLong(event))
                && !limits.isTooLong(typeName)
                && shape.get(YamlShapeNames.OF_SHAPE).longest() <= limits.maxNameBytes;
        return fits ? YamlMessagePrefix.create(mark, event, typeName, NO_MARK, shape) : null;
    }

    @Override
    public void beginMessage(MessagePrefix with) {
        if (isBegun) {
            throw new IllegalStateException("a message is begun already");
        }
        YamlMessagePrefix prefix = (YamlMessagePrefix) with;
        out.beginLine();
        isBegun = true;
        type = null;
        out.ensure(prefix.length() + Long.BYTES);
        layout.beginPrefixedMessage(prefix.event() != null, prefix.shape());
        out.position = prefix.write(out.array, out.position);
    }

    @Override
    public void endMessage(MessagePrefix prefix) {
        layout.endPrefixedMessage(prefix.event() != null);
        if (writesEnds) {
            append(END_MARK);
        }
        limits.checkSize(out);
        out.commit();
        isBegun = false;
    }

    @Override
    public void endMessage() {
        guard.requireUnused();
        requireBegun();
        layout.endMessage();
        if (writesEnds) {
            append(END_MARK);
        }
        limits.checkSize(out);
        out.commit();
        isBegun = false;
        guard.closeMessage();
    }

    @Override
    public void cancelMessage() {
        guard.requireUnused();
        NestingGuard.requireUnguarded(layout.fence());
        if (isBegun) {
            out.rollback();
            isBegun = false;
            layout.cancel();
        }
        guard.closeMessage();
    }

    @Override
    public int depth() {
        return layout.depth();
    }

    @Override
    public int setGuard(int index) {
        int before = layout.fence();
        layout.setFence(index);
        return before;
    }

    @Override
    public void type(String name) {
        requireBegun();
        if (type != null) {
            throw new IllegalStateException("two type names for one value: " + type + ", " + name);
        }
        layout.requireValue();
        if (name.isEmpty()) {
            throw limits.failure("expected a type name that is not empty");
        }
        requireShortTypeName(name.indexOf(YamlTags.KIND) < 0 ? name : name + YamlTags.KIND);
        type = name;
    }

    @Override
    public void beginObject() {
        layout.beforeContainer(type != null);
        writeType();
        layout.beginObject(null);
    }

    @Override
    public void beginObject(Shape shape) {
        layout.beforeContainer(type != null);
        writeType();
        layout.beginObject(shape);
    }

    @Override
    public void field(int ordinal) {
        if (!layout.field(ordinal)) {
            field(layout.shape().name(ordinal));
        }
    }

    @Override
    public void field(String name) {
        byte[] encoded = names.encodedField(name);
        if (encoded == null || encoded.length > limits.maxNameBytes) {
            key();
            text(name);
            return;
        }
        layout.field(encoded);
    }

    @Override
    public void event(String name) {
        field(name);
    }

    @Override
    public void key() {
        requireBegun();
        layout.key();
    }

    @Override
    public void endObject() {
        requireBegun();
        layout.endObject();
    }

    @Override
    public void beginList() {
        layout.beforeContainer(type != null);
        boolean isSet = writesSets && YamlTags.SET_NAME.equals(type);
        if (isSet) {
            append(SET);
            type = null;
        } else {
            writeType();
        }
        layout.beginList(isSet);
    }

    @Override
    public void endList() {
        requireBegun();
        if (type != null) {
            throw new IllegalStateException("a type name without a value: " + type);
        }
        layout.endList();
    }

    @Override
    public void nullValue() {
        boolean isTagged = type != null;
        beforeScalar();
        if (!isTagged) { // a tag alone, as in "!GetAZs", is no tag before the word "null" to other programs
            append(YamlLiterals.NULL);
        }
        layout.afterValue();
    }

    @Override
    public void bool(boolean value) {
        beforeScalar();
        append(YamlLiterals.of(value));
        layout.afterValue();
    }

    @Override
    public void int64(long value) {
        int index = directValueIndex(NumberText.MAX_INT64);
        if (index >= 0) {
            out.position = NumberText.writeInt64(out.array, index, value);
            return;
        }
        beforeScalar();
        out.ensure(NumberText.MAX_INT64);
        out.position = NumberText.writeInt64(out.array, out.position, value);
        layout.afterValue();
    }

    @Override
    public void float64(double value) {
        boolean isFinite = Double.isFinite(value);
        int index = isFinite ? directValueIndex(NumberText.MAX_FLOAT64) : -1;
        if (index >= 0) {
            out.position = NumberText.writeFloat64(out.array, index, value);
            return;
        }
        beforeScalar();
        if (isFinite) {
            out.ensure(NumberText.MAX_FLOAT64);
            out.position = NumberText.writeFloat64(out.array, out.position, value);
        } else {
            append(YamlLiterals.of(value));
        }
        layout.afterValue();
    }

    @Override
    public void float32(float value) {
        if (!Float.isFinite(value)) {
            float64(value);
            return;
        }
        beforeScalar();
        out.ensure(NumberText.MAX_FLOAT64);
        out.position = NumberText.writeFloat32(out.array, out.position, value);
        layout.afterValue();
    }

    @Override
    public void decimal(BigDecimal value) {
        String text = limits.decimal(value);
        if (CoreSchema.isPlainDecimal(text)) {
            beforeScalar();
        } else {
            beforeTagged(text.length(), "float");
        }
        appendAscii(text);
        layout.afterValue();
    }

    /** A number that YAML 1.1 and 1.2 alike read as such; minus zero is an integer of YAML and a double elsewhere. */
    private static final Pattern NUMBER =
            Pattern.compile("(?!-0$)-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+(?:[eE][-+][0-9]+)?)?");

    @Override
    public boolean trySourceText(WireToken token, String text, String source) {
        boolean isSame = source.equals(YamlSyntax.FORMAT_NAME)
                || NUMBER.matcher(text).matches() && ScalarConversions.isSameNumber(text, token);
        if (!isSame || text.length() > limits.maxNumberChars) {
            return false;
        }
        beforeScalar();
        appendAscii(text);
        layout.afterValue();
        return true;
    }

    @Override
    public void text(CharSequence value) {
        int length = value.length();
        limits.checkText(length);
        if (length <= 100 && PlainText.readsAsTemporal(value)) {
            checkKey(value);
            beforeTagged(length, "str");
            YamlTextEncoder.writeQuoted(out, value);
            afterText();
            return;
        }
        int index = directValueIndex(length);
        if (index < 0) {
            writeAnyText(value, length);
            return;
        }
        int end = PlainText.writeAscii(value, out.array, index);
        if (end >= 0) {
            out.position = end;
        } else {
            out.position = index;
            YamlTextEncoder.write(out, value);
        }
        limits.checkSize(out);
    }

    private void writeAnyText(CharSequence value, int length) {
        int blockIndent = layout.blockIndent();
        if (blockIndent > 0 && BlockScalar.fits(value)) {
            beforeScalar();
            BlockScalar.write(out, value, blockIndent);
        } else {
            checkKey(value);
            layout.beforeScalar(length, type != null);
            writeType();
            YamlTextEncoder.write(out, value);
        }
        afterText();
    }

    private void afterText() {
        limits.checkSize(out);
        layout.afterValue();
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        limits.checkBase64(length);
        beforeTagged(length, "binary");
        byte[] base64 = Base64.getEncoder()
                .encode(
                        offset == 0 && length == value.length
                                ? value
                                : java.util.Arrays.copyOfRange(value, offset, offset + length));
        out.ensure(base64.length + 2);
        out.array[out.position++] = '"';
        append(base64);
        out.array[out.position++] = '"';
        limits.checkSize(out);
        layout.afterValue();
    }

    @Override
    public void temporal(Temporal value) {
        int most = TemporalText.maxLength(value) + 2;
        int index = directValueIndex(most);
        if (index >= 0) {
            out.position = writeTemporal(out.array, index, value);
            return;
        }
        beforeScalar();
        out.ensure(most);
        out.position = writeTemporal(out.array, out.position, value);
        layout.afterValue();
    }

    // ---- fields written directly into the array

    @Override
    public Shape.Attachment<byte[][]> names() {
        return layout.directNames();
    }

    @Override
    public boolean takesFields() {
        return layout.allowsDirectFields();
    }

    @Override
    public int position() {
        layout.beginFields();
        return out.position;
    }

    @Override
    public byte[] room(int index, int count) {
        out.position = index;
        if (out.array.length - index < count) {
            limits.checkSize(out);
            out.ensure(count);
        }
        return out.array;
    }

    @Override
    public void moveTo(int index, boolean isNamed) {
        layout.moveTo(index, isNamed);
    }

    @Override
    public int nullValue(byte[] a, int index) {
        return put(a, index, YamlLiterals.NULL);
    }

    @Override
    public int bool(byte[] a, int index, boolean value) {
        return put(a, index, YamlLiterals.of(value));
    }

    @Override
    public int int64(byte[] a, int index, long value) {
        return NumberText.writeInt64(a, index, value);
    }

    @Override
    public int float64(byte[] a, int index, double value) {
        return Double.isFinite(value)
                ? NumberText.writeFloat64(a, index, value)
                : put(a, index, YamlLiterals.of(value));
    }

    @Override
    public int float32(byte[] a, int index, float value) {
        return Float.isFinite(value) ? NumberText.writeFloat32(a, index, value) : put(a, index, YamlLiterals.of(value));
    }

    @Override
    public int text(byte[] a, int index, String value, int ordinal) {
        int length = value.length();
        return length > MAX_BYTES || length > limits.maxTextChars ? -1 : putText(plainStrings, a, index, value, length);
    }

    /** Writes text that needs no quotes, or returns -1. */
    static int putText(PlainStringCache plain, byte[] a, int index, String text, int length) {
        int end = plain.writeCached(text, length, a, index);
        if (end < 0) {
            // Text that looks like a date starts with a digit or sign and is never written without quotes.
            end = PlainText.writeAscii(text, a, index);
            if (end >= 0) {
                plain.offer(text);
            }
        }
        return end;
    }

    @Override
    public int temporal(byte[] a, int index, Temporal value) {
        return TemporalText.maxLength(value) + 2 > MAX_BYTES ? -1 : writeTemporal(a, index, value);
    }

    private static int put(byte[] a, int index, byte[] text) {
        System.arraycopy(text, 0, a, index, text.length);
        return index + text.length;
    }

    /** Writes a date or time, in quotes unless it is a YAML timestamp. Needs room for two more bytes. */
    static int writeTemporal(byte[] a, int index, Temporal value) {
        int end = TemporalText.writeInto(a, index + 1, value);
        if (PlainText.isTimestamp(a, index + 1, end)) {
            System.arraycopy(a, index + 1, a, index, end - index - 1);
            return end - 1;
        }
        a[index] = '"';
        a[end] = '"';
        return end + 1;
    }

    // ---- comments, types and helpers

    @Override
    public void comment(String text) {
        layout.addComment(text);
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

    private void checkKey(CharSequence name) {
        if (layout.expectsKey() && limits.isTooLong(name)) {
            throw limits.nameTooLong("name");
        }
    }

    /**
     * Writes the pending field's name and returns the index for its value, or -1 if more than the scalar must be
     * written. Does not move the buffer's position.
     */
    private int directValueIndex(int room) {
        return type == null ? layout.writePendingName(room) : -1;
    }

    private void beforeScalar() {
        layout.beforeScalar(0, type != null);
        if (type != null) {
            writeType();
        }
    }

    /** Writes what precedes a scalar whose kind needs a tag. */
    private void beforeTagged(int length, String kind) {
        layout.beforeScalar(length, type != null);
        if (type == null) {
            appendAscii("!!" + kind + " ");
        } else {
            requireShortTypeName(type + YamlTags.KIND + kind);
            appendType(YamlNameEncoder.encodeType(type, kind));
            type = null;
        }
    }

    /** @param tag the type name as in the tag, with the separator and the kind of its value */
    private void requireShortTypeName(String tag) {
        if (limits.isTooLong(tag)) {
            throw limits.nameTooLong("type name");
        }
    }

    private void appendType(byte[] encoded) {
        if (encoded == null) {
            throw limits.failure("expected a type name of whole characters but it has a lone surrogate");
        }
        append(encoded);
    }

    private void writeType() {
        if (type != null) {
            appendType(names.encodedType(type));
            type = null;
        }
    }

    private void append(byte[] bytes) {
        out.ensure(bytes.length);
        System.arraycopy(bytes, 0, out.array, out.position, bytes.length);
        out.position += bytes.length;
    }

    private void appendAscii(String text) {
        append(ascii(text));
    }

    private void requireBegun() {
        if (!isBegun) {
            throw new IllegalStateException("no message is begun");
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
