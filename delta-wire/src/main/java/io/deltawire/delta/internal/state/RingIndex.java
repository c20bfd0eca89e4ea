package io.deltawire.delta.internal.state;

import java.util.Arrays;

/** Finds the places of a ring by the hash of what is there: a hash table of chains, which makes no garbage. */
final class RingIndex {
    /** By hash: the first place of the chain, plus one; 0 where there is none. */
    private short[] heads;
    /** By place: the next place of its chain, plus one. */
    private short[] chain;

    private int shift;

    RingIndex(int capacity) {
        reset(capacity);
    }

    /** Makes this the index of a ring of so many places, with nothing in it. */
    void reset(int capacity) {
        shift = Integer.numberOfLeadingZeros(capacity); // at least as many heads as places
        heads = new short[1 << 32 - shift];
        chain = new short[capacity];
    }

    private int head(int hash) {
        return hash * 0x9E3779B9 >>> shift; // the high bits of a product with the golden ratio
    }

    /** The first place that may hold a value with this hash, or -1. */
    int first(int hash) {
        return heads[head(hash)] - 1;
    }

    /** The next such place, or -1. */
    int after(int place) {
        return chain[place] - 1;
    }

    void add(int place, int hash) {
        int head = head(hash);
        chain[place] = heads[head];
        heads[head] = (short) (place + 1);
    }

    /** Takes out a place, given the hash that it was added with. */
    void remove(int place, int hash) {
        int head = head(hash);
        if (heads[head] == place + 1) {
            heads[head] = chain[place];
            return;
        }
        int before = heads[head] - 1;
        while (chain[before] != place + 1) {
            before = chain[before] - 1;
        }
        chain[before] = chain[place];
    }

    void clear() {
        Arrays.fill(heads, (short) 0);
    }
}
