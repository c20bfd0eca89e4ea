package io.deltawire.wire.spi;

/**
 * Is told the numbers of an object that are not what its columns hold, one call for each: what {@link
 * FieldColumns#numberChanges} finds. Each call is given what the columns are of, since to keep that in a field for every
 * message would cost the garbage collector's barrier.
 */
public interface NumberChanges {
    /** A field of {@link ColumnKind#INT64} has another value. */
    void int64(Object record, int ordinal, long value);

    /** A field of {@link ColumnKind#FLOAT64} has another value, of these bits. */
    void float64(Object record, int ordinal, long bits);
}
