package io.deltawire.wire.spi.object;

/**
 * Up to {@link #MAX_FIELDS} consecutive fields of a class as columns, so that a set of them fits the bits of a long. A
 * class with more fields has several parts. Its {@link FieldColumns} are the first part, and all parts but the last are
 * full.
 *
 * <p>Implemented by generated code. Stateless, so thread-safe.
 */
public interface ColumnPart {
    /** The largest number of fields in a part: the bits of a long. */
    int MAX_FIELDS = 64;

    /** Returns the part with the next fields, or null after the last. */
    default ColumnPart next() {
        return null;
    }

    /** Returns a bit for each key field. If no part has one, all objects of the class belong to the same record. */
    long keys();

    /**
     * Compares an object with its columns. Returns a bit for each field that differs, and for each field without a
     * column.
     *
     * @param bits columns of 64 bits
     * @param references columns of references
     * @param base element of the first field of this part
     * @param changed receives in element {@code i} the value of field {@code i} of this part if it differs and has 64
     *     bits; as long as this part has fields
     */
    long changes(Object object, long[] bits, Object[] references, int base, long[] changed);

    /**
     * Sets every field that has a column.
     *
     * @param base element of the first field of this part
     * @return false if a value does not fit its field; some fields may be set then
     */
    boolean setAll(Object object, long[] bits, Object[] references, int base);

    /**
     * Sets those fields that may differ from their columns. It may also set others to the values of their columns.
     *
     * @param fields a bit for each field to set; bits beyond the last field are ignored
     * @param base element of the first field of this part
     * @return false if a value does not fit its field; some fields may be set then
     */
    boolean setSome(Object object, long fields, long[] bits, Object[] references, int base);
}
