package io.deltawire.wire.spi;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * The conversions between kinds of scalar that all readers share. A conversion succeeds if nothing is lost. Otherwise
 * it throws an {@link ArithmeticException} with the text "expected ... but was ...", which the reader turns into a
 * {@link io.deltawire.wire.WireDataException} with a location. Stateless, so threads may share it.
 */
public final class ScalarConversions {
    /** The largest absolute scale of a decimal number. Beyond it, the plain text of a number would be long. */
    public static final int MAX_SCALE = 10_000;
    /** The largest double below which every integer is a double. An integer above it is never rounded to less. */
    private static final double MAX_SAFE = 0x1p53 - 1;

    private ScalarConversions() {}

    /**
     * Converts an integral double to a long.
     *
     * @throws ArithmeticException if the value has a fraction, is -0.0 or is out of range
     */
    public static long toInt64(double value) {
        long number = (long) value;
        // 2^63 casts to Long.MAX_VALUE and back to 2^63, so it needs its own check. The sign of -0.0 would be lost.
        if (number != value || number == Long.MAX_VALUE || number == 0 && 1 / value < 0) {
            throw new ArithmeticException("expected an integer but was " + NumberText.toString(value));
        }
        return number;
    }

    /**
     * Converts an integral decimal to a long.
     *
     * @throws ArithmeticException if the value has a fraction or is out of range
     */
    public static long toInt64(BigDecimal value) {
        if (Math.abs((long) value.scale()) <= MAX_SCALE) {
            try {
                return value.longValueExact();
            } catch (ArithmeticException e) {
                // falls through to the error below
            }
        }
        throw new ArithmeticException("expected a 64-bit integer but was " + shown(value));
    }

    /**
     * Converts a long to a double.
     *
     * @throws ArithmeticException if no double has exactly this value or is printed with these digits
     */
    public static double toFloat64(long value) {
        double number = (double) value;
        boolean isExact = (long) number == value && value != Long.MAX_VALUE;
        if (!isExact && !isPrintedAs(number, BigDecimal.valueOf(value))) {
            throw new ArithmeticException("expected a double but was " + value + ", which a double cannot hold");
        }
        return number;
    }

    /**
     * Converts a decimal to the nearest double. An integer, which is a decimal of scale 0, must be exact or what a
     * double is printed as: 123456789012345670000 stands for 123456789012345667584 in the texts of many programs.
     *
     * @throws ArithmeticException if the value is out of range, or is an integer that no double represents
     */
    public static double toFloat64(BigDecimal value) {
        double number = value.doubleValue();
        if (Double.isInfinite(number) || number == 0 && value.signum() != 0) {
            throw new ArithmeticException("expected a double but was " + shown(value) + ", which is out of range");
        }
        if (value.scale() == 0 && new BigDecimal(number).compareTo(value) != 0 && !isPrintedAs(number, value)) {
            throw new ArithmeticException("expected a double but was " + value + ", which a double cannot hold");
        }
        return number;
    }

    /**
     * Returns whether a text is a number of JSON that readers of JSON, and of the formats that follow it, take for a
     * given kind of number. The kind together with the text says the value: {@code -0} is a double. A double may be a
     * whole number that a double holds: CSV has such in its columns of doubles.
     */
    public static boolean isSameNumber(String text, WireToken token) {
        if (!NumberText.isJsonNumber(text)) {
            return false;
        }
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        boolean isNegativeZero = text.equals("-0");
        if (!isNegativeZero && text.chars().allMatch(c -> c <= '9' && c != '.')) {
            boolean isInt64 = NumberText.isInt64(ascii, 0, ascii.length);
            return switch (token) {
                case INT64 -> isInt64;
                case FLOAT64 -> isInt64 && Math.abs(NumberText.parseFloat64(ascii, 0, ascii.length)) <= MAX_SAFE;
                case DECIMAL -> !isInt64;
                default -> false;
            };
        }
        if (NumberText.isExactFloat64(ascii, 0, ascii.length, NumberText.parseFloat64(ascii, 0, ascii.length))) {
            return token == WireToken.FLOAT64;
        }
        return token == WireToken.DECIMAL && isInScale(text);
    }

