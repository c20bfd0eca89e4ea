package io.deltawire.binary;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NamedValues;
import io.deltawire.wire.spi.NumberForm;
import io.deltawire.wire.spi.Rounder;
import io.deltawire.wire.spi.SingleValues;
import io.deltawire.wire.spi.Words;
import java.time.temporal.Temporal;
import java.util.List;

/**
 * The part of the reader that takes fields straight from the array: values as this format's own writer makes them, whole, plain and of
 * the expected kind. The index after a value is beyond the end where it is not so; what it is then, {@link Values} finds out.
 *
 * <p>One look at a number's code tells both where it ends and what it is, which is kept until it is asked for. Where it ends is found by
 * branches and not by arithmetic or tables, since the position is what all that follows waits for: a field has mostly one size, so
 * that the processor foresees the branch and goes on with a constant.
 *
 * <p>What is loaded by {@link Words} is inside the array: each value is compared with the end first, which is in it.
 */
abstract class FieldReader extends EntryReader {
    private static final int ONE = 1 + Byte.BYTES;
    private static final int TWO = 1 + Short.BYTES;
    private static final int FOUR = 1 + Integer.BYTES;
    private static final int EIGHT = 1 + Long.BYTES;

    /** The length in bytes of the longest text that is taken here: it has one byte of length. */
    static final int MAX_TEXT = 0x7F;

    /** As many as a cache can keep, twice, since it keeps what comes again. */
    private static final int MOST_NEW_TIMES = 1 << 14;

    /** What tells that another byte of a length follows. */
    private static final int STOP_BIT = 0x80;

    private static final long STOP_BITS = 0x8080_8080_8080_8080L;

    /** Where fields may be taken from: at least eight bytes before the end of the shortest stop-bit number of two bytes. */
    private final int firstPlace;

    // Those of values, some steps nearer.
    private final ByteCache texts;
    private final ByteCache temporals;

    private final FieldPieces shortTexts = FieldPieces.ofTexts(FieldPieces.SHORT, this::makeText);
    private final FieldPieces longTexts = FieldPieces.ofTexts(FieldPieces.LONG, this::makeText);
    private final FieldPieces shortTemporals = FieldPieces.ofTemporals(FieldPieces.SHORT, this::makeTemporal);
    private final FieldPieces longTemporals = FieldPieces.ofTemporals(FieldPieces.LONG, this::makeTemporal);

    private final SingleValues times = new SingleValues(MOST_NEW_TIMES);

    /** How many dates and times have been looked for and made. */
    private int madeTimes;

    /** What {@link #int64End} has found. */
    private long int64;

    /** What {@link #float64End} has found. */
    private double float64;

    FieldReader(InputBuffer source, WireLimits limits, Framing framing) {
        super(source, limits, framing);
        this.firstPlace = limits.maxTextChars() < MAX_TEXT ? NONE : Integer.BYTES;
        this.texts = values.texts.cache;
        this.temporals = values.temporals;
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return NameCode.BYTES_OF_SHAPE;
    }

    @Override
    public List<NumberForm> numberForms() {
        return NumberCodes.FORMS;
    }

    @Override
    public byte[] array() {
        return array;
    }

    @Override
    public int position() {
        return position < firstPlace ? end + 1 : position;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        if (isStraight) {
            openHead();
        }
        position = at <= end ? at : position;
        due = isNamed ? VALUE : NOTHING;
        frame.ordinal = isNamed ? ordinal + 1 : ordinal;
    }

    @Override
    public boolean takesItems() {
        boolean isInList = isStraight ? isAtItems() : frame.kind == Frame.Kind.LIST;
        return isInList && position >= Math.max(firstPlace, Long.BYTES);
    }

    @Override
    public void moveToItem(int at) {
        if (isStraight) {
            openHead();
        }
        position = at;
    }

    @Override
    public int boolEnd(byte[] a, int at, int to) {
        return (a[at] & 0xFE) == Codes.FALSE ? at + 1 : NONE;
    }

    @Override
    public boolean bool(byte[] a, int at) {
        return (a[at] & 1) != 0;
    }

    @Override
    public int textEnd(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        int more = code - (Codes.STRING_0 + FieldPieces.TINY - 1); // as text() asks
        if (more >= 0 && more <= FieldPieces.SHORT - FieldPieces.TINY) {
            return at + FieldPieces.TINY + more;
        }
        return otherTextEnd(a, at, to);
    }

