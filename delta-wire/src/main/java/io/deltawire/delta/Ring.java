package io.deltawire.delta;

import java.util.HashMap;
import java.util.Map;

/**
 * The last values that one leaf was sent in full, first in first out. A value is in the ring at most once. The writer
 * looks up by value, the reader by index.
 *
 * @param <T> String or Long
 */
final class Ring<T> {
    private final Object[] values;
    private final Map<T, Integer> indexes;
    private int size;
    private int next;

    /** @param indexed whether {@link #indexOf} is wanted (by the writer) */
    Ring(int capacity, boolean indexed) {
        values = new Object[capacity];
        indexes = indexed ? new HashMap<>() : null;
    }

    int indexOf(T value) {
        Integer index = indexes.get(value);
        return index == null ? -1 : index;
    }

    /** The value at an index, or null where there is none. */
    @SuppressWarnings("unchecked") // only add() fills the array
    T get(long index) {
        return index >= 0 && index < size ? (T) values[(int) index] : null;
    }

    @SuppressWarnings("unchecked")
    void add(T value) {
        if (size < values.length) {
            next = size++;
        }
        if (indexes != null) {
            if (values[next] != null) {
                indexes.remove((T) values[next]);
            }
            indexes.put(value, next);
        }
        values[next] = value;
        next = (next + 1) % values.length;
    }
}
