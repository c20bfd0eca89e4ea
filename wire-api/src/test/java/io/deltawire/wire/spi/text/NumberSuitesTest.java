package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Published results for reading and writing numbers. */
class NumberSuitesTest {
    private static final Pattern LINE = Pattern.compile("[0-9A-F]{4} ([0-9A-F]{8}) ([0-9A-F]{16}) (.*)");

    /** Remaining lines, and the SHA-256 up to there: cyberphone/json-canonicalization, testdata/README.md. */
    private static final Map<Integer, String> ES6 = Map.of(
            1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687",
            10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892",
            100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7",
            1_000_000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16",
            10_000_000, "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0",
            100_000_000, "0f7dda6b0837dde083c5d6b896f7d62340c8a2415b0c7121d83145e08a755272");

    @Test
    void parsesThePublishedTextsToThePublishedBits() throws Exception {
        Suites.Folder suite = Suites.folder("numbers", NumberSuitesTest.class);
        if (suite == null) {
            return;
        }
        int lines = 0;
        for (Path file : suite.files()) {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    assertLine(matcher);
                    lines++;
                }
            }
        }
        System.out.println("numbers: " + lines + " lines");
        assertTrue(lines > 50_000, lines + " lines");
    }

    private static void assertLine(Matcher line) {
        byte[] ascii = line.group(3).getBytes(StandardCharsets.ISO_8859_1);
        double parsed = NumberText.parseFloat64(ascii, 0, ascii.length);
        long expected = Long.parseUnsignedLong(line.group(2), 16);
        assertEquals(expected, Double.doubleToRawLongBits(parsed), line.group());
        if (Double.isFinite(parsed)) {
            BigDecimal shortest = new BigDecimal(NumberText.toString(parsed));
            boolean exact = line.group(3).length() < 1000
                    && Math.abs(parsed) > 0
                    && new BigDecimal(line.group(3)).compareTo(shortest) == 0;
            // The two smallest doubles are exact with one digit as well: see NumberTextTest.
            if (Math.abs(parsed) > 2 * Double.MIN_VALUE) {
                assertEquals(exact, NumberText.isExactFloat64(ascii, 0, ascii.length, parsed), line.group());
            }
        }
        float narrow = Float.intBitsToFloat(Integer.parseUnsignedInt(line.group(1), 16));
        if (Float.isFinite(narrow)) {
            assertEquals(narrow, Float.parseFloat(NumberText.toString(narrow)), line.group());
        }
    }

    /**
     * The numbers of the test file of RFC 8785: 168 given ones, 2,000 consecutive ones, and the rest a chain of
     * SHA-256.
     */
    @Test
    void writesTheDigitsThatEcmaScriptWrites() throws Exception {
        long lines = Math.max(1_000_000, Long.getLong("numbers.runs", 0));
        long[] given;
        try (var resource = getClass().getResourceAsStream("es6-numbers.txt")) {
            given = new String(resource.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .mapToLong(line -> Long.parseUnsignedLong(line, 16))
                    .toArray();
        }
        MessageDigest chain = MessageDigest.getInstance("SHA-256");
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        ByteBuffer block = ByteBuffer.wrap(new byte[32]).order(ByteOrder.LITTLE_ENDIAN);
        block.position(32);
        for (int line = 0; line < lines; ) {
            double value = 0;
            if (line < given.length) {
                value = Double.longBitsToDouble(given[line]);
            } else if (line < given.length + 2000) {
                value = Double.longBitsToDouble(0x0010_0000_0000_0000L + line - given.length);
            } else {
                while (value == 0 || !Double.isFinite(value)) {
                    if (!block.hasRemaining()) {
                        block = ByteBuffer.wrap(chain.digest(block.array())).order(ByteOrder.LITTLE_ENDIAN);
                    }
                    value = block.getDouble();
                }
            }
            String text = Long.toHexString(Double.doubleToRawLongBits(value)) + ',' + ecmaScript(value) + '\n';
            digest.update(text.getBytes(StandardCharsets.US_ASCII));
            String expected = ES6.get(++line);
            if (expected != null) {
                assertEquals(
                        expected, HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest()), line + " lines");
            }
        }
    }

    /** Our digits in the layout of ECMAScript's Number::toString (ECMA-262, section 6.1.6.1.20). */
    private static String ecmaScript(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal decimal = new BigDecimal(NumberText.toString(Math.abs(value))).stripTrailingZeros();
        if (decimal.precision() == 2) {
            decimal = oneDigit(decimal, Math.abs(value));
        }
        String digits = decimal.unscaledValue().toString();
        int point = digits.length() - decimal.scale();
        String sign = value < 0 ? "-" : "";
        if (point > 21 || point <= -6) {
            String rest = digits.length() == 1 ? "" : "." + digits.substring(1);
            return sign + digits.charAt(0) + rest + "e" + (point > 0 ? "+" : "") + (point - 1);
        }
        if (point <= 0) {
            return sign + "0." + "0".repeat(-point) + digits;
        }
        return sign
                + (digits.length() <= point
                        ? digits + "0".repeat(point - digits.length())
                        : digits.substring(0, point) + '.' + digits.substring(point));
    }

    /** Java prints at least two digits, and ECMAScript one if it suffices: {@code 4.9E-324}, {@code 5e-324}. */
    private static BigDecimal oneDigit(BigDecimal decimal, double value) {
        BigDecimal rounded = decimal.round(new MathContext(1)).stripTrailingZeros();
        return rounded.doubleValue() == value ? rounded : decimal;
    }
}