    private static int otherTextEnd(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        if (code >= Codes.STRING_0) {
            return at + 1 - Codes.STRING_0 + code;
        }
        return code == Codes.STRING_ANY ? shortEnd(a, at, to) : NONE;
    }

    /** The index after a code, a byte of length and so many bytes. */
    private static int shortEnd(byte[] a, int at, int to) {
        if (to - at < 2) {
            return NONE;
        }
        int length = Words.getByte(a, at + 1);
        return length < STOP_BIT ? at + 2 + length : NONE;
    }

    @Override
    public String text(byte[] a, int at, int after, int field) {
        int more = after - at - FieldPieces.TINY;
        return more >= 0 && more <= FieldPieces.SHORT - FieldPieces.TINY // one comparison
                ? shortTexts.shortText(a, at, after, field)
                : otherText(a, at, after, field);
    }

    private String otherText(byte[] a, int at, int after, int field) {
        if (after - at < FieldPieces.TINY) {
            return shortTexts.tinyText(a, at, after, field);
        }
        if (after - at <= FieldPieces.LONG) {
            return longTexts.longText(a, at, after, field);
        }
        int from = at + textHead(a, at);
        String known = texts.text(a, from, after, field);
        return known != null ? known : newText(a, from, after);
    }

    /** How many bytes there are before those of a text that is taken here. */
    private static int textHead(byte[] a, int at) {
        return Words.getByte(a, at) >= Codes.STRING_0 ? 1 : 2;
    }

    @Override
    public Object named(byte[] a, int at, int after, int field, NamedValues of) {
        Object known = of.get(a, at + textHead(a, at), after);
        return known != null ? known : super.named(a, at, after, field, of);
    }

    private String newText(byte[] a, int from, int after) {
        try {
            return values.texts.add(a, from, after - from);
        } catch (Fault fault) {
            return null; // found again by who looks closer
        }
    }

    private String makeText(byte[] a, int at, int after, int field) {
        int from = at + textHead(a, at);
        try {
            return values.texts.decode(a, from, after - from);
        } catch (Fault fault) {
            return null; // found again by who looks closer
        }
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after, int field) {
        return times.isAny(field) ? changingTemporal(a, at, after, field) : temporalByPiece(a, at, after, field);
    }

    /** The value of a field whose values may come once: what it needs is not to be kept for the others. */
    private Temporal changingTemporal(byte[] a, int at, int after, int field) {
        if (times.passes(field)) {
            return values.madeTemporal(a, at, after);
        }
        int made = madeTimes;
        int length = after - at;
        Temporal value = length <= FieldPieces.LONG
                ? (length <= FieldPieces.SHORT ? shortTemporals : longTemporals).seldomTemporal(a, at, after, field)
                : longerTemporal(a, at, after, field);
        if (made == madeTimes) {
            times.known(field);
        }
        return value;
    }

    private Temporal temporalByPiece(byte[] a, int at, int after, int field) {
        int more = after - at - (FieldPieces.SHORT + 1);
        if (more >= 0 && more < FieldPieces.LONG - FieldPieces.SHORT) {
            return longTemporals.longTemporal(a, at, after, field);
        }
        return more < 0 ? shortTemporals.shortTemporal(a, at, after, field) : longerTemporal(a, at, after, field);
    }

    private Temporal longerTemporal(byte[] a, int at, int after, int field) {
        Temporal known = temporals.temporal(a, at, after, field);
        if (known != null) {
            return known;
        }
        noteNewTime(field);
        return values.newTemporal(a, at, after);
    }

    private Temporal makeTemporal(byte[] a, int at, int after, int field) {
        noteNewTime(field);
        return values.madeTemporal(a, at, after);
    }

    private void noteNewTime(int field) {
        madeTimes++;
        times.isNew(field);
    }

    /** A date or time has a code of its own, or a type name before its text; each with a byte of length. */
    @Override
    public int temporalEnd(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        if (code >= Codes.TIME && code <= Codes.ZONED_DATE_TIME) {
            int length = Words.getByte(a, at + 1);
            int more = length + 2 - (FieldPieces.SHORT + 1); // as temporalByPiece() asks
            if (more >= 0 && more < FieldPieces.LONG - FieldPieces.SHORT) {
                return at + FieldPieces.SHORT + 1 + more;
            }
            return length < STOP_BIT ? at + 2 + length : NONE;
        }
        int text = code == Codes.TYPE_PREFIX ? shortEnd(a, at, to) : NONE;
        return text < to ? textEnd(a, text, to) : NONE;
    }

