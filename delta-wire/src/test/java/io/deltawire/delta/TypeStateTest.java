package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TypeStateTest {
    private static TypeState type(int leaves) {
        TypeState type = new TypeState(0, new Slots(), false);
        for (int i = 0; i < leaves; i++) {
            type.addLeaf(type.addNode(type.root, Op.NODE_FIELD, "f" + i, null));
        }
        return type;
    }

    @Test
    void predictedLeavesAreInOrderWhateverWasSetBefore() {
        TypeState type = type(100);
        byte[] expected = new byte[100];
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 2_000; i++) {
            int leaf = random.nextInt(100);
            expected[leaf] = (byte) random.nextInt(3);
            type.predict(leaf, expected[leaf]);
            assertArrayEquals(
                    IntStream.range(0, 100)
                            .filter(at -> expected[at] != Op.PREVIOUS)
                            .toArray(),
                    type.predicted);
            long mask = 0;
            for (int at = 0; at < 64; at++) {
                mask |= expected[at] == Op.PREVIOUS ? 0 : 1L << at;
            }
            assertEquals(mask, type.predictedMask);
        }
    }

    @Test
    void nodesServeAgainWhereTheSameOnesCome() {
        TypeState type = type(20);
        Node third = type.nodes.get(3);
        Node fifth = type.nodes.get(5);
        type.restart();
        assertEquals(0, type.leaves);
        for (int i = 0; i < 4; i++) {
            assertNull(type.root.find("f" + i, Op.NODE_FIELD));
            type.addNode(type.root, Op.NODE_FIELD, "f" + i, null);
        }
        Node other = type.addNode(type.root, Op.NODE_FIELD, "other", null);
        for (int i = 4; i < 20; i++) {
            type.addNode(type.root, Op.NODE_FIELD, "f" + i, null);
        }
        assertNotSame(fifth, other);
        assertSame(third, type.nodes.get(3));
        for (int i = 0; i < 20; i++) {
            assertEquals("f" + i, type.root.find("f" + i, Op.NODE_FIELD).name);
        }
        assertSame(other, type.root.find("other", Op.NODE_FIELD));
        assertEquals(-1, third.leaf);
    }
}
