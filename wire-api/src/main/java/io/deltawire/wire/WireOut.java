package io.deltawire.wire;

import io.deltawire.wire.spi.text.DecimalText;
import java.io.Closeable;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Objects;
import java.util.UUID;

/**
 * Writes messages of one format, which it receives as tokens. A message is one value:
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
 * <p>The target receives nothing before {@link #endMessage()}. If a call throws, the message is incomplete: call
 * {@link #cancelMessage()} to restore the state before {@link #beginMessage()}.
 *
 * <p>Every method throws {@link WireDataException} if the format cannot represent the value or a limit is exceeded. It
 * throws {@link IllegalStateException} if the call is out of order, such as a value without a name inside an object.
 * Formats check the order where the check is free.
 *
 * <p>A writer belongs to one thread at a time. A thread may hand it over to another between messages. The writers of the
 * formats throw {@link IllegalStateException} if a thread begins or ends a message, flushes or closes while another
 * thread is in a call or has a message open; the message of that thread is not disturbed.
 */
public interface WireOut extends Closeable {
    /** Returns the name of the format that is written, or {@code wire} if it has none. */
    default String formatName() {
        return "wire";
    }

    /** Begins a message of kind {@link MessageKind#DATA}. */
    default void beginMessage() {
        beginMessage(MessageKind.DATA);
    }

    /**
     * Begins a message.
     *
     * @throws IllegalStateException if this writer is closed
     */
    void beginMessage(MessageKind kind);

    /**
     * Ends the message and writes it to the target.
     *
     * @throws java.io.UncheckedIOException if the target fails. Part of the message, or all of it, may have been
     *     written. Either a reader can read the messages that follow, or this writer refuses them: {@link
     *     #beginMessage(MessageKind)} throws an {@link IllegalStateException} then, as in binary, where nothing marks
     *     the start of a message.
     */
    void endMessage();

    /**
     * Drops the open message without a trace; does nothing if none is open. What the format itself writes before a
     * message may remain, such as a key frame or the header of a table.
     */
    void cancelMessage();

    /**
     * Identifies the record that the open message updates. Formats that keep state by key use it; others ignore it.
     * Call it after {@link #beginMessage()} and before {@link #endMessage()}; the last call counts.
     *
     * <p>The bytes only distinguish the records of one type. They are copied, and never written.
     *
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    default void recordKey(byte[] key, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, key.length);
    }

    /** Returns whether {@link #recordKey} has an effect. If not, callers need not compute keys. */
    default boolean keepsRecords() {
        return false;
    }

    /** Writes a type name for the next value. */
    void type(String name);

    /** Begins an object. Each entry starts with {@link #field(String)} or {@link #key()}. */
    void beginObject();

    /**
     * Begins an object of a shape. Its type name is not written: call {@code type(shape.typeName())} for that. Entries
     * start with {@link #field(int)} in ascending order, each at most once. After them, more entries may follow by
     * {@link #field(String)}.
     */
    void beginObject(Shape shape);

    /**
     * Starts the entry of the field with this ordinal in the shape of the innermost object.
     *
     * @throws IllegalArgumentException if the shape has no such field
     * @throws IllegalStateException if the innermost object has no shape, or a value is expected
     */
    void field(int ordinal);

    /**
     * Starts an entry. If possible, pass the same {@code String} instance for the same name, because writers cache its
     * encoded form.
     */
    void field(String name);

    /** Starts an entry of the outermost object that a reader dispatches on. Text formats write it like a field. */
    void event(String name);

    /**
     * Starts the single entry of an event message whose value is an object with a type name. The type name already
     * marks the value, so a format may write a field here. It does so if that is shorter, or is what other programs
     * write; a format with its own encoding for events writes an {@link #event}.
     */
    default void typedEvent(String name) {
        field(name);
    }

    /**
     * Starts an entry whose key is a value of any kind. The next value is the key, and the one after it is the value of
     * the entry.
     */
    void key();

    /** Ends the innermost object. */
    void endObject();

    /** Begins a list. */
    void beginList();

    /** Ends the innermost list. */
    void endList();

    /** Writes null. */
    void nullValue();

    /** Writes a boolean. */
    void bool(boolean value);

    /** Writes an integer. */
    void int64(long value);

    /** Writes a double exactly, including NaN, infinities and -0.0. */
    void float64(double value);

    /** Writes a UUID. A format without an encoding for UUIDs writes its text. */
    default void uuid(UUID value) {
        text(value.toString());
    }

    /**
     * Writes a double so that it always reads as {@link WireToken#FLOAT64}. Use it if the reader has no field type that
     * identifies the value as a double. {@link #float64} may write a whole double like an integer, which is shorter.
     */
    default void untypedFloat64(double value) {
        float64(value);
    }

    /** Writes a float exactly. Text shows the shortest form of the float. */
    void float32(float value);

    /** Writes a number exactly, including its scale. This is for numbers that the other methods cannot represent. */
    void decimal(BigDecimal value);

    /**
     * Writes text. A lone surrogate is preserved or refused, never replaced.
     *
     * @throws WireDataException if the format cannot represent a lone surrogate that the text contains
     */
    void text(CharSequence value);

    /**
     * Writes bytes, which are copied.
     *
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    void bytes(byte[] value, int offset, int length);

    /**
     * Writes a date, time or date-time: a {@link java.time.LocalDate}, {@link java.time.LocalTime},
     * {@link java.time.LocalDateTime}, {@link java.time.ZonedDateTime}, {@link java.time.OffsetDateTime} or
     * {@link java.time.Instant}.
     */
    void temporal(Temporal value);

    /**
     * Writes a key frame: a full copy of every record, so that a reader can join the stream here. Readers that are
     * already attached ignore the copies. The target receives the key frame in one step. Formats without keyed state do
     * nothing. Call it between messages.
     *
     * <p>If {@link WireLimits} allow fewer records than there are, the key frame omits the records that were idle for
     * longest.
     *
     * @throws IllegalStateException in a format with keyed state: inside a message, or if
     *     {@code DeltaFormat.KEY_FRAMES} disables key frames
     */
    default void keyFrame() {}

    /** Writes a comment for people, if the format has comments. It is not data: readers skip it. */
    default void comment(String text) {}

    /**
     * Flushes the target. A stream passes on to its own target what it has buffered.
     *
     * @throws java.io.UncheckedIOException if the target fails
     */
    void flush();

    /**
     * Writes the end of the format if it has one, then flushes and closes the target. A stream is closed; a
     * {@code Bytes} stays open. An open message is dropped. Afterwards {@link #beginMessage()} throws
     * {@link IllegalStateException}. A second call has no effect.
     *
     * @throws java.io.UncheckedIOException if the target fails
     */
    @Override
    void close();

    /**
     * Writes a number or boolean as it stands in the text of another format, if a reader of this format takes that text
     * for the same kind and value. A text format asks {@link io.deltawire.wire.spi.text.DecimalText#isSameNumber}. The
     * default, for formats without text, writes a decimal that is printed as the text, so that {@code 1.10} comes back.
     *
     * @param token what the text is in the other format: BOOL, INT64, FLOAT64 or DECIMAL
     * @param text what {@link WireIn#sourceText} returned
     * @param source the name of the format that the text comes from
     * @return false if nothing is written, so that the caller writes the value
     */
    default boolean trySourceText(WireToken token, String text, String source) {
        boolean isDouble = token == WireToken.FLOAT64;
        BigDecimal printed = isDouble || token == WireToken.DECIMAL ? DecimalText.printed(text, isDouble) : null;
        if (printed == null) {
            return false;
        }
        decimal(printed);
        return true;
    }
}
