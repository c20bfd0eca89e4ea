package io.deltawire.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Short texts are a code, a length where it is not in the code, and their characters. */
class TextCodesTest {
    private static final int MAX = 76;
    private static final int AT = 3;

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('!' + i));
        }
        return text.toString();
    }

    @Test
    void everyLengthIsWrittenWhole() {
        for (int length = 0; length <= MAX; length++) {
            String text = text(length);
            byte[] expected = new byte[MAX + 10];
            int from = NumberCodes.writeTextHead(expected, AT, length);
            System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, expected, from, length);
            byte[] actual = new byte[MAX + 10];
            int after = TextCodes.write(actual, AT, text, MAX);
            assertEquals(from + length, after, text);
            assertArrayEquals(Arrays.copyOf(expected, after), Arrays.copyOf(actual, after), text);
        }
    }

    @Test
    void oneCharacterBeyondAsciiAnywhereIsLeftToOthers() {
        for (char c : new char[] {'\u0080', '\u00FF', '\u0141', '\uD83D'}) {
            for (int length = 1; length <= MAX; length++) {
                for (int i = 0; i < length; i++) {
                    StringBuilder text = new StringBuilder(text(length));
                    text.setCharAt(i, c);
                    assertEquals(-1, TextCodes.write(new byte[MAX + 10], AT, text.toString(), MAX));
                }
            }
        }
    }

    @Test
    void longerTextIsLeftToOthers() {
        assertEquals(-1, TextCodes.write(new byte[MAX + 20], AT, text(MAX + 1), MAX));
        assertEquals(-1, TextCodes.write(new byte[MAX + 20], AT, "\u0141".repeat(6), 5));
    }
}
