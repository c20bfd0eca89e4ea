package io.deltawire.wire.spi.object;

import java.util.Iterator;
import java.util.Map;

/**
 * Access to nested objects in a field without a column: an object, a list or array of objects, or a map of them whose
 * keys are names. Each value and each item may be null. For formats that retain records, like {@link FieldColumns}.
 *
 * <p>It belongs to one wire. Not thread-safe.
 */
public interface NestedColumns {
    /** Returns whether the values are lists or arrays. */
    boolean isList();

    /** Returns whether the values are maps. */
    boolean isMap();

    /** Returns the number of items of a list, array or map. */
    int size(Object value);

    /** Returns an item of a list or array. */
    Object item(Object value, int index);

    /** Returns the entries of a map in their order. */
    Iterator<? extends Map.Entry<?, ?>> entries(Object value);

    /**
     * Returns whether the key of an entry has a name.
     *
     * @param isRead true to compare the names that a reader accepts, and false to compare the name that a writer
     *     writes; a constant may have former names
     */
    boolean keyHasName(Object key, String name, boolean isRead);

    /** Returns whether a list has this number of items, and each is of this type. */
    boolean matchesAll(Object value, int size, ObjectColumns type);

    /**
     * Returns the columns of an object or item.
     *
     * @return always the same instance for a class; null if its tokens are not simply those of its fields, or columns
     *     cannot hold these
     */
    ObjectColumns columnsOf(Object object);

    /**
     * Returns the columns of objects with a type name, or without one, if such objects have occurred before.
     *
     * @param typeName a text, or null for none
     * @return null if no such objects have occurred, which says nothing about the validity of the name
     */
    ObjectColumns columnsNamed(Object typeName);

    /**
     * Creates an object whose fields have yet to be set; fields without a column are null. Returns null if its tokens
     * have to be read, so that they report the error.
     */
    Object newObject(ObjectColumns type);

    /** Adds an item to a list. Returns false if it has no room. */
    boolean addItem(Object list, Object item);

    /** Removes all items of a list after the first {@code size}. Returns false if its size is fixed. */
    boolean truncate(Object list, int size);
}
