package io.deltawire.wire.spi.object;

/**
 * Access to the items of a field, if they are scalars of one kind: an array of numbers, a collection, or a map whose
 * keys are names. Each item has its own column, in any element. For formats that retain records, like
 * {@link FieldColumns}. Stateless, so thread-safe.
 */
public interface ItemColumns {
    /** Returns the kind of the items: a boolean, a number, text, or a decimal, which is a {@link ColumnKind#VALUE}. */
    ColumnKind kind();

    /** Returns whether the values are maps, whose items have names. */
    boolean isMap();

    /** Returns the number of items. */
    int size(Object value);

    /**
     * Finds the items that differ from their columns.
     *
     * @param size the expected number of items
     * @param slots the columns of the items
     * @param changes receives the items that differ, or all items if it {@linkplain ItemChanges#isAll says so}
     * @return false if an item has another kind or name, or the number differs; some items may have been added then
     */
    boolean changes(Object value, int size, ItemSlots slots, long[] bits, Object[] references, ItemChanges changes);

    /**
     * Sets all items of a value that already has this number of them.
     *
     * @return false if an item does not fit, has another name, or equals another one in a set; some may be set then
     */
    boolean set(Object value, int size, ItemSlots slots, long[] bits, Object[] references);
}
