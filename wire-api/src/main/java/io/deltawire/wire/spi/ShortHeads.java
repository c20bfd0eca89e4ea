package io.deltawire.wire.spi;

import java.util.Arrays;

/**
 * The prefixes of fewer than eight bytes in a {@link HeadTable}; calls of methods with short names have such. Not
 * thread-safe.
 */
final class ShortHeads {
    private static final int BITS = 7;

    private final MessageHead[] slots = new MessageHead[1 << BITS];
    private final MessageHead[] prefixes = new MessageHead[HeadTable.MAX_PREFIXES];
    private int count;

    /** The length of the shortest prefix, and a mask for that many bytes of a word. */
    private int hashedBytes = Long.BYTES;

    private long mask;

    /** Adds a prefix. There must be none with the same bytes, and no more than a {@link HeadTable} holds. */
    void add(MessageHead prefix) {
        prefixes[count++] = prefix;
        int length = prefix.bytes().length;
        if (length >= hashedBytes) {
            store(prefix);
            return;
        }
        hashedBytes = length;
        mask = (1L << length * Byte.SIZE) - 1;
        Arrays.fill(slots, null);
        for (int i = 0; i < count; i++) {
            store(prefixes[i]);
        }
    }

    private void store(MessageHead prefix) {
        HeadTable.put(slots, slot(Words.getLong(Arrays.copyOf(prefix.bytes(), Long.BYTES), 0)), prefix);
    }

    /**
     * Returns the prefix at an index; or null if none matches, or the array has fewer than eight bytes from there on.
     */
    MessageHead find(byte[] a, int index, int end) {
        if (a.length - index < Long.BYTES || end - index < hashedBytes) {
            return null;
        }
        return HeadTable.find(slots, slot(Words.getLong(a, index)), a, index, end);
    }

    private int slot(long word) {
        return (int) ((word & mask) * HeadTable.MIX >>> Long.SIZE - BITS);
    }
}
