package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Converts the scanner's current number to the type that the caller wants. An ordinary number is parsed once, and the
 * result serves both {@code peek()} and the value.
 */
final class NumberConverter {
    private final JsonScanner scanner;
    /** What {@link JsonScanner#number} holds of the current token: a kind of {@link NumberScanner}, or none. */
    private int parsedKind = NumberScanner.NONE;

    NumberConverter(JsonScanner scanner) {
        this.scanner = scanner;
    }

    /** Clears the parsed value, because the token changes. */
    void clear() {
        parsedKind = NumberScanner.NONE;
    }

    /** Returns whether {@link #int64()} holds the current number. */
    boolean isParsedInt64() {
        return parsedKind == NumberScanner.INT64;
    }

    /** Returns whether {@link #float64()} holds the current number. */
    boolean isParsedFloat64() {
        return parsedKind == NumberScanner.FLOAT64;
    }

    long int64() {
        return scanner.number().int64();
    }

    double float64() {
        return scanner.number().float64();
    }

    /** Parses an ordinary number; returns its kind, or none. */
    private int parse() {
        NumberScanner number = scanner.number();
        int kind = number.read(scanner.array(), scanner.tokenStart(), scanner.end());
        parsedKind = number.end() == scanner.tokenEnd() ? kind : NumberScanner.NONE;
        return parsedKind;
    }

    /** Parses a number that is written as an integer; returns the kind of token it is. */
    WireToken parseIntegerKind() {
        if (parse() == NumberScanner.INT64) {
            return WireToken.INT64;
        }
        if (isNegativeZero()) {
            return WireToken.FLOAT64;
        }
        return isInt64() ? WireToken.INT64 : WireToken.DECIMAL;
    }

    boolean isInt64() {
        return !isNegativeZero() && NumberText.isInt64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
    }

    /** Returns whether the number is {@code -0}, which no integer can represent. */
    boolean isNegativeZero() {
        return scanner.tokenEnd() - scanner.tokenStart() == 2
                && scanner.array()[scanner.tokenStart()] == '-'
                && scanner.array()[scanner.tokenStart() + 1] == '0';
    }

    /** Parses the number; returns whether a double holds it exactly. */
    boolean parseFloat64() {
        double parsed = parse() == NumberScanner.FLOAT64
                ? scanner.number().float64()
                : NumberText.parseFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
        return NumberText.isExactFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd(), parsed);
    }

    long exactInt64() {
        return parseFloat64()
                ? ScalarConversions.toInt64(
                        NumberText.parseFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd()))
                : ScalarConversions.toInt64(decimal());
    }

    double integerToFloat64() {
        byte[] a = scanner.array();
        if (isNegativeZero()) {
            return -0.0;
        }
        return isInt64()
                ? ScalarConversions.toFloat64(NumberText.parseInt64(a, scanner.tokenStart(), scanner.tokenEnd()))
                : ScalarConversions.toFloat64(decimal());
    }

    BigDecimal decimal() {
        BigDecimal plain = DecimalText.parse(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
        return plain != null ? plain : parseAnyDecimal();
    }

    private BigDecimal parseAnyDecimal() {
        try {
            return ScalarConversions.parseDecimal(text());
        } catch (ArithmeticException e) {
            throw new ArithmeticException(
                    "expected a number with an exponent of at most 10,000 but was " + Printable.escape(text()));
        }
    }

    /** Returns the number as it is written. */
    String text() {
        return new String(
                scanner.array(),
                scanner.tokenStart(),
                scanner.tokenEnd() - scanner.tokenStart(),
                StandardCharsets.ISO_8859_1);
    }
}
