package io.deltawire.wire.spi;

/**
 * What stands before the fields in each message of one kind: the name of an event, a type name, and what opens the
 * objects. A format extends it by the bytes, so that they are written, or compared with the input, as one piece.
 *
 * <p>Belongs to the writer or reader that made it. Immutable.
 */
public abstract class MessageHead {
    private final String event;

    /** @param event the name of the field or event that has the object as its value; null where the message is the object */
    protected MessageHead(String event) {
        this.event = event;
    }

    /** The name of the field or event that has the object as its value; null where the message is the object. */
    public final String event() {
        return event;
    }

    /** The bytes, in an array of their own. */
    public abstract byte[] bytes();

    /** Whether the bytes stand at an index of an array, before an end. False also where the array is too short to compare. */
    public abstract boolean isAt(byte[] a, int at, int end);
}
