package io.deltawire.binary;

import static io.deltawire.binary.Scan.INT;
import static io.deltawire.binary.Scan.LONG;
import static io.deltawire.binary.Scan.SHORT;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.AsciiOut;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.TemporalText;
import io.deltawire.wire.spi.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/** Writes binary YAML straight into the buffer's array: names, objects, lists and values. */
final class BinaryWriter extends FieldWriter implements AsciiOut {
    private final NameCode.Cache fields = new NameCode.Cache();
    private final NameCode.Cache events = new NameCode.Cache();
    private final NameCode.Cache types = new NameCode.Cache();
    private int[] outerStates = new int[8];
    private NameCode[][] shapes = new NameCode[8][];
    private int typeAt;
    private boolean typeTellsText;
    private boolean typeTellsBytes;

    /** So many characters, and a text may be longer than a text or a key may be. */
    private final int longText;

    BinaryWriter(OutputBuffer out, WireLimits limits, Framing framing) {
        super(out, limits, framing);
        this.longText = Math.min(limits.maxTextChars(), limits.maxNameBytes() / 3);
    }

    @Override
    public void type(String name) {
        if (state >= TYPED) {
            throw new IllegalStateException("the value has a type name already");
        }
        if (AFTER_VALUE[state] < 0) {
            throw noValue();
        }
        NameCode code = types.get(name);
        if (code == null) {
            if (name.isEmpty()) {
                throw refused("expected a type name that is not empty");
            }
            checkName(name);
            code = types.put(name, NameCode.ofType(name));
        }
        typeAt = out.position;
        typeTellsText = code.tellsText;
        typeTellsBytes = code.tellsBytes;
        writeName(code);
        state |= TYPED;
    }

    @Override
    public void beginObject() {
        push(ENTRY);
        setShape(null);
    }

    @Override
    public void beginObject(Shape of) {
        checkNames(of);
        push(ENTRY);
        setShape(of.get(NameCode.OF_SHAPE));
    }

    @Override
    public void field(int ordinal) {
        if (state != ENTRY || shape == null) {
            throw notAnEntry();
        }
        Ordinals.check(ordinal, shape.length);
        writeName(shape[ordinal]);
        state = NAMED;
    }

    @Override
    public void field(String name) {
        if (state != ENTRY) {
            throw notAnEntry();
        }
        NameCode code = fields.get(name);
        if (code == null) {
            checkName(name);
            code = fields.put(name, NameCode.ofField(name));
        }
        writeName(code);
        state = NAMED;
    }

    @Override
    public void event(String name) {
        if (state != ENTRY) {
            throw notAnEntry();
        }
        NameCode code = events.get(name);
        if (code == null) {
            checkName(name);
            code = events.put(name, NameCode.ofEvent(name));
        }
        writeName(code);
        state = NAMED;
    }

    @Override
    public void key() {
        if (state != ENTRY) {
            throw notAnEntry();
        }
        if (framing == Framing.NONE) {
            checkSplit(false);
        }
        int p = room();
        out.array[p] = (byte) Codes.EVENT_OBJECT;
        out.position = p + 1;
        state = KEY;
    }

    private void writeName(NameCode code) {
        if (framing == Framing.NONE) {
            checkSplit((code.words[0] & 0xFF) == Codes.EVENT_NAME);
        }
        int bytes = code.room + ROOM;
        if (out.array.length - out.position < bytes) {
            grow(bytes);
        }
        out.position = code.write(out.array, out.position);
    }

    private void push(int inner) {
        int p = value();
        if (depth == limits.maxDepth()) {
            throw refused("expected at most " + depth + " objects and lists inside one another but there are more");
        }
        if (depth == starts.length) {
            starts = Arrays.copyOf(starts, 2 * depth);
            outerStates = Arrays.copyOf(outerStates, 2 * depth);
            shapes = Arrays.copyOf(shapes, 2 * depth);
        }
        outerStates[depth] = state;
        if (shapes[depth] != shape) {
            shapes[depth] = shape;
        }
        if (p == bodyStart && inner == ENTRY) {
            starts[depth] = -1; // the outermost object without a type name has no block of its own
        } else {
            out.array[p] = (byte) Codes.BYTES_LENGTH32;
            out.position = p + 5;
            starts[depth] = p + 5;
        }
        depth++;
        state = inner;
    }

