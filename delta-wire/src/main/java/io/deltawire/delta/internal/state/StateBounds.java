package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.MalformedWireException;

/**
 * Sums up what a stream makes its reader hold, and rejects more than the stream has announced (docs/spec/delta.md,
 * section 4.4).
 *
 * <p>There are three sums: the size of the state, the length of texts sent to records, and the memory of rings and mask
 * dictionaries. The announced bound limits the first; multiples of it limit the others.
 */
public final class StateBounds {
    /** Rings and mask dictionaries may take this multiple of the state's bound. */
    private static final long RING_SHARE = 4;
    /** The bound of the rings is computed from at least this size: few leaves may have much larger rings. */
    private static final long MIN_RING_STATE = 16 << 20;

    private final ByteCursor c;
    /** The bounds that the stream has announced. */
    private long maxKeys;

    private long maxStateBytes;
    /** The size of the state: see {@link StateSize}. */
    private long stateBytes;
    /** The length of texts and plain values that may still be sent to records of this epoch. */
    private long sendable;
    /** The memory of rings and mask dictionaries, which is not part of the size of the state. */
    private long ringBytes;

    public StateBounds(ByteCursor cursor) {
        this.c = cursor;
        this.maxKeys = cursor.limits().maxKeys();
        this.maxStateBytes = cursor.limits().maxStateBytes();
        this.sendable = multiplied(2, maxStateBytes);
    }

    /** Begins an epoch with empty state and these announced bounds. */
    public void reset(long keys, long bytes) {
        maxKeys = keys;
        maxStateBytes = bytes;
        stateBytes = 0;
        sendable = multiplied(2, bytes);
        ringBytes = 0;
    }

    /** Returns the size of the state in bytes. */
    public long stateBytes() {
        return stateBytes;
    }

    public void charge(long bytes) {
        stateBytes += bytes;
        if (stateBytes > maxStateBytes) {
            throw tooLarge();
        }
    }

    public void release(long bytes) {
        stateBytes -= bytes;
    }

    /** Rejects one more record than the announced number of keys, or a slot beyond it. */
    public void checkKeys(int live, int slot) {
        if (live >= maxKeys || slot >= maxKeys) {
            throw c.malformed("expected at most " + maxKeys + " keys");
        }
    }

    /**
     * Returns what the rings of a stream with this bound should take at most. Readers accept a small multiple of it.
     */
    public static long maxRingState(long maxStateBytes) {
        return Math.max(maxStateBytes, MIN_RING_STATE);
    }

    /** Adds to the memory of rings and mask dictionaries. */
    public void chargeRings(int bytes) {
        ringBytes += bytes;
        if (ringBytes > multiplied(RING_SHARE, maxRingState(maxStateBytes))) {
            throw c.malformed("expected a stream whose rings and mask dictionaries take at most "
                    + multiplied(RING_SHARE, maxRingState(maxStateBytes)) + " bytes");
        }
    }

    /** Multiplies a bound, saturating: a bound may be {@link Long#MAX_VALUE}, for no bound. */
    private static long multiplied(long factor, long bytes) {
        return bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : factor * bytes;
    }

    /** Counts a text or plain value that was sent to a record. */
    public void countSent(long length) {
        sendable -= length;
    }

    /** Rejects the next message if more text has been sent than may be. */
    public void checkSent() {
        if (sendable < 0) {
            throw tooLarge();
        }
    }

    private MalformedWireException tooLarge() {
        return c.malformed("expected a stream whose state takes at most " + maxStateBytes + " bytes");
    }
}
