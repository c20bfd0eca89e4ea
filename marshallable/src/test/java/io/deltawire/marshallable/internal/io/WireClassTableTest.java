package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.internal.codec.CodecSet;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WireClassTableTest {
    /** There are more classes than slots, so that some classes share a slot. */
    @Test
    void eachClassIsTheSameHoweverManyThereAre() {
        WireClassTable classes = new WireClassTable(CodecSet.BUILT_IN);
        Map<Class<?>, WireClass> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(3);
        Class<?>[] types = new Class<?>[500];
        types[0] = String.class;
        for (int i = 1; i < types.length; i++) {
            // Arrays of arrays, up to 250 dimensions of each of two classes.
            types[i] =
                    i == 250 ? Long.class : Array.newInstance(types[i - 1], 0).getClass();
        }
        int known = 0;
        for (int i = 0; i < 20_000; i++) {
            known = Math.min(types.length, 1 + i / 30);
            Class<?> type = types[random.nextInt(known)];
            WireClass found = classes.get(type);
            assertEquals(type, found.type());
            assertSame(expected.computeIfAbsent(type, absent -> found), found);
        }
        assertEquals(types.length, known);
        assertThrows(NullPointerException.class, () -> classes.get(null));
    }
}
