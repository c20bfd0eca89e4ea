package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SingleValuesTest {
    @Test
    void looksUpOneInThirtyTwoOfEachFieldWithNewValues() {
        SingleValues values = new SingleValues(64);
        int[] lookups = new int[3];
        for (int i = 0; i < 64 + 320; i++) {
            for (int field = 0; field < lookups.length; field++) { // alternating, like the fields of messages
                if (!values.passes(field)) {
                    values.isNew(field);
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
        SingleValues values = new SingleValues(64);
        for (int i = 0; i < 64; i++) {
            assertFalse(values.passes(7));
            values.isNew(7);
        }
        int passed = 0;
        for (int known = 0; known < 16; ) {
            if (values.passes(7)) {
                passed++;
            } else {
                values.known(7);
                known++;
            }
        }
        assertEquals(16 * 31, passed);
        for (int i = 0; i < 1_000; i++) {
            assertFalse(values.passes(7));
            values.known(7);
        }
    }

    @Test
    void goesOnBypassingIfLessThanHalfAreHits() {
        SingleValues values = new SingleValues(64);
        int passed = 0;
        int lookups = 0;
        for (int i = 0; i < 100_000; i++) {
            if (values.passes(7)) {
                passed++;
            } else if (lookups++ % 5 < 2) {
                values.known(7);
            } else {
                values.isNew(7);
            }
        }
        assertEquals(31, passed / (lookups - 64.0 * 5), 2);
    }

    @Test
    void refusesThresholdsItCannotCount() {
        assertThrows(IllegalArgumentException.class, () -> new SingleValues(0));
        assertThrows(IllegalArgumentException.class, () -> new SingleValues((1 << 14) + 1));
    }
}
