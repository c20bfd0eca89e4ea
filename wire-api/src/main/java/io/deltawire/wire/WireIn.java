package io.deltawire.wire;

import java.io.Closeable;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.UUID;

/**
 * Reads messages of one format as tokens. Mirrors {@link WireOut}:
 *
 * <pre>{@code
 * while (in.nextMessage()) {
 *     in.beginObject();
 *     while (in.hasNext()) {
 *         switch (in.fieldName()) {
 *             case "symbol" -> symbol = in.text();
 *             case "bid" -> bid = in.float64();
 *             default -> in.skipValue();
 *         }
 *     }
 *     in.endObject();
 * }
 * }</pre>
 *
 * <p>The methods that read a value convert it if nothing is lost. {@link #int64()} accepts 3.0 and the text "3".
 * {@link #text()} accepts any scalar. {@link #float64()} accepts every integer that a double holds exactly, such as all
 * up to 2<sup>53</sup>. Of any other number it returns the nearest double.
 *
 * <p>Errors:
 * <ul>
 *   <li>{@link WireDataException}: a conversion would lose something. The value is not consumed; read it as another
 *       kind, or skip it.
 *   <li>{@link WireDataException}: the call does not match the next token, such as a field name at the end of an
 *       object. The input may differ from what the caller expects.
 *   <li>{@link MalformedWireException}: the input is not valid. The message ends here; values already read remain
 *       valid.
 *   <li>{@link IllegalStateException}: the call is made outside a message, or ends an object or list that is not the
 *       innermost one.
 * </ul>
 *
 * <p>A reader belongs to one thread at a time, and a message to the thread that {@link #nextMessage} gave it to. A thread
 * may hand the reader over to another between messages. The readers of the formats throw {@link IllegalStateException}
 * if a thread moves on or closes while another thread is in such a call, such as one that waits for a stream, or is
 * running and has not read its message to the end. They also
 * throw it if a thread reads on in a message after another thread has moved on: at the begin and end of an object or
 * list, and at a name. To unblock a thread that waits, close the stream itself.
 */
public interface WireIn extends Closeable {
    /** Returned by {@link #nextField} at the end of the object. */
    int END = -1;

    /** Returned by {@link #nextField} for an entry that is not in the shape. {@link #fieldName()} returns its name. */
    int UNKNOWN = -2;

    /**
     * Moves to the next message, skipping the rest of the current one.
     *
     * <p>A {@code Bytes} may be filled while it is read. If the messages of the format carry their length, it may be
     * filled in arbitrary parts. This method returns false while a message is incomplete, and the read position stays
     * before that message. If no more will come, a positive {@code readRemaining()} means that the last message was cut
     * off. Text can end at any byte, so add only complete messages of a text format.
     *
     * <p>A stream may fail, for example by a timeout, and continue later. The next call then returns the message again
     * that was not read to its end.
     *
     * @return false if there is no further message at present
     * @throws TruncatedWireException if the input ends inside a message and cannot grow
     * @throws MalformedWireException if the input is not valid
     * @throws java.io.UncheckedIOException if the input cannot be read
     * @throws IllegalStateException if this reader is closed
     */
    boolean nextMessage();

    /**
     * Returns to the first token of the current message, so that it can be read a second time. This is for callers that
     * need look-ahead.
     *
     * @throws UnsupportedOperationException if this reads only a part of a message, or does not hold the message as a
     *     whole
     */
    default void restartMessage() {
        throw new UnsupportedOperationException("this reader cannot restart a message");
    }

    /** Returns the kind of the current message. */
    default MessageKind messageKind() {
        return MessageKind.DATA;
    }

    /** Returns the byte offset of the current message from the start of the input, or -1 if it is unknown. */
    long messageOffset();

    /** Returns the next token without consuming it. */
    WireToken peek();

    /**
     * Returns whether the next value is null. Consumes nothing. It can be cheaper than {@link #peek()}, which may have
     * to inspect a value to find its kind.
     */
    default boolean isNull() {
        return peek() == WireToken.NULL;
    }

    /**
     * Returns the type name of the next value, or null if it has none. Consumes nothing. Reading the value also
     * consumes the name.
     */
    String typeName();

    /** Enters an object. */
    void beginObject();

    /** Returns whether the innermost object or list has another entry. */
    boolean hasNext();

    /**
     * Reads the name of the next entry ({@link WireToken#FIELD} or {@link WireToken#EVENT}). Equal names are returned
     * as the same {@code String} instance if the reader can do that.
     */
    String fieldName();

    /**
     * Reads the name of the next entry as an ordinal of a shape. This is fastest if the entries are in the order of the
     * shape. {@link WireToken#KEY} is not consumed, and gives {@link #UNKNOWN}.
     *
     * @return the ordinal; or {@link #UNKNOWN} or {@link #END}, and then nothing is consumed
     */
    int nextField(Shape shape);

    /**
     * Consumes {@link WireToken#KEY}. The next value is the key of the entry, and the one after it is the value of the
     * entry.
     */
    void key();

    /** Leaves the innermost object, skipping its remaining entries. */
    void endObject();

    /** Enters a list. */
    void beginList();

    /** Leaves the innermost list, skipping its remaining items. */
    void endList();

    /** Reads null. */
    void nullValue();

    /** Reads a boolean. */
    boolean bool();

    /** Reads an integer. */
    long int64();

    /** Reads a double. */
    double float64();

    /** Reads any number exactly. */
    BigDecimal decimal();

    /** Reads text, or any other scalar as its text. */
    String text();

    /**
     * Reads text as {@link #text()} does.
     *
     * @param former a string to return instead of a new one if it equals the text; or null
     */
    default String text(String former) {
        return text();
    }

    /** Reads text into a buffer, replacing its content. */
    default void text(StringBuilder target) {
        target.setLength(0);
        target.append(text());
    }

    /**
     * Reads a UUID if the format encodes UUIDs as such and the next value is one. {@link #peek()} reports such a value
     * as {@link WireToken#TEXT}.
     *
     * @return null for any other value, and then nothing is consumed
     */
    default UUID uuid() {
        return null;
    }

    /** Reads bytes, or base64 text in a format without a byte type. The caller owns the returned array. */
    byte[] bytes();

    /** Reads a date, time or date-time. The class of the result depends on the form of the value in the input. */
    Temporal temporal();

    /** Skips the next value. */
    void skipValue();

    /**
     * Returns the location of the next token, for error messages. A format that can do so returns the location of the
     * last token read, until the next one is inspected. This may be slow.
     */
    WireLocation location();

    /**
     * Returns the {@linkplain WireLocation#offset() byte offset} of {@link #location()}. A format can compute it faster
     * than the whole location.
     */
    default long tokenOffset() {
        return location().offset();
    }

    /**
     * Closes the input if it is a stream; a {@code Bytes} stays open. Afterwards {@link #nextMessage()} throws
     * {@link IllegalStateException}. A second call has no effect.
     *
     * @throws java.io.UncheckedIOException if the stream cannot be closed
     */
    @Override
    void close();

    /** Returns the name of the format that is read, or {@code wire} if it has none. */
    default String formatName() {
        return "wire";
    }

    /**
     * Returns the text of the current number or boolean in the input, if a writer of its value would write another
     * text: {@code 1.10} of the double 1.1. The text is one of this format, such as {@code 0x1F} of YAML, and means the
     * value only together with the token. Returns null otherwise, and from formats without text. Does not move on.
     */
    default String sourceText() {
        return null;
    }
}
