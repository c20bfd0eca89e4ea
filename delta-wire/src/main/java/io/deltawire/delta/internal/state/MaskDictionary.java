package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.Arrays;

/**
 * The dictionary of masks that a type's messages have had, so that a repeated mask costs six bits. It is a ring: first
 * in, first out. Both sides keep the masks by index.
 *
 * <p>The writer also looks up by mask. A mask with a short index and up to 64 leaves, as most are, is found in a sparse
 * hash table of its own with mostly one probe. A mask of a single leaf is found by that leaf. {@link RingIndex} finds
 * the others.
 */
public final class MaskDictionary {
    private static final int FIRST_CAPACITY = 8;
    /** The entries of {@link #shortTableMasks} for each mask: enough that mostly the first probe hits. */
    private static final int SPARSENESS = 4;

    /** Approximate memory of a mask beside its words, in bytes. */
    private static final int MASK_BYTES = 32;

    private long[][] masks = new long[FIRST_CAPACITY][];
    private final RingIndex indexes;
    private int size;
    private int next;
    /** The first word of each mask. */
    private long[] words = new long[FIRST_CAPACITY];
    /** The masks of one word whose index is below {@link Op#SHORT_MASKS}: a hash table with linear probing. */
    private long[] shortTableMasks = {};

    /** For each entry of {@link #shortTableMasks} the index of the mask; -1 for none. */
    private byte[] shortTableIndexes = {};

    private int shortShift;

    /** For each leaf the index of the mask of that leaf alone, if below {@link Op#SHORT_MASKS}; else -1. */
    private final byte[] singleLeafIndexes;

    /** @param indexed whether to support {@link #indexOf}, which only the writer needs */
    MaskDictionary(boolean indexed) {
        indexes = indexed ? new RingIndex(FIRST_CAPACITY) : null;
        singleLeafIndexes = indexed ? new byte[Long.SIZE] : null;
        if (indexed) {
            createShortTable(FIRST_CAPACITY);
        }
    }

    /** Returns the index of a mask of one word if it is below {@link Op#SHORT_MASKS}; else -1. */
    public int shortIndexOf(long mask) {
        int entry = shortEntry(mask);
        return ArrayAccess.get(shortTableMasks, entry) == mask
                ? (byte) ArrayAccess.getByte(shortTableIndexes, entry)
                : probeShortIndex(entry, mask);
    }

    /** Does what {@link #shortIndexOf} does for the mask of a single leaf below 64. */
    public int shortIndexOfLeaf(int leaf) {
        return (byte) ArrayAccess.getByte(singleLeafIndexes, leaf);
    }

    private int shortEntry(long mask) {
        return (int) (mask * 0x9E3779B97F4A7C15L >>> shortShift);
    }

    private int probeShortIndex(int first, long mask) {
        int last = shortTableIndexes.length - 1;
        int entry = first;
        while (shortTableIndexes[entry] >= 0 && shortTableMasks[entry] != mask) {
            entry = entry + 1 & last;
        }
        return shortTableIndexes[entry];
    }

    private void addToShortTable(long mask, int index) {
        int last = shortTableIndexes.length - 1;
        int entry = shortEntry(mask);
        while (shortTableIndexes[entry] >= 0) {
            entry = entry + 1 & last;
        }
        shortTableMasks[entry] = mask;
        shortTableIndexes[entry] = (byte) index;
        if (Long.bitCount(mask) == 1) {
            singleLeafIndexes[Long.numberOfTrailingZeros(mask)] = (byte) index;
        }
    }

    /** Creates the table of short masks again. The capacity is a power of two. */
    private void createShortTable(int capacity) {
        int entries = SPARSENESS * capacity;
        shortTableMasks = new long[entries];
        shortTableIndexes = new byte[entries];
        shortShift = Long.numberOfLeadingZeros(entries) + 1;
        fillShortTable();
    }

    private void fillShortTable() {
        clearShortTable();
        for (int i = 0; i < Math.min(size, Op.SHORT_MASKS); i++) {
            if (masks[i].length == 1) {
                addToShortTable(words[i], i);
            }
        }
    }

    private void clearShortTable() {
        Arrays.fill(shortTableMasks, 0);
        Arrays.fill(shortTableIndexes, (byte) -1);
        Arrays.fill(singleLeafIndexes, (byte) -1);
    }

    /** Returns the index of a mask, or -1. */
    public int indexOf(long[] words) {
        for (int i = indexes.first(hash(words)); i >= 0; i = indexes.after(i)) {
            if (isSame(masks[i], words)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether two masks are the same set of leaves; trailing zero words are ignored. */
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

    /** Returns the mask at an index, which callers must not change, or null. */
    public long[] get(int index) {
        return index < size ? masks[index] : null;
    }

    public boolean has(int index) {
        return index < size;
    }

    /** Returns the first word of the mask at an index for which {@link #has} is true. */
    public long firstWord(int index) {
        return words[index];
    }

    /** Returns the index that the next mask gets. */
    public int nextIndex() {
        return next;
    }

    /** Adds a mask, and returns the approximate growth in bytes. */
    public int add(long[] words) {
        if (size == masks.length && size < Op.MAX_MASKS) {
            grow(Math.min(2 * size, Op.MAX_MASKS));
        }
        boolean isFull = size == masks.length;
        if (indexes != null) {
            if (isFull) {
                indexes.remove(next, hash(masks[next]));
            }
            indexes.add(next, hash(words));
        }
        long[] mask = masks[next];
        int replaced = isFull ? allocatedBytes(mask) : 0;
        if (mask != null && mask.length == words.length) {
            System.arraycopy(words, 0, mask, 0, words.length);
        } else {
            masks[next] = Arrays.copyOf(words, words.length);
        }
        this.words[next] = words[0];
        size += isFull ? 0 : 1;
        if (indexes != null && next < Op.SHORT_MASKS) {
            if (isFull) {
                fillShortTable();
            } else if (words.length == 1) {
                addToShortTable(words[0], next);
            }
        }
        next = next + 1 == Op.MAX_MASKS ? 0 : next + 1;
        return allocatedBytes(words) - replaced;
    }

    private static int allocatedBytes(long[] mask) {
        return MASK_BYTES + Long.BYTES * mask.length;
    }

    /** Returns the approximate memory in bytes, also of what {@link #clear} has left. */
    long allocatedBytes() {
        long memory = 2L * Long.BYTES * words.length;
        for (long[] mask : masks) {
            memory += mask == null ? 0 : allocatedBytes(mask);
        }
        return memory;
    }

    /** Returns the approximate memory of the current masks in bytes. */
    long usedBytes() {
        return size == 0 ? 0 : (long) size * allocatedBytes(masks[0]);
    }

    /** Empties the dictionary for the next epoch; its memory is kept. */
    void clear() {
        size = 0;
        next = 0;
        if (indexes != null) {
            indexes.clear();
            clearShortTable();
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
                createShortTable(capacity);
            }
        }
    }
}
