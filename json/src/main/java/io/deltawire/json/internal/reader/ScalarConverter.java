package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.json.internal.scanner.TokenType;
import io.deltawire.wire.internal.json.JsonStringDecoder;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.TextCache;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;

/**
 * Converts the current scalar to the type that the caller wants, if nothing is lost. All methods take the current
 * token. They throw an {@link ArithmeticException} with "expected ... but was ..." if it cannot be converted; the
 * reader adds the location.
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
    private final TextCache texts;

    ScalarConverter(JsonScanner scanner, TextCache texts) {
        this.texts = texts;
        this.scanner = scanner;
        this.number = new NumberConverter(scanner);
    }

    /** Returns what a token is called in errors. */
    static String describe(int token) {
        return DESCRIPTIONS[token];
    }

    NumberConverter number() {
        return number;
    }

    boolean bool(int token) {
        return switch (token) {
            case TokenType.TRUE -> true;
            case TokenType.FALSE -> false;
            case TokenType.STRING -> ScalarConversions.parseBool(string());
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
            case TokenType.STRING -> ScalarConversions.parseInt64(string());
            default -> throw mismatch("an integer", token);
        };
    }

    double float64(int token) {
        return switch (token) {
            case TokenType.DECIMAL -> finite();
            case TokenType.INTEGER -> number.integerToFloat64();
            case TokenType.STRING -> ScalarConversions.parseFloat64(string());
            default -> throw mismatch("a number", token);
        };
    }

    private double finite() {
        if (number.isParsedFloat64()) {
            return number.float64();
        }
        double value = NumberText.parseFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
        if (Double.isInfinite(value)
                || NumberText.isUnderflow(value, scanner.array(), scanner.tokenStart(), scanner.tokenEnd())) {
            throw new ArithmeticException(
                    "expected a double but was " + Printable.escape(number.text()) + ", which is out of range");
        }
        return value;
    }

    BigDecimal decimal(int token) {
        return switch (token) {
            case TokenType.INTEGER, TokenType.DECIMAL -> number.decimal();
            case TokenType.STRING -> ScalarConversions.parseDecimal(string(), scanner.maxNumberChars());
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
            return scanner.isPlainString() ? plainTemporal() : TemporalText.parse(string());
        } catch (DateTimeException e) {
            throw withCause("expected a date or time but was " + Printable.quote(string()), e);
        }
    }

    /** Returns the text of an ASCII string without escapes. */
    String plainText() {
        return texts.text(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
    }

    void appendPlainText(StringBuilder target) {
        byte[] array = scanner.array();
        for (int i = scanner.tokenStart(), end = scanner.tokenEnd(); i < end; i++) {
            target.append((char) array[i]);
        }
    }

    /**
     * Parses an ASCII string without escapes as a date or time.
     *
     * @throws DateTimeException if it is neither
     */
    private Temporal plainTemporal() {
        return texts.temporal(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
    }

    /** Reads a date or time at the cursor; returns null without moving if there is none. */
    Temporal tryReadTemporal() {
        int back = scanner.cursor();
        if (!scanner.tryReadString()) {
            return null;
        }
        try {
            return plainTemporal();
        } catch (DateTimeException e) {
            scanner.rewindToValue(back);
            return null; // the slow path reports the error
        }
    }

    private String string() {
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
