package io.deltawire.binary;

import java.util.Arrays;

/** The delta codes that send the low bits of a number: {@code A8 A9} of an integer, {@code 9A 9B 9C} of a double. */
final class LowBits {
    private LowBits() {}

    /** The encoded number that the code at {@code at} makes of the encoded number before. */
    static byte[] set(byte[] a, int at, byte[] before) {
        int code = a[at] & 0xFF;
        if (before == null || !Numbers.isNumber(before[0] & 0xFF)) {
            throw new Fault(at, "expected a number before for " + Codes.shown(code) + " but there is none");
        }
        byte[] encoded = new byte[NumberCodes.MAX];
        int end = switch (code) {
            case Codes.SET_LOW_INT8 ->
                NumberCodes.writeInt64(encoded, 0, integer(at, before) & ~0xFFL | a[at + 1] & 0xFF);
            case Codes.SET_LOW_INT16 ->
                NumberCodes.writeInt64(
                        encoded, 0, integer(at, before) & ~0xFFFFL | (short) LittleEndian.SHORT.get(a, at + 1) & 0xFFFF);
            case Codes.FLOAT_SET_LOW_0 -> NumberCodes.writeFloat64(encoded, 0, decimal(before, 1, a[at + 1] & 0xFF));
            case Codes.FLOAT_SET_LOW_2 -> NumberCodes.writeFloat64(encoded, 0, decimal(before, 1e2, a[at + 1] & 0xFF));
            case Codes.FLOAT_SET_LOW_4 -> NumberCodes.writeFloat64(encoded, 0, decimal(before, 1e4, a[at + 1] & 0xFF));
            default -> throw new Fault(at, "expected a value but found " + Codes.shown(code));
        };
        return Arrays.copyOf(encoded, end);
    }

    private static long integer(int at, byte[] before) {
        if (Numbers.isInteger(before[0] & 0xFF)) {
            return Numbers.int64(before, 0);
        }
        double number = Numbers.float64(before, 0);
        if ((long) number != number) {
            throw new Fault(at, "expected an integer before for " + Codes.shown(Codes.SET_LOW_INT8));
        }
        return (long) number;
    }

    private static double decimal(byte[] before, double factor, int low) {
        double number = Numbers.isInteger(before[0] & 0xFF) ? Numbers.int64(before, 0) : Numbers.float64(before, 0);
        return (Math.round(number * factor) & ~0xFFL | low) / factor;
    }
}
