package io.deltawire.wire.spi.object;

/** How a field is represented in its column: see {@link FieldColumns}. Immutable. */
public enum ColumnKind {
    /** A boolean, as 0 or 1. */
    BOOL,
    /** An integer. */
    INT64,
    /** A double, as its raw bits. */
    FLOAT64,
    /**
     * A float. In an object these are the raw bits of the float; in a column, those of the double that its text
     * denotes.
     */
    FLOAT32,
    /** A String, or null. */
    TEXT,
    /** A Temporal, or null. */
    TEMPORAL,
    /**
     * An immutable object, or null: a boxed number, a decimal, a UUID. It is encoded as its tokens, which are the same
     * for equal objects.
     */
    VALUE,
    /** No column: an object, list or map, which is encoded as its tokens. */
    NESTED;

    /** Returns whether the column holds an object reference. If not, it holds 64 bits, or there is no column. */
    public boolean isReference() {
        return this == TEXT || this == TEMPORAL || this == VALUE;
    }

    /** Returns whether the value is encoded as tokens. */
    public boolean isByTokens() {
        return this == VALUE || this == NESTED;
    }
}
