package io.deltawire.wire.spi;

/**
 * The items of what a field holds, where they are scalars of one kind: an array of numbers, a collection, or a map whose keys are names.
 * Each is in a column of its own, in any place. For formats that keep records, as {@link FieldColumns}.
 *
 * <p>Thread-safe, as it has no state.
 */
public interface ItemColumns {
    /** How each item is held: as a boolean, a number, text, or a decimal, which is a {@link ColumnKind#VALUE}. */
    ColumnKind kind();

    /** Whether the items have names: those of a map. */
    boolean isNamed();

    /** The number of items. */
    int size(Object value);

    /**
     * Finds the items that are not what their columns have.
     *
     * @param size as many items as there have to be
     * @param at the columns of the items
     * @param found where to put them, by their index; all of them where it {@linkplain ItemChanges#isAll says so}
     * @return false where an item is of another kind, or has another name, or there are not as many; some may have been put there then
     */
    boolean changes(Object value, int size, ItemPlaces at, long[] bits, Object[] references, ItemChanges found);

    /**
     * Sets all items, as many as there are already.
     *
     * @return false where one does not fit, has another name, or is another one in a set; some may be set then
     */
    boolean set(Object value, int size, ItemPlaces at, long[] bits, Object[] references);
}
