package io.deltawire.wire.spi;

/**
 * A reader that moves to the next message and matches it against all prefixes it has created, before the caller has
 * decided what to read. A table of prefixes thus replaces the decoding of event and type names.
 *
 * <p>The caller calls {@link #nextHead}. If {@link #arrived} then returns a prefix, it reads the object after
 * {@link #enterHead}. Otherwise it reads the message by its tokens after {@link #openMessage}. It may also skip the
 * message if {@link #isWhole}.
 */
public interface ArrivalReader extends HeadReader {
    /**
     * Moves to the next message like {@code WireIn.nextMessage()}, and matches it against the prefixes of this reader:
     * see {@link #arrived}.
     *
     * @return false if there is no further message at present
     */
    boolean nextHead();

    /**
     * Moves to the next message like {@link #nextHead}, but only if the message matches a prefix, is a
     * {@linkplain #isWhole single object}, and can be found by a cheap check. Otherwise it does nothing, and the caller
     * has to call {@link #nextHead}.
     *
     * @return the prefix, which {@link #arrived} also returns; or null if the reader has not moved
     */
    default MessageHead nextKnown() {
        return null;
    }

    /**
     * Returns the index of the first field in the array of a {@link MessageDecoder}. Valid only after
     * {@link #nextKnown} has returned a prefix, and before anything is read.
     */
    default int firstField() {
        throw new UnsupportedOperationException();
    }

    /** Returns the prefix that the current message matches, or null if it matches none. */
    MessageHead arrived();

    /** Returns whether {@link #lastArrived} is supported. */
    default boolean keepsArrived() {
        return false;
    }

    /**
     * Returns the last result of {@link #arrived}, until the reader moves to another message, and even after the object
     * has been read. So a caller need not store the prefix in a field, which costs more than this call.
     */
    default MessageHead lastArrived() {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns whether the message is sure to contain nothing but the object of its prefix. In text, another event may
     * follow.
     */
    default boolean isWhole() {
        return false;
    }

    /**
     * Enters the object of {@link #arrived}, up to its first field.
     *
     * @return false if the message has to be read by its tokens
     */
    boolean enterHead();

    /** Moves to the first token of the current message, unless {@link #nextHead} has already done so. */
    default void openMessage() {}

    /**
     * Records that something of the current message has been delivered to the application. If the input fails in the
     * rest of the message, that rest is lost, and the message is not read again.
     */
    default void handedOn() {}
}
