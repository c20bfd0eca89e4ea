package io.deltawire.wire.spi;

import java.util.Arrays;

/** The heads of less than eight bytes in a {@link HeadTable}: calls of methods with short names have such. Not thread-safe. */
final class ShortHeads {
    private static final int BITS = 7;

    private final MessageHead[] heads = new MessageHead[1 << BITS];
    private final MessageHead[] inOrder = new MessageHead[HeadTable.MOST];
    private int count;

    /** How many bytes of a message are looked at, and what leaves these of eight. */
    private int bytes = Long.BYTES;

    private long mask;

    /** Keeps a head of which there is none with these bytes; there are not more than a {@link HeadTable} keeps. */
    void keep(MessageHead head) {
        inOrder[count++] = head;
        int length = head.bytes().length;
        if (length >= bytes) {
            place(head);
            return;
        }
        bytes = length;
        mask = (1L << length * Byte.SIZE) - 1;
        Arrays.fill(heads, null);
        for (int i = 0; i < count; i++) {
            place(inOrder[i]);
        }
    }

    private void place(MessageHead head) {
        HeadTable.put(heads, place(Words.getLong(Arrays.copyOf(head.bytes(), Long.BYTES), 0)), head);
    }

    /** The head that stands at an index, before an end; or null, also where the array has less than eight bytes from there on. */
    MessageHead find(byte[] a, int at, int end) {
        if (a.length - at < Long.BYTES || end - at < bytes) {
            return null;
        }
        return HeadTable.find(heads, place(Words.getLong(a, at)), a, at, end);
    }

    private int place(long word) {
        return (int) ((word & mask) * HeadTable.MIX >>> Long.SIZE - BITS);
    }
}
