package io.deltawire.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A text that has been put twice gives its bytes, and no other text does. */
class KnownTextsTest {
    private final KnownTexts known = new KnownTexts();

    private void put(String text) {
        byte[] a = (">>" + text + "<<").getBytes(StandardCharsets.US_ASCII);
        known.put(text, a, 2);
    }

    @Test
    void keepsWhatComesAgain() {
        put("ABCD");
        assertNull(known.get("ABCD"));
        put("ABCD");
        assertArrayEquals("ABCD".getBytes(StandardCharsets.US_ASCII), known.get("ABCD"));
        assertNotNull(known.get(new String("ABCD".toCharArray())), "an equal instance");
    }

    @Test
    void tellsTextsOfOneHashApart() {
        assertEquals("AaAa".hashCode(), "BBBB".hashCode());
        put("AaAa");
        put("BBBB");
        assertNull(known.get("AaAa"));
        assertArrayEquals("BBBB".getBytes(StandardCharsets.US_ASCII), known.get("BBBB"));
    }

    @Test
    void whatIsGivenIsAlwaysTheTextItself() {
        SplittableRandom random = new SplittableRandom(7);
        int found = 0;
        for (int i = 0; i < 200_000; i++) {
            // Times of texts that come again, and of texts that do not: then nothing is looked for.
            int range = (i >> 12) % 3 == 0 ? Integer.MAX_VALUE : 2_000;
            String text = "text-" + random.nextInt(range);
            byte[] bytes = known.get(text);
            if (bytes == null) {
                put(text);
            } else {
                found++;
                assertEquals(text, new String(bytes, StandardCharsets.US_ASCII));
            }
        }
        assertTrue(found > 20_000, found + " found");
    }
}
