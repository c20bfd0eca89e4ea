package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.MalformedWireException;

/** Counts what a stream makes its reader hold, and refuses more than the stream has announced: docs/spec/delta.md, 4.4. */
public final class StateBounds {
    /** The rings may hold so many times what the state may count as. */
    private static final long RING_SHARE = 4;
    /** Or what a state of so many bytes could have, where that is more: a few leaves have rings that are much larger. */
    private static final long MIN_RING_STATE = 16 << 20;

    private final ByteCursor c;
    /** What the stream has announced not to pass. */
    private long maxKeys;

    private long maxStateBytes;
    /** What the state counts as: {@link StateSize}. */
    private long stateBytes;
    /** How much longer the texts and plain values that records of this epoch are sent may be. */
    private long sendable;
    /** What the rings hold; they are no part of the size of the state. */
    private long ringBytes;

    public StateBounds(ByteCursor cursor) {
        this.c = cursor;
        this.maxKeys = cursor.limits().maxKeys();
        this.maxStateBytes = cursor.limits().maxStateBytes();
        this.sendable = times(2, maxStateBytes);
    }

    /** Begins with an empty state, that is announced to keep to these bounds. */
    public void reset(long keys, long bytes) {
        maxKeys = keys;
        maxStateBytes = bytes;
        stateBytes = 0;
        sendable = times(2, bytes);
        ringBytes = 0;
    }

    /** What the state counts as. */
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

    /** Refuses a record in a slot that is past the announced number of keys, as is one more than so many. */
    public void checkKeys(int live, int slot) {
        if (live >= maxKeys || slot >= maxKeys) {
            throw c.malformed("expected at most " + maxKeys + " keys");
        }
    }

    /** What the rings of a stream with this bound should hold; readers bear with a few times as much. */
    public static long ringState(long maxStateBytes) {
        return Math.max(maxStateBytes, MIN_RING_STATE);
    }

    /** Takes note that rings hold so many more bytes. */
    public void ring(int bytes) {
        ringBytes += bytes;
        if (ringBytes > times(RING_SHARE, ringState(maxStateBytes))) {
            throw c.malformed("expected a stream whose texts, doubles and masks that are kept take at most "
                    + times(RING_SHARE, ringState(maxStateBytes)) + " bytes");
        }
    }

    /** A multiple of a bound, or the largest number: a bound may be that itself, for as much as there is. */
    private static long times(long factor, long bytes) {
        return bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : factor * bytes;
    }

    /** Takes note of a text or a plain value that a record was sent. */
    public void sent(long length) {
        sendable -= length;
    }

    /** Refuses a message after more texts than may be sent. */
    public void checkSent() {
        if (sendable < 0) {
            throw tooLarge();
        }
    }

    private MalformedWireException tooLarge() {
        return c.malformed("expected a stream whose state takes at most " + maxStateBytes + " bytes");
    }
}
