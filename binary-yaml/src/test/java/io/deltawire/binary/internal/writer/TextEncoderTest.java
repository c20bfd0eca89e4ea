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

/** A short text is a code, a length if the code does not have it, and its characters. */
class TextEncoderTest {
    private static final int MAX = 76;
    private static final int AT = 3;

    private final TextEncoder encoder = new TextEncoder();

    /**
     * From the bytes of the {@code String}, which are accessible on all JDKs once a {@code Bytes} was used, or from
     * the cache.
     */
    enum Source {
        BYTES,
        CACHE
    }

    @BeforeAll
    static void useBytes() {
        OutputBuffer.of(Bytes.allocateElasticOnHeap()).close();
    }

    private int write(Source source, byte[] a, String text, int max) {
        return source == Source.BYTES ? encoder.write(a, AT, text, max) : encoder.writeCached(a, AT, text, max);
    }

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('!' + i));
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void writesEveryLength(Source source) {
        for (int i = 0; i <= 4 * MAX; i++) {
            int length = i >> 2;
            String text = text(length); // four times each, so that the cache has it from the third on
            byte[] expected = new byte[MAX + 10];
            int from = NumberEncoder.writeTextPrefix(expected, AT, length);
            System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, expected, from, length);
            byte[] actual = new byte[MAX + 10];
            int after = write(source, actual, text, MAX);
            assertEquals(from + length, after, text);
            assertArrayEquals(Arrays.copyOf(expected, after), Arrays.copyOf(actual, after), text);
        }
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void doesNotWriteTextWithACharacterBeyondAscii(Source source) {
        for (char c : new char[] {'\u0080', '\u00FF', '\u0141', '\uD83D'}) {
            for (int length = 1; length <= MAX; length++) {
                for (int i = 0; i < length; i++) {
                    StringBuilder text = new StringBuilder(text(length));
                    text.setCharAt(i, c);
                    write(source, new byte[MAX + 10], text(length), MAX);
                    assertEquals(-1, write(source, new byte[MAX + 10], text.toString(), MAX));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void doesNotWriteTextBeyondTheMaximum(Source source) {
        assertEquals(-1, write(source, new byte[MAX + 20], text(MAX + 1), MAX));
        assertEquals(-1, write(source, new byte[MAX + 20], "\u0141".repeat(6), 5));
    }
}
