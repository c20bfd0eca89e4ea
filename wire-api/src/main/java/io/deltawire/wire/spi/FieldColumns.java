package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/**
 * The fields of the objects of one class as columns, for a format that keeps the last record of each key: it compares an
 * object with that record, and takes or sets what has changed, without a call for every field. Field {@code i} is in
 * element {@code base + i} of two arrays, as {@link ColumnKind} says: numbers and booleans in one of longs, texts and
 * times in one of references. Of more than {@link #MAX_FIELDS} fields this is the first {@linkplain ColumnPart part}, which has the methods
 * that are no part's: for them a field's ordinal is that in the class, and {@code base} is the element of the first field of all.
 *
 * <p>Implemented by generated code. Thread-safe, as it has no state.
 */
public interface FieldColumns extends ColumnPart {
    /** The names of the fields. */
    Shape shape();

    /** How a field is held. */
    ColumnKind kind(int ordinal);

    /** The class of a field that is held as a reference; String where the column's text is turned into it. */
    Class<?> referenceType(int ordinal);

    /** Whether no field's value goes {@linkplain ColumnKind#isByTokens by tokens}, and there is one part. */
    default boolean isFlat() {
        return true;
    }

    /** Whether the fields tell which record an object is the state of; otherwise it writes bytes that do. */
    boolean isKeyInFields();

    /** A hash of the fields that name the record. */
    int keyHash(Object object);

    /**
     * The length of the {@link #key} of the record that an object is the state of; -1 where columns do not tell that key.
     */
    int keyLength(Object object);

    /**
     * The bytes that name a record, made of its columns: those that {@link ColumnWriter#writeColumns} is given with an object
     * of these. Only where there is a {@link #keyLength}.
     */
    byte[] key(long[] bits, Object[] references, int base);

    /** The value of a field that is held as 64 bits. */
    long bits(Object object, int ordinal);

    /** The value of a field that is held as a reference, or in no column. */
    Object reference(Object object, int ordinal);

    /**
     * Writes the value of a field that goes by tokens.
     *
     * @throws io.deltawire.wire.WireDataException if it cannot be written
     */
    public default void write(Object object, int ordinal, WireOut out) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads what a column holds of a {@link ColumnKind#VALUE}.
     *
     * @throws io.deltawire.wire.WireDataException if it does not fit the field
     */
    public default Object read(int ordinal, WireIn in) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads a field that is in no column.
     *
     * @param reuses whether the object has been read into before, so that what the field holds may be filled again
     * @throws io.deltawire.wire.WireDataException if the value does not fit the field, which may be in part what it was then
     */
    public default void readInto(Object object, int ordinal, WireIn in, boolean reuses) {
        throw new UnsupportedOperationException();
    }

    /**
     * The objects that a field that is in no column holds, or the null that it is.
     *
     * @param value the field's
     * @param isToBeSet whether these are to be set where they are, so that nobody else may hold what the field does
     * @return always the same instance for a field, but that of a null may be another one; null where it holds something else; where they are
     *     not to be set, the same for all values of one class
     */
    public default InnerColumns inner(Object value, int ordinal, boolean isToBeSet) {
        return null;
    }

    /**
     * The items of what a field that is in no column holds, where they are scalars of one kind.
     *
     * @param value the field's
     * @param isToBeSet whether the items are to be set where they are, so that nobody else may hold what the field does
     * @return always the same instance for a field; null where it holds something else; where they are not to be set, the same for all values
     *     of one class
     */
    public default ItemColumns items(Object value, int ordinal, boolean isToBeSet) {
        return null;
    }

    /** Sets a field that goes by tokens to a value that it may hold, or to null. */
    default void set(Object object, int ordinal, Object value) {
        throw new UnsupportedOperationException();
    }

    /** Whether objects can be set or made; not a record (JLS 8.10) of which a field is in no column. */
    default boolean isReadable() {
        return true;
    }

    /**
     * What {@link #changes} tells, of fields whose columns are anywhere, and of which there is one part. A field that goes by tokens may or may not
     * have a bit.
     *
     * @param at by field the element of its column; any one there is for a field that goes by tokens
     */
    default long changesAt(Object object, long[] bits, Object[] references, int[] at, long[] changed) {
        throw new UnsupportedOperationException();
    }

    /** Does what {@link #setAll} does, to the fields that do not go by tokens, whose columns are where {@link #changesAt} says. */
    default boolean setAllAt(Object object, long[] bits, Object[] references, int[] at) {
        throw new UnsupportedOperationException();
    }

    /** Whether {@link #setAll} and {@link #setSome} can be used; a record (JLS 8.10) cannot be changed, and {@link #create} makes it. */
    boolean isSettable();

    /**
     * Makes an object of a class whose fields cannot be set.
     *
     * @return null where a value does not fit its field, or the constructor has thrown an exception
     */
    Object create(long[] bits, Object[] references, int base);
}
