package io.deltawire.wire.spi.object;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.NamedValues;
import java.time.temporal.Temporal;
import java.util.List;

/**
 * A reader that lets generated code decode fields directly from its array; the counterpart of {@link FieldEncoder}. The
 * code compares the bytes at the position with the encoded name that it expects, and decodes the value after it. At the
 * first mismatch it reports its position to the reader and continues with tokens. So the values, and the errors, are
 * always those of the tokens.
 *
 * <pre>{@code
 * byte[] a = decoder.array();
 * int at = decoder.position();
 * int end = decoder.end();
 * if (end - at > NAME.length && isNameAt(a, at)) {
 *     int after = decoder.int64End(a, at + NAME.length, end);
 *     if (after <= end) {
 *         object.field = decoder.int64(a, at + NAME.length, after);
 *         at = after;
 *     }
 * }
 * decoder.moveTo(at, SHAPE, 1, false);
 * }</pre>
 *
 * <p>An {@code ...End} method receives the index after a name, which must be below {@code end}. It returns the index
 * after the value. If there is no value of its kind that is complete, in its plain form and before {@code end}, it
 * returns an index beyond {@code end}, such as {@link #NONE}. So one comparison checks for the value and, if the length
 * of the next name is added, for room for that name.
 *
 * <p>There is no other bounds check, since names are compared by {@link ArrayAccess}. Therefore no index returned here
 * is negative, and {@link #end} is at most the length of {@link #array} and {@link InputBuffer#MAX_LENGTH}. Get
 * {@code end} and {@code array} together.
 *
 * <p>Not thread-safe.
 */
public interface FieldDecoder {
    /** An index beyond every end. */
    int NONE = Integer.MAX_VALUE;

    /**
     * Returns the encoded names of the fields of a shape in the object just entered: see {@link FieldEncoder#names}.
     * These are the likely bytes; others may occur. Each is null if {@link #order} gives the order of the fields, and
     * their values have no names before them.
     */
    Shape.Attachment<byte[][]> names();

    /** Returns the encodings of numbers that generated code may decode itself, in the order of their codes. */
    default List<NumberEncoding> numberEncodings() {
        return List.of();
    }

    /**
     * Returns the order of the fields in the object just entered, if it is known in advance and may be any. Each
     * element is an ordinal of the shape, or {@link WireIn#UNKNOWN} for a field that the shape does not have. With this
     * order, {@link #moveTo} receives an index into it instead of an ordinal. Null if the code has to compare names.
     */
    default int[] order() {
        return null;
    }

    /** Returns the array with the object entered last. Reading a token may replace the array. */
    byte[] array();

    /**
     * Returns the index of the next byte to read; initially that of the first name. It is beyond {@link #end} if names
     * cannot be compared here, and {@link #moveTo} to that index has no effect.
     */
    int position();

    /** Returns the index after the object, or after the part of it that is in the array. */
    int end();

    /**
     * Moves to an index, from which tokens can be read.
     *
     * @param shape the shape whose fields have been decoded in its order so far
     * @param ordinal the field whose value comes next, or whose name is expected next
     * @param isNamed whether the value comes next
     */
    void moveTo(int index, Shape shape, int ordinal, boolean isNamed);

    /**
     * Moves to the index after the last field, if the object is sure to end there. Then no token is needed to check for
     * the end. Otherwise it does nothing.
     *
     * @return whether the object ends there
     */
    default boolean endsAt(int index) {
        return false;
    }

    /**
     * Returns whether the items of the list just entered, or of the list of a prefix, can be decoded from the array
     * like fields without names. They extend from {@link #position} until that reaches {@link #end}.
     */
    default boolean takesItems() {
        return false;
    }

    /** Moves to an index between items of a list or before the first, from which tokens can be read. */
    default void moveToItem(int index) {
        throw new UnsupportedOperationException();
    }

    /** Returns the index after a value of any kind, in order to skip it; or one beyond the end. */
    default int anyEnd(byte[] a, int index, int end) {
        return NONE;
    }

    /** Returns the index after a boolean, or one beyond the end. */
    int boolEnd(byte[] a, int index, int end);

    /** Decodes the boolean that {@link #boolEnd} has found. */
    boolean bool(byte[] a, int index);

    /** Returns the index after an integer, or one beyond the end. */
    int int64End(byte[] a, int index, int end);

    /** Decodes the integer that {@link #int64End} has found, up to {@code after}. */
    long int64(byte[] a, int index, int after);

    /** Returns the index after a number that a double represents exactly, or one beyond the end. */
    int float64End(byte[] a, int index, int end);

    /** Decodes the number that {@link #float64End} has found, up to {@code after}. */
    double float64(byte[] a, int index, int after);

    /** Returns the index after a text, or one beyond the end. */
    int textEnd(byte[] a, int index, int end);

    /**
     * Decodes the text that {@link #textEnd} has found, up to {@code after}. Returns null if only a token can read it.
     *
     * @param field a number whose lowest bits distinguish the field from others of its class, and usually from those of
     *     other classes. The reader may cache the last value by it.
     */
    String text(byte[] a, int index, int after, int field);

    /**
     * Decodes the text that {@link #textEnd} has found as the name of a value. Returns null if no value has that name,
     * or only a token can read it.
     *
     * @param field as in {@link #text(byte[], int, int, int)}
     */
    default Object named(byte[] a, int index, int after, int field, NamedValues values) {
        String name = text(a, index, after, field);
        return name == null ? null : values.get(name);
    }

    /**
     * Returns the index after a date, time or date-time, or one beyond the end. At least two bytes must precede the
     * end.
     */
    int temporalEnd(byte[] a, int index, int end);

    /** Decodes the value that {@link #temporalEnd} has found, like {@link #text(byte[], int, int, int)}. */
    Temporal temporal(byte[] a, int index, int after, int field);
}
