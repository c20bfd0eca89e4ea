package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;

/** Counts what a stream makes its reader hold, and refuses more than the stream has announced: docs/spec/delta.md, 4.4. */
final class StateBounds {
    private final ByteCursor c;
    /** What the stream has announced not to pass. */
    private long maxKeys;

    private long maxStateBytes;
    /** What the state counts as: {@link StateSize}. */
    private long stateBytes;
    /** How much longer the texts and plain values that records of this epoch are sent may be. */
    private long sendable;

    StateBounds(ByteCursor cursor) {
        this.c = cursor;
        this.maxKeys = cursor.limits().maxKeys();
        this.maxStateBytes = cursor.limits().maxStateBytes();
        this.sendable = 2 * maxStateBytes;
    }

    /** Begins with an empty state, that is announced to keep to these bounds. */
    void reset(long keys, long bytes) {
        maxKeys = keys;
        maxStateBytes = bytes;
        stateBytes = 0;
        sendable = 2 * bytes;
    }

    /** What the state counts as. */
    long stateBytes() {
        return stateBytes;
    }

    void charge(long bytes) {
        stateBytes += bytes;
        if (stateBytes > maxStateBytes) {
            throw tooLarge();
        }
    }

    void release(long bytes) {
        stateBytes -= bytes;
    }

    /** Refuses a record in a slot that is past the announced number of keys, as is one more than so many. */
    void checkKeys(int live, int slot) {
        if (live >= maxKeys || slot >= maxKeys) {
            throw c.malformed("expected at most " + maxKeys + " keys");
        }
    }

    /** Takes note of a text or a plain value that a record was sent. */
    void sent(long length) {
        sendable -= length;
    }

    /** Refuses a message after more texts than may be sent. */
    void checkSent() {
        if (sendable < 0) {
            throw tooLarge();
        }
    }

    private MalformedWireException tooLarge() {
        return c.malformed("expected a stream whose state takes at most " + maxStateBytes + " bytes");
    }
}