    @Override
    public final long int64(byte[] a, int at, int after) {
        return int64;
    }

    @Override
    public final double float64(byte[] a, int at, int after) {
        return float64;
    }

    @Override
    public final int int64End(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        int size = NONE;
        long value = 0;
        switch (code) {
            case Codes.INT64, Codes.INT64_0X -> {
                if (to - at >= EIGHT) {
                    size = EIGHT;
                    value = Words.getLong(a, at + 1);
                }
            }
            case Codes.INT32 -> {
                if (to - at >= FOUR) {
                    size = FOUR;
                    value = Words.getInt(a, at + 1);
                }
            }
            case Codes.UINT32 -> {
                if (to - at >= FOUR) {
                    size = FOUR;
                    value = Words.getInt(a, at + 1) & 0xFFFF_FFFFL;
                }
            }
            case Codes.INT16 -> {
                if (to - at >= TWO) {
                    size = TWO;
                    value = Words.getShort(a, at + 1);
                }
            }
            case Codes.UINT16 -> {
                if (to - at >= TWO) {
                    size = TWO;
                    value = Words.getShort(a, at + 1) & 0xFFFF;
                }
            }
            case Codes.INT8 -> {
                if (to - at >= ONE) {
                    size = ONE;
                    value = (byte) Words.getByte(a, at + 1);
                }
            }
            case Codes.UINT8 -> {
                if (to - at >= ONE) {
                    size = ONE;
                    value = Words.getByte(a, at + 1);
                }
            }
            default -> {
                if (code < Codes.BYTES_LENGTH8) {
                    size = 1;
                    value = code;
                }
            }
        }
        int64 = value;
        return size == NONE ? NONE : at + size;
    }

    /** Integers of 64 bits are none that a double holds. */
    @Override
    public final int float64End(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        switch (code) {
            case Codes.FLOAT_STOP_2 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = wholeNumber(int64) / 1e2;
                return after;
            }
            case Codes.FLOAT_STOP_4 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = wholeNumber(int64) / 1e4;
                return after;
            }
            case Codes.FLOAT_STOP_6 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = wholeNumber(int64) / 1e6;
                return after;
            }
            case Codes.FLOAT32 -> {
                if (to - at < FOUR) {
                    return NONE;
                }
                float64 = Float.intBitsToFloat(Words.getInt(a, at + 1));
                return at + FOUR;
            }
            case Codes.FLOAT64 -> {
                if (to - at < EIGHT) {
                    return NONE;
                }
                float64 = Double.longBitsToDouble(Words.getLong(a, at + 1));
                return at + EIGHT;
            }
            case Codes.INT64, Codes.INT64_0X -> {
                return NONE;
            }
            default -> {
                int after = int64End(a, at, to);
                float64 = int64;
                return after;
            }
        }
    }

    /** On JDK 17 the conversion of a long to a double waits for whatever was in its register; this needs none. */
    private static double wholeNumber(long value) {
        return value << 13 >> 13 == value ? Rounder.toDouble(value) : value;
    }

    /** The index after a stop-bit number of at most 8 bytes that ends by an index; else NONE. */
    private int stopBitEnd(byte[] a, int at, int to) {
        int most = Math.min(to, at + Long.BYTES);
        for (int p = at; p < most; p++) {
            int last = Words.getByte(a, p);
            if (last < 0x80) {
                int64 = p == at ? last : stopBit(Words.getLong(a, p + 1 - Long.BYTES) >>> 56 - (p - at << 3), last);
                return p + 1;
            }
        }
        return NONE;
    }

    /** The number of several bytes, the last of them the highest: the groups of seven bits are drawn together in pairs. */
    private static long stopBit(long bytes, int last) {
        long value = bytes & ~STOP_BITS;
        value = value & 0x007F_007F_007F_007FL | (value & 0x7F00_7F00_7F00_7F00L) >>> 1;
        value = value & 0x0000_3FFF_0000_3FFFL | (value & 0x3FFF_0000_3FFF_0000L) >>> 2;
        value = value & 0x0FFF_FFFFL | (value & 0x0FFF_FFFF_0000_0000L) >>> 4;
        // A last byte of zero after others means the complement.
        return last == 0 ? ~value : value;
    }
}
