package io.deltawire.cli.message;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.token.TokenBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * A message that the command holds: its tokens, and where it comes from. One that takes more than its share of the heap
 * is an error. Not thread-safe.
 */
public final class MessageTape extends TokenBuffer {
    private static final int INITIAL = 64;

    private long number;
    private long offset = -1;
    private boolean sharesOffset;
    private long length = -1;
    private LongSupplier position;
    private long[] ends = {};

    public MessageTape() {
        super(MessageMemory.maxBytes());
    }

    /** From now on, records for each token the position of the reader after it. */
    public void trackPositions(LongSupplier readerPosition) {
        position = readerPosition;
    }

    /** The offset in the input at which the token at an index ends, if positions are recorded. */
    public long end(int index) {
        return ends[index];
    }

    @Override
    protected void afterToken(int index) {
        if (position != null) {
            if (index >= ends.length) {
                ends = Arrays.copyOf(ends, Math.max(INITIAL, 2 * index));
            }
            ends[index] = position.getAsLong();
        }
    }

    @Override
    protected long bytesOfToken() {
        return position == null ? 1 : 1 + Long.BYTES;
    }

    @Override
    protected WireDataException tooLarge(long bytes) {
        return MessageMemory.exceeded(
                "a message that takes", "the message takes more than that in its first " + size() + " tokens");
    }

    @Override
    public long bytes() {
        return super.bytes() + 8L * ends.length;
    }

    /**
     * Sets the origin of the message.
     *
     * @param messageNumber its number, from 1
     * @param messageOffset its offset in the unpacked input, or -1
     */
    public void setOrigin(long messageNumber, long messageOffset) {
        number = messageNumber;
        offset = messageOffset;
        length = -1;
        sharesOffset = false;
    }

    /** Sets the origin of the message to that of another one. */
    public void copyOrigin(MessageTape other) {
        setOrigin(other.number, other.offset);
        sharesOffset = other.sharesOffset;
    }

    /** Declares that the message before has the same offset, so that no offset tells where this one ends. */
    public void setSharedOffset() {
        sharesOffset = true;
    }

    /** The number of the message in its input, from 1. */
    public long number() {
        return number;
    }

    /** The offset of the message in its input, or -1. */
    public long offset() {
        return offset;
    }

    /** Sets the length of the message by the offset of the next one, or -1. */
    public void setEnd(long next) {
        // Messages of a compressed frame share an offset, and none of them has a size of its own.
        length = offset < 0 || next <= offset || sharesOffset ? -1 : next - offset;
    }

    /** The number of bytes up to the next message, or -1 if unknown. */
    public long length() {
        return length;
    }

    /** Makes this tape a copy of another, with its origin. */
    public void copyFrom(MessageTape other) {
        super.copyFrom(other);
        copyOrigin(other);
        length = other.length;
        ends = Arrays.copyOf(other.ends, Math.min(size(), other.ends.length));
    }
}
