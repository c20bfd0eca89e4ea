package io.deltawire.wire.spi;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Numbers as ASCII text, the one form that every text wire writes: valid JSON, and a number in YAML 1.1 and 1.2.
 *
 * <p>Doubles and floats are written with the fewest digits that read back to the same bits; of the decimals that do, the
 * nearest. Always with a decimal point and a digit on both sides of it, plain from 1.0E-6 up to 1.0E17, else with a signed
 * exponent: {@code 1000000.0}, {@code 1.0E-7}, {@code 1.0E+300}. The digits are those of {@code Double.toString} since JDK
 * 19 (which gives two where one would do: {@code 4.9E-324}), on every JDK.
 *
 * <p>What is read as a floating-point number, in full, with nothing before or after:
 * <pre>{@code
 * number   = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
 * digits   = digit { digit }
 * }</pre>
 * and as an integer {@code [ "+" | "-" ] digits}. No blanks, no names for NaN and the infinities, no hexadecimal, no type
 * suffix, no digits but ASCII. A format whose grammar is narrower (JSON allows no sign {@code +}, no leading zeros, no point
 * at an end) checks that itself.
 *
 * <p>All methods are pure and allocate nothing where no exception is thrown, but for a few texts in a million.
 */
public final class NumberText {
    /** The most bytes that {@link #writeInt64} takes. */
    public static final int MAX_INT64 = 20;

    /** The most bytes that {@link #writeFloat64} and {@link #writeFloat32} take or touch. */
    public static final int MAX_FLOAT64 = 26;

    /** So many digits always come back the same from a normal double. */
    private static final int SAFE_DIGITS = 15;

    /** No double needs more digits. */
    private static final int MOST_DIGITS = 17;

    /** The smallest double as it is written where one digit may do. */
    private static final BigDecimal MIN_VALUE = new BigDecimal("5E-324");

    /** Twice the smallest double, likewise. */
    private static final BigDecimal MIN_VALUE_TWICE = new BigDecimal("1E-323");

    private NumberText() {}

    /** Writes an integer in decimal into an array with room for {@link #MAX_INT64}; returns the index after. */
    public static int writeInt64(byte[] into, int at, long value) {
        return Digits.write(into, at, value);
    }

    /**
     * Writes a finite double into an array with room for {@link #MAX_FLOAT64}; returns the index after. NaN and the
     * infinities are the format's to write.
     *
     * @throws IllegalArgumentException where the value is not finite
     */
    public static int writeFloat64(byte[] into, int at, double value) {
        return FloatWriter.write(into, at, value);
    }

    /** As {@link #writeFloat64}, with the fewest digits that read back to the same float. */
    public static int writeFloat32(byte[] into, int at, float value) {
        return FloatWriter.write(into, at, value);
    }

