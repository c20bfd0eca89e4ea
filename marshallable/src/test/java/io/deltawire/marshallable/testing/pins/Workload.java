package io.deltawire.marshallable.testing.pins;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;

/** Messages that a seed decides: the same seed writes the same ones, and knows what to find when they are read. */
interface Workload {
    /** Adds what the stream of a seed needs to the options of its format. */
    default WireOptions options(WireOptions options, long seed) {
        return options;
    }

    /** Writes the first messages of the stream of a seed, and closes the target. */
    void write(Target target, long seed, int messages);

    /** Reads a whole stream that {@link #write} has written, and fails where it holds anything else. */
    void check(WireFormat format, WireOptions options, byte[] bytes, long seed, int messages);
}
