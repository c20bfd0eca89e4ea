package io.deltawire.bench.journal;

import java.util.function.LongConsumer;

/** A file, or a folder of files, that one process writes events to and another one follows. */
interface EventLog extends AutoCloseable {
    /** Writes an event with the time at which it was due. */
    void write(long dueNanos);

    /**
     * Reads the next event if there is one, and passes the time to the listener.
     *
     * @return false if there is none now
     */
    boolean read(LongConsumer dueNanos);

    @Override
    void close();
}
