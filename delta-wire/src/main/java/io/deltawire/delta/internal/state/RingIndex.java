package io.deltawire.delta.internal.state;

import java.util.Arrays;

/**
 * Finds the indexes of a ring by the hash of the value: a hash table with chains in arrays, which allocates nothing.
 */
final class RingIndex {
    /** For each bucket the first index of its chain, plus one; 0 for none. */
    private short[] buckets;
    /** For each index the next one of its chain, plus one; 0 for none. */
    private short[] chain;

    private int shift;

    RingIndex(int capacity) {
        reset(capacity);
    }

    /** Empties this index, for a ring of this capacity. */
    void reset(int capacity) {
        shift = Integer.numberOfLeadingZeros(capacity); // at least as many buckets as indexes
        buckets = new short[1 << 32 - shift];
        chain = new short[capacity];
    }

    private int bucket(int hash) {
        return hash * 0x9E3779B9 >>> shift; // the high bits of a product with the golden ratio
    }

    /** Returns the first index that may hold a value with this hash, or -1. */
    int first(int hash) {
        return buckets[bucket(hash)] - 1;
    }

    /** Returns the next index of the same chain, or -1. */
    int after(int index) {
        return chain[index] - 1;
    }

    void add(int index, int hash) {
        int bucket = bucket(hash);
        chain[index] = buckets[bucket];
        buckets[bucket] = (short) (index + 1);
    }

    /** Removes an index, given the hash that it was added with. */
    void remove(int index, int hash) {
        int bucket = bucket(hash);
        if (buckets[bucket] == index + 1) {
            buckets[bucket] = chain[index];
            return;
        }
        int before = buckets[bucket] - 1;
        while (chain[before] != index + 1) {
            before = chain[before] - 1;
        }
        chain[before] = chain[index];
    }

    void clear() {
        Arrays.fill(buckets, (short) 0);
    }
}
