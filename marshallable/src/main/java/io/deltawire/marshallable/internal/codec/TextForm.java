package io.deltawire.marshallable.internal.codec;

/**
 * The usual texts of a class that {@code java.time} prints and parses slowly. All else, wrong texts among it, is left to the
 * class itself: so there is nothing that is read or written otherwise than it would be by that.
 */
public interface TextForm {
    /** The most bytes that {@link #write} writes. */
    int MAX_BYTES = 64;

    /**
     * Writes what {@code toString} gives.
     *
     * @param into with room for {@link #MAX_BYTES}
     * @return how many bytes of ASCII there are, or -1 where it is not one of the usual texts
     */
    int write(byte[] into, Object value);

    /** What the class parses ASCII text as, or null where it is not one of the usual texts. */
    Object parse(byte[] text, int length);
}
