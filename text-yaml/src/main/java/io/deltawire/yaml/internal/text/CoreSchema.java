package io.deltawire.yaml.internal.text;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Resolves the kind of a plain scalar by the core schema of YAML 1.2 (section 10.3.2), with two exceptions. A number
 * with leading zeros is text, because YAML 1.1 reads it as octal; and dates and times are recognised.
 */
public final class CoreSchema {
    /** Returned by {@link #numberForm} for text that is not a number. */
    static final int NO_NUMBER = 0;

    /** {@code -12}. */
    static final int INTEGER = 1;

    /** {@code 1.5}, {@code 1e3}, {@code .5}, {@code 5.}. */
    static final int FLOAT = 2;

    /** {@code 0x1F}. */
    static final int HEX = 3;

    /** {@code 0o17}. */
    static final int OCTAL = 4;

    private static final int MAX_LONG_DIGITS = 18;

    private CoreSchema() {}

    /** Returns the kind of a plain scalar without a tag. */
    static WireToken resolvePlain(String text) {
        if (text.isEmpty()) {
            return WireToken.NULL;
        }
        char first = text.charAt(0);
        if (first >= '0' && first <= '9' || first == '-' || first == '+' || first == '.') {
            return resolveNumeric(text);
        }
        return switch (text) {
            case "~", "null", "Null", "NULL" -> WireToken.NULL;
            case "true", "True", "TRUE", "false", "False", "FALSE" -> WireToken.BOOL;
            default -> WireToken.TEXT;
        };
    }

    /**
     * Returns the kind of a scalar in double quotes without a tag: text, or a date or time that is written in quotes.
     */
    static WireToken resolveQuoted(String text) {
        return PlainText.readsAsTemporal(text) ? WireToken.TEMPORAL : WireToken.TEXT;
    }

    private static WireToken resolveNumeric(String text) {
        switch (numberForm(text)) {
            case INTEGER:
                return isInt64(text) ? WireToken.INT64 : WireToken.DECIMAL;
            case FLOAT:
                return isExact(text) ? WireToken.FLOAT64 : WireToken.DECIMAL;
            case HEX, OCTAL:
                return bigInteger(text).bitLength() < 64 ? WireToken.INT64 : WireToken.DECIMAL;
            default:
                break;
        }
        if (isNotFinite(text)) {
            return WireToken.FLOAT64;
        }
        return TemporalText.parseExact(text) != null ? WireToken.TEMPORAL : WireToken.TEXT;
    }

    /**
     * Returns whether the text of a decimal, written plain, is read as {@link WireToken#DECIMAL} and as a number by
     * YAML 1.1.
     */
    public static boolean isPlainDecimal(String text) {
        int form = numberForm(text);
        if (form == FLOAT && text.indexOf('.') < 0) {
            return false;
        }
        return form != NO_NUMBER && resolveNumeric(text) == WireToken.DECIMAL;
    }

    /** Returns the form of a number, or {@link #NO_NUMBER}. */
    static int numberForm(String text) {
        int length = text.length();
        if (isRadix(text)) {
            return radixForm(text, length);
        }
        int index = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int start = index;
        index = digits(text, index);
        int whole = index - start;
        if (index == length) {
            return whole == 0 || whole > 1 && text.charAt(start) == '0' ? NO_NUMBER : INTEGER;
        }
        if (text.charAt(index) == '.') {
            int point = index;
            index = digits(text, index + 1);
            if (whole == 0 && index == point + 1) {
                return NO_NUMBER;
            }
        } else if (whole == 0) {
            return NO_NUMBER;
        }
        if (index < length && (text.charAt(index) | 0x20) == 'e') {
            index++;
            if (index < length && (text.charAt(index) == '-' || text.charAt(index) == '+')) {
                index++;
            }
            int exponent = index;
            index = digits(text, index);
            if (index == exponent) {
                return NO_NUMBER;
            }
        }
        return index == length ? FLOAT : NO_NUMBER;
    }

    private static int radixForm(String text, int length) {
        boolean hex = text.charAt(1) == 'x';
        for (int i = 2; i < length; i++) {
            char c = text.charAt(i);
            boolean ok =
                    c >= '0' && c <= '7' || hex && (c == '8' || c == '9' || (c | 0x20) >= 'a' && (c | 0x20) <= 'f');
            if (!ok) {
                return NO_NUMBER;
            }
        }
        return hex ? HEX : OCTAL;
    }

    /** Returns whether the text would be an integer without its leading zeros, such as {@code 010} or {@code -007}. */
    public static boolean hasLeadingZero(String text) {
        int index = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        return text.length() > index + 1 && text.charAt(index) == '0' && digits(text, index) == text.length();
    }

    private static int digits(String text, int from) {
        int index = from;
        while (index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9') {
            index++;
        }
        return index;
    }

    private static boolean isInt64(String text) {
        if (text.length() <= MAX_LONG_DIGITS) {
            return true;
        }
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isExact(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
        return NumberText.isExactFloat64(ascii, 0, ascii.length, NumberText.parseFloat64(ascii, 0, ascii.length));
    }

    /** Returns whether a number is the double -0.0, whose sign no decimal can represent. */
    static boolean isNegativeZero(String text) {
        return text.charAt(0) == '-' && isExact(text) && float64(text) == 0;
    }

    static BigInteger bigInteger(String hexOrOctal) {
        return new BigInteger(hexOrOctal.substring(2), hexOrOctal.charAt(1) == 'x' ? 16 : 8);
    }

    /** Returns whether the text is a hexadecimal or octal number. */
    public static boolean isRadix(String text) {
        return text.length() > 2 && text.charAt(0) == '0' && (text.charAt(1) == 'x' || text.charAt(1) == 'o');
    }

    /** Returns the value of text that {@link #resolvePlain} has resolved to a {@code long}. */
    public static long int64(String text) {
        return isRadix(text) ? bigInteger(text).longValueExact() : Long.parseLong(text);
    }

    /**
     * Returns the exact value of a number.
     *
     * @throws ArithmeticException if its exponent is out of range for a decimal
     */
    public static BigDecimal decimal(String text) {
        try {
            return isRadix(text) ? new BigDecimal(bigInteger(text)) : new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new ArithmeticException(
                    "expected a number but was " + Printable.escape(text) + ", whose exponent is out of range");
        }
    }

    /** Returns whether the text is {@code .nan}, {@code .inf} or a variant of them. */
    public static boolean isNotFinite(String text) {
        return switch (text) {
            case ".nan", ".NaN", ".NAN" -> true;
            default -> isInfinite(text);
        };
    }

    private static boolean isInfinite(String text) {
        return switch (text) {
            case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF" -> true;
            default -> false;
        };
    }

    /** Returns the value of a number or of text that {@link #isNotFinite}. */
    public static double float64(String text) {
        if (isNotFinite(text)) {
            return !isInfinite(text)
                    ? Double.NaN
                    : text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
        return NumberText.parseFloat64(ascii, 0, ascii.length);
    }
}
