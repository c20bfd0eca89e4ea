package io.deltawire.wire.spi.object;

import java.util.Arrays;

/**
 * The items in which a value differs from its columns, in ascending order: see {@link ItemColumns}. Reusable. Not
 * thread-safe.
 */
public final class ItemChanges {
    private boolean isAll;
    private int count;
    private int[] items = new int[16];
    private long[] bits = new long[16];
    private Object[] references = new Object[16];

    /** Creates an empty set of changes. */
    public ItemChanges() {}

    /**
     * Removes all items.
     *
     * @param all whether all items are to be added, rather than only those that differ
     */
    public void reset(boolean all) {
        isAll = all;
        count = 0;
    }

    /** Returns whether all items are to be added, rather than only those that differ. */
    public boolean isAll() {
        return isAll;
    }

    /** Adds an item of 64 bits. */
    public void add(int item, long value) {
        makeRoom();
        items[count] = item;
        bits[count++] = value;
    }

    /** Adds an item that is a reference. */
    public void add(int item, Object value) {
        makeRoom();
        items[count] = item;
        references[count++] = value;
    }

    private void makeRoom() {
        if (count == items.length) {
            items = Arrays.copyOf(items, 2 * count);
            bits = Arrays.copyOf(bits, 2 * count);
            references = Arrays.copyOf(references, 2 * count);
        }
    }

    /** Returns the number of items added. */
    public int count() {
        return count;
    }

    /** Returns the index in the value of an item added. */
    public int item(int index) {
        return items[index];
    }

    /** Returns an item added as 64 bits. */
    public long bits(int index) {
        return bits[index];
    }

    /** Returns an item added as a reference. */
    public Object reference(int index) {
        return references[index];
    }
}
