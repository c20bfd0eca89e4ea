package io.deltawire.wire;

/** The purpose of a message. A format that cannot encode the kind writes every message as data. Immutable. */
public enum MessageKind {
    /** Application data. */
    DATA,
    /** Metadata about the stream, such as the meta-data documents of binary YAML. */
    META,
    /** Deletes the record that the message identifies, in a keyed delta stream. */
    DELETE
}
