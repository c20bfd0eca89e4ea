package io.deltawire.bench.latency;

import io.deltawire.marshallable.Wire;
import java.io.IOException;

/** The connection between a component and the one before it: a wire to write to, and a wire to read from. */
interface Hop extends AutoCloseable {
    Wire writer();

    Wire reader();

    /** Makes a written event available to the reader. The caller does so after each event. */
    void transfer();

    /**
     * Empties the connection. Writer and reader are new ones afterwards.
     *
     * @return false if the connection does not need this and did nothing
     */
    boolean rewind();

    @Override
    void close() throws IOException;
}
