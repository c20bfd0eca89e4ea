package io.deltawire.wire.spi.object;

/**
 * A reader that moves to the next message and matches it against all prefixes it has created, before the caller has
 * decided what to read. A table of prefixes thus replaces the decoding of event and type names.
 *
 * <p>The caller calls {@link #matchNext}. If {@link #matched} then returns a prefix, it reads the object after
 * {@link #enterMatched}. Otherwise it reads the message by its tokens after {@link #openMessage}. It may also skip the
 * message if {@link #isSingleObject}.
 *
 * <p>Not thread-safe: the caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the reader.
 */
public interface PrefixMatcher extends PrefixReader {
    /**
     * Moves to the next message like {@code WireIn.nextMessage()}, and matches it against the prefixes of this reader:
     * see {@link #matched}.
     *
     * @return false if there is no further message at present
     */
    boolean matchNext();

    /**
     * Moves to the next message like {@link #matchNext}, but only if the message matches a prefix, is a
     * {@linkplain #isSingleObject single object}, and can be found by a cheap check. Otherwise it does nothing, and the
     * caller has to call {@link #matchNext}.
     *
     * @return the prefix, which {@link #matched} also returns; or null if the reader has not moved
     */
    default MessagePrefix tryMatchNext() {
        return null;
    }

    /**
     * Returns the index of the first field in the array of a {@link MessageDecoder}. Valid only after
     * {@link #tryMatchNext} has returned a prefix, and before anything is read.
     */
    default int firstFieldIndex() {
        throw new UnsupportedOperationException();
    }

    /** Returns the prefix that the current message matches, or null if it matches none. */
    MessagePrefix matched();

    /** Returns whether {@link #lastMatched} is supported. */
    default boolean retainsMatch() {
        return false;
    }

    /**
     * Returns the last result of {@link #matched}, until the reader moves to another message, and even after the object
     * has been read. So a caller need not store the prefix in a field, which costs more than this call.
     */
    default MessagePrefix lastMatched() {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns whether the message is sure to contain nothing but the object of its prefix. In text, another event may
     * follow.
     */
    default boolean isSingleObject() {
        return false;
    }

    /**
     * Enters the object of {@link #matched}, up to its first field.
     *
     * @return false if the message has to be read by its tokens
     */
    boolean enterMatched();

    /** Moves to the first token of the current message, unless {@link #matchNext} has already done so. */
    default void openMessage() {}

    /**
     * Records that something of the current message has been delivered to the application. If the input fails in the
     * rest of the message, that rest is lost, and the message is not read again.
     */
    default void markDelivered() {}
}
