package io.deltawire.delta.internal.value;

/**
 * Mixes the bits of a hash, so that the lowest ones, which index a table, depend on all. Fibonacci hashing with a final
 * shift.
 */
public final class HashBits {
    private HashBits() {}

    public static int spread(int hash) {
        int product = hash * 0x9E3779B9;
        return product ^ product >>> 15;
    }
}
