package io.deltawire.wire;

/** What comes next in a message, as {@link WireIn#peek()} tells it. */
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
     * {@link WireOut#event(String)}, read by {@link WireIn#fieldName()}. Text formats give {@link #FIELD} instead,
     * since they write both alike.
     */
    EVENT,
    /** The next value is the key of an entry, not text. Written by {@link WireOut#key()}, read by {@link WireIn#key()}. */
    KEY,
    /** Null. */
    NULL,
    /** True or false. */
    BOOL,
    /** An integer of at most 64 bits, signed. */
    INT64,
    /** An IEEE 754 double. */
    FLOAT64,
    /** A number that neither a {@code long} nor a {@code double} holds exactly as it is written. */
    DECIMAL,
    /** A string of Unicode characters. */
    TEXT,
    /** A sequence of bytes. */
    BYTES,
    /** A date, a time, a date-time, with or without a zone: see {@link WireOut#temporal}. */
    TEMPORAL,
    /** There is no more in this message; {@link WireIn#nextMessage()} goes on. */
    END_MESSAGE
}
