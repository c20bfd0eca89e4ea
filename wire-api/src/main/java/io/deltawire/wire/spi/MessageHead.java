package io.deltawire.wire.spi;

/**
 * What stands before the fields in each message of one kind: the name of an event, a type name, and what opens the
 * objects. A format extends it by the bytes, so that they are written, or compared with the input, as one piece.
 *
 * <p>Belongs to the writer or reader that made it. Immutable, but for its owner.
 */
public abstract class MessageHead {
    private final String event;
    private final boolean isTyped;

    /** What whoever reads the messages keeps with the head. */
    private Object owner;

    /**
     * @param event the name of the field or event that has the object as its value; null where the message is the object
     * @param isTyped whether it has the type name of the object
     */
    protected MessageHead(String event, boolean isTyped) {
        this.isTyped = isTyped;
        // The same instance as in an application's switch or map of events, so that to find it there is one comparison.
        this.event = event == null ? null : event.intern();
    }

    /** The name of the field or event that has the object as its value; null where the message is the object. */
    public final String event() {
        return event;
    }

    /** Whether it has the type name of the object. */
    public final boolean isTyped() {
        return isTyped;
    }

    /** What was given to {@link #setOwner} last, or null. */
    public final Object owner() {
        return owner;
    }

    /** Keeps something with the head for whoever reads messages, who has it at hand then when such a message has arrived. */
    public final void setOwner(Object owner) {
        this.owner = owner;
    }

    /** The bytes, in an array of their own. */
    public abstract byte[] bytes();

    /**
     * Whether the bytes stand at an index of an array, before an end. False also where the array is too short to compare, and where what
     * follows up to the end is not of the form that a reader of heads goes on with, if the format has others.
     */
    public abstract boolean isAt(byte[] a, int at, int end);
}
