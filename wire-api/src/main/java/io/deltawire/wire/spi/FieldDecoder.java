package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import java.time.temporal.Temporal;
import java.util.List;

/**
 * The counterpart of {@link FieldEncoder}: a reader that lets code generated for a class look for the names that it
 * expects in the reader's array, and take the values behind them. At the first thing that is not as expected the code
 * tells the reader where it has come to, and goes on with tokens, which give the value, or the error, that they would have
 * given without it.
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
 * <p>The {@code ...End} methods are for an index below {@code end}, behind a name. They return the index after the value that is there; one
 * beyond {@code end}, such as {@link #NONE}, where there is none of that kind that is whole, plain and ends by {@code end}. So one
 * comparison tells whether there is the value and, where the length of the next name is added, the room for that.
 *
 * <p>It is the only look at bounds that there is: names are compared by {@link Words}. So no index that a decoder gives is negative,
 * {@link #end} is at most the length of {@link #array} and {@link InputBuffer#MAX_LENGTH}, and both are asked for together.
 */
public interface FieldDecoder {
    /** An index beyond each end. */
    int NONE = Integer.MAX_VALUE;

    /**
     * The names of the fields of a shape as they are likely to be encoded in the object just entered: see
     * {@link FieldEncoder#names}. Null for each of them where {@link #order} tells which field comes next, and nothing is in front of
     * its value.
     */
    Shape.Attachment<byte[][]> names();

    /** How numbers may be encoded that generated code may take by itself, in place of asking: in the order of their codes. */
    default List<NumberForm> numberForms() {
        return List.of();
    }

    /**
     * The fields of the object just entered in the order in which they come, where that is known and may be any: their ordinals in
     * the shape, and {@link WireIn#UNKNOWN} for one that the shape does not have. Where fields are taken so, {@link #moveTo} is told of
     * a place in this order in place of an ordinal. Null where fields are to be looked for by their names.
     */
    default int[] order() {
        return null;
    }

    /** The array that holds the object entered last; a token may make it another one. */
    byte[] array();

    /**
     * The index of the next byte to be read: at first that of the first name. Where names cannot be looked for it is an
     * index beyond {@link #end}, which {@link #moveTo} takes for no move.
     */
    int position();

    /** The index after the object, or after what of it is in the array. */
    int end();

    /**
     * Goes to an index, so that tokens can follow.
     *
     * @param shape whose fields have been taken in its order so far
     * @param ordinal of the field whose value comes next, or whose name is expected next
     * @param isNamed whether it is the value that comes next
     */
    void moveTo(int at, Shape shape, int ordinal, boolean isNamed);

    /**
     * Goes to the index after the last field, if the object is known to end there: then no token need be asked whether it
     * does. Else does nothing.
     */
    default boolean endsAt(int at) {
        return false;
    }

    /**
     * Whether the items of the list just entered, or of that whose head has been, may be taken from the array as fields are, without
     * names: from {@link #position} on, as long as that is before {@link #end}.
     */
    default boolean takesItems() {
        return false;
    }

    /** Goes to an index between items of a list, or before the first, so that tokens can follow. */
    default void moveToItem(int at) {
        throw new UnsupportedOperationException();
    }

    /** The index after a value of whatever kind that nobody wants, or one beyond the end. */
    default int anyEnd(byte[] a, int at, int end) {
        return NONE;
    }

    /** The index after true or false, or one beyond the end. */
    int boolEnd(byte[] a, int at, int end);

    /** Takes what {@link #boolEnd} has found. */
    boolean bool(byte[] a, int at);

    /** The index after an integer, or one beyond the end. */
    int int64End(byte[] a, int at, int end);

    /** Takes what {@link #int64End} has found, up to {@code after}. */
    long int64(byte[] a, int at, int after);

    /** The index after a number that a double holds exactly, or one beyond the end. */
    int float64End(byte[] a, int at, int end);

    /** Takes what {@link #float64End} has found, up to {@code after}. */
    double float64(byte[] a, int at, int after);

    /** The index after a text, or one beyond the end. */
    int textEnd(byte[] a, int at, int end);

    /**
     * Takes what {@link #textEnd} has found, up to {@code after}; null where it has to be read by a token.
     *
     * @param field a number whose lowest bits tell the field from others of its class, and mostly from those of other classes: the reader
     *     may remember what it had last
     */
    String text(byte[] a, int at, int after, int field);

    /**
     * Takes what {@link #textEnd} has found as the value that it is the name of; null where it is none, or has to be read by a token.
     *
     * @param field as {@link #text(byte[], int, int, int)} has it
     */
    default Object named(byte[] a, int at, int after, int field, NamedValues values) {
        String name = text(a, at, after, field);
        return name == null ? null : values.get(name);
    }

    /** The index after a date, time or date-time, or one beyond the end. It is asked where there are two bytes at least before that. */
    int temporalEnd(byte[] a, int at, int end);

    /** Takes what {@link #temporalEnd} has found, as {@link #text(byte[], int, int, int)} does. */
    Temporal temporal(byte[] a, int at, int after, int field);
}
