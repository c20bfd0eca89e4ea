package io.deltawire.wire.spi;

import java.util.Arrays;

/** The items in which a value differs from its columns, in their order: see {@link ItemColumns}. Not thread-safe. */
public final class ItemChanges {
    private boolean isAll;
    private int count;
    private int[] items = new int[16];
    private long[] bits = new long[16];
    private Object[] references = new Object[16];

    /** Makes it one of no item. */
    public ItemChanges() {}

    /**
     * Begins anew.
     *
     * @param all whether all items are wanted, whatever their columns have
     */
    public void begin(boolean all) {
        isAll = all;
        count = 0;
    }

    /** Whether all items are wanted. */
    public boolean isAll() {
        return isAll;
    }

    /** Adds an item that is held as 64 bits. */
    public void add(int item, long value) {
        makeRoom();
        items[count] = item;
        bits[count++] = value;
    }

    /** Adds an item that is held as a reference. */
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

    /** The number of items that have been added. */
    public int count() {
        return count;
    }

    /** The index of one of them among those of the value. */
    public int item(int index) {
        return items[index];
    }

    /** What one of them is, where it is held as 64 bits. */
    public long bits(int index) {
        return bits[index];
    }

    /** What one of them is, where it is held as a reference. */
    public Object reference(int index) {
        return references[index];
    }
}
