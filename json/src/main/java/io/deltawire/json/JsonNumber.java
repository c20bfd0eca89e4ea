package io.deltawire.json;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** The number that the scanner has found last, as what the caller wants. */
final class JsonNumber {
    private final JsonScanner scanner;

    JsonNumber(JsonScanner scanner) {
        this.scanner = scanner;
    }

    /** What kind of token it is, where it is written as an integer. */
    WireToken integerKind() {
        if (isNegativeZero()) {
            return WireToken.FLOAT64;
        }
        return isInt64() ? WireToken.INT64 : WireToken.DECIMAL;
    }

    boolean isInt64() {
        return !isNegativeZero() && NumberText.isInt64(scanner.a, scanner.from, scanner.to);
    }

    /** True for {@code -0}, which no integer is. */
    boolean isNegativeZero() {
        return scanner.to - scanner.from == 2 && scanner.a[scanner.from] == '-' && scanner.a[scanner.from + 1] == '0';
    }

    boolean isFloat64() {
        double parsed = NumberText.parseFloat64(scanner.a, scanner.from, scanner.to);
        return NumberText.isExactFloat64(scanner.a, scanner.from, scanner.to, parsed);
    }

    long integral() {
        return isFloat64()
                ? Scalars.toInt64(NumberText.parseFloat64(scanner.a, scanner.from, scanner.to))
                : Scalars.toInt64(decimal());
    }

    double whole() {
        byte[] a = scanner.a;
        if (isNegativeZero()) {
            return -0.0;
        }
        return isInt64()
                ? Scalars.toFloat64(NumberText.parseInt64(a, scanner.from, scanner.to))
                : Scalars.toFloat64(decimal());
    }

    BigDecimal decimal() {
        try {
            return Scalars.parseDecimal(source());
        } catch (ArithmeticException e) {
            throw new ArithmeticException(
                    "expected a number with an exponent of at most 10,000 but was " + Printable.escape(source()));
        }
    }

    /** The number at hand as it is written. */
    String source() {
        return new String(scanner.a, scanner.from, scanner.to - scanner.from, StandardCharsets.ISO_8859_1);
    }
}
