package io.deltawire.wire.spi;

/** Where in the columns of a record the items of a field are: see {@link ItemColumns}. There may be more places than items. */
public final class ItemPlaces {
    private final int[] columns;
    private final String[] names;

    /**
     * Takes the arrays as they are.
     *
     * @param columns by item
     * @param names by item; empty where items have none
     */
    public ItemPlaces(int[] columns, String[] names) {
        this.columns = columns;
        this.names = names;
    }

    /** The column of an item. */
    public int column(int item) {
        return columns[item];
    }

    /** The name of an item. */
    public String name(int item) {
        return names[item];
    }
}
