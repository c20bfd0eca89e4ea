package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import java.util.zip.CRC32C;

/** Compares the checksums of a stream with its bytes: before its messages are given, or after. */
public final class Checksums {
    private final InputBuffer in;
    private final WireLimits limits;
    private final Container container;
    private final CRC32C crc = new CRC32C();
    /** Of what has been read from the last checksum up to {@link #summedTo}, where messages are given before it. */
    private final CRC32C running = new CRC32C();

    private long summedTo;
    /** Offset up to which a checksum has been found right. */
    long checkedTo;
    /** Offset from which the next checksum counts. */
    long from;
    /** The checksum before, which the next one begins with; -1 for none in the epoch. */
    long before = -1;

    Checksums(InputBuffer in, WireLimits limits, Container container) {
        this.in = in;
        this.limits = limits;
        this.container = container;
    }

    /** Begins to sum what is read from an offset on, behind the checksum before. */
    void sumFrom(long offset) {
        begin(running, before);
        summedTo = offset;
    }

    /**
     * Begins a block, with its header.
     *
     * @param isReset whether an epoch begins with it
     */
    void beginBlock(long offset, boolean isReset) {
        if (isReset) {
            before = -1;
        }
        from = offset;
        checkedTo = 0;
        sumFrom(offset);
    }

    /** Takes note that the checksum at the present position is right, and passes over it. */
    void pass() {
        before = container.u32(in.position + 2);
        in.position += Block.CHECK_BYTES;
        from = in.offset();
        sumFrom(from);
    }

    /**
     * Begins a checksum.
     *
     * @param before the one before it in its epoch; -1 for none
     */
    public static void begin(CRC32C crc, long before) {
        crc.reset();
        if (before >= 0) {
            for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
                crc.update((int) (before >>> i) & 0xFF);
            }
        }
    }

    /** The index in the window up to which all that was read is summed. */
    int summedIndex() {
        return in.index(summedTo);
    }

    /** Adds what has been read to the running checksum, where there is so much of it. */
    void sum(int atLeast) {
        int first = in.index(summedTo);
        if (in.position - first >= atLeast) {
            running.update(in.array, first, in.position - first);
            summedTo = in.offset();
        }
    }

    /**
     * Moves to the next checksum and compares it; false where the input ends before.
     *
     * @param start where the frames before it begin
     * @param least the least count of an end mark behind them
     * @param block the header of their block
     * @param isAll whether no more can come, so that where the input ends without a checksum a length may be damaged
     */
    boolean findCheck(long start, long least, BlockHeader block, boolean isAll) {
        boolean isThere;
        try {
            isThere = findCheck(start, least, block);
        } catch (TruncatedWireException e) { // in a length, which need not be one
            requireNoneBehind(start, least, block, isAll, true);
            throw e;
        }
        if (!isThere) {
            requireNoneBehind(start, least, block, isAll, in.position < in.limit);
        }
        return isThere;
    }

    /** @param endCounts not where lengths lead just to the end: the last message may well hold a dump, which ends there */
    private void requireNoneBehind(long start, long least, BlockHeader block, boolean isAll, boolean endCounts) {
        if (isAll && container.isGoodBehind(start, least, block, endCounts)
                || container.isEndBehind(start, least, block)) {
            throw container.malformed(
                    "expected a checksum but the lengths of frames lead past good blocks to the end of the input");
        }
    }

    private boolean findCheck(long start, long least, BlockHeader block) {
        while (in.fill(1)) {
            if (in.array[in.position] > 0) {
                passShortFrames(start);
                if (!in.fill(1)) {
                    return false;
                }
            }
            if (in.array[in.position] == 0) {
                if (!in.fill(2)) {
                    return false;
                }
                if (in.array[in.position + 1] != Block.CHECK) {
                    throw container.malformed("expected a checksum before the next block");
                }
                if (!in.fill(Block.CHECK_BYTES)) {
                    return false;
                }
                compare(in.position + 2);
                checkedTo = in.offset();
                return true;
            }
            long frame = in.offset();
            long length = container.varInt();
            container.checkLength(length);
            if (in.offset() - start > 4L * limits.maxMessageBytes()) {
                throw container.malformed(
                        "expected a checksum after at most " + 4L * limits.maxMessageBytes() + " bytes");
            }
            if (!in.fill((int) length)) {
                if (container.runsOver(frame, least, block)) {
                    throw container.overrun(length);
                }
                return false;
            }
            in.position += (int) length;
        }
        return false;
    }

    /** Passes over frames that are in the window as a whole and have a length of one byte, as most have. */
    private void passShortFrames(long start) {
        byte[] bytes = in.array;
        int at = in.position;
        int end = (int) Math.min(in.limit, in.index(start) + 4L * limits.maxMessageBytes());
        int last = 1;
        int sure = end - Byte.MAX_VALUE; // before that, all of such a frame is in the window
        while (at < sure) {
            int length = bytes[at];
            if (length == last) {
                at += last + 1; // which the processor goes on with before it has the length
            } else if (length > 0) {
                last = length;
                at += length + 1;
            } else {
                break;
            }
        }
        while (at < end && bytes[at] > 0 && bytes[at] < end - at) {
            at += 1 + bytes[at];
        }
        in.position = at;
    }

    /** Compares the checksum at an index with the bytes up to the present position. */
    void compare(int at) {
        begin(crc, before);
        int first = in.index(from);
        crc.update(in.array, first, in.position - first);
        long said = container.u32(at);
        if (said != crc.getValue()) {
            throw unequal(crc.getValue(), said);
        }
    }

    private MalformedWireException unequal(long expected, long said) {
        return container.malformed("expected CRC32C " + Long.toHexString(expected) + " for bytes " + from + " to "
                + (in.offset() - 1) + " but was " + Long.toHexString(said));
    }

    /** Compares the checksum at the present position with what has been summed up to it. */
    void compareSum() {
        sum(1);
        long said = container.u32(in.position + 2);
        if (running.getValue() != said) {
            throw unequal(running.getValue(), said);
        }
    }
}
