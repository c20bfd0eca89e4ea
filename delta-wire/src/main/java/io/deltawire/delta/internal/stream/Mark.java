package io.deltawire.delta.internal.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The five bytes with which every epoch begins, and which stand nowhere else in a stream: docs/spec/delta.md, section 3.
 *
 * <p>Read as a varint the mark is longer than need be, so no length of a frame can begin with it. Inside a frame a mask
 * removes it: the frame's bytes are combined with a number by XOR. So whoever finds the mark in a stream has found the
 * start of an epoch, even if a message holds another stream, or a writer was stopped in a frame.
 */
public final class Mark {
    /** The letters DLTW with their top bits set, then a 0. */
    private static final byte[] BYTES = {(byte) 0xC4, (byte) 0xCC, (byte) 0xD4, (byte) 0xD7, 0};

    public static final int LENGTH = BYTES.length;

    /** The first byte, with which a frame may begin as well. */
    static final byte FIRST = BYTES[0];

    /** The bits that the first four bytes have in common, and the mask of these bits. */
    private static final int COMMON = 0xC4;

    private static final int COMMON_BITS = 0xE4;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final long FIRST_BYTES = 0xC4C4C4C4C4C4C4C4L;

    /** A mask is a number with each of its bytes added to all later ones. */
    private static final int SPREAD = 0x01010101;

    /** {@link #SPREAD} times this is 1. */
    private static final int GATHER = 1 - (1 << 8);

    private Mark() {}

    /** Returns a copy of the bytes. */
    public static byte[] bytes() {
        return BYTES.clone();
    }

    /** Returns the index of the first mark in a range, or -1. */
    public static int find(byte[] bytes, int from, int to) {
        return find(LENGTH, bytes, from, to);
    }

    /**
     * Returns the index in a frame where the first mark begins, or a part of one with which the frame ends; -1 for
     * neither. What follows a part may make a mark of it.
     */
    static int findBegin(byte[] bytes, int from, int to) {
        return find(1, bytes, from, to);
    }

    /** Finds the mark or, at the end of the range, its first bytes if there are at least so many. */
    private static int find(int least, byte[] bytes, int from, int to) {
        for (int at = from; at < to; at += Long.BYTES) {
            int end = Math.min(to, at + Long.BYTES);
            if (at + Long.BYTES > bytes.length || mayBeIn((long) LONG.get(bytes, at))) {
                for (int i = at; i < end; i++) {
                    if (bytes[i] == FIRST && matchedBytes(bytes, i, to) >= least) {
                        return i;
                    }
                }
            }
        }
        return -1;
    }

    /** Whether the first byte of the mark is one of the bytes of a number. */
    static boolean mayBeIn(long bytes) {
        long other = bytes ^ FIRST_BYTES;
        return (other - ONES & ~other & TOP_BITS) != 0; // a byte of it is 0
    }

    /** Returns how many bytes of the mark are at an index of a range; 0 if another byte follows them. */
    static int matchedBytes(byte[] bytes, int index, int to) {
        int count = Math.min(LENGTH, to - index);
        return Arrays.equals(bytes, index, index + count, BYTES, 0, count) ? count : 0;
    }

    /** Returns how many bytes at the end of a range are the first bytes of the mark. */
    static int partAtEnd(byte[] bytes, int from, int to) {
        int start = findBegin(bytes, Math.max(from, to - LENGTH + 1), to);
        return start < 0 ? 0 : to - start;
    }

    /** Returns a number that {@link #mask} removes the mark from a frame with. */
    static int findMask(byte[] bytes, int from, int to) {
        for (int number = 1; number < 4; number++) {
            if (isRemovedBy(number, bytes, from, to)) {
                return number;
            }
        }
        // A mark at each index would be made by one number, so one of the first numbers makes none.
        BitSet unusable = new BitSet();
        unusable.set(0);
        for (int i = from; i + 4 <= to; i++) {
            int key = 0;
            for (int j = 0; j < 4; j++) {
                key |= ((bytes[i + j] ^ BYTES[j]) & 0xFF) << 8 * (i + j - from & 3);
            }
            int number = key * GATHER;
            if (number > 0 && number <= to - from) {
                unusable.set(number);
            }
        }
        int number = 0;
        int last;
        do {
            number = unusable.nextClearBit(number + 1);
            last = bytes[to - 1] ^ number * SPREAD >>> 8 * (to - 1 - from & 3);
        } while ((last & COMMON_BITS) == COMMON);
        return number;
    }

    /** Whether a mask makes no mark in a frame; it may say no where it makes none. */
    private static boolean isRemovedBy(int number, byte[] bytes, int from, int to) {
        int key = number * SPREAD;
        for (int i = from; i < to; i++) {
            boolean isStart = (byte) (bytes[i] ^ key >>> 8 * (i - from & 3)) == FIRST;
            if (isStart && (i + 1 == to || (byte) (bytes[i + 1] ^ key >>> 8 * (i + 1 - from & 3)) == BYTES[1])) {
                return false;
            }
        }
        return true;
    }

    /** Returns what the byte of a frame at an index is combined with. */
    static byte maskByte(int number, int index) {
        return (byte) (number * SPREAD >>> 8 * (index & 3));
    }

    /** Masks a frame or undoes it: combines each byte with one of the number's mask. */
    public static void mask(int number, byte[] from, int offset, int length, byte[] to, int start) {
        for (int i = 0; i < length; i++) {
            to[start + i] = (byte) (from[offset + i] ^ maskByte(number, i));
        }
    }
}
