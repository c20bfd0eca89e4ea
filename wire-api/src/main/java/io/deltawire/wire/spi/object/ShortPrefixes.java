package io.deltawire.wire.spi.object;

import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.Arrays;

/**
 * The prefixes of fewer than eight bytes in a {@link PrefixTable}; calls of methods with short names have such. Not
 * thread-safe.
 */
final class ShortPrefixes {
    private static final int BITS = 7;

    private final MessagePrefix[] slots = new MessagePrefix[1 << BITS];
    private final MessagePrefix[] prefixes = new MessagePrefix[PrefixTable.MAX_PREFIXES];
    private int count;

    /** The length of the shortest prefix, and a mask for that many bytes of a word. */
    private int hashedBytes = Long.BYTES;

    private long mask;

    /** Adds a prefix. There must be none with the same bytes, and no more than a {@link PrefixTable} holds. */
    void add(MessagePrefix prefix) {
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

    private void store(MessagePrefix prefix) {
        PrefixTable.put(slots, slot(ArrayAccess.getLong(Arrays.copyOf(prefix.bytes(), Long.BYTES), 0)), prefix);
    }

    /**
     * Returns the prefix at an index; or null if none matches, or the array has fewer than eight bytes from there on.
     */
    MessagePrefix find(byte[] a, int index, int end) {
        if (a.length - index < Long.BYTES || end - index < hashedBytes) {
            return null;
        }
        return PrefixTable.find(slots, slot(ArrayAccess.getLong(a, index)), a, index, end);
    }

    private int slot(long word) {
        return (int) ((word & mask) * PrefixTable.MIX >>> Long.SIZE - BITS);
    }
}
