package io.deltawire.marshallable;

/**
 * A component has thrown while an event was handed to it: says which event that was and where. The component's own
 * exception is the cause.
 *
 * <p>The rest of the message, where there is any, is passed over; the next {@link MethodReader#readOne} goes on with the
 * next message. An {@link Error} (the AssertionError of a mock, say) reaches the caller itself, and one of these with it
 * as a suppressed exception.
 */
public final class EventException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String event;
    private final long index;
    private final long position;

    /**
     * Makes the exception for an event.
     *
     * @param event its name
     * @param index the number of its message in the wire, from 0
     * @param position where the message begins, or -1 where it is not known
     * @param cause what the component has thrown
     */
    public EventException(String event, long index, long position, Throwable cause) {
        super(
                "event \"" + event + "\" of message " + index
                        + (position < 0 ? "" : " at byte " + position + " (0x" + Long.toHexString(position) + ')')
                        + ": " + cause,
                cause);
        this.event = event;
        this.index = index;
        this.position = position;
    }

    /** The name of the event. */
    public String event() {
        return event;
    }

    /** The number of the message in its wire, from 0. */
    public long index() {
        return index;
    }

    /** Where the message begins: byte offset from the start of the input, or -1 where it is not known. */
    public long position() {
        return position;
    }
}
