package io.deltawire.wire.spi;

/** A reader that tells which of the heads that it has made a message begins with, before anybody says what is to be read. */
public interface ArrivalReader extends HeadReader {
    /**
     * Moves to the next message as {@code WireIn.nextMessage()} does, and looks which of the heads that this reader has made
     * it begins with: {@link #arrived}. Such a message is read after {@link #enterHead}, or by its tokens after
     * {@link #openMessage}, or passed over where it {@link #isWhole}.
     *
     * @return false where there is no further message now
     */
    boolean nextHead();

    /**
     * Moves to the next message as {@link #nextHead} does, where that {@link #isWhole}, begins with a head that is known and takes no more than a
     * look to be found. Else does nothing: then {@link #nextHead} is to be called.
     *
     * @return the head, which {@link #arrived} tells then; null where it has not moved
     */
    default MessageHead nextKnown() {
        return null;
    }

    /**
     * The index of the first field in the array of a {@link MessageDecoder}, where {@link #nextKnown} has told a head and nothing has been read since.
     */
    default int firstField() {
        throw new UnsupportedOperationException();
    }

    /** The head that the message which {@link #nextHead} has moved to begins with; null where it is none that is known. */
    MessageHead arrived();

    /** Whether {@link #lastArrived} tells what {@link #arrived} has told last. */
    default boolean keepsArrived() {
        return false;
    }

    /**
     * The head that {@link #arrived} has told last, until the reader moves to another message: also when that one's object has been read. So
     * whoever has asked for it need not keep it, which for a reference that changes costs more than to ask again.
     */
    default MessageHead lastArrived() {
        throw new UnsupportedOperationException();
    }

    /** Whether that message is known to hold nothing but the object of the head: in text another event may follow. */
    default boolean isWhole() {
        return false;
    }

    /**
     * Moves into the objects of {@link #arrived}, to the first field.
     *
     * @return false where the message is to be read by its tokens
     */
    boolean enterHead();

    /** Moves to the first token of the message that {@link #nextHead} has moved to, unless it has done so itself. */
    default void openMessage() {}

    /**
     * Takes note that something of the present message has been handed on, so that it does not come again where the input fails in the rest of it, which
     * is lost then.
     */
    default void handedOn() {}
}
