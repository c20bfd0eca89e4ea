package io.deltawire.wire;

import java.io.Closeable;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Objects;
import java.util.UUID;

/**
 * Takes messages as tokens and writes them in one format. A message is one value:
 *
 * <pre>{@code
 * out.beginMessage();
 * out.beginObject();
 * out.event("update");
 * out.type("Price");
 * out.beginObject();
 * out.field("symbol");
 * out.text("EURUSD");
 * out.field("bid");
 * out.float64(1.1172);
 * out.endObject();
 * out.endObject();
 * out.endMessage();
 * }</pre>
 *
 * <p>Nothing reaches the target before {@link #endMessage()}. A call that throws leaves the message unfinished: call
 * {@link #cancelMessage()}, and the writer and its target are as before {@link #beginMessage()}.
 *
 * <p>Every method throws {@link WireDataException} where the format cannot hold the value or a limit is passed, and
 * {@link IllegalStateException} where the call does not fit (a value without a name inside an object, say; formats
 * check what they can check for free). Not thread-safe.
 */
public interface WireOut extends Closeable {
    /** The name of the format that is written; {@code wire} where it has none. */
    default String formatName() {
        return "wire";
    }

    /** Begins a message of kind {@link MessageKind#DATA}. */
    default void beginMessage() {
        beginMessage(MessageKind.DATA);
    }

    /** Begins a message. */
    void beginMessage(MessageKind kind);

    /**
     * Ends the message and hands it to the target.
     *
     * @throws java.io.UncheckedIOException when the target fails. How much of the message it has taken by then is known to nobody here, so a
     *     reader may find it; what is written next can be read in either case
     */
    void endMessage();

    /**
     * Drops the message begun, as if it had never been; does nothing where none is begun. What a format says by itself before a message (a key frame at
     * the begin of an epoch, a table's header) may stay.
     */
    void cancelMessage();

    /**
     * Names the record that the message begun updates, for formats that keep state by key; others ignore it. To be
     * called between {@link #beginMessage()} and {@link #endMessage()}; the last call counts. The bytes only tell records of
     * one type apart and are never written themselves; they are copied.
     *
     * @throws IndexOutOfBoundsException where they are not all in the array
     */
    default void recordKey(byte[] key, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, key.length);
    }

    /** Whether {@link #recordKey} has an effect, so that callers need not make keys for nothing. */
    default boolean keepsRecords() {
        return false;
    }

    /** Gives the next value a type name, which it is written with. */
    void type(String name);

    /** Begins an object whose entries are introduced by {@link #field(String)} or {@link #key()}. */
    void beginObject();

    /**
     * Begins an object of a known shape, without writing its type name: {@code type(shape.typeName())} does that.
     * Entries are introduced by {@link #field(int)} in ascending order, each at most once; more entries may follow by
     * {@link #field(String)}.
     */
    void beginObject(Shape shape);

    /**
     * Introduces the entry of the field with this ordinal in the innermost object's shape.
     *
     * @throws IllegalArgumentException if the shape has no such field
     * @throws IllegalStateException if the innermost object has no shape, or no name is due
     */
    void field(int ordinal);

    /**
     * Introduces an entry. Pass the same {@code String} instance for the same name where possible: writers keep what
     * they make of it.
     */
    void field(String name);

    /** Introduces an entry of the outermost object that a reader dispatches on; in text the same as a field. */
    void event(String name);

    /**
     * Introduces the event that the message is, whose value is to be an object with a type name. The type shows that it is one, so this is a field
     * where that saves bytes or is what other programs write, and {@link #event} in a format that has a place of its own for
     * events.
     */
    default void typedEvent(String name) {
        field(name);
    }

    /** Introduces an entry whose key is the next value, of any kind; the value after it is the entry's value. */
    void key();

    /** Ends the innermost object. */
    void endObject();

    /** Begins a list. */
    void beginList();

    /** Ends the innermost list. */
    void endList();

    /** Writes null. */
    void nullValue();

    /** Writes true or false. */
    void bool(boolean value);

    /** Writes an integer. */
    void int64(long value);

    /** Writes a double, exactly: NaN, infinities and -0.0 included. */
    void float64(double value);

    /** Writes a UUID: as its text, in a format that has no form of its own for it. */
    default void uuid(UUID value) {
        text(value.toString());
    }

    /**
     * Writes a double of which nothing but the value will tell that it is one: no field or type that its reader knows. A
     * format that writes whole doubles as it writes integers, so that {@link #float64} saves bytes, writes this one so that
     * it reads as {@link WireToken#FLOAT64}.
     */
    default void untypedFloat64(double value) {
        float64(value);
    }

    /** Writes a float so that text shows the float's shortest form and reading gives the same float. */
    void float32(float value);

    /** Writes a number that does not fit the other kinds, exactly, scale included. */
    void decimal(BigDecimal value);

    /** Writes text. Lone surrogates are kept or refused, never replaced. */
    void text(CharSequence value);

    /**
     * Writes bytes; they are copied.
     *
     * @throws IndexOutOfBoundsException where they are not all in the array
     */
    void bytes(byte[] value, int offset, int length);

    /**
     * Writes a date, time or date-time: one of {@link java.time.LocalDate}, {@link java.time.LocalTime},
     * {@link java.time.LocalDateTime}, {@link java.time.ZonedDateTime}, {@link java.time.OffsetDateTime} and
     * {@link java.time.Instant}.
     */
    void temporal(Temporal value);

    /**
     * Makes the stream readable from here on for whoever joins it now: a format that keeps state begins anew and says again
     * every record that it has, which readers that have been there pass over; all of it is handed over at once. Others do
     * nothing. To be called between messages.
     *
     * <p>Of more records than its {@link WireLimits} let it have, those are left out that have been idle for longest.
     *
     * @throws IllegalStateException of a format that keeps state, inside a message, or where the writer was told to keep nothing for this
     *     ({@code DeltaFormat.KEY_FRAMES})
     */
    default void keyFrame() {}

    /** Leaves a remark for people, where the format can hold one. Not data: readers skip it. */
    default void comment(String text) {}

    /** Hands all that is written to the target's own medium (flushes streams). */
    void flush();

    /**
     * Writes what the format ends with, flushes and closes the target (a stream; a {@code Bytes} stays open). A message that
     * is open is dropped. To begin another is an {@link IllegalStateException}; to close again does nothing.
     */
    @Override
    void close();
}
