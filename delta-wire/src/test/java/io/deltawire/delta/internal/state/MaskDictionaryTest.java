package io.deltawire.delta.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.delta.internal.value.Op;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MaskDictionaryTest {
    /** Fills the ring three times; its first indexes are in a table of their own. */
    @Test
    void shortIndexAgreesWithIndexOfAllMasks() {
        SplittableRandom random = new SplittableRandom(5);
        MaskDictionary templates = new MaskDictionary(true);
        long[] added = new long[3 * Op.MAX_MASKS];
        for (int round = 0; round < 2; round++) {
            int count = 0;
            while (count < added.length) {
                long mask = count == 5 ? 0 : random.nextLong() >>> random.nextInt(60);
                long[] words = random.nextInt(10) == 0 ? new long[] {mask, 1} : new long[] {mask};
                if (templates.indexOf(words) < 0) {
                    templates.add(words);
                    added[count++] = mask;
                }
                checkShort(templates, mask);
                checkShort(templates, added[random.nextInt(Math.max(1, count))]);
                checkShort(templates, random.nextLong() >>> random.nextInt(60));
            }
            templates.clear();
            for (long mask : added) {
                assertEquals(-1, templates.shortIndexOf(mask));
            }
        }
    }

    private static void checkShort(MaskDictionary templates, long mask) {
        int index = templates.indexOf(new long[] {mask});
        assertEquals(index < Op.SHORT_MASKS ? index : -1, templates.shortIndexOf(mask));
    }
}
