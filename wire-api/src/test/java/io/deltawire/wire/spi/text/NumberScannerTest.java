package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NumberScannerTest {
    private static final Pattern JSON = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern SHORT_INT64 = Pattern.compile("0|-?[1-9][0-9]{0,14}");
    private static final Pattern SHORT_FLOAT64 = Pattern.compile("-?(0|[1-9][0-9]{0,6})\\.[0-9]{1,7}");
    private static final long RUNS = Long.getLong("numbers.runs", 1_000_000);

    private final NumberScanner number = new NumberScanner();
    private final NumberScanner quick = new NumberScanner();

    /** Scans the text followed by {@code after}, with much or little room after it; both must give the same result. */
    private int read(String text, String after) {
        byte[] roomy = ("7-" + text + after + "0".repeat(50)).getBytes(StandardCharsets.ISO_8859_1);
        byte[] tight = ("7-" + text + after).getBytes(StandardCharsets.ISO_8859_1);
        int kind = number.read(roomy, 2, 2 + text.length() + after.length());
        long int64 = number.int64();
        double float64 = number.float64();
        assertEquals(kind, number.read(tight, 2, tight.length), text);
        if (kind != NumberScanner.NONE) {
            assertEquals(2 + text.length(), number.end(), text);
        }
        if (kind == NumberScanner.INT64) {
            assertEquals(int64, number.int64(), text);
        } else if (kind == NumberScanner.FLOAT64) {
            assertEquals(Double.doubleToRawLongBits(float64), Double.doubleToRawLongBits(number.float64()), text);
        }
        readQuickly(roomy, 2 + text.length(), text, kind, int64, float64);
        assertEquals(-1, quick.readInt64(tight, tight.length - 1));
        assertEquals(-1, quick.readFloat64(tight, tight.length - 1));
        return kind;
    }

    /** The fast methods give the same results as the general one. If they accept the whole text, it has their kind. */
    private void readQuickly(byte[] a, int end, String text, int kind, long int64, double float64) {
        if (quick.readInt64(a, 2) == end) {
            assertEquals(NumberScanner.INT64, kind, text);
            assertEquals(int64, quick.int64(), text);
        } else {
            assertTrue(!SHORT_INT64.matcher(text).matches(), text);
        }
        if (quick.readFloat64(a, 2) == end) {
            assertEquals(NumberScanner.FLOAT64, kind, text);
            assertEquals(Double.doubleToRawLongBits(float64), Double.doubleToRawLongBits(quick.float64()), text);
        } else {
            assertTrue(!SHORT_FLOAT64.matcher(text).matches(), text);
        }
    }

    private void assertRead(String text) {
        int kind = read(text, ",");
        if (kind == NumberScanner.NONE) {
            return;
        }
        assertTrue(JSON.matcher(text).matches(), text);
        if (kind == NumberScanner.INT64) {
            assertEquals(Long.parseLong(text), number.int64(), text);
        } else {
            assertEquals(
                    Double.doubleToRawLongBits(Double.parseDouble(text)),
                    Double.doubleToRawLongBits(number.float64()),
                    text);
        }
    }

    @Test
    void readsEveryLongButTheSmallest() {
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < RUNS; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            String text = Long.toString(value);
            int kind = read(text, i % 2 == 0 ? "}" : " ");
            assertTrue(kind == NumberScanner.INT64 || value == Long.MIN_VALUE, text);
            assertEquals(value, number.int64(), text);
        }
        assertEquals(NumberScanner.INT64, read(Long.toString(Long.MAX_VALUE), ","));
        assertEquals(NumberScanner.NONE, read("9223372036854775808", ","));
        assertEquals(NumberScanner.NONE, read("18446744073709551615", ","));
        assertEquals(NumberScanner.NONE, read("100000000000000000000", ","));
    }

    @Test
    void readsDoublesAsWritten() {
        SplittableRandom random = new SplittableRandom(2);
        for (long i = 0; i < RUNS; i++) {
            double value = switch ((int) (i & 3)) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> Math.rint(random.nextDouble() * 1e9) / Math.pow(10, random.nextInt(12));
                default -> (random.nextLong() >> random.nextInt(64)) / 100.0;
            };
            String text = Double.isFinite(value) ? NumberText.toString(value) : "0.0";
            long digits = text.substring(0, (text + "E").indexOf('E'))
                    .chars()
                    .filter(Character::isDigit)
                    .count();
            assertEquals(digits > 19 ? NumberScanner.NONE : NumberScanner.FLOAT64, read(text, "]"), text);
            if (digits <= 19) {
                assertEquals(
                        Double.doubleToRawLongBits(Double.parseDouble(text)),
                        Double.doubleToRawLongBits(number.float64()),
                        text);
            }
        }
    }

    @Test
    void acceptsOnlyNumbersOfJson() {
        SplittableRandom random = new SplittableRandom(3);
        String alphabet = "0123456789.-+eE 0011.9";
        for (long i = 0; i < RUNS; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(1, 24); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            byte[] bytes = (text + ",").getBytes(StandardCharsets.ISO_8859_1);
            if (number.read(bytes, 0, bytes.length) != NumberScanner.NONE) {
                assertRead(text.substring(0, number.end()));
            }
        }
        for (String text :
                new String[] {"", "-", "-0", "00", "01", "-01", "01.5", ".5", "1.", "1.e5", "1e", "1e+", "e5", "--1"}) {
            assertEquals(NumberScanner.NONE, read(text, ","), text);
        }
    }

    @Test
    void readsPlainNumbersOfManyDigits() {
        SplittableRandom random = new SplittableRandom(4);
        for (long i = 0; i < RUNS / 4; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "" : "-");
            text.append(random.nextInt(1, 10));
            for (int j = random.nextInt(0, 18); j > 0; j--) {
                text.append(random.nextInt(10));
            }
            int digits = text.length() - (i % 2 == 0 ? 0 : 1);
            if (digits < 19) {
                text.append('.');
                for (int j = random.nextInt(1, 20 - digits); j > 0; j--) {
                    text.append(random.nextInt(10));
                }
            }
            if (i % 3 == 0) {
                text.append(i % 2 == 0 ? "e" : "E-").append(random.nextInt(30));
            }
            assertRead(text.toString());
            assertTrue(
                    read(text.toString(), ",") != NumberScanner.NONE || text.length() < 21 && digits == 19,
                    text.toString());
        }
    }

    @Test
    void refusesNumbersThatMayContinueAfterTheLimit() {
        byte[] text = "123456789012345678.5e10 and much more text after it, so that there is room"
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int limit = 0; limit <= 23; limit++) {
            assertEquals(NumberScanner.NONE, number.read(text, 0, limit), "limit " + limit);
            assertEquals(NumberScanner.NONE, number.read(java.util.Arrays.copyOf(text, limit), 0, limit));
        }
        assertEquals(NumberScanner.FLOAT64, number.read(text, 0, 24));
    }
}
