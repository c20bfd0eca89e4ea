package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NameCacheTest {
    private int encodings;

    private final NameCache<byte[]> cache = new NameCache<>(name -> {
        encodings++;
        if (name.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return name.length() > 20 ? null : name.getBytes(StandardCharsets.UTF_8);
    });

    @Test
    void equalNamesGiveTheSameEncodedForm() {
        byte[] bid = cache.get("bid");
        assertEquals("bid", new String(bid, StandardCharsets.UTF_8));
        assertSame(bid, cache.get(new String(new char[] {'b', 'i', 'd'})));
        assertEquals(1, encodings);
    }

    @Test
    void whatTheEncoderRefusesIsAskedAgain() {
        assertNull(cache.get("a name that is too long"));
        assertNull(cache.get("a name that is too long"));
        assertThrows(IllegalArgumentException.class, () -> cache.get(""));
        assertThrows(IllegalArgumentException.class, () -> cache.get(""));
        assertEquals(4, encodings);
    }

    /** These names have equal hash codes, and therefore the same four slots. */
    @Test
    void collidingNamesAreCachedSideBySide() {
        String[] names = {"AaAa", "AaBB", "BBAa", "BBBB"};
        for (int round = 0; round < 5; round++) {
            for (String name : names) {
                assertEquals(name, new String(cache.get(name), StandardCharsets.UTF_8));
            }
        }
        assertEquals(4, encodings);
    }

    @Test
    void manyNamesInUseAreRarelyEncodedAgain() {
        for (int round = 0; round < 20; round++) {
            encodings = 0;
            for (int i = 0; i < 120; i++) {
                cache.get("field" + i);
            }
        }
        assertTrue(encodings < 10, encodings + " encodings");
    }

    @Test
    void anyNumberOfNamesGivesTheRightForms() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 100_000; i++) {
            String name = Integer.toString(random.nextInt(1 << random.nextInt(1, 31)), 36);
            assertEquals(name, new String(cache.get(name), StandardCharsets.UTF_8));
        }
    }
}
