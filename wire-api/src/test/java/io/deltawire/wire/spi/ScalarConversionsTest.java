package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ScalarConversionsTest {
    @Test
    void convertsDoublesThatAreLongs() {
        assertEquals(3, ScalarConversions.toInt64(3.0));
        assertEquals(Long.MIN_VALUE, ScalarConversions.toInt64(-0x1p63));
        assertEquals(0, ScalarConversions.toInt64(0.0));
        refuses("expected an integer but was 9.223372036854776E+18", () -> ScalarConversions.toInt64(0x1p63));
        refuses("expected an integer but was -0.0", () -> ScalarConversions.toInt64(-0.0));
        refuses("expected an integer but was 0.5", () -> ScalarConversions.toInt64(0.5));
        refuses("expected an integer but was NaN", () -> ScalarConversions.toInt64(Double.NaN));
        refuses("expected an integer but was Infinity", () -> ScalarConversions.toInt64(Double.POSITIVE_INFINITY));
    }

    @Test
    void convertsLongsThatAreDoubles() {
        assertEquals(0x1p53, ScalarConversions.toFloat64(1L << 53));
        assertEquals(-0x1p63, ScalarConversions.toFloat64(Long.MIN_VALUE));
        refuses(
                "expected a double but was 9007199254740993, which a double cannot hold",
                () -> ScalarConversions.toFloat64((1L << 53) + 1));
        refuses(
                "expected a double but was 9223372036854775807, which a double cannot hold",
                () -> ScalarConversions.toFloat64(Long.MAX_VALUE));
    }

    @Test
    void convertsDecimalsInRange() {
        assertEquals(1_000, ScalarConversions.toInt64(new BigDecimal("1e3")));
        assertEquals(0.1, ScalarConversions.toFloat64(new BigDecimal("0.1000000000000000055511151231257827")));
        assertEquals(1e22, ScalarConversions.toFloat64(new BigDecimal("10000000000000000000000")));
        assertEquals(
                1e300,
                ScalarConversions.toFloat64(new BigDecimal("1e300")),
                "a number with an exponent, of which the nearest double is taken");
        refuses(
                "expected a double but was 9007199254740993, which a double cannot hold",
                () -> ScalarConversions.toFloat64(new BigDecimal("9007199254740993")));
        refuses("expected a 64-bit integer but was 0.5", () -> ScalarConversions.toInt64(new BigDecimal("0.5")));
        refuses(
                "expected a 64-bit integer but was 1E+2147483647",
                () -> ScalarConversions.toInt64(new BigDecimal("1E+2147483647")));
        refuses(
                "expected a double but was 1E+400, which is out of range",
                () -> ScalarConversions.toFloat64(new BigDecimal("1E+400")));
    }

    @Test
    void parsesNumbersFromText() {
        assertEquals(-12, ScalarConversions.parseInt64("-12"));
        assertEquals(1.5, ScalarConversions.parseFloat64("1.5"));
        assertTrue(Double.isNaN(ScalarConversions.parseFloat64(".nan")));
        assertEquals(-0x1p60, ScalarConversions.parseFloat64("-1152921504606846976"));
        assertEquals(0x1p53, ScalarConversions.parseFloat64("00009007199254740992"));
        assertEquals(0x1p53, ScalarConversions.parseFloat64("9007199254740993.0"));
        refuses(
                "expected a double but was -9007199254740993, which a double cannot hold",
                () -> ScalarConversions.parseFloat64("-9007199254740993"));
        refuses(
                "expected a number of at most 3 characters but was text \"1234\"",
                () -> ScalarConversions.parseDecimal("1234", 3));
        assertEquals(new BigDecimal("123"), ScalarConversions.parseDecimal("123", 3));
        assertEquals(Double.NEGATIVE_INFINITY, ScalarConversions.parseFloat64("-Infinity"));
        assertEquals(new BigDecimal("1E-10000"), ScalarConversions.parseDecimal("1E-10000"));
        refuses("expected an integer but was text \"1.0\"", () -> ScalarConversions.parseInt64("1.0"));
        refuses("expected a number but was text \"1e999\"", () -> ScalarConversions.parseFloat64("1e999"));
        refuses("expected a number but was text \"0x1p3\"", () -> ScalarConversions.parseFloat64("0x1p3"));
        refuses("expected a number but was text \"\u0661\"", () -> ScalarConversions.parseFloat64("\u0661"));
        refuses("expected a number but was text \"1e10001\"", () -> ScalarConversions.parseDecimal("1e10001"));
        refuses("expected a number but was text \"\\u001B[31m\"", () -> ScalarConversions.parseDecimal("\u001B[31m"));
    }

    @Test
    void parsesBooleansFromText() {
        assertTrue(ScalarConversions.parseBool("true"));
        assertEquals(false, ScalarConversions.parseBool("false"));
        refuses("expected true or false but was text \"yes\"", () -> ScalarConversions.parseBool("yes"));
    }

    private static void refuses(String message, Executable conversion) {
        assertEquals(
                message, assertThrows(ArithmeticException.class, conversion).getMessage());
    }
}
