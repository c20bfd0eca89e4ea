package io.deltawire.binary.internal.codes;

/**
 * The four bytes before each document, a little-endian number: the length of the body in its low 30 bits, then one bit
 * for meta-data and one for a document that its writer has not completed.
 */
public final class DocumentHeader {
    /** The size of a header in bytes. */
    public static final int BYTES = 4;

    /** Set where the document is meta-data. */
    public static final int META_BIT = 0x4000_0000;

    /** The bits that hold the length of the body. */
    public static final int LENGTH_MASK = META_BIT - 1;

    /** The header that ends the data of a file: nothing follows it. */
    public static final int END_OF_DATA = 0xC000_0000;

    private DocumentHeader() {}
}
