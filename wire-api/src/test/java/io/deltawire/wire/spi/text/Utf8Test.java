package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void encodesEveryCodePointAsJavaDoes() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                assertRoundTrip(Character.toString(point));
            }
        }
    }

    @Test
    void encodesRandomTextAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(1);
        int[] bounds = {0x80, 0x100, 0x800, 0xD800, 0x110000};
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            int ascii = random.nextInt(20);
            for (int left = random.nextInt(24); left > 0; left--) {
                int point = random.nextInt(bounds[ascii-- > 0 ? 0 : random.nextInt(bounds.length)]);
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            assertRoundTrip(text.toString());
        }
    }

    private static void assertRoundTrip(String text) {
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        byte[] into = new byte[1 + Utf8.maxBytes(text.length())];
        int end = Utf8.encode(text, into, 1);
        if (!Arrays.equals(expected, 0, expected.length, into, 1, end)) {
            assertArrayEquals(expected, Arrays.copyOfRange(into, 1, end));
        }
        assertEquals(expected.length, Utf8.length(text), text);
        assertEquals(Utf8.VALID, Utf8.validate(into, 1, end), text);
        assertEquals(text, Utf8.decode(into, 1, end - 1));
    }

    @Test
    void reportsTheIndexOfALoneSurrogate() {
        byte[] into = new byte[30];
        assertEquals(-1 - 1, Utf8.encode("a\uD800", into, 0));
        assertEquals(-1 - 0, Utf8.encode("\uD800b", into, 0));
        assertEquals(-1 - 2, Utf8.encode("a\u00E9\uDC00\uD800", into, 0));
        assertEquals(-1 - 3, Utf8.encode("a\uD83D\uDE00\uD83D", into, 0));
        assertEquals(3, Utf8.length("\uD800"));
        assertEquals(1 + 3 + 3, Utf8.length("a\uDC00\uD800"));
        assertEquals(3 + 4, Utf8.length("\uD800\uD83D\uDE00"));
    }

    @Test
    void findsTheSameFaultsAsTheJdk() {
        SplittableRandom random = new SplittableRandom(2);
        byte[] edges = {
            0,
            0x41,
            0x7F,
            (byte) 0x80,
            (byte) 0x8F,
            (byte) 0x90,
            (byte) 0x9F,
            (byte) 0xA0,
            (byte) 0xBF,
            (byte) 0xC0,
            (byte) 0xC1,
            (byte) 0xC2,
            (byte) 0xDF,
            (byte) 0xE0,
            (byte) 0xE1,
            (byte) 0xED,
            (byte) 0xEF,
            (byte) 0xF0,
            (byte) 0xF1,
            (byte) 0xF4,
            (byte) 0xF5,
            (byte) 0xFF
        };
        for (int i = 0; i < 500_000; i++) {
            byte[] bytes = new byte[random.nextInt(14)];
            int ascii = random.nextInt(12);
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = j < ascii ? 0x41 : edges[random.nextInt(edges.length)];
            }
            assertEquals(jdkFault(bytes), Utf8.validate(bytes, 0, bytes.length), () -> Arrays.toString(bytes));
        }
    }

    /** Returns the index of the first byte that the JDK does not decode. */
    private static int jdkFault(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var out = CharBuffer.allocate(bytes.length + 1);
        var result = decoder.decode(in, out, true);
        return result.isUnderflow() ? Utf8.VALID : in.position();
    }

    @Test
    void distinguishesValidFromInvalidInThePublishedSuite() throws Exception {
        Suites.Folder suite = Suites.folder("utf8tests", Utf8Test.class);
        if (suite == null) {
            return;
        }
        int valid = 0;
        int invalid = 0;
        for (String line : suite.lines("utf8tests.txt")) {
            String[] parts = line.split(":", 4);
            if (line.startsWith("#") || parts.length < 3) {
                continue;
            }
            String kind = parts[1].strip();
            byte[] bytes = kind.endsWith("hex")
                    ? HexFormat.of().parseHex(parts[2].replace(" ", ""))
                    : parts[2].getBytes(StandardCharsets.UTF_8);
            boolean expected = kind.startsWith("valid");
            assertEquals(expected, Utf8.validate(bytes, 0, bytes.length) == Utf8.VALID, line);
            valid += expected ? 1 : 0;
            invalid += expected ? 0 : 1;
        }
        System.out.println("utf8tests: " + valid + " valid, " + invalid + " invalid");
        assertTrue(valid >= 76 && invalid >= 140, valid + " valid, " + invalid + " invalid");
    }
}
