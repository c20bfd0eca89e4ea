package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.jackson.JacksonTokenizer;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.json.internal.scanner.TokenType;
import io.deltawire.json.internal.text.JsonStringDecoder;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import io.deltawire.wire.spi.SeenTexts;
import io.deltawire.wire.spi.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;

/**
 * The scalar found last as what the caller wants, converted where nothing is lost. All methods take its token, and throw
 * {@link ArithmeticException} with "expected ... but was ..." where it is something else.
 */
final class ScalarConverter {
    private static final String[] DESCRIPTIONS = {
        "an object",
        "the end of the object",
        "a list",
        "the end of the list",
        "a name",
        "a key",
        "text",
        "an integer",
        "a number",
        "true",
        "false",
        "null",
        "the end of the message"
    };

    private final JsonScanner scanner;
    private final NumberConverter number;

    /** What reads the message from where the scanner gave up, or null. */
    JacksonTokenizer jackson;

    private final SeenTexts texts;

    ScalarConverter(JsonScanner scanner, SeenTexts texts) {
        this.texts = texts;
        this.scanner = scanner;
        this.number = new NumberConverter(scanner);
    }

    /** What a token is to people. */
    static String describe(int token) {
        return DESCRIPTIONS[token];
    }

    /** The kind of the number found. */
    NumberConverter number() {
        return number;
    }

    boolean bool(int token) {
        return switch (token) {
            case TokenType.TRUE -> true;
            case TokenType.FALSE -> false;
            case TokenType.STRING -> Scalars.parseBool(string());
            default -> throw mismatch("true or false", token);
        };
    }

    long int64(int token) {
        return switch (token) {
            case TokenType.INTEGER ->
                number.isParsedInt64()
                        ? number.int64()
                        : NumberText.isInt64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd())
                                ? NumberText.parseInt64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd())
                                : number.exactInt64();
            case TokenType.DECIMAL -> number.exactInt64();
            case TokenType.STRING -> Scalars.parseInt64(string());
            default -> throw mismatch("an integer", token);
        };
    }

    double float64(int token) {
        return switch (token) {
            case TokenType.DECIMAL -> finite();
            case TokenType.INTEGER -> number.integerToFloat64();
            case TokenType.STRING -> Scalars.parseFloat64(string());
            default -> throw mismatch("a number", token);
        };
    }

    private double finite() {
        if (number.isParsedFloat64()) {
            return number.float64();
        }
        double value = NumberText.parseFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
        if (Double.isInfinite(value)) {
            throw new ArithmeticException(
                    "expected a double but was " + Printable.escape(number.text()) + ", which is out of range");
        }
        return value;
    }

    BigDecimal decimal(int token) {
        return switch (token) {
            case TokenType.INTEGER, TokenType.DECIMAL -> number.decimal();
            case TokenType.STRING -> Scalars.parseDecimal(string(), scanner.maxNumberChars());
            default -> throw mismatch("a number", token);
        };
    }

    String text(int token) {
        return switch (token) {
            case TokenType.STRING -> string();
            case TokenType.INTEGER, TokenType.DECIMAL -> number.text();
            case TokenType.TRUE -> "true";
            case TokenType.FALSE -> "false";
            default -> throw mismatch("text", token);
        };
    }

    byte[] bytes(int token) {
        if (token != TokenType.STRING) {
            throw mismatch("base64 text", token);
        }
        String text = string();
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw withCause("expected base64 text but was " + Printable.quote(text), e);
        }
    }

    Temporal temporal(int token) {
        if (token != TokenType.STRING) {
            throw mismatch("a date or time", token);
        }
        try {
            return jackson == null && scanner.isPlainString()
                    ? plainTemporal()
                    : TemporalText.parse(string());
        } catch (DateTimeException e) {
            throw withCause("expected a date or time but was " + Printable.quote(string()), e);
        }
    }

    /** The text of a string of ASCII without escapes. */
    String plainText() {
        return texts.text(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
    }

    /**
     * The date or time that a string of ASCII without escapes is.
     *
     * @throws DateTimeException where it is none
     */
    private Temporal plainTemporal() {
        return texts.temporal(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
    }

    /** Takes a date or time that stands right at the scanner's place; null where there is none, and nothing is taken. */
    Temporal tryReadTemporal() {
        int back = scanner.cursor();
        if (!scanner.tryReadString()) {
            return null;
        }
        try {
            return plainTemporal();
        } catch (DateTimeException e) {
            scanner.rewindToValue(back);
            return null; // which is said by those who look closer
        }
    }

    /** The text of the string at hand. */
    private String string() {
        if (jackson != null) {
            return jackson.text();
        }
        return scanner.isPlainString()
                ? plainText()
                : JsonStringDecoder.decode(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
    }

    private static ArithmeticException mismatch(String wanted, int token) {
        return new ArithmeticException("expected " + wanted + " but was " + DESCRIPTIONS[token]);
    }

    private static ArithmeticException withCause(String problem, Exception cause) {
        ArithmeticException error = new ArithmeticException(problem);
        error.initCause(cause);
        return error;
    }
}
