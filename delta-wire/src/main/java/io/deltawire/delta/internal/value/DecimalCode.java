package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.text.FastRounding;

/**
 * Doubles, and texts of digits, as a mantissa and a scale.
 *
 * <p>A double has a mantissa at a scale if {@code mantissa / 10^scale} is the same double bit for bit, by one correctly
 * rounded division. Prices and amounts mostly have one, and the difference of two mantissas takes few bytes. Texts have
 * one if they are in canonical form ({@link #textScale}). The definition is in docs/spec/delta.md, section 4.2.
 */
public final class DecimalCode {
    /** Stands for the absence of a mantissa. */
    public static final long NONE = Long.MIN_VALUE;

    /** Mantissas of doubles are below this, so that a double holds each exactly. */
    public static final long MAX_MANTISSA = 1L << 53;

    /** The largest mantissa of a text: 16 digits. */
    public static final long MAX_TEXT_MANTISSA = 9_999_999_999_999_999L;

    private static final double[] POWERS = new double[Op.MAX_SCALE + 1];

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++, power *= 10) {
            POWERS[i] = power;
        }
    }

    /**
     * A sum below this has the exponent of {@link FastRounding#ROUNDING_TERM}, and so the integer in its lowest bits.
     */
    private static final long MAX_ROUNDED = 1L << 51;

    private DecimalCode() {}

    /** Returns the mantissa of a double at a scale, or {@link #NONE}. */
    public static long mantissa(double value, int scale) {
        double power = POWERS[scale];
        double sum = value * power + FastRounding.ROUNDING_TERM;
        long mantissa = FastRounding.roundedLong(sum);
        if (mantissa + MAX_ROUNDED >>> 52 != 0) {
            return largeMantissa(value, scale);
        }
        double whole = sum - FastRounding.ROUNDING_TERM;
        // Compares bits, so that -0.0 differs from 0.0.
        return Double.doubleToRawLongBits(scale == 0 ? whole : whole / power) == Double.doubleToRawLongBits(value)
                ? mantissa
                : NONE;
    }

    private static long largeMantissa(double value, int scale) {
        long mantissa = (long) Math.rint(value * POWERS[scale]);
        if (Math.abs(mantissa) >= MAX_MANTISSA) {
            return NONE;
        }
        return bits(mantissa, scale) == Double.doubleToRawLongBits(value) ? mantissa : NONE;
    }

    /** Returns the smallest scale at which a double has a mantissa, or -1. */
    public static int smallestScale(double value) {
        for (int scale = 0; scale <= Op.MAX_SCALE; scale++) {
            if (mantissa(value, scale) != NONE) {
                return scale;
            }
        }
        return -1;
    }

    /** Returns the bits of the double that a mantissa and a scale stand for. */
    public static long bits(long mantissa, int scale) {
        double number = mantissa;
        return Double.doubleToRawLongBits(scale == 0 ? number : number / POWERS[scale]);
    }

    /** Returns the canonical text ({@link #textScale}) of a mantissa and a scale. */
    public static String text(long mantissa, int scale) {
        String digits = Long.toString(Math.abs(mantissa));
        StringBuilder text = new StringBuilder(24);
        if (mantissa < 0) {
            text.append('-');
        }
        if (scale == 0) {
            return text.append(digits).toString();
        }
        for (int i = digits.length(); i <= scale; i++) {
            text.append('0');
        }
        text.append(digits);
        return text.insert(text.length() - scale, '.').toString();
    }

    /**
     * Returns the scale of text that is a decimal number in canonical form, or -1. The form has no leading zeros, no
     * plus, no exponent, no minus zero, at most 16 digits, and at most {@link Op#MAX_SCALE} decimals.
     */
    public static int textScale(CharSequence text) {
        int length = text.length();
        int i = length > 0 && text.charAt(0) == '-' ? 1 : 0;
        int start = i;
        int point = -1;
        boolean zero = true;
        for (; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                if (point >= 0 || i == start) {
                    return -1;
                }
                point = i;
            } else if (c < '0' || c > '9') {
                return -1;
            } else {
                zero &= c == '0';
            }
        }
        int whole = (point < 0 ? length : point) - start;
        int digits = length - start - (point < 0 ? 0 : 1);
        int scale = point < 0 ? 0 : length - point - 1;
        boolean canonical = whole > 0
                && digits <= 16
                && scale <= Op.MAX_SCALE
                && (point < 0 || scale > 0)
                && (whole == 1 || text.charAt(start) != '0')
                && !(zero && start == 1);
        return canonical ? scale : -1;
    }

    /** Returns the mantissa of text for which {@link #textScale} is not -1. */
    public static long textMantissa(CharSequence text) {
        long mantissa = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0') {
                mantissa = mantissa * 10 + (c - '0');
            }
        }
        return text.charAt(0) == '-' ? -mantissa : mantissa;
    }
}
