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
    TEMPORAL,
    /**
     * An object that nobody can change, or null: a boxed number, a decimal, a UUID. On the wire it is what its tokens make it, which
     * are the same for objects that are equal.
     */
    VALUE,
    /** In no column: an object, list or map, known by its tokens alone. */
    INNER;

    /** Whether a column holds the value as an object; otherwise it is 64 bits, or there is no column. */
    public boolean isReference() {
        return this == TEXT || this == TEMPORAL || this == VALUE;
    }

    /** Whether the value on the wire is had by tokens. */
    public boolean isByTokens() {
        return this == VALUE || this == INNER;
    }
}