    /** The text that {@link #writeFloat64} writes; NaN and infinities as Java names them. */
    public static String toString(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        byte[] text = new byte[MAX_FLOAT64];
        return new String(text, 0, writeFloat64(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /** The text that {@link #writeFloat32} writes; NaN and infinities as Java names them. */
    public static String toString(float value) {
        if (!Float.isFinite(value)) {
            return Float.toString(value);
        }
        byte[] text = new byte[MAX_FLOAT64];
        return new String(text, 0, writeFloat32(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /**
     * The double nearest to the text of {@link #writeFloat32}: what a reader of that text has who does not know of floats.
     * Its nearest float is the float again. On every JDK the same, unlike {@code Float.toString}.
     */
    public static double widen(float value) {
        if (!(Math.abs(value) < Float.POSITIVE_INFINITY) || value == (int) value && Math.abs(value) < 1 << 24) {
            return value; // not finite, or a whole number of at most eight digits, which the text has
        }
        byte[] text = new byte[MAX_FLOAT64];
        return parseFloat64(text, 0, writeFloat32(text, 0, value));
    }

    /**
     * Parses a decimal number to the nearest double, ties to even; an infinity where it is beyond the range.
     *
     * @throws NumberFormatException where the bytes from {@code from} to {@code to} are not a number (see the class)
     */
    public static double parseFloat64(byte[] text, int from, int to) {
        return FloatReader.parse(text, from, to);
    }

    /**
     * Parses a decimal integer.
     *
     * @throws NumberFormatException where the bytes are not an integer (see the class), or one beyond 64 bits, which
     *     {@link #isInt64} tells beforehand
     */
    public static long parseInt64(byte[] text, int from, int to) {
        int i = from;
        boolean negative = false;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            negative = text[i++] == '-';
        }
        if (i >= to) {
            throw FloatReader.notANumber(text, from, to);
        }
        while (to - i > 18 && text[i] == '0') {
            i++;
        }
        int digits = to - i;
        long value = 0; // below zero, where there is one number more
        for (; i < to; i++) {
            if (!FloatReader.isDigit(text[i])) {
                throw FloatReader.notANumber(text, from, to);
            }
            value = value * 10 - (text[i] - '0');
        }
        // 18 digits always fit. 19 fit where they stay below zero, since 10^19 - 1 is less than 2^64.
        if (digits > 18 && (digits > 19 || value >= 0) || value == Long.MIN_VALUE && !negative) {
            throw new NumberFormatException(
                    "not a 64-bit integer: " + Printable.quote(FloatReader.string(text, from, to)));
        }
        return negative ? value : -value;
    }

    /** Says whether {@link #parseInt64} accepts the text: an integer from -2^63 to 2^63 - 1. */
    public static boolean isInt64(byte[] text, int from, int to) {
        int i = from;
        boolean negative = false;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            negative = text[i++] == '-';
        }
        if (i >= to) {
            return false;
        }
        while (to - i > 18 && text[i] == '0') {
            i++;
        }
        int digits = to - i;
        long value = 0;
        for (; i < to; i++) {
            if (!FloatReader.isDigit(text[i])) {
                return false;
            }
            value = value * 10 - (text[i] - '0');
        }
        return digits <= 18 || digits == 19 && value < 0 && (negative || value != Long.MIN_VALUE);
    }

    /**
     * Says whether the number's text and the double parsed from it stand for the same number to everybody who prints
     * doubles in shortest form. Where they do not, a reader gives {@link io.deltawire.wire.WireToken#DECIMAL}, so that no
     * digit is lost on the way to another format.
     *
     * @param parsed what {@link #parseFloat64} returned for this text
     */
    public static boolean isExactFloat64(byte[] text, int from, int to, double parsed) {
        if (!Double.isFinite(parsed)) {
            return false;
        }
        long digits = 0; // without zeros at either end
        int count = 0;
        int zeros = 0; // seen since the last other digit
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit == 0) {
                zeros++;
            } else if (digit > 0 && digit <= 9) {
                count = count == 0 ? 1 : count + zeros + 1;
                if (count > MOST_DIGITS) {
                    return false;
                }
                digits = digits * Digits.powerOfTen(digits == 0 ? 0 : zeros) * 10 + digit;
                zeros = 0;
            } else if (digit == 'e' - '0' || digit == 'E' - '0') {
                break;
            }
        }
        double magnitude = Math.abs(parsed);
        if (count == 0 || count <= SAFE_DIGITS && magnitude >= Double.MIN_NORMAL) {
            return true;
        }
        if (magnitude < Double.MIN_NORMAL) {
            return isExactSubnormal(FloatReader.string(text, from, to), parsed);
        }
        // The shortest decimal and the text round to one double, so they are the same number if their digits are.
        long shortest = FloatWriter.shortestDigits(magnitude);
        while (shortest % 10 == 0) {
            shortest /= 10;
        }
        return shortest == digits;
    }

    private static boolean isExactSubnormal(String text, double parsed) {
        if (parsed == 0) {
            return false; // there is a digit other than 0 in the text
        }
        // The text stands for a number near the smallest doubles, so its scale is in the range of an int.
        BigDecimal number = new BigDecimal(text).abs();
        double magnitude = Math.abs(parsed);
        // Java writes two digits of the two smallest doubles, others one: 4.9E-324 and 5E-324 are the same double to
        // all.
        BigDecimal ofOneDigit = magnitude == Double.MIN_VALUE ? MIN_VALUE : MIN_VALUE_TWICE;
        return number.compareTo(new BigDecimal(toString(magnitude))) == 0
                || magnitude <= 2 * Double.MIN_VALUE && number.compareTo(ofOneDigit) == 0;
    }
}
