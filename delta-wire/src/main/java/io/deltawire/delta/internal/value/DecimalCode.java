package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.text.FastRounding;

/** Doubles as exact decimals: {@code value == mantissa / 10^scale} bit for bit, by one correctly rounded division. */
public final class DecimalCode {
    /** What {@link #mantissa} returns where there is none. */
    public static final long NONE = Long.MIN_VALUE;

    /** The largest mantissa of a double, which a double holds exactly. */
    public static final long MAX_MANTISSA = 1L << 53;

    /** The largest mantissa of a text: 16 digits. */
    public static final long MAX_TEXT_MANTISSA = 9_999_999_999_999_999L;

    private static final double[] POWERS = new double[Op.MAX_SCALE + 1];
    private static final long[] LONG_POWERS = new long[Op.MAX_SCALE + 1];

    static {
        POWERS[0] = 1;
        LONG_POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            LONG_POWERS[i] = LONG_POWERS[i - 1] * 10;
            POWERS[i] = LONG_POWERS[i];
        }
    }

    /** Below this, a sum has the exponent of {@link FastRounding#ROUNDING_TERM}, and so the whole number in its lowest bits. */
    private static final long MAX_ROUNDED = 1L << 51;

    private DecimalCode() {}

    /** The mantissa of the double at this scale, or {@link #NONE}. */
    public static long mantissa(double value, int scale) {
        double power = POWERS[scale];
        double sum = value * power + FastRounding.ROUNDING_TERM;
        long mantissa = FastRounding.roundedLong(sum);
        if (mantissa + MAX_ROUNDED >>> 52 != 0) {
            return largeMantissa(value, scale);
        }
        double whole = sum - FastRounding.ROUNDING_TERM;
        // By bits, so that -0.0 is not taken for 0.0.
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

    /** The smallest scale that has a mantissa, or -1. */
    public static int smallestScale(double value) {
        for (int scale = 0; scale <= Op.MAX_SCALE; scale++) {
            if (mantissa(value, scale) != NONE) {
                return scale;
            }
        }
        return -1;
    }

    /** The bits of the double that a mantissa and a scale stand for. */
    public static long bits(long mantissa, int scale) {
        double number = mantissa;
        return Double.doubleToRawLongBits(scale == 0 ? number : number / POWERS[scale]);
    }

    /** The mantissa at another scale: multiplied (wrapping), or divided towards zero. */
    public static long rescale(long mantissa, int from, int to) {
        return to >= from ? mantissa * LONG_POWERS[to - from] : mantissa / LONG_POWERS[from - to];
    }

    /** The text of a mantissa at a scale, in the canonical form of {@link #textScale}. */
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
     * The scale of text that is a decimal number in canonical form (no leading zeros, no plus, no exponent, no minus
     * zero, at most 16 digits and {@link Op#MAX_SCALE} decimals), or -1.
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

    /** The mantissa of text for which {@link #textScale} is not -1. */
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
