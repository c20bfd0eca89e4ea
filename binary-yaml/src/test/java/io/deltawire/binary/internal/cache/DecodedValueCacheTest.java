package io.deltawire.binary.internal.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A cache by bytes gives what the bytes stand for, or nothing. */
class DecodedValueCacheTest {
    private final SplittableRandom random = new SplittableRandom(3);

    /** Pieces of every length that differ in one byte alone, wherever that is. */
    private List<byte[]> pieces() {
        List<byte[]> pieces = new ArrayList<>();
        for (int length = 0; length <= DecodedValueCache.MAX_BYTES + 1; length++) {
            byte[] piece = new byte[length];
            for (int i = 0; i < length; i++) {
                piece[i] = (byte) ('a' + i % 26);
            }
            pieces.add(piece);
            for (int i = 0; i < length; i++) {
                byte[] other = piece.clone();
                other[i]++;
                pieces.add(other);
            }
        }
        return pieces;
    }

    @Test
    void tellsPiecesApartByEveryByte() {
        List<byte[]> pieces = pieces();
        DecodedValueCache cache = new DecodedValueCache();
        int found = 0;
        for (int i = 0; i < 400_000; i++) {
            byte[] piece = pieces.get(random.nextInt(random.nextInt(20) == 0 ? pieces.size() : 300));
            int from = random.nextInt(10);
            byte[] a = new byte[from + piece.length + random.nextInt(10)];
            System.arraycopy(piece, 0, a, from, piece.length);
            boolean isField = piece.length > DecodedValueCache.SHORT_BYTES && random.nextBoolean();
            String known = isField
                    ? cache.findText(a, from, from + piece.length, random.nextInt(40))
                    : cache.findText(a, from, piece.length);
            String expected = new String(piece, StandardCharsets.ISO_8859_1);
            if (known == null) {
                cache.put(a, from, piece.length, expected);
            } else {
                assertEquals(expected, known);
                found++;
            }
        }
        assertTrue(found > 100_000, () -> "the cache is of no use");
    }

    @Test
    void givesTheSameInstanceOnceItCameTwice() {
        DecodedValueCache cache = new DecodedValueCache();
        byte[] piece = "2016-07-22T12:34:56.789Z[UTC]".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < 2; i++) {
            assertNull(cache.findText(piece, 0, piece.length, 3));
            cache.put(piece, 0, piece.length, "value");
        }
        for (int i = 0; i < 20; i++) {
            assertEquals("value", cache.findText(piece, 0, piece.length, 3));
            piece[20]++;
            assertNull(cache.findText(piece, 0, piece.length, 3));
            piece[20]--;
        }
    }
}
