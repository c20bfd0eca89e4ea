package io.deltawire.marshallable;

/**
 * Thrown when a component throws an exception while it handles an event. It names the event and the message; the
 * component's own exception is the cause.
 *
 * <p>The rest of the message is skipped, and the next {@link MethodReader#readOne} reads the next message. An {@link
 * Error}, for example the AssertionError of a mock, reaches the caller unchanged, with an {@code EventException} as a
 * suppressed exception.
 *
 * <p>Threads may share it.
 */
public final class EventException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String event;
    private final long index;
    private final long position;

    /**
     * Creates the exception for an event.
     *
     * @param event the name of the event
     * @param index the number of its message in the wire, from 0
     * @param position the byte offset of the message from the start of the input, or -1 if unknown
     * @param cause the exception that the component threw
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

    /** Returns the name of the event. */
    public String event() {
        return event;
    }

    /** Returns the number of the message in its wire, from 0. */
    public long index() {
        return index;
    }

    /** Returns the byte offset of the message from the start of the input, or -1 if unknown. */
    public long position() {
        return position;
    }
}
