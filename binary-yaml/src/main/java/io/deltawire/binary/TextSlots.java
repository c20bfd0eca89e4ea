package io.deltawire.binary;

/**
 * The encoded form of the text written last for each of the first fields of a shape: a record often repeats the very same
 * {@code String}, and copying 32 bytes costs a third of encoding them.
 */
final class TextSlots {
    /** The longest encoded text that is kept, code included. */
    static final int MAX_BYTES = 32;

    private static final int SLOTS = 16;

    /** One in so many texts that are not held is remembered; a power of two. */
    private static final int PATIENCE = 8;

    private final String[] texts = new String[SLOTS];
    private final long[] words = new long[SLOTS * MAX_BYTES / 8];
    private final int[] lengths = new int[SLOTS];
    private final int[] misses = new int[SLOTS];

    /** Whether the text of the field with this ordinal was this same instance the last time. */
    @SuppressWarnings("ReferenceEquality") // comparing what is equal but not the same would cost what it is to save
    boolean holds(int ordinal, CharSequence text) {
        return texts[ordinal & SLOTS - 1] == text;
    }

    /** Writes what {@link #holds} has found, into an array with room for {@link #MAX_BYTES}; returns the index after. */
    int write(int ordinal, byte[] into, int at) {
        int slot = ordinal & SLOTS - 1;
        int from = slot * MAX_BYTES / 8;
        Scan.LONG.set(into, at, words[from]);
        Scan.LONG.set(into, at + 8, words[from + 1]);
        Scan.LONG.set(into, at + 16, words[from + 2]);
        Scan.LONG.set(into, at + 24, words[from + 3]);
        return at + lengths[slot];
    }

    /** Whether a text that was not held is to be remembered: a field that always changes is seldom asked to. */
    boolean wants(int ordinal) {
        return (misses[ordinal & SLOTS - 1]++ & PATIENCE - 1) == 0;
    }

    /** Keeps the text that stands encoded at {@code from}, with {@link #MAX_BYTES} bytes in the array from there. */
    void remember(int ordinal, String text, byte[] a, int from, int to) {
        int slot = ordinal & SLOTS - 1;
        texts[slot] = text;
        lengths[slot] = to - from;
        for (int i = 0; i < MAX_BYTES / 8; i++) {
            words[slot * MAX_BYTES / 8 + i] = (long) Scan.LONG.get(a, from + 8 * i);
        }
    }
}
