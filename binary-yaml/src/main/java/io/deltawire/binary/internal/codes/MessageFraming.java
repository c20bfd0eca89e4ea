package io.deltawire.binary.internal.codes;

/** How messages are separated, as readers and writers are told by the format's option. */
public enum MessageFraming {
    /** A reader decides by the first bytes; a writer writes {@link #DOCUMENTS}. */
    AUTO,
    /** Each message is a document with a header of four bytes. */
    DOCUMENTS,
    /** There are no headers. */
    NONE
}
