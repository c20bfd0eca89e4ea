package io.deltawire.marshallable.internal.codec;

/**
 * A fast path for the common texts of a class that {@code java.time} prints and parses slowly. All other texts,
 * malformed ones among them, are left to the class itself. Each result is exactly what the class would give.
 */
public interface CommonTextForm {
    /** The maximum number of bytes that {@link #write} writes. */
    int MAX_BYTES = 64;

    /**
     * Writes what {@code toString} returns, as ASCII.
     *
     * @param into an array of at least {@link #MAX_BYTES}, written from index 0 on
     * @return the number of bytes, or -1 if the text is not a common one; the array's content is then undefined
     */
    int write(byte[] into, Object value);

    /** Returns the value that the class parses from an ASCII text, or null if the text is not a common one. */
    Object parse(byte[] text, int length);
}
