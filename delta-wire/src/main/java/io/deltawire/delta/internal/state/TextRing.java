package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.text.Utf8;
import java.util.Arrays;

/**
 * The last texts that one leaf was sent in full, first in first out. A text is in the ring at most once. The writer looks
 * up by text, the reader by index.
 */
public final class TextRing {
    private static final int FIRST_CAPACITY = 8;
    /** What a text takes beside its characters. */
    private static final int TEXT_BYTES = 56;
    /** What a UTF-16 unit takes at most. */
    private static final int MAX_UNIT_BYTES = 3;

    private String[] values = new String[FIRST_CAPACITY];
    private final RingIndex indexes;
    private int size;
    private int next;

    /** @param indexed whether {@link #indexOf} is wanted (by the writer) */
    TextRing(boolean indexed) {
        indexes = indexed ? new RingIndex(FIRST_CAPACITY) : null;
    }

    public int indexOf(String value) {
        for (int i = indexes.first(value.hashCode()); i >= 0; i = indexes.after(i)) {
            if (values[i].equals(value)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a text is short enough for a ring. */
    public static boolean takes(String text) {
        int units = text.length();
        return units <= Op.TEXT_RING_MAX_BYTES / MAX_UNIT_BYTES
                || units <= Op.TEXT_RING_MAX_BYTES && Utf8.length(text) <= Op.TEXT_RING_MAX_BYTES;
    }

    /** The value at an index, or null where there is none. */
    public String get(long index) {
        return index >= 0 && index < size ? values[(int) index] : null;
    }

    /** Adds a text; returns how many more bytes of memory are held, about. */
    public int add(String value) {
        if (size == values.length && size < Op.TEXT_RING_SIZE) {
            grow(Math.min(2 * size, Op.TEXT_RING_SIZE));
        }
        boolean isFull = size == values.length;
        if (indexes != null) {
            if (isFull) {
                indexes.remove(next, values[next].hashCode());
            }
            indexes.add(next, value.hashCode());
        }
        int held = isFull ? bytes(values[next]) : 0;
        values[next] = value;
        size += isFull ? 0 : 1;
        next = next + 1 == Op.TEXT_RING_SIZE ? 0 : next + 1;
        return bytes(value) - held;
    }

    private static int bytes(String text) {
        return TEXT_BYTES + 2 * text.length();
    }

    /** How many texts there are. */
    int size() {
        return size;
    }

    /** How many there is memory for. */
    int capacity() {
        return values.length;
    }

    private void grow(int capacity) {
        values = Arrays.copyOf(values, capacity);
        if (indexes != null) {
            indexes.reset(capacity);
            for (int i = 0; i < size; i++) {
                indexes.add(i, values[i].hashCode());
            }
        }
    }

    /** Forgets all, to be used again. */
    void clear() {
        Arrays.fill(values, 0, size, null);
        size = 0;
        next = 0;
        if (indexes != null) {
            indexes.clear();
        }
    }
}
