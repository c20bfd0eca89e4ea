package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CacheBypassTest {
    @Test
    void looksUpOneInThirtyTwoOfEachFieldWithNewValues() {
        CacheBypass values = new CacheBypass(64);
        int[] lookups = new int[3];
        for (int i = 0; i < 64 + 320; i++) {
            for (int field = 0; field < lookups.length; field++) { // alternating, like the fields of messages
                if (!values.skipLookup(field)) {
                    values.recordMiss(field);
                    lookups[field]++;
                }
            }
        }
        for (int count : lookups) {
            assertEquals(64 + 10, count);
        }
    }

    @Test
    void looksUpAllAgainIfTheyRepeat() {
        CacheBypass values = new CacheBypass(64);
        for (int i = 0; i < 64; i++) {
            assertFalse(values.skipLookup(7));
            values.recordMiss(7);
        }
        int passed = 0;
        for (int known = 0; known < 16; ) {
            if (values.skipLookup(7)) {
                passed++;
            } else {
                values.recordHit(7);
                known++;
            }
        }
        assertEquals(16 * 31, passed);
        for (int i = 0; i < 1_000; i++) {
            assertFalse(values.skipLookup(7));
            values.recordHit(7);
        }
    }

    @Test
    void goesOnBypassingIfLessThanHalfAreHits() {
        CacheBypass values = new CacheBypass(64);
        int passed = 0;
        int lookups = 0;
        for (int i = 0; i < 100_000; i++) {
            if (values.skipLookup(7)) {
                passed++;
            } else if (lookups++ % 5 < 2) {
                values.recordHit(7);
            } else {
                values.recordMiss(7);
            }
        }
        assertEquals(31, passed / (lookups - 64.0 * 5), 2);
    }

    @Test
    void refusesThresholdsItCannotCount() {
        assertThrows(IllegalArgumentException.class, () -> new CacheBypass(0));
        assertThrows(IllegalArgumentException.class, () -> new CacheBypass((1 << 14) + 1));
    }
}
