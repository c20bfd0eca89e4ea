package io.deltawire.yaml.internal.text;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Says what kind of value a plain scalar is: the core schema of YAML 1.2 (section 10.3.2), except that a number with
 * leading zeros is text, since YAML 1.1 takes it for octal, and that dates and times are recognised.
 */
public final class CoreSchema {
    /** What {@link #numberForm} returns for text that is not a number. */
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

    /** The kind of a plain scalar without a tag. */
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

    /** The kind of a scalar in double quotes without a tag: text, but for dates and times that are written so. */
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

    /** True for the decimal texts that read back as {@link WireToken#DECIMAL} and as a number by YAML 1.1 when plain. */
    public static boolean isPlainDecimal(String text) {
        int form = numberForm(text);
        if (form == FLOAT && text.indexOf('.') < 0) {
            return false;
        }
        return form != NO_NUMBER && resolveNumeric(text) == WireToken.DECIMAL;
    }

    /** The form of a number, or {@link #NO_NUMBER}. */
    static int numberForm(String text) {
        int length = text.length();
        if (isRadix(text)) {
            return radixForm(text, length);
        }
        int at = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int start = at;
        at = digits(text, at);
        int whole = at - start;
        if (at == length) {
            return whole == 0 || whole > 1 && text.charAt(start) == '0' ? NO_NUMBER : INTEGER;
        }
        if (text.charAt(at) == '.') {
            int point = at;
            at = digits(text, at + 1);
            if (whole == 0 && at == point + 1) {
                return NO_NUMBER;
            }
        } else if (whole == 0) {
            return NO_NUMBER;
        }
        if (at < length && (text.charAt(at) | 0x20) == 'e') {
            at++;
            if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
            int exponent = at;
            at = digits(text, at);
            if (at == exponent) {
                return NO_NUMBER;
            }
        }
        return at == length ? FLOAT : NO_NUMBER;
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

    /** True for {@code 010} and {@code -007}: integers but for their leading zeros. */
    public static boolean hasLeadingZero(String text) {
        int at = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        return text.length() > at + 1 && text.charAt(at) == '0' && digits(text, at) == text.length();
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
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

    /** True for text of a number that is the double -0.0, whose sign no decimal has. */
    static boolean isNegativeZero(String text) {
        return text.charAt(0) == '-' && isExact(text) && float64(text) == 0;
    }

    static BigInteger bigInteger(String hexOrOctal) {
        return new BigInteger(hexOrOctal.substring(2), hexOrOctal.charAt(1) == 'x' ? 16 : 8);
    }

    /** True for the text of a number in hexadecimal or octal. */
    public static boolean isRadix(String text) {
        return text.length() > 2 && text.charAt(0) == '0' && (text.charAt(1) == 'x' || text.charAt(1) == 'o');
    }

    /** The value of text that {@link #resolvePlain} found to be a {@code long}. */
    public static long int64(String text) {
        return isRadix(text) ? bigInteger(text).longValueExact() : Long.parseLong(text);
    }

    /**
     * The exact value of text that is a number.
     *
     * @throws ArithmeticException where its exponent is beyond that of any decimal
     */
    public static BigDecimal decimal(String text) {
        try {
            return isRadix(text) ? new BigDecimal(bigInteger(text)) : new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new ArithmeticException(
                    "expected a number but was " + Printable.escape(text) + ", whose exponent is out of range");
        }
    }

    /** True for {@code .nan}, {@code .inf} and their variants. */
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

    /** The value of text that is a number or {@link #isNotFinite}. */
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
