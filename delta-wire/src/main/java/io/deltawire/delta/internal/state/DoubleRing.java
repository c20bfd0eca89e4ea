package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;

/**
 * The last doubles that a leaf was sent in full, as their bits; first in, first out. A double is in the ring at most
 * once. The writer looks up by value, the reader by index.
 */
public final class DoubleRing {
    private static final int FIRST_CAPACITY = 8;

    private long[] values = new long[FIRST_CAPACITY];
    private final RingIndex indexes;
    private int size;
    private int next;

    /** @param indexed whether to support {@link #indexOf}, which only the writer needs */
    DoubleRing(boolean indexed) {
        indexes = indexed ? new RingIndex(FIRST_CAPACITY) : null;
    }

    public int indexOf(long bits) {
        for (int i = indexes.first(Long.hashCode(bits)); i >= 0; i = indexes.after(i)) {
            if (values[i] == bits) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the ring has some doubles, and room for more. */
    public boolean isFilling() {
        return size >= FIRST_CAPACITY && size < Op.F64_RING_SIZE;
    }

    public boolean has(long index) {
        return index >= 0 && index < size;
    }

    /** Returns the value at an index for which {@link #has} is true. */
    public long get(long index) {
        return values[(int) index];
    }

    /** Adds a double, and returns the approximate growth in bytes. */
    public int add(long bits) {
        if (size == values.length && size < Op.F64_RING_SIZE) {
            grow(Math.min(2 * size, Op.F64_RING_SIZE));
        }
        boolean isFull = size == values.length;
        if (indexes != null) {
            if (isFull) {
                indexes.remove(next, Long.hashCode(values[next]));
            }
            indexes.add(next, Long.hashCode(bits));
        }
        values[next] = bits;
        size += isFull ? 0 : 1;
        next = next + 1 == Op.F64_RING_SIZE ? 0 : next + 1;
        return isFull ? 0 : Long.BYTES;
    }

    int size() {
        return size;
    }

    /** Returns the number of doubles for which memory is allocated. */
    int capacity() {
        return values.length;
    }

    private void grow(int capacity) {
        values = Arrays.copyOf(values, capacity);
        if (indexes != null) {
            indexes.reset(capacity);
            for (int i = 0; i < size; i++) {
                indexes.add(i, Long.hashCode(values[i]));
            }
        }
    }

    /** Empties the ring for the next epoch; its memory is kept. */
    void clear() {
        size = 0;
        next = 0;
        if (indexes != null) {
            indexes.clear();
        }
    }
}
