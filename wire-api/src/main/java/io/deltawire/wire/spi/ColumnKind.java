package io.deltawire.wire.spi;

/** How a field is held in a column: see {@link FieldColumns}. */
public enum ColumnKind {
    /** 0 or 1. */
    BOOL,
    /** The number. */
    INT64,
    /** The raw bits of a double. */
    FLOAT64,
    /** In an object the raw bits of a float; in a column those of the double that its text stands for. */
    FLOAT32,
    /** A String, or null. */
    TEXT,
    /** A Temporal, or null. */
    TEMPORAL;

    /** Whether the value is an object; otherwise it is 64 bits. */
    public boolean isReference() {
        return this == TEXT || this == TEMPORAL;
    }
}
