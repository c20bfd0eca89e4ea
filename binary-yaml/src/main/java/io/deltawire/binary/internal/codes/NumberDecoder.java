package io.deltawire.binary.internal.codes;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.FastRounding;

/** Decodes numbers. The caller has checked that the code and its payload are complete. */
public final class NumberDecoder {
    private static final long STOP_BITS = 0x8080_8080_8080_8080L;

    private NumberDecoder() {}

    public static boolean isNumber(int code) {
        return isInteger(code) || Codes.token(code) == WireToken.FLOAT64;
    }

    public static boolean isInteger(int code) {
        return Codes.token(code) == WireToken.INT64;
    }

    /** Decodes the integer whose code is at {@code at}. */
    public static long int64(byte[] a, int at) {
        int code = a[at] & 0xFF;
        return switch (code) {
            case Codes.UINT8 -> a[at + 1] & 0xFF;
            case Codes.UINT16 -> (short) LittleEndian.SHORT.get(a, at + 1) & 0xFFFF;
            case Codes.UINT32 -> (int) LittleEndian.INT.get(a, at + 1) & 0xFFFF_FFFFL;
            case Codes.INT8 -> a[at + 1];
            case Codes.INT16 -> (short) LittleEndian.SHORT.get(a, at + 1);
            case Codes.INT32 -> (int) LittleEndian.INT.get(a, at + 1);
            case Codes.INT64, Codes.INT64_0X -> (long) LittleEndian.LONG.get(a, at + 1);
            default -> code;
        };
    }

    /** Decodes the double whose code is at {@code at}. */
    public static double float64(byte[] a, int at) {
        int code = a[at] & 0xFF;
        return switch (code) {
            case Codes.FLOAT32 -> Float.intBitsToFloat((int) LittleEndian.INT.get(a, at + 1));
            case Codes.FLOAT64 -> Double.longBitsToDouble((long) LittleEndian.LONG.get(a, at + 1));
            case Codes.FLOAT_STOP_2 -> stopBit(a, at + 1) / 1e2;
            case Codes.FLOAT_STOP_4 -> stopBit(a, at + 1) / 1e4;
            default -> stopBit(a, at + 1) / 1e6;
        };
    }

    private static long stopBit(byte[] a, int at) {
        long value = 0;
        int p = at;
        for (int shift = 0; ; shift += 7) {
            byte b = a[p++];
            if (b >= 0) {
                return b == 0 && shift > 0 ? ~value : value | (long) b << shift;
            }
            value |= (b & 0x7FL) << shift;
        }
    }

    /**
     * Converts a long to a double. The conversion instruction of JDK 17 depends on the old content of its register;
     * adding a constant does not.
     */
    public static double toDouble(long value) {
        return value << 13 >> 13 == value ? FastRounding.toDouble(value) : value;
    }

    /**
     * Decodes a stop-bit number of several bytes from a word.
     *
     * @param bytes the bytes of the number, in order of significance
     * @param last the last of these bytes
     */
    public static long stopBit(long bytes, int last) {
        long value = bytes & ~STOP_BITS;
        value = value & 0x007F_007F_007F_007FL | (value & 0x7F00_7F00_7F00_7F00L) >>> 1;
        value = value & 0x0000_3FFF_0000_3FFFL | (value & 0x3FFF_0000_3FFF_0000L) >>> 2;
        value = value & 0x0FFF_FFFFL | (value & 0x0FFF_FFFF_0000_0000L) >>> 4;
        // A last byte of zero after others means the complement.
        return last == 0 ? ~value : value;
    }
}
