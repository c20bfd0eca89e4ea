package io.deltawire.wire.spi.object;

/**
 * The constant bytes before the fields of all messages of one kind: the name of an event, a type name, and whatever
 * opens the objects. A format extends this class with the bytes. It writes them with one copy, and compares them with
 * the input in one step.
 *
 * <p>Belongs to the writer or reader that created it. Immutable, except for its owner.
 *
 * <p>Not thread-safe.
 */
public abstract class MessagePrefix {
    private final String event;
    private final boolean isTyped;

    /** Data of the caller that reads messages with this prefix. */
    private Object owner;

    /**
     * @param event the name of the field or event whose value is the object, or null if the message itself is the
     *     object
     * @param isTyped whether the prefix has the type name of the object
     */
    protected MessagePrefix(String event, boolean isTyped) {
        this.isTyped = isTyped;
        // The interned instance is also in the switch or map of an application, so that a look-up there is one
        // comparison.
        this.event = event == null ? null : event.intern();
    }

    /**
     * Returns the name of the field or event whose value is the object, or null if the message itself is the object.
     */
    public final String event() {
        return event;
    }

    /** Returns whether the prefix has the type name of the object. */
    public final boolean isTyped() {
        return isTyped;
    }

    /** Returns the value of the last {@link #setOwner}, or null. */
    public final Object owner() {
        return owner;
    }

    /** Stores data of the caller, which it gets back when a message matches this prefix. */
    public final void setOwner(Object owner) {
        this.owner = owner;
    }

    /** Returns the bytes, as a new array. */
    public abstract byte[] bytes();

    /**
     * Returns whether the bytes are at an index. Also false if the array is too short to compare, or if the bytes up to
     * the end do not have the form that the reader can continue with.
     */
    public abstract boolean matches(byte[] a, int index, int end);
}
