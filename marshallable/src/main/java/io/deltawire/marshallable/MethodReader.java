package io.deltawire.marshallable;

/**
 * Reads messages and calls the methods that their events are named after: see {@link Wire#methodReader}. Not
 * thread-safe. A component that is being called must not read from the same wire: whether more of its message follows is
 * not known then.
 */
public interface MethodReader {
    /**
     * Reads a message and makes the calls that it is: one, or those of a chain. Where it fails the next call goes on with
     * the next message; but where a stream fails before a call has been made, as by a timeout, with this one.
     *
     * @return false where there is no message now
     * @throws EventException where a component throws an exception
     * @throws io.deltawire.wire.WireException where the input is damaged, arguments do not fit, or an unknown event is to
     *     be refused
     */
    boolean readOne();

    /**
     * Passes over messages without a call: up to and with the one of a number, or as many of them as there are.
     *
     * @param last a number from {@link MessageHistory#lastIndex}; -1 passes over nothing
     */
    void skipThrough(long last);

    /** The number of the message last read, from 0 for the first one that this has read; -1 where there is none yet. */
    long index();
}
