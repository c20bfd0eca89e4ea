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

    /** Remembers texts where it cannot have their bytes. */
    private final TextCodes codes = new TextCodes();

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('!' + i));
        }
        return text.toString();
    }

    @Test
    void everyLengthIsWrittenWhole() {
        for (int i = 0; i <= 4 * MAX; i++) {
            int length = i >> 2;
            String text = text(length); // which comes four times: from the second on it may be remembered
            byte[] expected = new byte[MAX + 10];
            int from = NumberCodes.writeTextHead(expected, AT, length);
            System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, expected, from, length);
            byte[] actual = new byte[MAX + 10];
            int after = codes.write(actual, AT, text, MAX);
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
                    codes.write(new byte[MAX + 10], AT, text(length), MAX);
                    assertEquals(-1, codes.write(new byte[MAX + 10], AT, text.toString(), MAX));
                }
            }
        }
    }

    @Test
    void longerTextIsLeftToOthers() {
        assertEquals(-1, codes.write(new byte[MAX + 20], AT, text(MAX + 1), MAX));
        assertEquals(-1, codes.write(new byte[MAX + 20], AT, "\u0141".repeat(6), 5));
    }
}