    private static boolean isInScale(String text) {
        try {
            parseDecimal(text);
            return true;
        } catch (ArithmeticException e) {
            return false; // no reader takes it for a decimal
        }
    }

    /** Returns whether the shortest digits of a double equal the digits of a number. */
    private static boolean isPrintedAs(double number, BigDecimal value) {
        return new BigDecimal(NumberText.toString(number)).compareTo(value) == 0;
    }

    /**
     * Converts the decimal text of an integer to a long.
     *
     * @throws ArithmeticException if the text is not a 64-bit integer
     */
    public static long parseInt64(CharSequence text) {
        try {
            return Long.parseLong(text, 0, text.length(), 10);
        } catch (NumberFormatException e) {
            throw new ArithmeticException("expected an integer but was text " + Printable.quote(text));
        }
    }

    /**
     * Converts the text of a number to a double like {@link #toFloat64(BigDecimal)}. Also accepts {@code NaN},
     * {@code Infinity} and {@code -Infinity}, and their YAML forms such as {@code .inf}.
     *
     * @throws ArithmeticException if the text is not a number, or the number does not fit
     */
    public static double parseFloat64(CharSequence text) {
        switch (text.toString()) {
            case "NaN", ".nan", ".NaN":
                return Double.NaN;
            case "Infinity", ".inf":
                return Double.POSITIVE_INFINITY;
            case "-Infinity", "-.inf":
                return Double.NEGATIVE_INFINITY;
            default:
                return parseFinite(text);
        }
    }

    private static double parseFinite(CharSequence text) {
        byte[] ascii = new byte[text.length()];
        boolean isInteger = true;
        for (int i = 0; i < ascii.length; i++) {
            char c = text.charAt(i);
            ascii[i] = (byte) (c < 0x80 ? c : '?');
            isInteger &= c >= '0' && c <= '9' || i == 0 && c == '-';
        }
        try {
            double value = NumberText.parseFloat64(ascii, 0, ascii.length);
            if (Double.isFinite(value) && !NumberText.isUnderflow(value, ascii, 0, ascii.length)) {
                // The text has at most some 300 digits here, after any number of zeros.
                return isInteger && Math.abs(value) > MAX_SAFE ? toFloat64(new BigDecimal(text.toString())) : value;
            }
        } catch (NumberFormatException e) {
            // falls through to the error below
        }
        throw new ArithmeticException("expected a number but was text " + Printable.quote(text));
    }

    /**
     * Converts text to a decimal like {@link #parseDecimal(CharSequence)}, if it is not too long.
     *
     * @param maxChars the largest length of the text
     * @throws ArithmeticException if the text is longer, or not a decimal number
     */
    public static BigDecimal parseDecimal(CharSequence text, int maxChars) {
        if (text.length() > maxChars) {
            throw new ArithmeticException(
                    "expected a number of at most " + maxChars + " characters but was text " + Printable.quote(text));
        }
        return parseDecimal(text);
    }

    /**
     * Converts text to a decimal. The time grows with the square of the length, so the caller has to limit it.
     *
     * @throws ArithmeticException if the text is not a number, or its scale exceeds {@link #MAX_SCALE}
     */
    public static BigDecimal parseDecimal(CharSequence text) {
        try {
            BigDecimal value = new BigDecimal(text.toString());
            if (Math.abs((long) value.scale()) <= MAX_SCALE) {
                return value;
            }
        } catch (NumberFormatException e) {
            // falls through to the error below
        }
        throw new ArithmeticException("expected a number but was text " + Printable.quote(text));
    }

    /**
     * Converts {@code true} or {@code false} to a boolean.
     *
     * @throws ArithmeticException if the text is something else
     */
    public static boolean parseBool(CharSequence text) {
        switch (text.toString()) {
            case "true":
                return true;
            case "false":
                return false;
            default:
                throw new ArithmeticException("expected true or false but was text " + Printable.quote(text));
        }
    }

    private static String shown(BigDecimal value) {
        return Printable.escape(value.toString());
    }
}
