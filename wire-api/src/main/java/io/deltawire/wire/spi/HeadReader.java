package io.deltawire.wire.spi;

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
     * @param typeName the type name of the object
     * @return null where there is no such head
     */
    MessageHead headOf(String event, String typeName);

    /**
     * Moves to the next message as {@code WireIn.nextMessage()} does, and into its objects where it begins with a head.
     *
     * @param head one that this reader has made
     */
    Arrival nextMessage(MessageHead head);

    /**
     * Moves to the next message as {@code WireIn.nextMessage()} does, and looks which of the heads that this reader has made
     * it begins with: {@link #arrived}. Such a message is read after {@link #enterHead}, or by its tokens after
     * {@link #openMessage}, or passed over where it {@link #isWhole}.
     *
     * @return false where there is no further message now
     */
    boolean nextHead();

    /** The head that the message which {@link #nextHead} has moved to begins with; null where it is none that is known. */
    MessageHead arrived();

    /** Whether that message is known to hold nothing but the object of the head. */
    boolean isWhole();

    /**
     * Moves into the objects of {@link #arrived}, to the first field.
     *
     * @return false where the message is to be read by its tokens
     */
    boolean enterHead();

    /** Moves to the first token of the message that {@link #nextHead} has moved to. */
    void openMessage();

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
}
