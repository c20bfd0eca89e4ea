package io.deltawire.wire.spi.object;

import io.deltawire.wire.Shape;

/**
 * A reader that can skip the {@link MessagePrefix} of a message in one comparison. Not thread-safe: the caller has
 * entered the {@link io.deltawire.wire.spi.ThreadGuard} of the reader.
 */
public interface PrefixReader {
    /** What the reader is at after {@link #nextMessage(MessagePrefix)}. */
    enum Next {
        /** There is no further message at present. */
        NOTHING,
        /** The first field of the object after the prefix, or the end of that object. */
        FIELDS,
        /** The first token of a message with another prefix. */
        TOKENS
    }

    /**
     * Returns the prefix that a writer of this format writes before objects of a type.
     *
     * @param event the name of the field whose value is the object, or null if the message itself is the object
     * @param typeName the type name of the object, or null for none, as in the event of a method call
     * @param shape the fields of the object: in a table, not every message has those of the class
     * @return null if there is no such prefix
     */
    MessagePrefix prefixOf(String event, String typeName, Shape shape);

    /**
     * Returns the prefix of objects without a type name, if all further messages must be objects of these fields.
     *
     * @return null if there is no such prefix
     */
    default MessagePrefix prefixOf(Shape shape) {
        return null;
    }

    /**
     * Returns the prefix of messages that are an event with a list of at least one item, such as the arguments of a
     * method call. {@link PrefixMatcher#matched} can return it. If a {@link MessageDecoder}
     * {@linkplain FieldDecoder#takesItems allows} it, the items may be decoded directly from the array, up to
     * {@link #endFields}. After {@link FieldDecoder#moveToItem}, the remaining items can be read as tokens.
     *
     * @return null if there is no such prefix
     */
    default MessagePrefix listPrefixOf(String event) {
        return null;
    }

    /**
     * Moves to the next message like {@code WireIn.nextMessage()}, and enters its object if the message begins with a
     * prefix.
     *
     * @param prefix a prefix that this reader has created
     */
    Next nextMessage(MessagePrefix prefix);

    /**
     * Enters the object that is the next value, up to its first field, if its type name and opening are those of a
     * prefix without an event. Otherwise does nothing. {@code WireIn.endObject()} ends the object.
     *
     * @param prefix a prefix that this reader has created
     * @return whether the reader is in the object
     */
    default boolean enterTypedObject(MessagePrefix prefix) {
        return false;
    }

    /**
     * Ends the object whose fields have been read after {@link Next#FIELDS}, like {@code WireIn.endObject()}.
     *
     * @return whether the message is sure to contain nothing else, so that the caller need not check for more
     */
    boolean endFields();

    /**
     * Moves the read position of a {@code Bytes} to the end of the current message, if all values are read and the end
     * is in the window. Otherwise does nothing. A format that moves the position at the start of a message does not
     * implement it.
     */
    default void consumeEnd() {}

    /**
     * Returns whether the last error occurred in a message. False if the bytes after a skipped prefix turned out to be
     * no message at all. A reader of tokens would not have reported an error then.
     */
    default boolean isInMessage() {
        return true;
    }
}
