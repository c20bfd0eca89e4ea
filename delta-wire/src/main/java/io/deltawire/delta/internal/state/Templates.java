package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.Arrays;

/** The masks that a type's messages have had, by which a mask costs six bits: a ring, first in first out. */
public final class Templates {
    private static final int FIRST_CAPACITY = 8;
    /** The places for each mask of {@link #shortMasks}: so many that mostly the first one is the right one. */
    private static final int SPARSENESS = 4;

    /** What a mask takes beside its words. */
    private static final int MASK_BYTES = 32;

    private long[][] masks = new long[FIRST_CAPACITY][];
    private final RingIndex indexes;
    private int size;
    private int next;
    /** The first word of each mask. */
    private long[] words = new long[FIRST_CAPACITY];
    /**
     * The masks of one word whose index is below {@link Op#SHORT_TEMPLATES}: a hash table in which the place behind the one
     * that is taken is the next to be looked at.
     */
    private long[] shortMasks = {};

    /** By place in {@link #shortMasks}, the index of the mask there; -1 for none. */
    private byte[] shortIndexes = {};

    private int shortShift;

    /** By leaf, the index of the mask of that leaf alone, where it is below {@link Op#SHORT_TEMPLATES}; -1 for none. */
    private final byte[] onlyLeaves;

    /** @param indexed whether {@link #indexOf} is wanted (by the writer) */
    Templates(boolean indexed) {
        indexes = indexed ? new RingIndex(FIRST_CAPACITY) : null;
        onlyLeaves = indexed ? new byte[Long.SIZE] : null;
        if (indexed) {
            makeShort(FIRST_CAPACITY);
        }
    }

    /** The index of the mask of one word where it is below {@link Op#SHORT_TEMPLATES}; else -1. */
    public int shortIndexOf(long mask) {
        int place = shortPlace(mask);
        return ArrayAccess.get(shortMasks, place) == mask
                ? (byte) ArrayAccess.getByte(shortIndexes, place)
                : shortIndexBehind(place, mask);
    }

    /** Does what {@link #shortIndexOf} does for the mask of one leaf, below 64. */
    public int shortIndexOfOne(int leaf) {
        return (byte) ArrayAccess.getByte(onlyLeaves, leaf);
    }

    private int shortPlace(long mask) {
        return (int) (mask * 0x9E3779B97F4A7C15L >>> shortShift);
    }

    private int shortIndexBehind(int first, long mask) {
        int last = shortIndexes.length - 1;
        int place = first;
        while (shortIndexes[place] >= 0 && shortMasks[place] != mask) {
            place = place + 1 & last;
        }
        return shortIndexes[place];
    }

    private void addShort(long mask, int index) {
        int last = shortIndexes.length - 1;
        int place = shortPlace(mask);
        while (shortIndexes[place] >= 0) {
            place = place + 1 & last;
        }
        shortMasks[place] = mask;
        shortIndexes[place] = (byte) index;
        if (Long.bitCount(mask) == 1) {
            onlyLeaves[Long.numberOfTrailingZeros(mask)] = (byte) index;
        }
    }

    /** Makes the table of short masks anew, with room for so many: a power of two. */
    private void makeShort(int capacity) {
        int places = SPARSENESS * capacity;
        shortMasks = new long[places];
        shortIndexes = new byte[places];
        shortShift = Long.numberOfLeadingZeros(places) + 1;
        fillShort();
    }

    private void fillShort() {
        clearShort();
        for (int i = 0; i < Math.min(size, Op.SHORT_TEMPLATES); i++) {
            if (masks[i].length == 1) {
                addShort(words[i], i);
            }
        }
    }

    private void clearShort() {
        Arrays.fill(shortMasks, 0);
        Arrays.fill(shortIndexes, (byte) -1);
        Arrays.fill(onlyLeaves, (byte) -1);
    }

    /** The index of the mask, or -1. */
    public int indexOf(long[] words) {
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
    public long[] get(int index) {
        return index < size ? masks[index] : null;
    }

    /** Whether there is a mask at an index. */
    public boolean has(int index) {
        return index < size;
    }

    /** The first word of the mask at an index that there is a mask at. */
    public long word(int index) {
        return words[index];
    }

    /** Adds a mask; returns how many more bytes of memory are held, about. */
    public int add(long[] words) {
        if (size == masks.length && size < Op.LONG_TEMPLATES) {
            grow(Math.min(2 * size, Op.LONG_TEMPLATES));
        }
        boolean isFull = size == masks.length;
        if (indexes != null) {
            if (isFull) {
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
        if (indexes != null && next < Op.SHORT_TEMPLATES) {
            if (isFull) {
                fillShort();
            } else if (words.length == 1) {
                addShort(words[0], next);
            }
        }
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
        if (indexes != null) {
            indexes.clear();
            clearShort();
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
            if (capacity <= Long.SIZE) {
                makeShort(capacity);
            }
        }
    }
}
