package io.deltawire.wire.spi.object;

/**
 * The columns of the items of a field in a record: see {@link ItemColumns}. There may be more columns than items.
 * Thread-safe and immutable, as long as the caller does not modify the arrays.
 */
public final class ItemSlots {
    private final int[] columns;
    private final String[] names;

    /**
     * Creates the mapping. The arrays are not copied.
     *
     * @param columns the column of each item
     * @param names the name of each item; empty if items have no names
     */
    public ItemSlots(int[] columns, String[] names) {
        this.columns = columns;
        this.names = names;
    }

    /** Returns the column of an item. */
    public int column(int item) {
        return columns[item];
    }

    /** Returns the name of an item. */
    public String name(int item) {
        return names[item];
    }
}
