package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;
import java.time.temporal.Temporal;
import java.util.List;

/**
 * A writer in whose format a field is its name, always the same bytes, and a value that depends on nothing before it. Code
 * that is generated for a class then puts names and values into the writer's array itself, at a position that it keeps in
 * a variable, and tells the writer only where it has come to. The bytes are those that the tokens of the object make.
 *
 * <pre>{@code
 * int at = encoder.position();
 * byte[] a = encoder.room(at, NAME.length + MAX_BYTES);
 * at = encoder.int64(a, put(a, at, NAME), 5);
 * encoder.moveTo(at, false);
 * }</pre>
 *
 * <p>Every method that writes a value wants room for {@link #MAX_BYTES} and returns the index after it.
 */
public interface FieldEncoder {
    /** The most bytes that a value takes, or that are touched from its first byte on. */
    int MAX_BYTES = 80;

    /**
     * The names of the fields of a shape as they are encoded in the innermost object, with all that stands between one
     * value and the next. The same attachment for all writers of a format that encode them so. What it gives is empty for a
     * shape whose fields have to go by tokens.
     */
    Shape.Attachment<byte[][]> names();

    /** What {@link FieldDecoder#numberForms} of the format's decoders is: one code is generated for both. */
    default List<NumberForm> numberForms() {
        return List.of();
    }

    /** Whether the fields of the object just begun may be put into the array. */
    boolean takesFields();

    /** The index of the next byte to be written; to be called before the first field and after tokens. */
    int position();

    /** Goes to an index, makes room for {@code count} bytes from there on, and returns the array. */
    byte[] room(int at, int count);

    /**
     * Goes to an index, so that tokens can follow.
     *
     * @param isNamed whether a name ends there and its value comes next; otherwise a name does or the end of the object
     */
    void moveTo(int at, boolean isNamed);

    /** Whether the items of the list just begun may be put into the array as fields are, without names. */
    default boolean takesItems() {
        return false;
    }

    /** Goes to the index after an item of a list. */
    default void moveToItem(int at) {
        throw new UnsupportedOperationException();
    }

    /** Writes null. */
    int nullValue(byte[] a, int at);

    /** Writes true or false. */
    int bool(byte[] a, int at, boolean value);

    /** Writes an integer. */
    int int64(byte[] a, int at, long value);

    /** Writes a double. */
    int float64(byte[] a, int at, double value);

    /** Writes a float. */
    int float32(byte[] a, int at, float value);

    /**
     * Writes text if it is short and plain.
     *
     * @param ordinal the field's, by which the writer may remember the text
     * @return the index after, or -1 where nothing is written and the text has to go by a token
     */
    int text(byte[] a, int at, String value, int ordinal);

    /**
     * Writes a date, time or date-time if it is in the usual range.
     *
     * @return the index after, or -1 where nothing is written and the value has to go by a token
     */
    int temporal(byte[] a, int at, Temporal value);
}
