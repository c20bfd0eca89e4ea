package io.deltawire.wire.spi.object;

import io.deltawire.wire.Shape;
import java.time.temporal.Temporal;
import java.util.List;

/**
 * A writer that lets generated code encode fields directly into its array. This requires a format in which the name of
 * a field is always the same bytes, and a value depends on nothing before it. The code keeps the index in a local
 * variable, and reports it to the writer at the end. The bytes are the same as for the tokens of the object.
 *
 * <pre>{@code
 * int at = encoder.position();
 * byte[] a = encoder.room(at, NAME.length + MAX_BYTES);
 * at = encoder.int64(a, put(a, at, NAME), 5);
 * encoder.moveTo(at, false);
 * }</pre>
 *
 * <p>Every method that writes a value needs room for {@link #MAX_BYTES} and returns the index after the value. Not
 * thread-safe.
 */
public interface FieldEncoder {
    /** The largest number of bytes that a value takes, or that are overwritten from its first byte on. */
    int MAX_BYTES = 80;

    /**
     * Returns the encoded names of the fields of a shape in the innermost object, including any separators between
     * values. All writers of a format with this encoding return the same attachment. The array is empty for a shape
     * whose fields must be written as tokens.
     */
    Shape.Attachment<byte[][]> names();

    /**
     * Returns the same as {@link FieldDecoder#numberEncodings} of the decoders of the format, so that one code is
     * generated for both.
     */
    default List<NumberEncoding> numberEncodings() {
        return List.of();
    }

    /** Returns whether the fields of the object just begun may be written to the array. */
    boolean takesFields();

    /** Returns the index of the next byte to write. Call it before the first field, and after tokens. */
    int position();

    /** Moves to an index, ensures room for {@code count} bytes from there on, and returns the array. */
    byte[] room(int index, int count);

    /**
     * Moves to an index, from which tokens can be written.
     *
     * @param isNamed whether a name ends at the index, so that its value comes next; otherwise a name or the end of the
     *     object comes next
     */
    void moveTo(int index, boolean isNamed);

    /** Returns whether the items of the list just begun may be written to the array like fields without names. */
    default boolean takesItems() {
        return false;
    }

    /** Moves to the index after an item of a list. */
    default void moveToItem(int index) {
        throw new UnsupportedOperationException();
    }

    /** Writes null. */
    int nullValue(byte[] a, int index);

    /** Writes a boolean. */
    int bool(byte[] a, int index, boolean value);

    /** Writes an integer. */
    int int64(byte[] a, int index, long value);

    /** Writes a double. */
    int float64(byte[] a, int index, double value);

    /** Writes a float. */
    int float32(byte[] a, int index, float value);

    /**
     * Writes text if it is short and needs no escape.
     *
     * @param ordinal ordinal of the field, by which the writer may cache the text
     * @return the index after the text; or -1 if nothing was written, and a token has to write it
     */
    int text(byte[] a, int index, String value, int ordinal);

    /**
     * Writes a date, time or date-time if it is in the usual range.
     *
     * @return the index after the value; or -1 if nothing was written, and a token has to write it
     */
    int temporal(byte[] a, int index, Temporal value);
}
