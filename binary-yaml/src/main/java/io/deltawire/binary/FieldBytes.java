package io.deltawire.binary;

import static io.deltawire.binary.Scan.LONG;
import static io.deltawire.wire.spi.FieldDecoder.NONE;

/**
 * Finds and takes values where they are as this format's own writer makes them: whole, plain and of the expected kind. The
 * index after a value is beyond the end where it is not so; what it is then, {@link Values} finds out. There are at least eight
 * bytes before what is taken ends, so that a number is had from the word that ends with it, whatever its size.
 *
 * <p>Where a value ends is found by branches and not by arithmetic or tables, since the position is what all that follows
 * waits for: a field has mostly one size, so that the processor foresees the branch and goes on with a constant.
 */
final class FieldBytes {
    private static final long STOP_BITS = 0x8080_8080_8080_8080L;

    /** The length in bytes of the longest text that is taken here: it has one byte of length. */
    static final int MAX_TEXT = 0x7F;

    private FieldBytes() {}

    static int boolEnd(byte[] a, int at) {
        return (a[at] & 0xFE) == Codes.FALSE ? at + 1 : NONE;
    }

    static int int64End(byte[] a, int at) {
        int code = a[at] & 0xFF;
        return switch (code) {
            case Codes.UINT8, Codes.INT8 -> at + 2;
            case Codes.UINT16, Codes.INT16 -> at + 3;
            case Codes.UINT32, Codes.INT32 -> at + 5;
            case Codes.INT64, Codes.INT64_0X -> at + 9;
            default -> code < Codes.BYTES_LENGTH8 ? at + 1 : NONE;
        };
    }

    /** Takes what {@link #int64End} has found. */
    static long int64(byte[] a, int at, int after) {
        int code = a[at] & 0xFF;
        if (code < Codes.BYTES_LENGTH8) {
            return code;
        }
        long word = (long) LONG.get(a, after - Long.BYTES);
        int shift = at + 1 - after << 3;
        return code <= Codes.UINT32 ? word >>> shift : word >> shift;
    }

    /** The index after a number that a double holds: no integer of 64 bits. */
    static int float64End(byte[] a, int at) {
        return switch (a[at] & 0xFF) {
            case Codes.FLOAT_STOP_2, Codes.FLOAT_STOP_4, Codes.FLOAT_STOP_6 -> stopBitEnd(a, at + 1);
            case Codes.FLOAT32 -> at + 5;
            case Codes.FLOAT64 -> at + 9;
            case Codes.INT64, Codes.INT64_0X -> NONE;
            default -> int64End(a, at);
        };
    }

    /** Takes what {@link #float64End} has found. */
    static double float64(byte[] a, int at, int after) {
        return switch (a[at] & 0xFF) {
            case Codes.FLOAT_STOP_2 -> wholeNumber(a, at + 1) / 1e2;
            case Codes.FLOAT_STOP_4 -> wholeNumber(a, at + 1) / 1e4;
            case Codes.FLOAT_STOP_6 -> wholeNumber(a, at + 1) / 1e6;
            case Codes.FLOAT32 -> Float.intBitsToFloat((int) ((long) LONG.get(a, after - Long.BYTES) >>> 32));
            case Codes.FLOAT64 -> Double.longBitsToDouble((long) LONG.get(a, after - Long.BYTES));
            default -> int64(a, at, after);
        };
    }

    private static double wholeNumber(byte[] a, int at) {
        long value = stopBit(a, at);
        return value << 13 >> 13 == value
                ? Double.longBitsToDouble(value + NumberCodes.ROUNDER_BITS) - NumberCodes.ROUNDER
                : value;
    }

    /**
     * The index after a stop-bit number of at most 8 bytes, after which the array goes on far enough to be read so; else
     * NONE.
     */
    private static int stopBitEnd(byte[] a, int at) {
        for (int p = at; p < at + Long.BYTES && at <= a.length - Long.BYTES; p++) {
            if (a[p] >= 0) {
                return p + 1;
            }
        }
        return NONE;
    }

    /** Takes what {@link #stopBitEnd} has found: the groups of seven bits are drawn together in pairs. */
    private static long stopBit(byte[] a, int at) {
        long bytes = (long) LONG.get(a, at);
        long last = ~bytes & STOP_BITS;
        last &= -last; // the top bit of the last byte
        long value = bytes & (last - 1 | last) & ~STOP_BITS;
        value = value & 0x007F_007F_007F_007FL | (value & 0x7F00_7F00_7F00_7F00L) >>> 1;
        value = value & 0x0000_3FFF_0000_3FFFL | (value & 0x3FFF_0000_3FFF_0000L) >>> 2;
        value = value & 0x0FFF_FFFFL | (value & 0x0FFF_FFFF_0000_0000L) >>> 4;
        // A last byte of zero after others means the complement.
        return (bytes & last - (last >>> 7)) == 0 && last != 0x80 ? ~value : value;
    }

    /** The index after text of up to 127 bytes. */
    static int textEnd(byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        if (code >= Codes.STRING_0) {
            return at + 1 - Codes.STRING_0 + code;
        }
        return code == Codes.STRING_ANY ? shortEnd(a, at, end) : NONE;
    }

    private static int shortEnd(byte[] a, int at, int end) {
        if (end - at < 2) {
            return NONE;
        }
        int length = a[at + 1];
        return length >= 0 ? at + 2 + length : NONE;
    }

    /** The index of the first byte of the text that {@link #textEnd} has found. */
    static int textStart(byte[] a, int at) {
        return (a[at] & 0xFF) >= Codes.STRING_0 ? at + 1 : at + 2;
    }

    /** The index after a date or time, or after a type name and a text. */
    static int temporalEnd(byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        if (code >= Codes.TIME && code <= Codes.ZONED_DATE_TIME) {
            return shortEnd(a, at, end);
        }
        int text = code == Codes.TYPE_PREFIX ? shortEnd(a, at, end) : NONE;
        return text < end ? textEnd(a, text, end) : NONE;
    }
}
