package io.deltawire.yaml.internal.reader;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.yaml.internal.text.CoreSchema;
import io.deltawire.yaml.internal.text.ScalarResolver;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/**
 * Converts a token and its text to the type that the caller wants, if nothing is lost. All methods throw an {@link
 * ArithmeticException} with "expected ... but was ..." if it cannot be converted; the reader adds the location.
 */
final class YamlTokenConverter {
    private YamlTokenConverter() {}

    static boolean bool(WireToken token, String text) {
        return switch (token) {
            case BOOL -> text.charAt(0) == 't' || text.charAt(0) == 'T';
            case TEXT -> ScalarConversions.parseBool(text);
            default -> throw mismatch("true or false", token, text);
        };
    }

    static long int64(WireToken token, String text) {
        return switch (token) {
            case INT64 -> CoreSchema.int64(text);
            case FLOAT64 -> ScalarConversions.toInt64(CoreSchema.float64(text));
            case DECIMAL -> ScalarConversions.toInt64(CoreSchema.decimal(text));
            case TEXT -> ScalarConversions.parseInt64(text);
            default -> throw mismatch("an integer", token, text);
        };
    }

    static double float64(WireToken token, String text) {
        return switch (token) {
            case INT64 -> ScalarConversions.toFloat64(CoreSchema.int64(text));
            case FLOAT64 -> CoreSchema.float64(text);
            case DECIMAL -> decimalAsFloat64(text);
            case TEXT -> ScalarConversions.parseFloat64(text);
            default -> throw mismatch("a number", token, text);
        };
    }

    private static double decimalAsFloat64(String text) {
        if (CoreSchema.isRadix(text) || text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E')) {
            return ScalarConversions.toFloat64(CoreSchema.decimal(text)); // an integer
        }
        double value = CoreSchema.float64(text);
        if (Double.isInfinite(value) || value == 0) { // a text of zero is not resolved to a decimal
            throw new ArithmeticException(
                    "expected a double but was " + Printable.escape(text) + ", which is out of range");
        }
        return value;
    }

    static BigDecimal decimal(WireToken token, String text) {
        return switch (token) {
            case INT64 -> CoreSchema.decimal(text);
            case DECIMAL ->
                ScalarConversions.parseDecimal(
                        CoreSchema.isRadix(text) ? CoreSchema.decimal(text).toString() : text);
            case FLOAT64, TEXT -> ScalarConversions.parseDecimal(text);
            default -> throw mismatch("a number", token, text);
        };
    }

    static String text(WireToken token, String text) {
        return switch (token) {
            case TEXT, BOOL, INT64, DECIMAL, TEMPORAL, BYTES -> text;
            case FLOAT64 -> CoreSchema.isNotFinite(text) ? NumberText.toString(CoreSchema.float64(text)) : text;
            default -> throw mismatch("text", token, text);
        };
    }

    static byte[] bytes(WireToken token, String text) {
        if (token != WireToken.BYTES && token != WireToken.TEXT) {
            throw mismatch("bytes", token, text);
        }
        try {
            return ScalarResolver.decodeBase64(text);
        } catch (IllegalArgumentException e) {
            throw new ArithmeticException("expected base64 but was text " + Printable.quote(text));
        }
    }

    static Temporal temporal(WireToken token, String text) {
        if (token != WireToken.TEMPORAL && token != WireToken.TEXT) {
            throw mismatch("a date or time", token, text);
        }
        try {
            return TemporalText.parse(text);
        } catch (DateTimeException e) {
            throw new ArithmeticException("expected a date or time but was text " + Printable.quote(text));
        }
    }

    /**
     * Checks the length of text before it is parsed as a number, because parsing takes time quadratic in the length.
     */
    static void checkNumber(String text, boolean isPlain, int maxChars) {
        if (text.length() > maxChars) {
            throw new ArithmeticException(
                    "expected a number of at most " + maxChars + " characters but was text " + Printable.quote(text));
        }
        if (isPlain && CoreSchema.hasLeadingZero(text)) {
            throw new ArithmeticException("expected a number but was " + Printable.escape(text)
                    + ", which YAML 1.1 reads as octal and YAML 1.2 as decimal; leave the leading zeros out, or write"
                    + " 0o in front of octal");
        }
    }

    /**
     * Returns the error that the token is not the expected one.
     *
     * @param text text of the token, or null if it has none
     */
    static ArithmeticException mismatch(String expected, WireToken token, String text) {
        String found = switch (token) {
            case BEGIN_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case BEGIN_LIST -> "a list";
            case END_LIST -> "the end of a list";
            case FIELD, EVENT -> "field " + Printable.quote(text);
            case KEY -> "a key";
            case NULL -> "null";
            case BOOL, INT64, FLOAT64, DECIMAL -> Printable.escape(text);
            case TEXT -> "text " + Printable.quote(text);
            case BYTES -> "bytes";
            case TEMPORAL -> "the time " + Printable.escape(text);
            case END_MESSAGE -> "the end of the message";
        };
        return new ArithmeticException("expected " + expected + " but was " + found);
    }
}
