package io.deltawire.marshallable;

/**
 * Reads messages and calls the methods that are named like their events: see {@link Wire#methodReader}. A component must
 * not read from the same wire while the reader calls it, because its message may not be complete then.
 *
 * <p>It belongs to one thread at a time, with its wire. While a thread is in {@link #readOne}, which includes the call of
 * the component, any other thread that uses the wire for reading gets an {@link IllegalStateException}.
 */
public interface MethodReader {
    /**
     * Reads one message and makes its calls: a single call, or the calls of a chain. After a failure, the next call of
     * this method reads the next message. A stream may also fail before a component has been called, for example by a
     * timeout: then the next call reads the same message.
     *
     * @return false if no message is available now
     * @throws EventException if a component throws an exception
     * @throws IllegalStateException if another thread is reading from the wire
     * @throws io.deltawire.wire.WireException if the input is damaged, if arguments do not fit, or if an event is
     *     unknown and unknown events are refused
     */
    boolean readOne();

    /**
     * Skips messages, up to and including the one with a number, or until no message is available. Components are not
     * called.
     *
     * @param last the number of a message; -1 skips nothing
     */
    void skipThrough(long last);

    /**
     * Returns the number of the message last read. The first message of this reader has the number 0, unless {@link
     * MethodReaderBuilder#firstIndex} says otherwise. Before it, this is one less.
     */
    long index();
}
