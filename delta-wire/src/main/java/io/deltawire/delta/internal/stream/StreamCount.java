package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;

/**
 * Counts the messages of a stream and those that are missing: docs/spec/delta.md, section 3. {@link BlockReader}
 * reports what it reads; this class keeps the positions from which {@link #lost} follows.
 */
final class StreamCount {
    /** Whether a block is being read. */
    boolean begun;
    /** Whether the last thing read was an end mark. */
    boolean ended;
    /** The number of messages of the stream so far; -1 before the first header. */
    long messages = -1;
    /** Whether the epoch is the first that is read, or the first after a loss. */
    boolean joined;
    /** The number of messages before the joined epoch. */
    long joinedAt;
    /** The number of messages before the damage; -1 without damage, or if the number is not known. */
    long lostFrom = -1;
    /** Whether unusable bytes came before the first block. */
    boolean strayed;
    /** The number of messages of the stream before the first one after the loss. */
    long lostAt = -1;
    /** How many messages are missing between the last message and the current one; -1 if it is not known. */
    private long lost;
    /** The number of messages before the last checksum. */
    private long checked;

    /** The number of messages before the checksum before that. */
    private long checkedBefore;
    private long unchecked;

    /**
     * How many messages are missing between the last message and the current one or the end of the input; -1 if it is
     * not known.
     */
    long lost() {
        if (!begun && (lostFrom >= 0 || strayed)) {
            return -1;
        }
        return lostAt < messages - 1 ? 0 : lost;
    }

    /** Records a checksum over all messages since the one before. */
    void check() {
        checkedBefore = checked;
        checked = messages;
    }

    /** Records that the checksum before was added by an appender, and not written with its messages. */
    void sealed() {
        unchecked += checked - checkedBefore;
        checkedBefore = checked;
    }

    /** How many messages have a checksum that was added later. */
    long unchecked() {
        return unchecked;
    }

    /** Clears the loss before the last message, once that message has been returned. */
    void settle() {
        if (messages > lostAt) {
            lost = 0;
        }
    }

    /** Adds missing messages; -1 if their number is not known. */
    void lose(long count) {
        lost = lost < 0 || count < 0 ? -1 : lost + count;
    }

    /** The least count that a following end mark can have. */
    long leastCount() {
        return Math.max(lostFrom, begun ? messages : 0);
    }

    /** Begins a block. Everything wrong before it has been reported. */
    void begin(long sequence, boolean isReset) {
        lostFrom = -1;
        strayed = false;
        if (isReset) {
            joined = !begun || sequence != messages || joined && sequence == joinedAt;
            joinedAt = sequence;
            lostAt = sequence;
        }
        messages = sequence;
        checked = sequence;
        ended = false;
        begun = true;
    }

    /** Ends the block, because its bytes cannot be trusted. */
    void damaged(boolean isAtStart) {
        if (begun) {
            settle();
            lostFrom = messages;
        } else if (isAtStart) {
            strayed = true;
        }
        begun = false;
    }

    /**
     * Returns the error of a new stream before the end of the last one, whose length nobody knows then; null for none.
     */
    MalformedWireException begunBeforeEnd(long start, boolean requiresEnd) {
        if (!begun) {
            lose(lostFrom > 0 ? -1 : 0);
            return null;
        }
        settle();
        lose(-1);
        return requiresEnd
                ? Container.malformed(
                        start,
                        "expected an end mark before a new stream: the one before was cut off after message "
                                + messages)
                : null;
    }

    /**
     * Returns the error of messages missing before a block with empty state in the middle of a stream; null for none.
     */
    MalformedWireException gap(long sequence, long start, long offset) {
        if (begun) {
            settle();
            lose(sequence - messages);
            return sequence > messages ? Container.missing(start, sequence - messages) : null;
        }
        if (ended) {
            lose(-1); // the start of this stream is missing, and perhaps others before it
            return Container.malformed(
                    offset, "expected a new stream after the end mark but was message " + sequence + " of one");
        }
        if (lostFrom >= 0) {
            lose(sequence - lostFrom);
            return sequence > lostFrom ? Container.missing(start, sequence - lostFrom) : null;
        }
        if (strayed) {
            lose(sequence);
        }
        return null;
    }
}
