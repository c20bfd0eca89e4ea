package io.deltawire.delta;

import java.util.Arrays;

/** The masks that a type's messages have had, by which a mask costs six bits: a ring, first in first out. */
final class Templates {
    private static final int FIRST_CAPACITY = 8;
    private static final int GUESSES = 64;
    /** What a mask takes beside its words. */
    private static final int MASK_BYTES = 32;

    private long[][] masks = new long[FIRST_CAPACITY][];
    private final RingIndex indexes;
    private int size;
    private int next;
    /** The first word of each mask. */
    private long[] words = new long[FIRST_CAPACITY];
    /** Masks by {@link #slot}, and where they are; -1 for nowhere. */
    private final long[] guessed;

    private final byte[] guesses;

    /** @param indexed whether {@link #indexOf} is wanted (by the writer) */
    Templates(boolean indexed) {
        indexes = indexed ? new RingIndex(FIRST_CAPACITY) : null;
        guessed = new long[indexed ? GUESSES : 0];
        guesses = new byte[indexed ? GUESSES : 0];
        Arrays.fill(guesses, (byte) -1);
    }

    /**
     * The index of the mask of one word where it is below {@link Op#SHORT_TEMPLATES} and was found there last; else -1. Masks
     * repeat: mostly there is no need to ask the index.
     */
    int guess(long mask) {
        int slot = slot(mask);
        return guessed[slot] == mask ? guesses[slot] : -1;
    }

    private static int slot(long mask) {
        return (int) (mask * 0x9E3779B97F4A7C15L >>> 58);
    }

    /** The index of the mask, or -1. */
    int indexOf(long[] mask) {
        int found = search(mask);
        if (found >= 0 && found < Op.SHORT_TEMPLATES && mask.length == 1) {
            guessed[slot(mask[0])] = mask[0];
            guesses[slot(mask[0])] = (byte) found;
        }
        return found;
    }

    private int search(long[] words) {
        for (int i = indexes.first(hash(words)); i >= 0; i = indexes.after(i)) {
            if (isSame(masks[i], words)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether two masks are the same set of leaves; trailing zero words do not count. */
    private static boolean isSame(long[] a, long[] b) {
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            if ((i < a.length ? a[i] : 0) != (i < b.length ? b[i] : 0)) {
                return false;
            }
        }
        return true;
    }

    private static int hash(long[] words) {
        long hash = 0;
        long factor = 0x9E3779B97F4A7C15L;
        for (long word : words) {
            hash += word * factor;
            factor *= 0xD6E8FEB86659FD93L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    /** The mask at an index, or null where there is none. Not to be changed. */
    long[] get(int index) {
        return index < size ? masks[index] : null;
    }

    /** Whether there is a mask at an index. */
    boolean has(int index) {
        return index < size;
    }

    /** The first word of the mask at an index that there is a mask at. */
    long word(int index) {
        return words[index];
    }

    /** Adds a mask; returns how many more bytes of memory are held, about. */
    int add(long[] words) {
        if (size == masks.length && size < Op.LONG_TEMPLATES) {
            grow(Math.min(2 * size, Op.LONG_TEMPLATES));
        }
        boolean isFull = size == masks.length;
        if (indexes != null) {
            if (isFull) {
                forget(next);
                indexes.remove(next, hash(masks[next]));
            }
            indexes.add(next, hash(words));
        }
        long[] mask = masks[next];
        int held = isFull ? memory(mask) : 0;
        if (mask != null && mask.length == words.length) {
            System.arraycopy(words, 0, mask, 0, words.length);
        } else {
            masks[next] = Arrays.copyOf(words, words.length);
        }
        this.words[next] = words[0];
        size += isFull ? 0 : 1;
        next = next + 1 == Op.LONG_TEMPLATES ? 0 : next + 1;
        return memory(words) - held;
    }

    private static int memory(long[] mask) {
        return MASK_BYTES + Long.BYTES * mask.length;
    }

    /** About how many bytes are held, also by what {@link #clear} has left. */
    long memory() {
        long memory = 2L * Long.BYTES * words.length;
        for (long[] mask : masks) {
            memory += mask == null ? 0 : memory(mask);
        }
        return memory;
    }

    /** About how many bytes the present masks take. */
    long used() {
        return size == 0 ? 0 : (long) size * memory(masks[0]);
    }

    /** Forgets all, to be used again. */
    void clear() {
        size = 0;
        next = 0;
        Arrays.fill(guesses, (byte) -1);
        if (indexes != null) {
            indexes.clear();
        }
    }

    private void forget(int index) {
        int slot = slot(words[index]);
        if (guesses[slot] == index) {
            guesses[slot] = -1;
        }
    }

    private void grow(int capacity) {
        masks = Arrays.copyOf(masks, capacity);
        words = Arrays.copyOf(words, capacity);
        if (indexes != null) {
            indexes.reset(capacity);
            for (int i = 0; i < size; i++) {
                indexes.add(i, hash(masks[i]));
            }
        }
    }
}
