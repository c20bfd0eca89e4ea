package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.testing.OwnProcess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrayAccessTest {
    @Test
    void storesAndLoadsTheLowestByteFirst() {
        storeAndLoad();
    }

    /** As in applications: there are no bounds checks on JDK 17, and from 24 on none after the first {@code Bytes}. */
    @Test
    void doesTheSameWithoutAssertions() throws Exception {
        OwnProcess.run(ArrayAccessTest.class, "-da");
    }

    public static void main(String[] args) {
        storeAndLoad();
        MemoryAccess.enable();
        assertTrue(ArrayAccess.isUnchecked());
        storeAndLoad();
    }

    private static void storeAndLoad() {
        Random random = new Random(5);
        long[] longs = new long[9];
        long[] expectedLongs = new long[longs.length];
        for (int i = 0; i < 1_000; i++) {
            int at = random.nextInt(longs.length);
            expectedLongs[at] = random.nextLong();
            ArrayAccess.put(longs, at, expectedLongs[at]);
            assertArrayEquals(expectedLongs, longs);
            assertEquals(expectedLongs[at], ArrayAccess.get(longs, at));
            int from = random.nextInt(longs.length - 3);
            long[] four = Arrays.copyOfRange(longs, from, from + 4);
            four[random.nextInt(four.length)] ^= random.nextInt(2);
            boolean areFirst = four[0] == longs[from] && four[1] == longs[from + 1];
            boolean areLast = four[2] == longs[from + 2] && four[3] == longs[from + 3];
            assertEquals(areFirst, ArrayAccess.matches(longs, from, four[0], four[1]));
            assertEquals(areFirst && areLast, ArrayAccess.matches(longs, from, four[0], four[1], four[2], four[3]));
        }
        char[] chars = new char[9];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) random.nextInt();
            assertEquals(chars[i], ArrayAccess.get(chars, i));
        }
        byte[] array = new byte[64];
        ByteBuffer expected = ByteBuffer.allocate(array.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 10_000; i++) {
            long word = random.nextLong();
            int at = random.nextInt(array.length - 7);
            switch (i & 3) {
                case 0 -> {
                    ArrayAccess.putByte(array, at, (int) word);
                    expected.put(at, (byte) word);
                }
                case 1 -> {
                    ArrayAccess.putShort(array, at, (int) word);
                    expected.putShort(at, (short) word);
                }
                case 2 -> {
                    ArrayAccess.putInt(array, at, (int) word);
                    expected.putInt(at, (int) word);
                }
                default -> {
                    ArrayAccess.putLong(array, at, word);
                    expected.putLong(at, word);
                }
            }
            assertArrayEquals(expected.array(), array);
            assertEquals(expected.getInt(at), ArrayAccess.getInt(array, at));
            assertEquals(expected.getLong(at), ArrayAccess.getLong(array, at));
            assertEquals(expected.getInt(at), ArrayAccess.getInt(array, (long) at));
            assertEquals(expected.getLong(at), ArrayAccess.getLong(array, (long) at));
            assertEquals(expected.get(at) & 0xFF, ArrayAccess.getByte(array, (long) at));
            if (ArrayAccess.isUnchecked()) {
                assertEquals(expected.getLong(at), ArrayAccess.uncheckedLong(array, at));
                assertEquals(expected.getInt(at), ArrayAccess.uncheckedInt(array, at));
                assertEquals(expected.getShort(at), ArrayAccess.uncheckedShort(array, at));
                assertEquals(expected.get(at) & 0xFF, ArrayAccess.uncheckedByte(array, at));
            }
        }
    }

    /** All tests run with these checks on any JDK, so that a writer with too little room fails in them. */
    @Test
    void checksBoundsIfAssertionsAreEnabled() {
        byte[] array = new byte[8];
        for (int at : new int[] {-1, 1}) {
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.putLong(array, at, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.getLong(array, at));
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.getLong(array, (long) at));
        }
        assertFalse(ArrayAccess.isUnchecked());
        assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.putInt(array, 5, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.getInt(array, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.getInt(array, 5L));
        assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.getByte(array, 8L));
        assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.putShort(array, 7, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.putByte(array, 8, 0));
        for (int at : new int[] {-1, 2}) {
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.put(new long[2], at, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.get(new long[2], at));
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.get(new char[2], at));
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.matches(new long[2], at, 0, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> ArrayAccess.matches(new long[4], at, 0, 0, 0, 0));
        }
    }
}
