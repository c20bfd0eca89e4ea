package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;

/**
 * Counts the messages of a stream and those that are missing: docs/spec/delta.md, section 3. {@link BlockReader}
 * reports what it reads; this class keeps the positions from which {@link #lost} follows.
 */
final class MessageCounter {
    /** Whether a block is being read. */
    private boolean isInBlock;
    /** Whether the last thing read was an end mark. */
    private boolean isAtEnd;
    /** The number of messages of the stream so far; -1 before the first header. */
    private long messages = -1;
    /** Whether the epoch is the first that is read, or the first after a loss. */
    private boolean hasJoined;
    /** The number of messages before the joined epoch. */
    private long joinedSequence;
    /** The number of messages before the damage; -1 without damage, or if the number is not known. */
    private long damagedSequence = -1;
    /** Whether unusable bytes came before the first block. */
    private boolean hasStrayBytes;
    /** The number of messages of the stream before the first one after the loss. */
    private long sequenceAfterLoss = -1;
    /** How many messages are missing between the last message and the current one; -1 if it is not known. */
    private long lost;
    /** The number of messages before the last checksum. */
    private long checked;

    /** The number of messages before the checksum before that. */
    private long checkedBefore;

    private long unchecked;

    boolean isInBlock() {
        return isInBlock;
    }

    /** Whether the last thing read was an end mark. */
    boolean isAtEnd() {
        return isAtEnd;
    }

    /** Returns the number of messages of the stream so far; -1 before the first header. */
    long messages() {
        return messages;
    }

    /** Whether the epoch is the first that is read, or the first after a loss. */
    boolean hasJoined() {
        return hasJoined;
    }

    /** Whether unusable bytes came before the first block. */
    boolean hasStrayBytes() {
        return hasStrayBytes;
    }

    void countMessage() {
        messages++;
    }

    /** Undoes {@link #countMessage}: the body is not a message of the stream, or is damaged. */
    void uncountMessage() {
        messages--;
    }

    /** Whether a part of a stream has been read, which the next end mark ends. */
    boolean isStreamBegun() {
        return isInBlock || damagedSequence >= 0 || hasStrayBytes;
    }

    /** Returns the number of messages that the next end mark should have, estimated if blocks are damaged. */
    long messagesBeforeEnd() {
        return isInBlock ? messages : Math.max(0, damagedSequence);
    }

    /** Ends the block at the end of the input. */
    void endBlock() {
        isInBlock = false;
    }

    /**
     * Ends the stream by an end mark.
     *
     * @param stated the number of messages that the mark has
     * @param isComplete whether no message before the mark is missing
     */
    void endStream(long stated, boolean isComplete) {
        if (isInBlock) {
            clearReportedLoss();
        }
        if (isStreamBegun()) {
            addLoss(Math.max(0, stated - messagesBeforeEnd()));
        }
        isInBlock = false;
        damagedSequence = -1;
        hasStrayBytes = false;
        isAtEnd = true;
        messages = isComplete ? stated : Math.max(messages, stated);
        sequenceAfterLoss = messages;
    }

    /** Records a header that cannot be joined, since its block continues earlier ones. */
    void skipHeader() {
        hasStrayBytes |= damagedSequence < 0 && !isAtEnd;
    }

    /**
     * How many messages are missing between the last message and the current one or the end of the input; -1 if it is
     * not known.
     */
    long lost() {
        if (!isInBlock && (damagedSequence >= 0 || hasStrayBytes)) {
            return -1;
        }
        return sequenceAfterLoss < messages - 1 ? 0 : lost;
    }

    /** Records a checksum over all messages since the one before. */
    void countCheck() {
        checkedBefore = checked;
        checked = messages;
    }

    /** Records that the checksum before was added by an appender, and not written with its messages. */
    void countSeal() {
        unchecked += checked - checkedBefore;
        checkedBefore = checked;
    }

    /** How many messages have a checksum that was added later. */
    long unchecked() {
        return unchecked;
    }

    /** Clears the loss before the last message, once that message has been returned. */
    void clearReportedLoss() {
        if (messages > sequenceAfterLoss) {
            lost = 0;
        }
    }

    /** Adds missing messages; -1 if their number is not known. */
    void addLoss(long count) {
        lost = lost < 0 || count < 0 ? -1 : lost + count;
    }

    /** The least count that a following end mark can have. */
    long minEndCount() {
        return Math.max(damagedSequence, isInBlock ? messages : 0);
    }

    /** Begins a block. Everything wrong before it has been reported. */
    void beginBlock(long sequence, boolean isReset) {
        damagedSequence = -1;
        hasStrayBytes = false;
        if (isReset) {
            hasJoined = !isInBlock || sequence != messages || hasJoined && sequence == joinedSequence;
            joinedSequence = sequence;
            sequenceAfterLoss = sequence;
        }
        messages = sequence;
        checked = sequence;
        isAtEnd = false;
        isInBlock = true;
    }

    /** Ends the block, because its bytes cannot be trusted. */
    void endInDamage(boolean isAtStart) {
        if (isInBlock) {
            clearReportedLoss();
            damagedSequence = messages;
        } else if (isAtStart) {
            hasStrayBytes = true;
        }
        isInBlock = false;
    }

    /**
     * Returns the error of a new stream before the end of the last one, whose length is then unknown; null for none.
     */
    MalformedWireException checkMissingEnd(long start, boolean requiresEnd) {
        if (!isInBlock) {
            addLoss(damagedSequence > 0 ? -1 : 0);
            return null;
        }
        clearReportedLoss();
        addLoss(-1);
        return requiresEnd
                ? MarkerReader.malformed(
                        start,
                        "expected an end mark before a new stream: the one before was cut off after message "
                                + messages)
                : null;
    }

    /**
     * Returns the error of messages missing before a block with empty state in the middle of a stream; null for none.
     */
    MalformedWireException checkGap(long sequence, long start, long offset) {
        if (isInBlock) {
            clearReportedLoss();
            addLoss(sequence - messages);
            return sequence > messages ? MarkerReader.missing(start, sequence - messages) : null;
        }
        if (isAtEnd) {
            addLoss(-1); // the start of this stream is missing, and perhaps others before it
            return MarkerReader.malformed(
                    offset, "expected a new stream after the end mark but was message " + sequence + " of one");
        }
        if (damagedSequence >= 0) {
            addLoss(sequence - damagedSequence);
            return sequence > damagedSequence ? MarkerReader.missing(start, sequence - damagedSequence) : null;
        }
        if (hasStrayBytes) {
            addLoss(sequence);
        }
        return null;
    }
}
