package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** The number that the scanner has found last, as what the caller wants. */
final class NumberConverter {
    private final JsonScanner scanner;
    /** What has been read of the present token, as the kinds of {@link NumberReader}; or none. */
    private int parsedKind = NumberReader.NONE;

    NumberConverter(JsonScanner scanner) {
        this.scanner = scanner;
    }

    /** Takes note that another token is at hand. */
    void clear() {
        parsedKind = NumberReader.NONE;
    }

    /** True where the number at hand is read, and is an integer: {@link #int64()}. */
    boolean isParsedInt64() {
        return parsedKind == NumberReader.INT64;
    }

    /** True where the number at hand is read, and is a double: {@link #float64()}. */
    boolean isParsedFloat64() {
        return parsedKind == NumberReader.FLOAT64;
    }

    long int64() {
        return scanner.number().int64;
    }

    double float64() {
        return scanner.number().float64;
    }

    /** Reads the number at hand, where it is an ordinary one; returns its kind, which is known from then on. */
    private int parse() {
        NumberReader number = scanner.number();
        int kind = number.read(scanner.array(), scanner.tokenStart(), scanner.end());
        parsedKind = number.end == scanner.tokenEnd() ? kind : NumberReader.NONE;
        return parsedKind;
    }

    /** What kind of token it is, where it is written as an integer. */
    WireToken parseIntegerKind() {
        if (parse() == NumberReader.INT64) {
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

    /** True for {@code -0}, which no integer is. */
    boolean isNegativeZero() {
        return scanner.tokenEnd() - scanner.tokenStart() == 2 && scanner.array()[scanner.tokenStart()] == '-' && scanner.array()[scanner.tokenStart() + 1] == '0';
    }

    boolean parseFloat64() {
        double parsed = parse() == NumberReader.FLOAT64
                ? scanner.number().float64
                : NumberText.parseFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
        return NumberText.isExactFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd(), parsed);
    }

    long exactInt64() {
        return parseFloat64()
                ? Scalars.toInt64(NumberText.parseFloat64(scanner.array(), scanner.tokenStart(), scanner.tokenEnd()))
                : Scalars.toInt64(decimal());
    }

    double integerToFloat64() {
        byte[] a = scanner.array();
        if (isNegativeZero()) {
            return -0.0;
        }
        return isInt64()
                ? Scalars.toFloat64(NumberText.parseInt64(a, scanner.tokenStart(), scanner.tokenEnd()))
                : Scalars.toFloat64(decimal());
    }

    BigDecimal decimal() {
        BigDecimal plain = DecimalText.parse(scanner.array(), scanner.tokenStart(), scanner.tokenEnd());
        return plain != null ? plain : parseAnyDecimal();
    }

    private BigDecimal parseAnyDecimal() {
        try {
            return Scalars.parseDecimal(text());
        } catch (ArithmeticException e) {
            throw new ArithmeticException(
                    "expected a number with an exponent of at most 10,000 but was " + Printable.escape(text()));
        }
    }

    /** The number at hand as it is written. */
    String text() {
        return new String(scanner.array(), scanner.tokenStart(), scanner.tokenEnd() - scanner.tokenStart(), StandardCharsets.ISO_8859_1);
    }
}
