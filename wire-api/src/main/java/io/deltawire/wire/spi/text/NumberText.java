package io.deltawire.wire.spi.text;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Formats and parses numbers as ASCII text, in the form that all text formats write: valid JSON, and a number in YAML
 * 1.1 and 1.2. Stateless. Only {@code toString}, an exception, and one text in a million allocate.
 *
 * <p>Doubles and floats are written with the fewest digits that read back to the same bits; of several such decimals,
 * the nearest. They always have a decimal point with a digit on both sides. From 1.0E-6 up to 1.0E17 they are plain,
 * and beyond that have a signed exponent: {@code 1000000.0}, {@code 1.0E-7}, {@code 1.0E+300}. The digits are those of
 * {@code Double.toString} since JDK 19 on every JDK, except that it prints two digits where one suffices:
 * {@code 4.9E-324}.
 *
 * <p>A floating-point number is parsed by this grammar, with nothing before or after it:
 * <pre>{@code
 * number   = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
 * digits   = digit { digit }
 * }</pre>
 * and an integer by {@code [ "+" | "-" ] digits}. There are no blanks, no names for NaN and infinities, no hexadecimal,
 * no type suffix, and no digits but ASCII. A format with a narrower grammar checks that itself: JSON allows no sign
 * {@code +}, no leading zeros, and no point at an end.
 *
 * <p>Thread-safe.
 */
public final class NumberText {
    /** The largest number of bytes that {@link #writeInt64} writes. */
    public static final int MAX_INT64 = 20;

    /** Longest number that is surely the shortest text of its double, or within 64 bits. */
    private static final int MAX_SHORT = 15;

    private static final Pattern JSON_NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?");

    /** The largest number of bytes that {@link #writeFloat64} and {@link #writeFloat32} write or overwrite. */
    public static final int MAX_FLOAT64 = 26;

    /** A decimal of this many digits survives the conversion to a normal double and back. */
    private static final int SAFE_DIGITS = 15;

    /** The largest number of digits that a double needs. */
    private static final int MAX_DIGITS = 17;

    /** The smallest double in its form of one digit. */
    private static final BigDecimal MIN_VALUE = new BigDecimal("5E-324");

    /** Twice the smallest double in its form of one digit. */
    private static final BigDecimal MIN_VALUE_TWICE = new BigDecimal("1E-323");

    private NumberText() {}

    /** Writes an integer in decimal, to an array with room for {@link #MAX_INT64}. Returns the index after it. */
    public static int writeInt64(byte[] into, int index, long value) {
        return Digits.write(into, index, value);
    }

    /**
     * Writes a finite double, to an array with room for {@link #MAX_FLOAT64}. Returns the index after it. The format
     * has to write NaN and infinities itself.
     *
     * @throws IllegalArgumentException if the value is not finite
     */
    public static int writeFloat64(byte[] into, int index, double value) {
        return FloatFormatter.write(into, index, value);
    }

    /**
     * Writes a finite float, with the fewest digits that read back to the same float. Otherwise like
     * {@link #writeFloat64}.
     *
     * @throws IllegalArgumentException if the value is not finite
     */
    public static int writeFloat32(byte[] into, int index, float value) {
        return FloatFormatter.write(into, index, value);
    }

