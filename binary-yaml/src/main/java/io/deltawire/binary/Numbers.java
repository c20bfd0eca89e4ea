package io.deltawire.binary;

import io.deltawire.wire.WireToken;

/** Decodes numbers whose code and payload {@link Scan} has found whole. */
final class Numbers {
    private Numbers() {}

    static boolean isNumber(int code) {
        return isInteger(code) || Codes.token(code) == WireToken.FLOAT64;
    }

    static boolean isInteger(int code) {
        return Codes.token(code) == WireToken.INT64;
    }

    /** The integer whose code is at {@code at}. */
    static long int64(byte[] a, int at) {
        int code = a[at] & 0xFF;
        return switch (code) {
            case Codes.UINT8 -> a[at + 1] & 0xFF;
            case Codes.UINT16 -> (short) Scan.SHORT.get(a, at + 1) & 0xFFFF;
            case Codes.UINT32 -> (int) Scan.INT.get(a, at + 1) & 0xFFFF_FFFFL;
            case Codes.INT8 -> a[at + 1];
            case Codes.INT16 -> (short) Scan.SHORT.get(a, at + 1);
            case Codes.INT32 -> (int) Scan.INT.get(a, at + 1);
            case Codes.INT64, Codes.INT64_0X -> (long) Scan.LONG.get(a, at + 1);
            default -> code;
        };
    }

    /** The double whose code is at {@code at}. */
    static double float64(byte[] a, int at) {
        int code = a[at] & 0xFF;
        return switch (code) {
            case Codes.FLOAT32 -> Float.intBitsToFloat((int) Scan.INT.get(a, at + 1));
            case Codes.FLOAT64 -> Double.longBitsToDouble((long) Scan.LONG.get(a, at + 1));
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
}
