package io.deltawire.binary.internal.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.Codes;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A text that was put twice is found, and no other text is. */
class EncodedTextCacheTest {
    private final EncodedTextCache cache = new EncodedTextCache();

    /** Returns what the cache has for a text, or null. */
    private String get(String text) {
        EncodedText found = cache.get(text);
        if (found == null) {
            return null;
        }
        byte[] a = new byte[100];
        int after = found.write(a, 1, 76);
        int from = after - text.length();
        assertEquals(from == 2 ? Codes.STRING_0 + text.length() : Codes.STRING_ANY, a[1] & 0xFF);
        return new String(a, from, text.length(), StandardCharsets.US_ASCII);
    }

    private void put(String text) {
        byte[] a = (">>" + text + "<<").getBytes(StandardCharsets.US_ASCII);
        cache.put(text, a, 2);
    }

    @Test
    void storesATextThatIsPutTwice() {
        put("ABCD");
        assertNull(get("ABCD"));
        put("ABCD");
        assertEquals("ABCD", get("ABCD"));
        for (int i = 0; i < 40; i++) {
            assertEquals("ABCD", get(new String("ABCD".toCharArray())), "an equal instance");
        }
    }

    @Test
    void distinguishesTextsWithTheSameHash() {
        assertEquals("AaAa".hashCode(), "BBBB".hashCode());
        put("AaAa");
        put("BBBB");
        assertNull(get("AaAa"));
        assertEquals("BBBB", get("BBBB"));
    }

    @Test
    void returnsNothingButTheTextItself() {
        SplittableRandom random = new SplittableRandom(7);
        int hits = 0;
        for (int i = 0; i < 200_000; i++) {
            // Phases of texts that repeat, and of texts that do not. In the latter, the cache pauses.
            int range = (i >> 12) % 3 == 0 ? Integer.MAX_VALUE : 2_000;
            String text = "text-" + random.nextInt(range);
            String found = get(text);
            if (found == null) {
                put(text);
            } else {
                hits++;
                assertEquals(text, found);
            }
        }
        assertTrue(hits > 20_000, hits + " found");
    }
}
