package io.deltawire.delta.internal.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.internal.value.Op;
import org.junit.jupiter.api.Test;

/** Which types are reused in the next epoch. */
class TypeStateTest {
    private static TypeState filled(boolean indexed) {
        TypeState type = new TypeState(0, new RecordTable(), indexed);
        for (int i = 0; i < 100; i++) {
            type.addLeaf(type.addNode(type.root(), Op.NODE_FIELD, "f" + i, null));
        }
        for (int i = 0; i < 1_000; i++) {
            type.masks().add(new long[] {i, i + 1L});
            type.textRing(i % 100).add("text " + i);
            type.doubleRing(i % 100).add(i);
        }
        return type;
    }

    @Test
    void memoryThatAnEpochDidNotNeedIsReleased() {
        for (boolean indexed : new boolean[] {false, true}) {
            TypeState type = filled(indexed);
            assertTrue(type.isWorthKeeping());
            type.restart();
            assertFalse(type.isWorthKeeping(), "with no node");
            type.addLeaf(type.addNode(type.root(), Op.NODE_FIELD, "f0", null));
            assertFalse(type.isWorthKeeping(), "with one node");
        }
    }

    @Test
    void typeThatIsUsedAsBeforeIsReused() {
        TypeState type = new TypeState(0, new RecordTable(), true);
        for (int epoch = 0; epoch < 5; epoch++) {
            for (int i = 0; i < 9; i++) {
                type.addLeaf(type.addNode(type.root(), Op.NODE_FIELD, "f" + i, null));
            }
            type.textRing(3).add("text");
            type.masks().add(new long[] {epoch});
            assertTrue(type.isWorthKeeping());
            type.restart();
        }
    }
}
