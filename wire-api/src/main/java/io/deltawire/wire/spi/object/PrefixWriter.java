package io.deltawire.wire.spi.object;

import io.deltawire.wire.Shape;

/**
 * A writer that can begin a message that is a single object with a {@link MessagePrefix}. Not thread-safe: the caller
 * has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the writer.
 */
public interface PrefixWriter {
    /**
     * Returns the prefix of messages that are an object of a type, or have such an object as their only field.
     *
     * @param event the name of the field whose value is the object, or null if the message itself is the object
     * @param typeName the type name of the object, or null for none, as in the event of a method call
     * @param shape the fields of the object
     * @return null if there is no such prefix, so that messages have to be written by their tokens
     */
    MessagePrefix prefixOf(String event, String typeName, Shape shape);

    /**
     * Returns the prefix of messages that are an event with a list, such as the arguments of a method call.
     *
     * @return null if there is no such prefix
     */
    default MessagePrefix listPrefixOf(String event) {
        return null;
    }

    /**
     * Begins a message with a prefix. {@code field(ordinal)} follows, or an item after the prefix of a list. The bytes
     * are the same as for the tokens. {@code cancelMessage()} drops the message like any other.
     *
     * @param prefix a prefix that this writer has created
     */
    void beginMessage(MessagePrefix prefix);

    /** Ends the objects or the list that the prefix has opened, and the message. */
    void endMessage(MessagePrefix prefix);
}
