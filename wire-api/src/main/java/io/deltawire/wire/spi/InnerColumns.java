package io.deltawire.wire.spi;

import java.util.Iterator;
import java.util.Map;

/**
 * What a field that is in no column holds, where that may be an object with fields of its own, a list or array of these, or a map of them
 * whose keys are names. For formats that keep records, as {@link FieldColumns}. A value may be null, and so may be each item.
 *
 * <p>For one wire, and not thread-safe.
 */
public interface InnerColumns {
    /** Whether a value is a list or array. */
    boolean isList();

    /** Whether a value is a map. */
    boolean isNamed();

    /** The number of items, where they are a list or map. */
    int size(Object value);

    /** An item of a list. */
    Object item(Object value, int index);

    /** The entries of a map, in their order. */
    Iterator<? extends Map.Entry<?, ?>> entries(Object value);

    /**
     * Whether the key of a map's entry has a name.
     *
     * @param isToBeSet whether that is what the name is read as, and not what the key is written as: a constant may have former names
     */
    boolean hasName(Object key, String name, boolean isToBeSet);

    /** Whether a list has so many items, each of which is written so. */
    boolean areAll(Object value, int size, ObjectColumns type);

    /**
     * How an object, or an item, is written.
     *
     * @return always the same instance for a class; null where its tokens are others than those of its fields, or columns do not hold these
     */
    ObjectColumns of(Object object);

    /**
     * How objects with a type name are written that have been seen before, or those without one.
     *
     * @param typeName a text, or null where there is none
     * @return null where no such objects are known, by which nothing is said of the name
     */
    ObjectColumns named(Object typeName);

    /** Makes an object whose fields have yet to be set: those that are in no column are null. Null where its tokens have to tell what is wrong. */
    Object make(ObjectColumns type);

    /** Adds an item to a list that may be set; false where it has no room for another one. */
    boolean add(Object list, Object item);

    /** Takes all items behind the first ones from a list that may be set; false where it always has as many as it has. */
    boolean cut(Object list, int size);
}
