package io.deltawire.binary.internal.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.wire.spi.OutputBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Short texts are a code, a length where it is not in the code, and their characters. */
class TextEncoderTest {
    private static final int MAX = 76;
    private static final int AT = 3;

    private final TextEncoder codes = new TextEncoder();

    /** By their bytes where these can be had (on all JDKs where a {@code Bytes} has been used), and remembered by what was written. */
    enum Way {
        BY_BYTES,
        REMEMBERED
    }

    @BeforeAll
    static void useBytes() {
        OutputBuffer.of(Bytes.allocateElasticOnHeap()).close();
    }

    private int write(Way way, byte[] a, String text, int max) {
        return way == Way.BY_BYTES ? codes.write(a, AT, text, max) : codes.writeCached(a, AT, text, max);
    }

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('!' + i));
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void everyLengthIsWrittenWhole(Way way) {
        for (int i = 0; i <= 4 * MAX; i++) {
            int length = i >> 2;
            String text = text(length); // which comes four times: from the second on it may be remembered
            byte[] expected = new byte[MAX + 10];
            int from = NumberEncoder.writeTextPrefix(expected, AT, length);
            System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, expected, from, length);
            byte[] actual = new byte[MAX + 10];
            int after = write(way, actual, text, MAX);
            assertEquals(from + length, after, text);
            assertArrayEquals(Arrays.copyOf(expected, after), Arrays.copyOf(actual, after), text);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void oneCharacterBeyondAsciiAnywhereIsLeftToOthers(Way way) {
        for (char c : new char[] {'\u0080', '\u00FF', '\u0141', '\uD83D'}) {
            for (int length = 1; length <= MAX; length++) {
                for (int i = 0; i < length; i++) {
                    StringBuilder text = new StringBuilder(text(length));
                    text.setCharAt(i, c);
                    write(way, new byte[MAX + 10], text(length), MAX);
                    assertEquals(-1, write(way, new byte[MAX + 10], text.toString(), MAX));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void longerTextIsLeftToOthers(Way way) {
        assertEquals(-1, write(way, new byte[MAX + 20], text(MAX + 1), MAX));
        assertEquals(-1, write(way, new byte[MAX + 20], "\u0141".repeat(6), 5));
    }
}
