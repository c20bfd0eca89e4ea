package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.text.Utf8;
import java.util.Arrays;

/**
 * The last texts that a leaf was sent in full; first in, first out. A text is in the ring at most once. The writer
 * looks up by text, the reader by index.
 */
public final class TextRing {
    private static final int FIRST_CAPACITY = 8;
    /** Approximate memory of a text beside its characters, in bytes. */
    private static final int TEXT_BYTES = 56;
    /** The largest number of UTF-8 bytes for a UTF-16 unit. */
    private static final int MAX_UNIT_BYTES = 3;

    private String[] values = new String[FIRST_CAPACITY];
    private final RingIndex indexes;
    private int size;
    private int next;
    /** The number of texts added in the epoch. */
    private int added;

    /** @param indexed whether to support {@link #indexOf}, which only the writer needs */
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
    public static boolean fits(String text) {
        int units = text.length();
        return units <= Op.TEXT_RING_MAX_BYTES / MAX_UNIT_BYTES
                || units <= Op.TEXT_RING_MAX_BYTES && Utf8.length(text) <= Op.TEXT_RING_MAX_BYTES;
    }

    /** Returns the number of texts added in the epoch. */
    public int added() {
        return added;
    }

    /** Returns the text at an index, or null. */
    public String get(long index) {
        return index >= 0 && index < size ? values[(int) index] : null;
    }

    /** Returns the text that was added last for 1, the one before for 2, and so on; or null. */
    public String latest(long number) {
        if (number <= 0 || number > size) {
            return null;
        }
        int index = next - (int) number;
        return values[index < 0 ? index + Op.TEXT_RING_SIZE : index];
    }

    /** Adds a text, and returns the approximate growth in bytes. */
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
        int replaced = isFull ? bytes(values[next]) : 0;
        values[next] = value;
        added++;
        size += isFull ? 0 : 1;
        next = next + 1 == Op.TEXT_RING_SIZE ? 0 : next + 1;
        return bytes(value) - replaced;
    }

    private static int bytes(String text) {
        return TEXT_BYTES + 2 * text.length();
    }

    int size() {
        return size;
    }

    /** Returns the number of texts for which memory is allocated. */
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

    /** Empties the ring for the next epoch; its memory is kept. */
    void clear() {
        Arrays.fill(values, 0, size, null);
        size = 0;
        next = 0;
        added = 0;
        if (indexes != null) {
            indexes.clear();
        }
    }
}
