package io.deltawire.marshallable.internal.codec;

import java.time.temporal.Temporal;

/**
 * What the values last converted became: readers give the same instance for a text that comes again, and so no
 * garbage. Not thread-safe.
 */
final class TemporalConversions {
    private static final int SIZE = 8;

    private final Temporal[] values = new Temporal[SIZE];
    private final Temporal[] results = new Temporal[SIZE];
    private int next;

    /** What this very value became, or null. */
    Temporal of(Temporal value) {
        for (int i = 0; i < SIZE; i++) {
            if (values[i] == value) {
                return results[i];
            }
        }
        return null;
    }

    <T extends Temporal> T put(Temporal value, T result) {
        values[next] = value;
        results[next] = result;
        next = next + 1 & SIZE - 1;
        return result;
    }
}
