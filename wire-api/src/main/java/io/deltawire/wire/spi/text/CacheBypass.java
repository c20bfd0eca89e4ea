package io.deltawire.wire.spi.text;

/**
 * Learns which fields rarely repeat a value, such as the time of a message, so that a cache of values can be bypassed.
 * For such a field, decoding a value costs less than a failed look-up and an insertion. Not thread-safe.
 *
 * <p>For each field it keeps a balance of cache misses less hits. Above a threshold it bypasses the cache, except for a
 * sample of the values. If enough of the sampled values are hits, look-ups resume.
 */
public final class CacheBypass {
    /** Number of fields with a balance of their own, a power of two; others share. */
    private static final int FIELDS = 256;

    /** Number of values to bypass between two samples: one less than a power of two. */
    private static final int BYPASSED = 31;

    /** Look-ups resume if hits exceed misses by this number in the samples. */
    private static final int HITS_TO_RESUME = 16;

    private static final int STEP = BYPASSED + 1;

    private final int maxMisses;

    /**
     * State of each field. Below {@link #maxMisses}, its misses less its hits. From there on, it counts the values
     * bypassed since the last sample, and {@link #STEP} for each hit less each miss of the samples.
     */
    private final short[] balances = new short[FIELDS];

    /** A bit for each field whose {@link #balances} is not zero; fields share bits by their lowest six. */
    private long tracked;

    /** @param maxMisses misses less hits above which a field bypasses the cache: 1 to 2^14 */
    public CacheBypass(int maxMisses) {
        if (maxMisses < 1 || maxMisses > 1 << 14) {
            throw new IllegalArgumentException("expected 1 to 16384 but was " + maxMisses);
        }
        this.maxMisses = maxMisses;
    }

    /**
     * Returns whether {@link #skipLookup} and {@link #recordHit} have to be called for the next value of a field. If
     * not, only {@link #recordMiss} has to be called. Fields that share a bit may miss some calls.
     */
    public boolean isTracked(int field) {
        return (tracked & 1L << field) != 0;
    }

    /**
     * Decides whether the next value of a field bypasses the cache, and counts it if it does. If the result is false,
     * {@link #recordHit} or {@link #recordMiss} has to follow the look-up.
     *
     * @return true to bypass the cache
     */
    public boolean skipLookup(int field) {
        int index = field & FIELDS - 1;
        int bypassed = balances[index] - maxMisses;
        if (bypassed < 0 || (bypassed & BYPASSED) == BYPASSED) {
            return false;
        }
        balances[index]++;
        return true;
    }

    /** Records that the cache had a value of a field. */
    public void recordHit(int field) {
        int index = field & FIELDS - 1;
        int balance = balances[index];
        if (balance >= maxMisses) {
            int hits = (balance - maxMisses) / STEP + 1;
            balances[index] = (short) (hits < HITS_TO_RESUME ? maxMisses + hits * STEP : maxMisses - 1);
        } else if (balance > 1) {
            balances[index]--;
        } else {
            balances[index] = 0;
            tracked &= ~(1L << field);
        }
    }

    /** Records that the cache did not have a value of a field. */
    public void recordMiss(int field) {
        tracked |= 1L << field;
        int index = field & FIELDS - 1;
        int balance = balances[index];
        if (balance >= maxMisses) {
            int hits = Math.max((balance - maxMisses) / STEP - 1, 0);
            balances[index] = (short) (maxMisses + hits * STEP);
        } else {
            balances[index]++;
        }
    }
}