    @Override
    public void endObject() {
        if (state != ENTRY) {
            throw new IllegalStateException("no object is to be ended here");
        }
        if (depth == fence) {
            throw FencedWriter.notBegunHere();
        }
        int start = pop();
        if (start >= 0) {
            endBlock(start);
        } else if (out.position == bodyStart) {
            writeEmptyObject(out.position);
        }
    }

    @Override
    public void beginList() {
        push(LIST);
    }

    @Override
    public void endList() {
        if (state != LIST) {
            throw new IllegalStateException("no list is to be ended here");
        }
        int start = pop();
        INT.set(out.array, start - 4, out.position - start);
    }

    private int pop() {
        depth--;
        state = outerStates[depth];
        setShape(shapes[depth]);
        return starts[depth];
    }

    @Override
    public void nullValue() {
        code(Codes.NULL);
    }

    @Override
    public void bool(boolean value) {
        code(value ? Codes.TRUE : Codes.FALSE);
    }

    void code(int code) {
        int p = value();
        out.array[p] = (byte) code;
        out.position = p + 1;
    }

    @Override
    public void int64(long value) {
        int p = value();
        out.position = NumberCodes.writeInt64(out.array, p, value);
    }

    @Override
    public void float64(double value) {
        int p = value();
        out.position = NumberCodes.writeFloat64(out.array, p, value);
    }

    @Override
    public void untypedFloat64(double value) {
        int p = value();
        out.position = NumberCodes.writeUntypedFloat64(out.array, p, value);
    }

    @Override
    public void float32(float value) {
        int p = value();
        out.position = NumberCodes.writeFloat32(out.array, p, value);
    }

    @Override
    public void decimal(BigDecimal value) {
        int p = value();
        out.ensure(DecimalCodes.ROOM);
        int after = limits.maxNumberChars() < DecimalText.MAX_BYTES ? -1 : DecimalCodes.write(out.array, p, value);
        if (after < 0) {
            typedText(TypeNames.BIG_DECIMAL_CODE, DecimalCodes.text(value, limits));
        } else {
            out.position = after;
        }
    }

