package io.deltawire.binary.internal.legacy;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.NumberDecoder;
import io.deltawire.binary.internal.codes.NumberEncoder;
import java.util.Arrays;

/**
 * The delta codes that send only the low bits of a number: {@code A8 A9} of an integer, {@code 9A 9B 9C} of a double.
 */
final class LowBits {
    private LowBits() {}

    /** Returns the encoded number that results from the code at {@code at} and the encoded number before. */
    static byte[] apply(byte[] a, int at, byte[] before) {
        int code = a[at] & 0xFF;
        if (before == null || !NumberDecoder.isNumber(before[0] & 0xFF)) {
            throw new DecodingFault(at, "expected a number before for " + Codes.describe(code) + " but there is none");
        }
        byte[] encoded = new byte[NumberEncoder.MAX];
        int end = switch (code) {
            case Codes.SET_LOW_INT8 ->
                NumberEncoder.writeInt64(encoded, 0, integer(at, before) & ~0xFFL | a[at + 1] & 0xFF);
            case Codes.SET_LOW_INT16 ->
                NumberEncoder.writeInt64(
                        encoded,
                        0,
                        integer(at, before) & ~0xFFFFL | (short) LittleEndian.SHORT.get(a, at + 1) & 0xFFFF);
            case Codes.FLOAT_SET_LOW_0 -> NumberEncoder.writeFloat64(encoded, 0, decimal(before, 1, a[at + 1] & 0xFF));
            case Codes.FLOAT_SET_LOW_2 ->
                NumberEncoder.writeFloat64(encoded, 0, decimal(before, 1e2, a[at + 1] & 0xFF));
            case Codes.FLOAT_SET_LOW_4 ->
                NumberEncoder.writeFloat64(encoded, 0, decimal(before, 1e4, a[at + 1] & 0xFF));
            default -> throw new DecodingFault(at, "expected a value but found " + Codes.describe(code));
        };
        return Arrays.copyOf(encoded, end);
    }

    private static long integer(int at, byte[] before) {
        if (NumberDecoder.isInteger(before[0] & 0xFF)) {
            return NumberDecoder.int64(before, 0);
        }
        double number = NumberDecoder.float64(before, 0);
        if ((long) number != number) {
            throw new DecodingFault(at, "expected an integer before for " + Codes.describe(Codes.SET_LOW_INT8));
        }
        return (long) number;
    }

    private static double decimal(byte[] before, double factor, int low) {
        double number = NumberDecoder.isInteger(before[0] & 0xFF)
                ? NumberDecoder.int64(before, 0)
                : NumberDecoder.float64(before, 0);
        return (Math.round(number * factor) & ~0xFFL | low) / factor;
    }
}
