package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SingleValuesTest {
    @Test
    void looksForOneInSeventeenOfEachFieldWhoseValuesAreNew() {
        SingleValues values = new SingleValues(64);
        int[] lookedFor = new int[3];
        for (int i = 0; i < 64 + 170; i++) {
            for (int field = 0; field < lookedFor.length; field++) { // in turn, as the fields of messages are
                if (!values.passes(field)) {
                    values.isNew(field);
                    lookedFor[field]++;
                }
            }
        }
        for (int count : lookedFor) {
            assertEquals(64 + 10, count);
        }
    }

    @Test
    void looksForAllAgainWhereTheyComeAgain() {
        SingleValues values = new SingleValues(64);
        for (int i = 0; i < 64; i++) {
            assertFalse(values.passes(7));
            values.isNew(7);
        }
        int passed = 0;
        while (values.passes(7)) {
            passed++;
        }
        assertEquals(16, passed);
        values.known(7);
        assertFalse(values.passes(7));
        for (int i = 0; i < 1_000; i++) {
            values.known(7);
            assertFalse(values.passes(7));
        }
    }

    @Test
    void refusesBoundsItCannotCount() {
        assertThrows(IllegalArgumentException.class, () -> new SingleValues(0));
        assertThrows(IllegalArgumentException.class, () -> new SingleValues((1 << 14) + 1));
    }
}
