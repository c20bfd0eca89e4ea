package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the comparisons that keys with equal hash codes cost in one map or set. A hash map orders equal hash codes by
 * comparing keys, which lists, maps and objects do not support; hostile input could make reading quadratic. Not
 * thread-safe.
 */
final class KeyCollisions {
    private static final long FREE = 1_000_000;
    private static final int PER_KEY = 64;
    /** The keys of smaller maps are not counted, because counting would cost more than it saves. */
    private static final int MIN_SIZE = 64;

    private final Map<Integer, Integer> counts = new HashMap<>();
    private long comparisons;
    private long keys;

    /** Whether another key of a map or set can cost many comparisons. */
    static boolean isCandidate(Object key, int size) {
        return size >= MIN_SIZE && key != null && !(key instanceof Comparable);
    }

    /**
     * Counts a {@linkplain #isCandidate candidate}.
     *
     * @param before the collisions of the map so far, or null
     * @return the collisions with this key
     */
    static KeyCollisions count(KeyCollisions before, Object key, WireIn in, CodecContext session) {
        KeyCollisions all = before == null ? new KeyCollisions() : before;
        all.comparisons += all.counts.merge(key.hashCode(), 1, Integer::sum);
        if (all.comparisons > FREE + PER_KEY * ++all.keys) {
            throw session.mismatch(in, "expected keys with different hash codes but too many are alike");
        }
        return all;
    }
}
