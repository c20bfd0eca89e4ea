package io.deltawire.wire.spi.text;

import java.math.BigDecimal;

/**
 * Formats and parses decimal numbers of at most 18 digits without an exponent, which most numbers are. They fit a long.
 * The results equal the results of {@link BigDecimal}, which handles all other numbers. Stateless, so threads may share
 * it.
 */
public final class DecimalText {
    /** The largest number of bytes that {@link #write} writes. */
    public static final int MAX_BYTES = 32;

    private static final int MAX_DIGITS = 18;

    /** With more zeros after the point, {@link BigDecimal} prints an exponent. */
    private static final int MAX_ZEROS = 5;

    private DecimalText() {}

    /** Returns the unscaled value of a number of at most 18 digits, without creating a BigInteger. */
    public static long unscaled(BigDecimal value) {
        return value.scaleByPowerOfTen(value.scale()).longValue();
    }

    /**
     * Returns the decimal that is printed as a text, so that a writer without text of numbers keeps {@code 1.10}.
     *
     * @param isDouble whether the text stands for a double, whose value says all if it is whole
     * @return null if there is none, or the value says all
     */
    public static BigDecimal printed(String text, boolean isDouble) {
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException e) {
            return null;
        }
        return isDouble && value.scale() == 0 || !value.toString().equals(text) ? null : value;
    }

    /**
     * Writes the text that {@link BigDecimal#toString()} returns.
     *
     * @param into an array with room for {@link #MAX_BYTES} from {@code index} on
     * @return the index after the text; or -1 if nothing was written, because the number has another form
     */
    public static int write(byte[] into, int index, BigDecimal value) {
        int scale = value.scale();
        if (scale < 0 || scale > MAX_DIGITS + MAX_ZEROS) {
            return -1;
        }
        int precision = value.precision();
        if (precision > MAX_DIGITS || scale - precision > MAX_ZEROS) {
            return -1;
        }
        long unscaled = unscaled(value);
        int i = index;
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

    /**
     * Parses ASCII text like {@link BigDecimal#BigDecimal(String)}. Returns null if the text has another form, or is
     * not a number.
     */
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
