package io.deltawire.marshallable.internal.codec;

import java.time.temporal.Temporal;

/**
 * Caches the results of recent conversions, by the identity of the value. Readers return the same instance for a
 * repeated text, so a repeated time is converted without garbage. New entries replace the oldest. Not thread-safe.
 */
final class TemporalConversionCache {
    private static final int SIZE = 8;

    private final Temporal[] values = new Temporal[SIZE];
    private final Temporal[] results = new Temporal[SIZE];
    private int next;

    /** Returns the cached result for this instance, or null. */
    Temporal get(Temporal value) {
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