    /** Returns the text that {@link #writeFloat64} writes. NaN and infinities are as in Java. */
    public static String toString(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        byte[] text = new byte[MAX_FLOAT64];
        return new String(text, 0, writeFloat64(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /** Returns the text that {@link #writeFloat32} writes. NaN and infinities are as in Java. */
    public static String toString(float value) {
        if (!Float.isFinite(value)) {
            return Float.toString(value);
        }
        byte[] text = new byte[MAX_FLOAT64];
        return new String(text, 0, writeFloat32(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the double nearest to the text of {@link #writeFloat32}, which a reader of that text gets if it does not
     * know of floats. The float nearest to that double is the given one. Unlike {@code Float.toString}, this is the
     * same on every JDK.
     */
    public static double widen(float value) {
        if (!(Math.abs(value) < Float.POSITIVE_INFINITY) || value == (int) value && Math.abs(value) < 1 << 24) {
            return value; // not finite, or a whole number of at most eight digits, which the text has
        }
        byte[] text = new byte[MAX_FLOAT64];
        return parseFloat64(text, 0, writeFloat32(text, 0, value));
    }

    /**
     * Parses a decimal number to the nearest double, ties to even. A number out of range gives an infinity, and one that
     * {@linkplain #isUnderflow is too small} gives zero.
     *
     * @throws NumberFormatException if the bytes from {@code from} to {@code to} are not a number (see the class)
     */
    public static double parseFloat64(byte[] text, int from, int to) {
        return DoubleParser.parse(text, from, to);
    }

    /**
     * Returns whether a number is too small for a double: the double is zero, and the text has a digit other than zero
     * before its exponent.
     *
     * @param value the double that {@link #parseFloat64} has returned for the text
     */
    public static boolean isUnderflow(double value, byte[] text, int from, int to) {
        if (value == 0) {
            for (int i = from; i < to && (text[i] | 0x20) != 'e'; i++) {
                if (text[i] >= '1' && text[i] <= '9') {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Parses a decimal integer.
     *
     * @throws NumberFormatException if the bytes are not an integer (see the class), or the integer exceeds 64 bits:
     *     see {@link #isInt64}
     */
    public static long parseInt64(byte[] text, int from, int to) {
        int i = from;
        boolean negative = false;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            negative = text[i++] == '-';
        }
        if (i >= to) {
            throw DoubleParser.notANumber(text, from, to);
        }
        while (to - i > 18 && text[i] == '0') {
            i++;
        }
        int digits = to - i;
        long value = 0; // accumulates below zero, which has one value more
        for (; i < to; i++) {
            if (!DoubleParser.isDigit(text[i])) {
                throw DoubleParser.notANumber(text, from, to);
            }
            value = value * 10 - (text[i] - '0');
        }
        // 18 digits always fit. 19 digits fit if the sum stays below zero, since 10^19 - 1 is less than 2^64.
        if (digits > 18 && (digits > 19 || value >= 0) || value == Long.MIN_VALUE && !negative) {
            throw new NumberFormatException(
                    "not a 64-bit integer: " + Printable.quote(DoubleParser.string(text, from, to)));
        }
        return negative ? value : -value;
    }

    /** Returns whether {@link #parseInt64} accepts the text: an integer from -2^63 to 2^63 - 1. */
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
            if (!DoubleParser.isDigit(text[i])) {
                return false;
            }
            value = value * 10 - (text[i] - '0');
        }
        return digits <= 18 || digits == 19 && value < 0 && (negative || value != Long.MIN_VALUE);
    }

    /**
     * Returns whether the text of a number and the double parsed from it denote the same number to everybody who prints
     * doubles in their shortest form. If not, a reader returns {@link io.deltawire.wire.WireToken#DECIMAL}, so that no
     * digit is lost in a conversion to another format.
     *
     * @param parsed the result of {@link #parseFloat64} for this text
     */
    public static boolean isExactFloat64(byte[] text, int from, int to, double parsed) {
        if (!Double.isFinite(parsed)) {
            return false;
        }
        long digits = 0; // without zeros at either end
        int count = 0;
        int zeros = 0; // since the last other digit
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit == 0) {
                zeros++;
            } else if (digit > 0 && digit <= 9) {
                count = count == 0 ? 1 : count + zeros + 1;
                if (count > MAX_DIGITS) {
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
            return isExactSubnormal(DoubleParser.string(text, from, to), parsed);
        }
        // The shortest decimal and the text round to the same double, so they are equal if their digits are.
        long shortest = FloatFormatter.shortestDigits(magnitude);
        while (shortest % 10 == 0) {
            shortest /= 10;
        }
        return shortest == digits;
    }

    private static boolean isExactSubnormal(String text, double parsed) {
        if (parsed == 0) {
            return false; // there is a digit other than 0 in the text
        }
        // The text denotes a number near the smallest doubles, so its scale is in the range of an int.
        BigDecimal number = new BigDecimal(text).abs();
        double magnitude = Math.abs(parsed);
        // Java prints two digits for the two smallest doubles, and others print one: 4.9E-324 and 5E-324 are the same
        // double to all.
        BigDecimal ofOneDigit = magnitude == Double.MIN_VALUE ? MIN_VALUE : MIN_VALUE_TWICE;
        return number.compareTo(new BigDecimal(toString(magnitude))) == 0
                || magnitude <= 2 * Double.MIN_VALUE && number.compareTo(ofOneDigit) == 0;
    }

    /** Returns whether a text is a number by RFC 8259, section 6. */
    public static boolean isJsonNumber(String text) {
        return JSON_NUMBER.matcher(text).matches();
    }

    /**
     * Returns whether a number is printed as the same text by {@link #writeFloat64} or {@link #writeInt64}. The text is
     * one by the grammar of JSON.
     */
    public static boolean isUsualText(byte[] a, int from, int to) {
        int i = a[from] == '-' ? from + 1 : from;
        int digits = i;
        while (i < to && a[i] >= '0' && a[i] <= '9') {
            i++;
        }
        if (i == to) {
            return to - digits <= MAX_SHORT && (a[digits] != '0' || from == digits);
        }
        int point = i++;
        if (a[point] != '.' || to - digits > MAX_SHORT) {
            return isPrintedAlike(a, from, to);
        }
        while (i < to && a[i] >= '0' && a[i] <= '9') {
            i++;
        }
        boolean isShort = i == to && (a[to - 1] != '0' || to == point + 2) && (a[digits] != '0' || to - point <= 6);
        return isShort || isPrintedAlike(a, from, to);
    }

    private static boolean isPrintedAlike(byte[] a, int from, int to) {
        byte[] printed = new byte[MAX_FLOAT64 + Long.BYTES];
        double value = parseFloat64(a, from, to);
        if (to - from > MAX_FLOAT64 || !Double.isFinite(value)) {
            return false;
        }
        int end = writeFloat64(printed, 0, value);
        return Arrays.equals(a, from, to, printed, 0, end);
    }
}
