package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void storesAndLoadsTheLowestByteFirst() {
        storeAndLoad();
    }

    /** As in applications: there are no bounds checks on JDK 17, and from 24 on none after the first {@code Bytes}. */
    @Test
    void doesTheSameWithoutAssertions() throws Exception {
        OwnProcess.run(WordsTest.class, "-da");
    }

    public static void main(String[] args) {
        storeAndLoad();
        Memory.enable();
        assertTrue(Words.isUnchecked());
        storeAndLoad();
    }

    private static void storeAndLoad() {
        Random random = new Random(5);
        long[] longs = new long[9];
        long[] expectedLongs = new long[longs.length];
        for (int i = 0; i < 1_000; i++) {
            int at = random.nextInt(longs.length);
            expectedLongs[at] = random.nextLong();
            Words.put(longs, at, expectedLongs[at]);
            assertArrayEquals(expectedLongs, longs);
            assertEquals(expectedLongs[at], Words.get(longs, at));
            int from = random.nextInt(longs.length - 3);
            long[] four = Arrays.copyOfRange(longs, from, from + 4);
            four[random.nextInt(four.length)] ^= random.nextInt(2);
            boolean areFirst = four[0] == longs[from] && four[1] == longs[from + 1];
            boolean areLast = four[2] == longs[from + 2] && four[3] == longs[from + 3];
            assertEquals(areFirst, Words.areAt(longs, from, four[0], four[1]));
            assertEquals(areFirst && areLast, Words.areAt(longs, from, four[0], four[1], four[2], four[3]));
        }
        char[] chars = new char[9];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) random.nextInt();
            assertEquals(chars[i], Words.get(chars, i));
        }
        byte[] array = new byte[64];
        ByteBuffer expected = ByteBuffer.allocate(array.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 10_000; i++) {
            long word = random.nextLong();
            int at = random.nextInt(array.length - 7);
            switch (i & 3) {
                case 0 -> {
                    Words.putByte(array, at, (int) word);
                    expected.put(at, (byte) word);
                }
                case 1 -> {
                    Words.putShort(array, at, (int) word);
                    expected.putShort(at, (short) word);
                }
                case 2 -> {
                    Words.putInt(array, at, (int) word);
                    expected.putInt(at, (int) word);
                }
                default -> {
                    Words.putLong(array, at, word);
                    expected.putLong(at, word);
                }
            }
            assertArrayEquals(expected.array(), array);
            assertEquals(expected.getInt(at), Words.getInt(array, at));
            assertEquals(expected.getLong(at), Words.getLong(array, at));
            assertEquals(expected.getInt(at), Words.getInt(array, (long) at));
            assertEquals(expected.getLong(at), Words.getLong(array, (long) at));
            assertEquals(expected.get(at) & 0xFF, Words.getByte(array, (long) at));
            if (Words.isUnchecked()) {
                assertEquals(expected.getLong(at), Words.uncheckedLong(array, at));
                assertEquals(expected.getInt(at), Words.uncheckedInt(array, at));
                assertEquals(expected.getShort(at), Words.uncheckedShort(array, at));
                assertEquals(expected.get(at) & 0xFF, Words.uncheckedByte(array, at));
            }
        }
    }

    /** All tests run with these checks on any JDK, so that a writer with too little room fails in them. */
    @Test
    void checksBoundsIfAssertionsAreEnabled() {
        byte[] array = new byte[8];
        for (int at : new int[] {-1, 1}) {
            assertThrows(IndexOutOfBoundsException.class, () -> Words.putLong(array, at, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.getLong(array, at));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.getLong(array, (long) at));
        }
        assertFalse(Words.isUnchecked());
        assertThrows(IndexOutOfBoundsException.class, () -> Words.putInt(array, 5, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.getInt(array, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.getInt(array, 5L));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.getByte(array, 8L));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.putShort(array, 7, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.putByte(array, 8, 0));
        for (int at : new int[] {-1, 2}) {
            assertThrows(IndexOutOfBoundsException.class, () -> Words.put(new long[2], at, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.get(new long[2], at));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.get(new char[2], at));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.areAt(new long[2], at, 0, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> Words.areAt(new long[4], at, 0, 0, 0, 0));
        }
    }
}
