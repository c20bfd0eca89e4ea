package io.deltawire.flink.internal;

/** Writes dumps one after the other to a stream. */
public interface MessageTarget<T> {
    /**
     * Writes a message.
     *
     * @throws io.deltawire.wire.WireException if it cannot be written; then nothing of it is
     */
    void write(T message);

    /** Ends the dump. The next message begins another one. */
    void endDump();
}
