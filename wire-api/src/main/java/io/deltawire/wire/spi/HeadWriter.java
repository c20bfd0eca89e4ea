package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;

/** A writer that can begin a message that is one object by its {@link MessageHead}. */
public interface HeadWriter {
    /**
     * Returns the head of messages that are an object of a type, or have one as their only field.
     *
     * @param event the name of the field that has the object as its value; null where the message is the object
     * @param typeName the type name of the object; null where it has none, as in an event that a method's call is
     * @param shape the object's fields
     * @return null where there is no such head, and messages have to be written by their tokens
     */
    MessageHead headOf(String event, String typeName, Shape shape);

    /**
     * Returns the head of messages that are an event whose value is a list, as the arguments of a method's call are.
     *
     * @return null where there is no such head
     */
    default MessageHead headOfList(String event) {
        return null;
    }

    /**
     * Begins a message, and the objects of its head: what comes next is {@code field(ordinal)}, or an item behind the head of a list. The bytes
     * are those that the tokens make. {@code cancelMessage()} gives the message up as any other.
     *
     * @param head one that this writer has made
     */
    void beginMessage(MessageHead head);

    /** Ends the objects or the list of the head, and the message. */
    void endMessage(MessageHead head);
}
