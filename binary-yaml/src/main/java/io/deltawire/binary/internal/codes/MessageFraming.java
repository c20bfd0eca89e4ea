package io.deltawire.binary.internal.codes;

/**
 * How messages are separated. The format translates its public option into this one, so that the internals do not
 * depend on the format.
 */
public enum MessageFraming {
    /** A reader decides by the first bytes. A writer writes {@link #DOCUMENTS}. */
    AUTO,
    /** Each message is a document with a {@link DocumentHeader}. */
    DOCUMENTS,
    /** There are no headers. */
    NONE
}
