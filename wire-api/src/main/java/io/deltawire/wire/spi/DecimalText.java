package io.deltawire.wire.spi;

import java.math.BigDecimal;

/**
 * The texts of decimal numbers of at most 18 digits without an exponent, which most are, as {@link BigDecimal} prints and parses
 * them, through a long. All else is left to it.
 */
public final class DecimalText {
    /** The most bytes that {@link #write} writes. */
    public static final int MAX_BYTES = 32;

    private static final int MAX_DIGITS = 18;

    /** From one more zero behind the point on there is an exponent. */
    private static final int MAX_ZEROS = 5;

    private DecimalText() {}

    /** The unscaled value of a number of at most 18 digits, without making a BigInteger. */
    public static long unscaled(BigDecimal value) {
        return value.scaleByPowerOfTen(value.scale()).longValue();
    }

    /**
     * Writes what {@link BigDecimal#toString()} gives.
     *
     * @param into with room for {@link #MAX_BYTES}
     * @return the index after, or -1 where nothing is written and that has to be asked
     */
    public static int write(byte[] into, int at, BigDecimal value) {
        int scale = value.scale();
        if (scale < 0 || scale > MAX_DIGITS + MAX_ZEROS) {
            return -1;
        }
        int precision = value.precision();
        if (precision > MAX_DIGITS || scale - precision > MAX_ZEROS) {
            return -1;
        }
        long unscaled = unscaled(value);
        int i = at;
        if (unscaled < 0) {
            into[i++] = '-';
            unscaled = -unscaled;
        }
        if (scale == 0) {
            return Digits.write(into, i, unscaled);
        }
        if (scale >= precision) {
            into[i++] = '0';
            into[i++] = '.';
            for (int zeros = scale - precision; zeros > 0; zeros--) {
                into[i++] = '0';
            }
            return Digits.write(into, i, unscaled);
        }
        long one = Digits.powerOfTen(scale);
        long whole = unscaled / one;
        i = Digits.write(into, i, whole);
        into[i] = '.';
        long fraction = unscaled - whole * one;
        for (int p = i + scale; p > i; p--) {
            long rest = fraction / 10;
            into[p] = (byte) ('0' + (fraction - rest * 10));
            fraction = rest;
        }
        return i + scale + 1;
    }

    /** The number that ASCII text is, as {@link BigDecimal#BigDecimal(String)} makes it; null where that has to be asked. */
    public static BigDecimal parse(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        int length = to - start;
        if (length <= 0 || length > MAX_DIGITS + 1) {
            return null;
        }
        long digits = 0;
        int point = -1;
        for (int i = start; i < to; i++) {
            int digit = text[i] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (text[i] == '.' && point < 0 && i > start && i + 1 < to) {
                point = i;
            } else {
                return null;
            }
        }
        if (point < 0 && length > MAX_DIGITS) {
            return null;
        }
        return BigDecimal.valueOf(start == from ? digits : -digits, point < 0 ? 0 : to - point - 1);
    }
}
