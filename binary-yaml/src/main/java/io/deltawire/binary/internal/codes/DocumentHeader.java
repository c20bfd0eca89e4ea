package io.deltawire.binary.internal.codes;

/**
 * The header of four bytes before each document: a little-endian number.
 *
 * <p>The low 30 bits are the length of the body in bytes. The next bit marks meta-data. The top bit marks a document
 * that its writer has not completed.
 */
public final class DocumentHeader {
    /** The size of a header in bytes. */
    public static final int BYTES = 4;

    /** The bit that marks meta-data. */
    public static final int META_BIT = 0x4000_0000;

    /** The bits of the body's length. */
    public static final int LENGTH_MASK = META_BIT - 1;

    /** The header that marks the end of the data. Nothing follows it. */
    public static final int END_OF_DATA = 0xC000_0000;

    private DocumentHeader() {}
}
