package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;

/** Counts the messages of a stream, and those that are missing in it: docs/spec/delta.md, section 3. */
final class StreamCount {
    /** Whether a block is being read. */
    boolean begun;
    /** Whether an end mark was the last thing read. */
    boolean ended;
    /** The number of messages of the stream so far, or -1 where the first header will tell. */
    long messages = -1;
    /** Whether the epoch is the first that is read, or the first after something is missing. */
    boolean joined;
    /** The number of messages before the epoch that was joined. */
    long joinedAt;
    /** The number of messages before damage, where it is known; else -1. */
    long lostFrom = -1;
    /** Whether there was something else before the first block. */
    boolean strayed;
    /** The number of messages of the stream before the first one after the loss. */
    long lostAt = -1;
    /** How many messages are missing between the last one given and the present one; -1 where that is not known. */
    private long lost;
    /** The number of messages of the stream before the last checksum, and before the one before that. */
    private long checked;

    private long checkedBefore;
    private long unchecked;

    /**
     * How many messages are missing between the present one, or the end of the input, and the last one given; -1 where that is
     * not known.
     */
    long lost() {
        if (!begun && (lostFrom >= 0 || strayed)) {
            return -1;
        }
        return lostAt < messages - 1 ? 0 : lost;
    }

    /** Takes note of a checksum of all messages since the one before. */
    void check() {
        checkedBefore = checked;
        checked = messages;
    }

    /** Takes note that who appended to the dump has made the checksum before: it had not come with its messages. */
    void sealed() {
        unchecked += checked - checkedBefore;
        checkedBefore = checked;
    }

    /** How many messages have a checksum that did not come with them. */
    long unchecked() {
        return unchecked;
    }

    /** What was lost before the last message given is of no more interest. */
    void settle() {
        if (messages > lostAt) {
            lost = 0;
        }
    }

    /** Takes note that more are lost; -1 where it is not known how many. */
    void lose(long count) {
        lost = lost < 0 || count < 0 ? -1 : lost + count;
    }

    /** The least count that an end mark behind what has been read can have. */
    long leastCount() {
        return Math.max(lostFrom, begun ? messages : 0);
    }

    /** A block begins, of which all that is wrong before it has been told. */
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

    /** What is read cannot be trusted any more. */
    void damaged(boolean isAtStart) {
        if (begun) {
            settle();
            lostFrom = messages;
        } else if (isAtStart) {
            strayed = true;
        }
        begun = false;
    }

    /** What is wrong where a new stream begins: that the one before has no end, so that nobody knows how long it was. */
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

    /** What is missing before a block that begins with empty state in the middle of a stream, or null. */
    MalformedWireException gap(long sequence, long start, long offset) {
        if (begun) {
            settle();
            lose(sequence - messages);
            return sequence > messages ? Container.missing(start, sequence - messages) : null;
        }
        if (ended) {
            lose(-1); // of a stream whose begin is missing, with who knows what else before it
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
