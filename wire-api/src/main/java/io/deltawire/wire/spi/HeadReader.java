package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;

/** A reader that can pass over the {@link MessageHead} of a message in one step. */
public interface HeadReader {
    /** What there is after {@link #nextMessage(MessageHead)}. */
    enum Arrival {
        /** No further message now. */
        NOTHING,
        /** The first field, if any, of the object that the head opens. */
        FIELDS,
        /** The first token of a message that begins in another way. */
        MESSAGE
    }

    /**
     * Returns the head that a writer of this format gives to an object of a type.
     *
     * @param event the name of the field that has the object as its value; null where the message is the object
     * @param typeName the type name of the object; null where it has none, as in an event that a method's call is
     * @param shape the object's fields: not every message of a table has those of the class
     * @return null where there is no such head
     */
    MessageHead headOf(String event, String typeName, Shape shape);

    /**
     * Returns the head of messages that are an object without a type name, where all messages to come are objects of these fields,
     * and can be nothing else.
     *
     * @return null where there is no such head
     */
    default MessageHead headOf(Shape shape) {
        return null;
    }

    /**
     * Returns the head of messages that are an event whose value is a list of at least one item, as the arguments of a method's call are:
     * it may be {@linkplain ArrivalReader#arrived told} then. Where a {@link MessageDecoder} {@linkplain FieldDecoder#takesItems takes} them, the items
     * may be taken straight from the array, up to {@link #endFields}; or from some on by tokens after {@link FieldDecoder#moveToItem}, up to
     * the end of the list.
     *
     * @return null where there is no such head
     */
    default MessageHead headOfList(String event) {
        return null;
    }

    /**
     * Moves to the next message as {@code WireIn.nextMessage()} does, and into its objects where it begins with a head.
     *
     * @param head one that this reader has made
     */
    Arrival nextMessage(MessageHead head);

    /**
     * Passes over the type name of the value that comes next and moves to the first field of its object, where both are as
     * in a head without an event; else does nothing. The object ends by {@code WireIn.endObject()}.
     *
     * @param head one that this reader has made
     * @return whether the reader is in the object
     */
    default boolean enterValue(MessageHead head) {
        return false;
    }

    /**
     * Ends the object whose fields have been read after {@link Arrival#FIELDS}, as {@code WireIn.endObject()} does.
     *
     * @return whether the message is known to hold nothing else, so that it need not be asked for more
     */
    boolean endFields();

    /**
     * Moves the read position of a {@code Bytes} behind the present message, where nothing but its end follows what has been read
     * of it, and that is in sight; else does nothing. Not for formats that do so when a message begins.
     */
    default void passEnd() {}

    /**
     * Whether what has failed did so in a message. Not where a head was passed over of what turned out to be no message at all:
     * by tokens nothing would have been told of it.
     */
    default boolean isInMessage() {
        return true;
    }
}
