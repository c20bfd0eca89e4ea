package io.deltawire.wire.spi;

/**
 * Some of the fields of a class as columns, {@link #MAX_FIELDS} at most, which are one after another: what is asked with a bit for each.
 * The fields of a class with more are in several parts, of which the first is its {@link FieldColumns}, and all but the last are full.
 */
public interface ColumnPart {
    /** As many fields as a long has bits. */
    int MAX_FIELDS = 64;

    /** The fields behind these; null where there are none. */
    default ColumnPart next() {
        return null;
    }

    /** A bit for each field that names the record; where there is none in any part, all objects of the class are one record. */
    long keys();

    /**
     * A bit for each field whose value is not the one in its column, and for each that is in no column.
     *
     * @param base the element of the first field of this part
     * @param changed where to put what such a field has, if it is held as 64 bits: in element {@code i} for field {@code i} of this part;
     *     there has to be one for each field
     */
    long changes(Object object, long[] bits, Object[] references, int base, long[] changed);

    /**
     * Sets every field that has a column.
     *
     * @param base the element of the first field of this part
     * @return false where a value does not fit its field; some fields may be set then
     */
    boolean setAll(Object object, long[] bits, Object[] references, int base);

    /**
     * Sets those fields that may differ from their columns. It may set others too, so these must be as their columns are.
     *
     * @param fields a bit for each field that is to be set; bits for what is no field say nothing
     * @param base the element of the first field of this part
     * @return false where a value does not fit its field; some fields may be set then
     */
    boolean setSome(Object object, long fields, long[] bits, Object[] references, int base);
}
