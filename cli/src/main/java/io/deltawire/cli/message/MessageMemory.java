package io.deltawire.cli.message;

import io.deltawire.wire.WireDataException;

/**
 * Bounds the memory for messages that are examined or retained, by the heap. A message that is only copied from a
 * reader to a writer needs none.
 */
public final class MessageMemory {
    /** What stands for the format in errors about memory. */
    public static final String FORMAT = "memory";

    private static final String MORE = "WIRE_JAVA_OPTS=-Xmx1g gives more";

    /** Several steps of a command can have a copy of a message each, and readers and writers buffer it. */
    private static final int SHARE = 8;

    private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / SHARE;

    private MessageMemory() {}

    /** Says that the heap is exhausted, and what to do. */
    public static String exhausted() {
        return "out of memory with " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB of heap; " + MORE;
    }

    /** The number of bytes that one message, or all messages retained for one purpose, may take. */
    public static long maxBytes() {
        return MAX_BYTES;
    }

    /**
     * Requires that something fits into its share of the heap.
     *
     * @param bytes the approximate memory that it takes
     * @param what what it is, with a verb: "a message that takes"
     * @param found what was found
     * @throws WireDataException if it does not fit; it names the option that gives the JVM a larger heap
     */
    public static void require(long bytes, String what, String found) {
        if (bytes > MAX_BYTES) {
            throw exceeded(what, found);
        }
    }

    /** Returns the error that {@link #require} throws. */
    static WireDataException exceeded(String what, String found) {
        return new WireDataException(
                FORMAT,
                "expected " + what + " at most " + (MAX_BYTES >> 20) + " MiB, an eighth of the heap, but " + found
                        + "; " + MORE,
                null);
    }
}
