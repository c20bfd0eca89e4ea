package io.deltawire.bench.codec;

/**
 * One format, writing or reading one sequence of messages. An instance is used for one direction, from the first message
 * on; it keeps its buffers and whatever its library keeps. Not thread-safe.
 */
public abstract class Codec {
    /** Returns a new record of the class that this codec wants its messages in, if it has one of its own. */
    public Object newRecord(Class<?> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Forgets all earlier messages: the next one is the first. */
    public void reset() throws Exception {}

    /** Encodes the next message into a buffer of its own; returns the number of bytes. */
    public abstract int encode(Object message) throws Exception;

    /** Copies the message encoded last. */
    public abstract void copyTo(byte[] into, int at) throws Exception;

    /** Takes the bytes of all the messages to be decoded; not timed. */
    public abstract void input(byte[] messages) throws Exception;

    /** Decodes the next message; may return the same record each time. */
    public abstract Object decode(int offset, int length) throws Exception;
}
