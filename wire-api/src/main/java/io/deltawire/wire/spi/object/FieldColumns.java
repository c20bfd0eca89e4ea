package io.deltawire.wire.spi.object;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/**
 * The fields of a class as columns, for a format that retains the last record of each key. The format compares an
 * object with that record, and reads or sets the fields that have changed, without a call for each field.
 *
 * <p>The column of field {@code i} is element {@code base + i} of two arrays, as its {@link ColumnKind} says: an array
 * of longs for numbers and booleans, and an array of references for text and times. This is the first
 * {@linkplain ColumnPart part} of a class with more than {@link #MAX_FIELDS} fields. In the methods declared here, the
 * ordinal is that in the class, and {@code base} is the element of its first field.
 *
 * <p>Implemented by generated code. Stateless, so thread-safe.
 */
public interface FieldColumns extends ColumnPart {
    /** Returns the names of the fields. */
    Shape shape();

    /** Returns the kind of column of a field. */
    ColumnKind kind(int ordinal);

    /**
     * Returns the class of a field whose column is a reference. It is String if the field converts the text of the
     * column.
     */
    Class<?> referenceType(int ordinal);

    /** Returns whether no field is {@linkplain ColumnKind#isByTokens encoded as tokens}, and there is only one part. */
    default boolean isFlat() {
        return true;
    }

    /** Returns whether fields identify the record. If not, the object writes the bytes of its key. */
    boolean isKeyInFields();

    /** Returns a hash of the key fields. */
    int keyHash(Object object);

    /** Returns the length of the {@link #key} of an object's record in bytes, or -1 if columns cannot give that key. */
    int keyLength(Object object);

    /**
     * Returns the key of a record, computed from its columns. It equals the key that {@link ColumnWriter#writeColumns}
     * receives with such an object. Call it only if there is a {@link #keyLength}.
     */
    byte[] key(long[] bits, Object[] references, int base);

    /** Returns the value of a field whose column has 64 bits. */
    long bits(Object object, int ordinal);

    /** Returns the value of a field whose column is a reference, or which has no column. */
    Object reference(Object object, int ordinal);

    /**
     * Writes a field that is encoded as tokens.
     *
     * @throws io.deltawire.wire.WireDataException if the format cannot represent the value
     */
    default void write(Object object, int ordinal, WireOut out) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads the column of a {@link ColumnKind#VALUE} from tokens.
     *
     * @throws io.deltawire.wire.WireDataException if the value does not fit the field
     */
    default Object read(int ordinal, WireIn in) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads a field without a column from tokens.
     *
     * @param reuses whether the object that the field holds may be reused, because this object has been read into
     *     before
     * @throws io.deltawire.wire.WireDataException if the value does not fit the field, which may then be partly set
     */
    default void readInto(Object object, int ordinal, WireIn in, boolean reuses) {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns access to the nested objects in a field without a column, or to its null.
     *
     * @param value the value of the field
     * @param isModified whether the objects are to be modified in place, so that no other field may share them
     * @return always the same instance for a field, except for null; without {@code isModified} the same for all values
     *     of a class; or null if the field holds something else
     */
    default NestedColumns nestedColumns(Object value, int ordinal, boolean isModified) {
        return null;
    }

    /**
     * Returns access to the items in a field without a column, if they are scalars of one kind.
     *
     * @param value the value of the field
     * @param isModified whether the items are to be modified in place, so that no other field may share them
     * @return always the same instance for a field; without {@code isModified} the same for all values of a class; or
     *     null if the field holds something else
     */
    default ItemColumns itemColumns(Object value, int ordinal, boolean isModified) {
        return null;
    }

    /** Sets a field that is encoded as tokens to a value that it can hold, or to null. */
    default void set(Object object, int ordinal, Object value) {
        throw new UnsupportedOperationException();
    }

    /** Returns whether objects can be set or created. False for a Java record with a field that has no column. */
    default boolean isReadable() {
        return true;
    }

    /**
     * Compares like {@link #changes}, for a class of one part whose columns are in arbitrary elements. A field that is
     * encoded as tokens may or may not have a bit.
     *
     * @param elements the element of each field's column; any valid one for a field that is encoded as tokens
     */
    default long changesAt(Object object, long[] bits, Object[] references, int[] elements, long[] changed) {
        throw new UnsupportedOperationException();
    }

    /**
     * Sets fields like {@link #setAll}, except those encoded as tokens, from columns in arbitrary elements as for
     * {@link #changesAt}.
     */
    default boolean setAllAt(Object object, long[] bits, Object[] references, int[] elements) {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns whether {@link #setAll} and {@link #setSome} are supported. A Java record is immutable, so
     * {@link #create} makes a new one.
     */
    boolean isSettable();

    /**
     * Creates an object of a class whose fields cannot be set.
     *
     * @return null if a value does not fit its field, or the constructor throws an exception
     */
    Object create(long[] bits, Object[] references, int base);
}
