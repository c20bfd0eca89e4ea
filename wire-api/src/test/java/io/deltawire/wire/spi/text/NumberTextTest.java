package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import com.fasterxml.jackson.core.io.schubfach.FloatToDecimal;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@code -Dnumbers.runs=} sets the number of random numbers to try, a million by default. */
class NumberTextTest {
    private static final long RUNS = Long.getLong("numbers.runs", 1_000_000);

    /** SHA-256 of the texts of a million doubles, one per line: the same on every JDK. */
    private static final String MILLION_DOUBLES = "4766d61dd8bc9ec768c3db6896da276c384eb1d8829554c7a9a389ebacfab477";

    private final byte[] text = new byte[64];

    @Test
    void writesEveryLongAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < RUNS; i++) {
            assertInt64(random.nextLong() >> random.nextInt(64));
        }
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long near = power - 2; near <= power + 2; near++) {
                assertInt64(near);
                assertInt64(-near);
            }
        }
        assertInt64(Long.MIN_VALUE);
        assertInt64(Long.MIN_VALUE + 1);
        assertInt64(Long.MAX_VALUE);
    }

    private void assertInt64(long value) {
        Arrays.fill(text, (byte) '#');
        int end = NumberText.writeInt64(text, 1, value);
        String expected = Long.toString(value);
        assertEquals(expected, string(1, end));
        assertEquals('#', text[0]);
        assertEquals('#', text[1 + NumberText.MAX_INT64]);
        assertEquals(value, NumberText.parseInt64(text, 1, end), expected);
        assertTrue(NumberText.isInt64(text, 1, end), expected);
    }

    @Test
    void writesTheShortestTextOfRandomDoubles() {
        SplittableRandom random = new SplittableRandom(2);
        for (long i = 0; i < RUNS; i++) {
            assertFloat64(random(random, (int) (i & 7)));
        }
    }

    /**
     * Returns doubles of all kinds: any bits, subnormals, prices, whole numbers, powers of two and their neighbours.
     */
    private static double random(SplittableRandom random, int kind) {
        return switch (kind) {
            case 0 -> Double.longBitsToDouble(random.nextLong(1L << 52));
            case 1 -> Math.rint(random.nextDouble() * 1e9) / Math.pow(10, random.nextInt(12));
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> Math.scalb(1.0, random.nextInt(2098) - 1074);
            case 4 -> Math.nextUp(Math.scalb(-1.0, random.nextInt(2098) - 1074));
            default -> {
                double value = Double.longBitsToDouble(random.nextLong());
                yield Double.isFinite(value) ? value : 0;
            }
        };
    }

    private void assertFloat64(double value) {
        Arrays.fill(text, (byte) '#');
        int end = NumberText.writeFloat64(text, 1, value);
        assertEquals(houseForm(DoubleToDecimal.toString(value)), string(1, end));
        assertEquals('#', text[0]);
        assertEquals('#', text[1 + NumberText.MAX_FLOAT64]);
        assertBits(value, NumberText.parseFloat64(text, 1, end));
        assertTrue(NumberText.isExactFloat64(text, 1, end, value), () -> string(1, end));
    }

    @Test
    void writesTheShortestTextOfFloats() {
        SplittableRandom random = new SplittableRandom(3);
        for (long i = 0; i < RUNS; i++) {
            float value = Float.intBitsToFloat((i & 7) == 0 ? random.nextInt(1 << 23) : random.nextInt());
            if (Float.isFinite(value)) {
                assertFloat32(value);
            }
        }
        for (int exponent = -149; exponent < 128; exponent++) {
            assertFloat32(Math.scalb(1f, exponent));
            assertFloat32(-Math.nextDown(Math.scalb(1f, exponent)));
        }
    }

    private void assertFloat32(float value) {
        int end = NumberText.writeFloat32(text, 0, value);
        assertEquals(houseForm(FloatToDecimal.toString(value)), string(0, end));
        assertEquals(value, Float.parseFloat(string(0, end)));
    }

    @Test
    void acceptsOneAndTwoDigitsForTheSmallestDoubles() {
        for (String same : new String[] {"5e-324", "4.9E-324", "-5E-324", "1e-323", "9.9E-324", "0.5e-323", "2E-323"}) {
            assertTrue(isExact(same), same);
        }
        for (String other : new String[] {"4e-324", "4.94E-324", "6e-324", "1.1e-323", "3e-324"}) {
            assertFalse(isExact(other), other);
        }
    }

    @Test
    void writesPlainBetweenMillionthAndTenToThe17() {
        assertEquals("0.0", NumberText.toString(0.0));
        assertEquals("-0.0", NumberText.toString(-0.0));
        assertEquals("1000000.0", NumberText.toString(1e6));
        assertEquals("0.000001", NumberText.toString(1e-6));
        assertEquals("9.999999999999997E-7", NumberText.toString(Math.nextDown(1e-6)));
        assertEquals("1.0E-7", NumberText.toString(1e-7));
        assertEquals("99999999999999980.0", NumberText.toString(Math.nextDown(1e17)));
        assertEquals("1.0E+17", NumberText.toString(1e17));
        assertEquals("1.0E+300", NumberText.toString(1e300));
        assertEquals("4.9E-324", NumberText.toString(Double.MIN_VALUE));
        assertEquals("1.7976931348623157E+308", NumberText.toString(Double.MAX_VALUE));
        assertEquals("2.0E-323", NumberText.toString(2e-323));
        assertEquals("2.0E+23", NumberText.toString(2e23));
        assertEquals("1.1", NumberText.toString(1.1f));
        assertEquals("NaN", NumberText.toString(Double.NaN));
        assertEquals("-Infinity", NumberText.toString(Float.NEGATIVE_INFINITY));
    }

    @Test
    void refusesToWriteNanAndInfinities() {
        assertThrows(IllegalArgumentException.class, () -> NumberText.writeFloat64(text, 0, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> NumberText.writeFloat64(text, 0, Double.NEGATIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> NumberText.writeFloat32(text, 0, Float.POSITIVE_INFINITY));
    }

    @Test
    void writesTheSameTextOnEveryJdk() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long state = 0;
        for (int i = 0; i < 1_000_000; i++) {
            state += 0x9E37_79B9_7F4A_7C15L; // splitmix64
            long bits = (state ^ state >>> 30) * 0xBF58_476D_1CE4_E5B9L;
            bits = (bits ^ bits >>> 27) * 0x94D0_49BB_1331_11EBL;
            double value = Double.longBitsToDouble(bits ^ bits >>> 31);
            int end = Double.isFinite(value) ? NumberText.writeFloat64(text, 0, value) : 0;
            text[end] = '\n';
            digest.update(text, 0, end + 1);
        }
        assertEquals(MILLION_DOUBLES, HexFormat.of().formatHex(digest.digest()));
    }

    @Test
    void parsesRandomDecimalsAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(4);
        for (long i = 0; i < RUNS / 2; i++) {
            byte[] decimal = decimal(random).getBytes(StandardCharsets.ISO_8859_1);
            String shown = new String(decimal, StandardCharsets.ISO_8859_1);
            double expected = Double.parseDouble(shown);
            double parsed = NumberText.parseFloat64(decimal, 0, decimal.length);
            assertEquals(Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(parsed), shown);
            // Java prints two digits where one suffices; another test checks what is exact then.
            boolean isSmallest = expected != 0 && Math.abs(expected) <= 2 * Double.MIN_VALUE;
            boolean exact = Double.isFinite(expected)
                    && new BigDecimal(shown).compareTo(new BigDecimal(NumberText.toString(expected))) == 0;
            if (!isSmallest) {
                assertEquals(exact, NumberText.isExactFloat64(decimal, 0, decimal.length, parsed), shown);
            }
        }
    }

    private static String decimal(SplittableRandom random) {
        int digits = 1 + random.nextInt(random.nextInt(10) == 0 ? 60 : 22);
        int point = random.nextInt(digits + 3);
        StringBuilder decimal = new StringBuilder(random.nextBoolean() ? "-" : "");
        for (int i = 0; i < digits; i++) {
            decimal.append(i == point ? "." : "").append((char) ('0' + random.nextInt(10)));
        }
        return random.nextBoolean()
                ? decimal.append('e').append(random.nextInt(700) - 350).toString()
                : decimal.toString();
    }

    @Test
    void decidesTextsHalfwayBetweenTwoDoubles() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            double value = Math.abs(random(random, 5 + i % 3));
            BigDecimal half = new BigDecimal(value).add(new BigDecimal(Math.ulp(value)).divide(BigDecimal.valueOf(2)));
            for (String shown : new String[] {half.toString(), half + "1", half.toPlainString()}) {
                if (shown.indexOf('E') < 0 || !shown.endsWith("1")) {
                    byte[] decimal = shown.getBytes(StandardCharsets.ISO_8859_1);
                    assertBits(Double.parseDouble(shown), NumberText.parseFloat64(decimal, 0, decimal.length));
                }
            }
        }
    }

    @Test
    void parsesOnlyTheGrammar() {
        for (String good :
                "0 -0 +1 1. .5 -.5 1e5 1E+5 1.5e-5 00012 1e999 1e-999 0e99999999999 1e99999999999".split(" ")) {
            assertBits(Double.parseDouble(good), parse(good));
        }
        for (String bad :
                ("|.|-|+|e5|1e|1e+|.e5|--1|+-1| 1|1 |1f|1d|1.0D|0x1p3|0x10|NaN|Infinity|-Infinity|1_000|1,5|1.5.2|1e5.0"
                                + "|1e5e5|\u0661|1\u0000|12345678a|0.12345678a|0.1234567-|1.2345678 ")
                        .split("\\|")) {
            NumberFormatException thrown = assertThrows(NumberFormatException.class, () -> parse(bad), bad);
            assertTrue(thrown.getMessage().startsWith("not a number: \""), thrown.getMessage());
        }
    }

    @Test
    void parsesOnlyIntegersOf64Bits() {
        assertEquals(7, parseInt("+7"));
        assertEquals(7, parseInt("00000000000000000000000000000007"));
        assertEquals(Long.MIN_VALUE, parseInt("-9223372036854775808"));
        for (String bad : "|+|-|1.0|1e5|0x1| 1|1 |--1|9223372036854775808|-9223372036854775809|18446744073709551616"
                .concat("|9999999999999999999|-9999999999999999999|10000000000000000000|99999999999999999999999")
                .split("\\|")) {
            byte[] ascii = bad.getBytes(StandardCharsets.ISO_8859_1);
            assertThrows(NumberFormatException.class, () -> parseInt(bad), bad);
            assertFalse(NumberText.isInt64(ascii, 0, ascii.length), bad);
        }
    }

    @Test
    void tellsWhichDecimalsADoublePreserves() {
        for (String exact :
                "0.1 1e22 123456789012345 0.10000000000000000000000 1.7976931348623157e308 4.9e-324 -0.0 9007199254740992"
                        .split(" ")) {
            assertTrue(isExact(exact), exact);
        }
        for (String inexact : "0.1000000000000000055511151231257827 9007199254740993 1e-400 1e400 12345678901234567890"
                .concat(" 0.30000000000000001 1e-99999999999 1e99999999999 2.2250738585072011e-308")
                .split(" ")) {
            assertFalse(isExact(inexact), inexact);
        }
    }

    private static boolean isExact(String decimal) {
        byte[] ascii = decimal.getBytes(StandardCharsets.ISO_8859_1);
        return NumberText.isExactFloat64(ascii, 0, ascii.length, parse(decimal));
    }

    private static double parse(String decimal) {
        byte[] padded = ("9" + decimal + "9").getBytes(StandardCharsets.ISO_8859_1);
        return NumberText.parseFloat64(padded, 1, padded.length - 1);
    }

    private static long parseInt(String decimal) {
        byte[] padded = ("9" + decimal + "9").getBytes(StandardCharsets.ISO_8859_1);
        return NumberText.parseInt64(padded, 1, padded.length - 1);
    }

    private static void assertBits(double expected, double actual) {
        if (Double.doubleToRawLongBits(expected) != Double.doubleToRawLongBits(actual)) {
            assertEquals(Double.toHexString(expected), Double.toHexString(actual));
        }
    }

    private String string(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Returns Java's text with our choice between plain form and exponent. */
    private static String houseForm(String javaText) {
        int e = javaText.indexOf('E');
        if (e < 0) {
            return javaText;
        }
        int exponent = Integer.parseInt(javaText.substring(e + 1));
        if (exponent >= -6 && exponent < 17) {
            String plain = new BigDecimal(javaText).stripTrailingZeros().toPlainString();
            return plain.indexOf('.') < 0 ? plain + ".0" : plain;
        }
        return exponent < 0 ? javaText : javaText.substring(0, e + 1) + '+' + exponent;
    }
}
