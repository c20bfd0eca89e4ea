package io.deltawire.delta.internal.value;

/** Spreads a hash, so that the lowest bits of it, which a table takes, depend on all of them. */
public final class HashBits {
    private HashBits() {}

    public static int spread(int hash) {
        int product = hash * 0x9E3779B9;
        return product ^ product >>> 15;
    }
}