    @Override
    public void text(CharSequence value) {
        int length = value.length();
        if (length > longText) {
            checkLength(value, length);
        }
        if (state >= TYPED && typeTellsText) {
            toldText(value);
            return;
        }
        int p = value();
        if (out.array.length - p < length + ROOM) {
            grow(length + ROOM);
        }
        byte[] a = out.array;
        if (value instanceof String text) {
            int after = texts.write(a, p, text, maxPlainText);
            if (after >= 0) {
                out.position = after;
                return;
            }
        }
        int from = NumberCodes.writeTextHead(a, p, length);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                writeTextOf(-1, value);
                return;
            }
            a[from + i] = (byte) c;
        }
        out.position = from + length;
    }

    private void checkLength(CharSequence value, int length) {
        if (length > limits.maxTextChars()) {
            throw refused("expected text of at most " + limits.maxTextChars() + " characters but was one of " + length);
        }
        if (state == KEY && Utf8.length(value) > limits.maxNameBytes()) { // it is read as a name
            throw refused("expected a key that is a text of at most " + limits.maxNameBytes() + " bytes but was one of "
                    + Utf8.length(value));
        }
    }

    /** Writes text that its type name tells to be another kind of value. */
    private void toldText(CharSequence value) {
        boolean isLiteral = TypeNames.LITERAL_CODE.isAt(out.array, typeAt, out.position);
        value();
        if (isLiteral) {
            out.position = typeAt; // "!type String" is the type String itself, for which there is a code
        } else {
            TypeNames.checkText(out.array, typeAt, out.position, value, limits);
        }
        writeTextOf(isLiteral ? Codes.TYPE_LITERAL : -1, value);
    }

    @Override
    public void ascii(byte[] text, int length) {
        if (length > maxPlainText || state >= TYPED && typeTellsText) {
            text(new String(text, 0, length, StandardCharsets.ISO_8859_1));
            return;
        }
        int p = value();
        if (out.array.length - p < length + ROOM) {
            grow(length + ROOM);
        }
        byte[] a = out.array;
        int from = NumberCodes.writeTextHead(a, p, length);
        System.arraycopy(text, 0, a, from, length);
        out.position = from + length;
    }

    /** Writes a code (or, with -1, the code for a text of this length), a length and text. */
    private void writeTextOf(int code, CharSequence value) {
        int length = (int) Math.min(Integer.MAX_VALUE - ROOM, Cesu8.length(value));
        if (out.array.length - out.position < length + ROOM) {
            grow(length + ROOM);
        }
        byte[] a = out.array;
        int p = out.position;
        if (code < 0) {
            p = NumberCodes.writeTextHead(a, p, length);
        } else {
            a[p] = (byte) code;
            p = NumberCodes.writeStopBit(a, p + 1, length);
        }
        out.position = Cesu8.encode(value, a, p);
    }

    private void typedText(NameCode type, String text) {
        out.ensure(type.room);
        out.position = type.write(out.array, out.position);
        writeTextOf(-1, text);
    }

    @Override
    public void uuid(UUID value) {
        int p = value();
        byte[] a = out.array;
        a[p] = (byte) Codes.UUID;
        LONG.set(a, p + 1, value.getMostSignificantBits());
        LONG.set(a, p + 9, value.getLeastSignificantBits());
        out.position = p + 17;
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        if (length > limits.maxTextChars()) {
            throw refused("expected at most " + limits.maxTextChars() + " bytes but there are " + length);
        }
        if (state >= TYPED && typeTellsBytes) {
            throw refused("expected bytes without a type name by which they would be read as compressed (gzip, lzw,"
                    + " snappy)");
        }
        int p = value();
        if (out.array.length - p < length + ROOM) {
            grow(length + ROOM);
        }
        byte[] a = out.array;
        int block = length + 1;
        if (block <= 0xFF) {
            a[p++] = (byte) Codes.BYTES_LENGTH8;
            a[p++] = (byte) block;
        } else if (block <= 0xFFFF) {
            a[p++] = (byte) Codes.BYTES_LENGTH16;
            SHORT.set(a, p, (short) block);
            p += 2;
        } else {
            a[p++] = (byte) Codes.BYTES_LENGTH32;
            INT.set(a, p, block);
            p += 4;
        }
        a[p++] = (byte) Codes.U8_ARRAY;
        System.arraycopy(value, offset, a, p, length);
        out.position = p + length;
    }

    @Override
    public void temporal(Temporal value) {
        value();
        out.ensure(TemporalCodes.MAX_BYTES);
        int after = temporals.write(out.array, out.position, value);
        if (after < 0) {
            temporalText(value);
        } else {
            out.position = after;
        }
    }

    /** Writes one of unusual length. */
    private void temporalText(Temporal value) {
        if (value instanceof Instant) {
            typedText(TypeNames.INSTANT_CODE, TemporalText.format(value));
        } else if (value instanceof OffsetDateTime) {
            typedText(TypeNames.OFFSET_DATE_TIME_CODE, TemporalText.format(value));
        } else if (value instanceof ZonedDateTime) {
            writeTextOf(Codes.ZONED_DATE_TIME, TemporalText.format(value));
        } else if (value instanceof LocalDateTime) {
            writeTextOf(Codes.DATE_TIME, TemporalText.format(value));
        } else if (value instanceof LocalDate) {
            writeTextOf(Codes.DATE, TemporalText.format(value));
        } else if (value instanceof LocalTime) {
            writeTextOf(Codes.TIME, TemporalText.format(value));
        } else {
            throw refused("expected a date, time or date-time but was "
                    + value.getClass().getName());
        }
    }

    @Override
    public void comment(String text) {
        boolean first = depth > 0 && (starts[depth - 1] < 0 ? bodyStart : starts[depth - 1]) == out.position;
        if (state != ENTRY && state != LIST || first) {
            return; // Chronicle Wire takes no comment between a name and its value or first in a block
        }
        if (text.length() > limits.maxTextChars()) {
            throw refused("expected a comment of at most " + limits.maxTextChars() + " characters");
        }
        writeTextOf(Codes.COMMENT, text);
    }

    /** Writes a value that is encoded already. */
    void encoded(byte[] a, int from, int to) {
        int p = value();
        if (out.array.length - p < to - from) {
            grow(to - from + ROOM);
        }
        System.arraycopy(a, from, out.array, p, to - from);
        out.position = p + to - from;
    }
}
