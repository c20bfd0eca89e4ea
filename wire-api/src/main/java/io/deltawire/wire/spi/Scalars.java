package io.deltawire.wire.spi;

import java.math.BigDecimal;

/**
 * The conversions between kinds of scalar that every reader makes alike: they succeed where nothing is lost. Each throws
 * {@link ArithmeticException} with "expected ... but was ..." otherwise, which a reader turns into a
 * {@link io.deltawire.wire.WireDataException} with the place.
 */
public final class Scalars {
    /** The largest scale of a decimal number, either way: the plain text of more would be long. */
    public static final int MAX_SCALE = 10_000;
    /** Up to here a double holds every integer; an integer above is never rounded to less. */
    private static final double MAX_SAFE = 0x1p53 - 1;

    private Scalars() {}

    /** An integral double as a long. */
    public static long toInt64(double value) {
        long number = (long) value;
        // 2^63 itself casts to Long.MAX_VALUE and back to 2^63, so it needs its own test; -0.0 would lose its sign.
        if (number != value || number == Long.MAX_VALUE || number == 0 && 1 / value < 0) {
            throw new ArithmeticException("expected an integer but was " + NumberText.toString(value));
        }
        return number;
    }

    /** An integral decimal as a long. */
    public static long toInt64(BigDecimal value) {
        if (Math.abs((long) value.scale()) <= MAX_SCALE) {
            try {
                return value.longValueExact();
            } catch (ArithmeticException e) {
                // said below
            }
        }
        throw new ArithmeticException("expected a 64-bit integer but was " + shown(value));
    }

    /** A long as a double, where the double holds it exactly. */
    public static double toFloat64(long value) {
        double number = (double) value;
        if ((long) number != value || value == Long.MAX_VALUE) {
            throw new ArithmeticException("expected a double but was " + value + ", which a double cannot hold");
        }
        return number;
    }

    /** A decimal as the nearest double, where it is in range; an integer, which a decimal of scale 0 is, where the double holds it exactly. */
    public static double toFloat64(BigDecimal value) {
        double number = value.doubleValue();
        if (Double.isInfinite(number)) {
            throw new ArithmeticException("expected a double but was " + shown(value) + ", which is out of range");
        }
        if (value.scale() == 0 && new BigDecimal(number).compareTo(value) != 0) {
            throw new ArithmeticException("expected a double but was " + value + ", which a double cannot hold");
        }
        return number;
    }

    /** Text that is an integer in decimal as a long. */
    public static long parseInt64(CharSequence text) {
        try {
            return Long.parseLong(text, 0, text.length(), 10);
        } catch (NumberFormatException e) {
            throw new ArithmeticException("expected an integer but was text " + Printable.quote(text));
        }
    }

    /** Text that is a number, as {@link #toFloat64(BigDecimal)} takes them, {@code NaN}, {@code Infinity} or {@code -Infinity} as a double. */
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
            if (Double.isFinite(value)) {
                // Some 300 digits at most, and any number of zeros before them.
                return isInteger && Math.abs(value) > MAX_SAFE ? toFloat64(new BigDecimal(text.toString())) : value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new ArithmeticException("expected a number but was text " + Printable.quote(text));
    }

    /** Text of at most so many characters that is a decimal number, as {@link #parseDecimal(CharSequence)} takes it. */
    public static BigDecimal parseDecimal(CharSequence text, int maxChars) {
        if (text.length() > maxChars) {
            throw new ArithmeticException(
                    "expected a number of at most " + maxChars + " characters but was text " + Printable.quote(text));
        }
        return parseDecimal(text);
    }

    /**
     * Text that is a decimal number, with a scale of at most 10,000 either way. The time that this takes grows with the square of
     * the text's length, which the caller has looked at.
     */
    public static BigDecimal parseDecimal(CharSequence text) {
        try {
            BigDecimal value = new BigDecimal(text.toString());
            if (Math.abs((long) value.scale()) <= MAX_SCALE) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new ArithmeticException("expected a number but was text " + Printable.quote(text));
    }

    /** {@code true} or {@code false}. */
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
