package io.deltawire.binary.internal.cache;

import io.deltawire.wire.spi.text.ArrayAccess;

/** The words by which the caches compare short byte sequences, and their hash. */
final class KeyWords {
    /**
     * 2^64 divided by the golden ratio. The high bits of a product depend on all bits (Knuth, volume 3, section 6.4).
     */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Four more than a multiple of eight, and so is its complement to 64. */
    private static final int ROTATION = 28;

    private KeyWords() {}

    /** The first eight bytes, padded with zeros if there are fewer. */
    static long first(byte[] a, int from, int length) {
        return length >= 8 ? ArrayAccess.getLong(a, from) : partialWord(a, from, length);
    }

    /** The last eight bytes; zero if there are fewer. */
    static long last(byte[] a, int from, int length) {
        return length >= 8 ? ArrayAccess.getLong(a, from + length - 8) : 0;
    }

    /**
     * Returns a product, whose high bits depend on all bits of both words. The second word is rotated by half a byte,
     * so that two letters or digits, one in each word, rarely cancel out.
     */
    static long hash(long first, long last) {
        return (first + Long.rotateLeft(last, ROTATION)) * MIX;
    }

    /** As {@link #hash(long, long)}, of four words. */
    static long hash(long first, long second, long third, long last) {
        return mix(hash(first, third), second + Long.rotateLeft(last, ROTATION));
    }

    /** Returns the hash of one more word. */
    static long mix(long hash, long word) {
        return (Long.rotateLeft(hash, 32) ^ word) * MIX;
    }

    /** The first bytes, padded with zeros, if there are fewer than eight. */
    static long partialWord(byte[] a, int from, int length) {
        return from + 8 <= a.length
                ? ArrayAccess.getLong(a, from) & (1L << 8 * length) - 1
                : partialWordAtEnd(a, from, length);
    }

    private static long partialWordAtEnd(byte[] a, int from, int length) {
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            bytes |= (a[from + i] & 0xFFL) << 8 * i;
        }
        return bytes;
    }
}
