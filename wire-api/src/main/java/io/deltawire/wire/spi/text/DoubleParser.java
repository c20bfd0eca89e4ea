package io.deltawire.wire.spi.text;

import java.nio.charset.StandardCharsets;

/**
 * Parses decimal text to the nearest double, ties to even. There are three algorithms; each is used if the one before
 * cannot decide:
 *
 * <ol>
 *   <li>W. Clinger, "How to read floating point numbers accurately", PLDI 1990: up to 2^53 and 10^22 both parts are
 *       exact doubles, so that one operation rounds once.
 *   <li>D. Lemire, "Number parsing at a gigabyte per second", 2021, after M. Eisel: the product of the digits with 64
 *       or 128 bits of the power of ten is an interval. If both its ends round to one double, that is the result.
 *   <li>{@link Double#parseDouble}, for about one text in a million, and for subnormal numbers.
 * </ol>
 *
 * <p>Stateless.
 */
final class DoubleParser {
    private static final int MAX_DIGITS = 19;
    private static final int MANTISSA = 52;
    private static final int BIAS = 1023;
    private static final long INFINITY = 0x7FFL << MANTISSA;
    private static final long UNDECIDED = -1;
    private static final int MAX_EXPONENT = 1_000_000;

    private static final double[] EXACT = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private DoubleParser() {}

    static double parse(byte[] text, int from, int to) {
        int i = from;
        boolean negative = false;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            negative = text[i++] == '-';
        }
        int start = i;
        long digits = 0;
        while (i < to && isDigit(text[i])) {
            digits = digits * 10 + text[i++] - '0';
        }
        int count = i - start;
        int exponent = 0;
        if (i < to && text[i] == '.') {
            int fraction = ++i;
            while (to - i >= 8) {
                int eight = Digits.parse8(text, i);
                if (eight == Digits.NOT_DIGITS) {
                    break;
                }
                digits = digits * 100_000_000 + eight;
                i += 8;
            }
            while (i < to && isDigit(text[i])) {
                digits = digits * 10 + text[i++] - '0';
            }
            exponent = fraction - i;
            count -= exponent;
        }
        if (count == 0) {
            throw notANumber(text, from, to);
        }
        int end = i;
        if (i < to) {
            exponent += parseExponent(text, from, i, to);
        }
        if (count > MAX_DIGITS) {
            return parseLong(text, from, to, start, end, exponent);
        }
        double value = toDouble(digits, exponent);
        if (Double.isNaN(value)) {
            return Double.parseDouble(string(text, from, to));
        }
        return negative ? -value : value;
    }

    /**
     * Parses the exponent, which is the rest of the text. An exponent that no double can have is limited to plus or
     * minus 10^6.
     */
    private static int parseExponent(byte[] text, int from, int index, int to) {
        int i = index + 1;
        if (text[index] != 'e' && text[index] != 'E') {
            throw notANumber(text, from, to);
        }
        boolean negative = false;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            negative = text[i++] == '-';
        }
        if (i == to) {
            throw notANumber(text, from, to);
        }
        int exponent = 0;
        for (; i < to; i++) {
            if (!isDigit(text[i])) {
                throw notANumber(text, from, to);
            }
            exponent = Math.min(MAX_EXPONENT, exponent * 10 + text[i] - '0');
        }
        return negative ? -exponent : exponent;
    }

    /**
     * Parses more than 19 digits. The first 19 significant digits and the next larger number of 19 digits make an
     * interval.
     *
     * @param end index after the digits and the point that begin at {@code start}
     * @param exponent exponent of the last digit
     */
    private static double parseLong(byte[] text, int from, int to, int start, int end, int exponent) {
        int i = start;
        while (i < end && (text[i] == '0' || text[i] == '.')) {
            i++;
        }
        long digits = 0;
        int taken = 0;
        for (; i < end && taken < MAX_DIGITS; i++) {
            if (text[i] != '.') {
                digits = digits * 10 + text[i] - '0';
                taken++;
            }
        }
        int left = 0;
        for (; i < end; i++) {
            if (text[i] != '.') {
                left++;
            }
        }
        // In an extremely long text, the count of digits and a limited exponent could interact. It is left to the JDK.
        boolean ordinary = end - start < MAX_EXPONENT / 2 && Math.abs(exponent) < MAX_EXPONENT / 2;
        double value = ordinary ? toDouble(digits, exponent + left) : Double.NaN;
        if (left > 0 && !Double.isNaN(value) && value != toDouble(digits + 1, exponent + left)) {
            value = Double.NaN;
        }
        if (Double.isNaN(value)) {
            return Double.parseDouble(string(text, from, to));
        }
        return text[from] == '-' ? -value : value;
    }

    /**
     * Returns {@code digits / 10^scale} rounded, for up to 15 digits and a scale of up to 22: both operands are exact.
     */
    static double scaled(long digits, int scale) {
        return digits / EXACT[scale];
    }

    /**
     * Returns {@code digits * 10^exponent} rounded, with unsigned digits. Returns NaN if the result is not decided
     * here.
     */
    static double toDouble(long digits, int exponent) {
        if (digits >= 0 && digits <= 1L << 53) {
            if (digits == 0) {
                return 0;
            }
            if (exponent >= -22 && exponent <= 22) {
                return exponent < 0 ? digits / EXACT[-exponent] : digits * EXACT[exponent];
            }
        }
        long bits = round(digits, exponent);
        return bits == UNDECIDED ? Double.NaN : Double.longBitsToDouble(bits);
    }

    private static long round(long digits, int q) {
        if (q < PowersOfTen.MIN) {
            return 0;
        }
        if (q > 308) {
            return INFINITY;
        }
        int zeros = Long.numberOfLeadingZeros(digits);
        long m = digits << zeros;
        long factor = PowersOfTen.high(q);
        long high = unsignedMultiplyHigh(m, factor);
        long low = m * factor;
        int top = (int) (high >>> 63);
        long below = (1L << 9 + top) - 1; // the bits below the 53 bits of the result and the rounding bit
        if ((high & below) == below && Long.compareUnsigned(low + m, m) < 0) {
            // The omitted part of the power, which is less than m, could carry into the result, so include it.
            long factor2 = PowersOfTen.low(q);
            long low2 = low + unsignedMultiplyHigh(m, factor2);
            if (Long.compareUnsigned(low2, low) < 0) {
                high++;
            }
            low = low2;
            top = (int) (high >>> 63);
            below = (1L << 9 + top) - 1;
            if ((high & below) == below && low == -1 && Long.compareUnsigned(m * factor2 + m, m) < 0) {
                return UNDECIDED;
            }
        }
        long mantissa = high >>> 9 + top;
        if ((mantissa & 3) == 1 && (high & below) == 0 && low == 0) {
            return UNDECIDED; // a tie, or very slightly more
        }
        mantissa = mantissa + (mantissa & 1) >>> 1;
        int exponent = PowersOfTen.floorLog2(q) + 63 - zeros + top + BIAS;
        if (mantissa >>> MANTISSA + 1 != 0) {
            mantissa >>>= 1;
            exponent++;
        }
        if (exponent <= 0) {
            return UNDECIDED; // subnormal: rounds at another bit
        }
        return exponent >= 0x7FF ? INFINITY : (long) exponent << MANTISSA | mantissa & (1L << MANTISSA) - 1;
    }

    private static long unsignedMultiplyHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a); // Math has its own since JDK 18
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static String string(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    static NumberFormatException notANumber(byte[] text, int from, int to) {
        return new NumberFormatException("not a number: " + Printable.quote(string(text, from, to)));
    }
}
