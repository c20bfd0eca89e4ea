package io.deltawire.binary.internal.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A cache returns the value of the bytes, or nothing. */
class DecodedValueCacheTest {
    private final SplittableRandom random = new SplittableRandom(3);

    /** Keys of every length that differ in a single byte, at every index. */
    private List<byte[]> keys() {
        List<byte[]> keys = new ArrayList<>();
        for (int length = 0; length <= DecodedValueCache.MAX_BYTES + 1; length++) {
            byte[] key = new byte[length];
            for (int i = 0; i < length; i++) {
                key[i] = (byte) ('a' + i % 26);
            }
            keys.add(key);
            for (int i = 0; i < length; i++) {
                byte[] other = key.clone();
                other[i]++;
                keys.add(other);
            }
        }
        return keys;
    }

    @Test
    void distinguishesKeysByEveryByte() {
        List<byte[]> keys = keys();
        DecodedValueCache cache = new DecodedValueCache();
        int found = 0;
        for (int i = 0; i < 400_000; i++) {
            byte[] key = keys.get(random.nextInt(random.nextInt(20) == 0 ? keys.size() : 300));
            int from = random.nextInt(10);
            byte[] a = new byte[from + key.length + random.nextInt(10)];
            System.arraycopy(key, 0, a, from, key.length);
            boolean isField = key.length > DecodedValueCache.SHORT_BYTES && random.nextBoolean();
            String actual = isField
                    ? cache.findText(a, from, from + key.length, random.nextInt(40))
                    : cache.findText(a, from, key.length);
            String expected = new String(key, StandardCharsets.ISO_8859_1);
            if (actual == null) {
                cache.put(a, from, key.length, expected);
            } else {
                assertEquals(expected, actual);
                found++;
            }
        }
        assertTrue(found > 100_000, () -> "the cache is of no use");
    }

    @Test
    void returnsTheSameInstanceAfterTwoMisses() {
        DecodedValueCache cache = new DecodedValueCache();
        byte[] key = "2016-07-22T12:34:56.789Z[UTC]".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < 2; i++) {
            assertNull(cache.findText(key, 0, key.length, 3));
            cache.put(key, 0, key.length, "value");
        }
        for (int i = 0; i < 20; i++) {
            assertEquals("value", cache.findText(key, 0, key.length, 3));
            key[20]++;
            assertNull(cache.findText(key, 0, key.length, 3));
            key[20]--;
        }
    }
}
