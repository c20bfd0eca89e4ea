package io.deltawire.wire;

/** The kinds of token in a message, as {@link WireIn#peek()} returns them. Immutable. */
public enum WireToken {
    /** An object or map begins. Written by {@link WireOut#beginObject()}, read by {@link WireIn#beginObject()}. */
    BEGIN_OBJECT,
    /** The object ends. Written by {@link WireOut#endObject()}, read by {@link WireIn#endObject()}. */
    END_OBJECT,
    /** A list begins. Written by {@link WireOut#beginList()}, read by {@link WireIn#beginList()}. */
    BEGIN_LIST,
    /** The list ends. Written by {@link WireOut#endList()}, read by {@link WireIn#endList()}. */
    END_LIST,
    /** The name of an entry. Written by {@link WireOut#field(String)}, read by {@link WireIn#fieldName()}. */
    FIELD,
    /**
     * The name of an event: an entry of the outermost object that a reader dispatches on. Written by
     * {@link WireOut#event(String)}, read by {@link WireIn#fieldName()}. Text formats write an event like a field, so
     * they return {@link #FIELD}.
     */
    EVENT,
    /**
     * The next value is the key of an entry, of any kind. Written by {@link WireOut#key()}, read by
     * {@link WireIn#key()}.
     */
    KEY,
    /** Null. Written by {@link WireOut#nullValue()}, read by {@link WireIn#nullValue()}. */
    NULL,
    /** A boolean. Written by {@link WireOut#bool}, read by {@link WireIn#bool()}. */
    BOOL,
    /** A signed integer of at most 64 bits. Written by {@link WireOut#int64}, read by {@link WireIn#int64()}. */
    INT64,
    /** An IEEE 754 double. Written by {@link WireOut#float64}, read by {@link WireIn#float64()}. */
    FLOAT64,
    /**
     * A number that neither a {@code long} nor a {@code double} represents exactly. Written by {@link WireOut#decimal},
     * read by {@link WireIn#decimal()}.
     */
    DECIMAL,
    /** A string of Unicode characters. Written by {@link WireOut#text}, read by {@link WireIn#text()}. */
    TEXT,
    /** A byte sequence. Written by {@link WireOut#bytes}, read by {@link WireIn#bytes()}. */
    BYTES,
    /**
     * A date, time or date-time, with or without a zone. Written by {@link WireOut#temporal}, read by
     * {@link WireIn#temporal()}.
     */
    TEMPORAL,
    /** The end of the message. {@link WireIn#nextMessage()} moves on. */
    END_MESSAGE
}
