package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;

/**
 * The fields of the objects of one class as columns, for a format that keeps the last record of each key: it compares an
 * object with that record, and takes or sets what has changed, without a call for every field. Field {@code i} is in
 * element {@code base + i} of two arrays, as {@link ColumnKind} says: numbers and booleans in one of longs, texts and
 * times in one of references. There are at most {@link #MAX_FIELDS}.
 *
 * <p>Implemented by generated code. Thread-safe, as it has no state.
 */
public interface FieldColumns {
    /** As many fields as a long has bits. */
    int MAX_FIELDS = 64;

    /** The names of the fields. */
    Shape shape();

    /** How a field is held. */
    ColumnKind kind(int ordinal);

    /** The class of a field that is held as a reference; String where the column's text is turned into it. */
    Class<?> referenceType(int ordinal);

    /** Whether the fields tell which record an object is the state of; otherwise it writes bytes that do. */
    boolean isKeyInFields();

    /** A bit for each field that names the record; where there is none, all objects of the class are one record. */
    long keys();

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

    /**
     * A bit for each field whose value is not the one in its column.
     *
     * @param changed where to put what such a field has, if it is held as 64 bits: in element {@code i} for field {@code i};
     *     there has to be one for each field
     */
    long changes(Object object, long[] bits, Object[] references, int base, long[] changed);

    /** The value of a field that is held as 64 bits. */
    long bits(Object object, int ordinal);

    /** The value of a field that is held as a reference. */
    Object reference(Object object, int ordinal);

    /** Whether {@link #setAll} and {@link #setSome} can be used; a record (JLS 8.10) cannot be changed, and {@link #create} makes it. */
    boolean isSettable();

    /**
     * Sets every field.
     *
     * @return false where a value does not fit its field; some fields may be set then
     */
    boolean setAll(Object object, long[] bits, Object[] references, int base);

    /**
     * Sets those fields that may differ from their columns. It may set others too, so these must be as their columns are.
     *
     * @param fields a bit for each field that is to be set; bits for what is no field say nothing
     * @return false where a value does not fit its field; some fields may be set then
     */
    boolean setSome(Object object, long fields, long[] bits, Object[] references, int base);

    /**
     * Makes an object of a class whose fields cannot be set.
     *
     * @return null where a value does not fit its field, or the constructor has thrown an exception
     */
    Object create(long[] bits, Object[] references, int base);
}
