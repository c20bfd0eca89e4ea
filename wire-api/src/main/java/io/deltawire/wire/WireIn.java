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
 * <p>The methods for values convert where nothing is lost: {@link #int64()} takes 3.0 and the text "3", {@link #text()}
 * takes any scalar, {@link #float64()} takes integers that a double holds (all up to 2<sup>53</sup>), and the double nearest to
 * any other number. Where something would be lost they throw
 * {@link WireDataException} and the value is still there to be read in another way or skipped. A
 * {@link MalformedWireException} ends the message; what was read before it stays valid. A call that is not for what comes next, as a name where the
 * object ends, is a {@link WireDataException} as well, since the input may not be what was expected; outside of a message, or to end what is not the innermost
 * object or list, it is an {@link IllegalStateException}. Not thread-safe.
 */
public interface WireIn extends Closeable {
    /** What {@link #nextField} returns when the object has no more entries. */
    int END = -1;

    /** What {@link #nextField} returns for an entry that is not in the shape; {@link #fieldName()} gives its name. */
    int UNKNOWN = -2;

    /**
     * Moves to the next message, over what is left of the present one.
     *
     * <p>A {@code Bytes} may be filled while it is read. In formats whose messages tell their length it may be filled in any
     * pieces: a message that is not all there is none yet, and the read position of the {@code Bytes} stays before it; what
     * {@code readRemaining()} says then, where nothing more will come, has been cut off. Text may end with any of its bytes, so
     * only whole messages should be added to it.
     *
     * <p>A stream may fail, as by a timeout, and go on: a message that has not been read to its end then is moved to again.
     *
     * @return false when there is no further message now
     * @throws TruncatedWireException when the input ends inside a message, and no more can come
     * @throws java.io.UncheckedIOException when the input cannot be read
     */
    boolean nextMessage();

    /**
     * Goes back to the first token of the present message, of which the same is read again then: for who finds out only later
     * in a message how its begin is to be taken.
     *
     * @throws UnsupportedOperationException where this reads a part of a message, or keeps no message as a whole
     */
    default void restartMessage() {
        throw new UnsupportedOperationException("a reader that cannot go back to where the message begins");
    }

    /** The kind of the present message. */
    default MessageKind messageKind() {
        return MessageKind.DATA;
    }

    /** Where the present message begins: byte offset from the start of the input, or -1 where it is not known. */
    long messageOffset();

    /** What comes next. Consumes nothing. */
    WireToken peek();

    /**
     * Whether the next value is null. Consumes nothing. Cheaper than {@link #peek()} where a reader has to look closer to
     * find out which kind a value is.
     */
    default boolean isNull() {
        return peek() == WireToken.NULL;
    }

    /** The type name in front of the next value, or null. Consumes nothing; reading the value passes over the name. */
    String typeName();

    /** Enters an object. */
    void beginObject();

    /** True while the innermost object or list has another entry. */
    boolean hasNext();

    /**
     * Reads the name of the next entry (token {@link WireToken#FIELD} or {@link WireToken#EVENT}). The same name gives
     * the same {@code String} instance where the reader can do that.
     */
    String fieldName();

    /**
     * Reads the name of the next entry as an ordinal of the shape: fastest when entries come in the shape's order. Does
     * not read {@link WireToken#KEY}, which is {@link #UNKNOWN}.
     *
     * @return the ordinal, {@link #UNKNOWN} (nothing consumed), or {@link #END} (nothing consumed)
     */
    int nextField(Shape shape);

    /** Passes over {@link WireToken#KEY}: the next value is the entry's key, the one after it the entry's value. */
    void key();

    /** Leaves the innermost object, over the entries that are left. */
    void endObject();

    /** Enters a list. */
    void beginList();

    /** Leaves the innermost list, over the items that are left. */
    void endList();

    /** Reads null. */
    void nullValue();

    /** Reads true or false. */
    boolean bool();

    /** Reads an integer. */
    long int64();

    /** Reads a double. */
    double float64();

    /** Reads any number exactly. */
    BigDecimal decimal();

    /** Reads text, or any other scalar as text. */
    String text();

    /**
     * Reads text as {@link #text()} does.
     *
     * @param former what may be returned where it is equal to the text, so that no new string is made; or null
     */
    default String text(String former) {
        return text();
    }

    /** Reads text into a buffer, replacing what it holds. */
    default void text(StringBuilder target) {
        target.setLength(0);
        target.append(text());
    }

    /**
     * Reads a UUID in a format that has a form of its own for it, which is {@link WireToken#TEXT} to everybody else.
     *
     * @return null where the next value is anything else; nothing is read then
     */
    default UUID uuid() {
        return null;
    }

    /** Reads bytes (where a format has no bytes: from base64 text). The array is the caller's. */
    byte[] bytes();

    /** Reads a date, time or date-time, of the class that its form in the input implies. */
    Temporal temporal();

    /** Passes over the next value, whatever it is. */
    void skipValue();

    /**
     * Where the next token is; in a format that can tell, where the token last read is, as long as the next one has not
     * been looked at. For error messages: it may cost time.
     */
    WireLocation location();

    /** The {@linkplain WireLocation#offset() offset} that {@link #location()} says, where a format can tell it for less. */
    default long tokenOffset() {
        return location().offset();
    }

    /**
     * Closes the input (a stream; a {@code Bytes} stays open). To ask for another message is an
     * {@link IllegalStateException}; to close again does nothing.
     */
    @Override
    void close();
}
