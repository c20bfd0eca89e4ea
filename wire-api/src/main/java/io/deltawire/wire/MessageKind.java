package io.deltawire.wire;

/** What a message is for. Formats that have no place for the kind write every message as data. */
public enum MessageKind {
    /** Data of the application. */
    DATA,
    /** Data about the stream (binary YAML's meta-data documents). */
    META,
    /** The record that the message names no longer exists (delta: key deletion). */
    DELETE
}
