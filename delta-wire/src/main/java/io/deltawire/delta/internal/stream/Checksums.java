package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import java.util.zip.CRC32C;

/**
 * Compares the checksums of a stream with its bytes: before the messages are returned, or after them.
 *
 * <p>{@link #findCheck} looks ahead to the next checksum in the window and compares it. Without looking ahead,
 * {@link #sumRead} adds the bytes in chunks as they are read, and {@link #compareRunning} compares them at the
 * checksum. This class owns the chain of checksums of the epoch; {@link BlockReader} decides which strategy applies.
 */
public final class Checksums {
    private final InputBuffer in;
    private final WireLimits limits;
    private final MarkerReader markers;
    private final CRC32C crc = new CRC32C();
    /** Covers the bytes from the last checksum to {@link #summedTo}, if messages are returned before it. */
    private final CRC32C running = new CRC32C();

    /** The offset of a torn frame or marker, after which its writer continued; -1 for none. */
    private long tornFrom = -1;
    /** The offset of the header after it. */
    private long tornTo;

    private long summedTo;
    /** The offset up to which a checksum has been found right. */
    private long checkedTo;
    /** The offset at which the coverage of the next checksum begins. */
    private long coverageStart;
    /** The last checksum, which the next one continues; -1 for none in the epoch. */
    private long last = -1;

    Checksums(InputBuffer in, WireLimits limits, MarkerReader markers) {
        this.in = in;
        this.limits = limits;
        this.markers = markers;
    }

    /** Returns the offset up to which a checksum has been found right. */
    long checkedTo() {
        return checkedTo;
    }

    /** Returns the offset at which the coverage of the next checksum begins. */
    long coverageStart() {
        return coverageStart;
    }

    /** Returns the last checksum, which the next one continues; -1 for none in the epoch. */
    long last() {
        return last;
    }

    /** Begins the coverage of the next checksum after bytes that no checksum covers. */
    void beginCoverage(long offset) {
        coverageStart = offset;
    }

    /** Forgets that a checksum ahead has been found right. */
    void distrust() {
        checkedTo = 0;
        tornFrom = -1;
    }

    /** Begins the running checksum at an offset, after the last checksum. */
    void beginSum(long offset) {
        begin(running, last);
        summedTo = offset;
    }

    /**
     * Begins the coverage at the header of a block.
     *
     * @param isReset whether an epoch begins with the block
     */
    void beginBlock(long offset, boolean isReset) {
        if (isReset) {
            last = -1;
        }
        coverageStart = offset;
        checkedTo = 0;
        tornFrom = -1;
        beginSum(offset);
    }

    /** Accepts the checksum at the position and moves past it. */
    void acceptCheck() {
        last = markers.u32(in.position + 2);
        in.position += ContainerCodes.CHECK_BYTES;
        coverageStart = in.offset();
        beginSum(coverageStart);
    }

    /**
     * Begins a checksum.
     *
     * @param before the last checksum of the epoch; -1 for none
     */
    public static void begin(CRC32C crc, long before) {
        crc.reset();
        if (before >= 0) {
            for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
                crc.update((int) (before >>> i) & 0xFF);
            }
        }
    }

    /** The index in the window up to which the bytes are summed. */
    int summedIndex() {
        return in.index(summedTo);
    }

    /** Adds the bytes read to the running checksum if there are at least that many. */
    void sumRead(int atLeast) {
        int first = in.index(summedTo);
        if (in.position - first >= atLeast) {
            running.update(in.array, first, in.position - first);
            summedTo = in.offset();
        }
    }

    /**
     * Moves to the next checksum and compares it. Returns false if the input ends before.
     *
     * @param start the start of the frames before it
     * @param minCount the least count of an end mark after them
     * @param block the header of their block
     * @param isAll whether nothing more can arrive, so that a missing checksum may be due to a damaged length
     */
    boolean findCheck(long start, long minCount, BlockHeader block, boolean isAll) {
        boolean isPresent;
        try {
            isPresent = findCheck(start, minCount, block);
        } catch (TruncatedWireException e) { // the input ends in what looks like a length
            requireNoSkippedBlocks(start, minCount, block, isAll, true);
            throw e;
        }
        if (!isPresent) {
            requireNoSkippedBlocks(start, minCount, block, isAll, in.position < in.limit);
        }
        return isPresent;
    }

    /**
     * Throws if the input holds a good block that the lengths of frames lead past.
     *
     * @param endCounts false if the lengths lead exactly to the end: the last message may hold a dump that ends there
     */
    private void requireNoSkippedBlocks(
            long start, long minCount, BlockHeader block, boolean isAll, boolean endCounts) {
        if (isAll && markers.isRestartPossibleAfter(start, minCount, block, endCounts)
                || markers.skipsEndMark(start, minCount, block)) {
            throw markers.malformed(
                    "expected a checksum but the lengths of frames lead past good blocks to the end of the input");
        }
    }

    /**
     * Finds the header of a later block that checks the bytes up to an offset from {@code start} on, after which its
     * writer's target failed. The offset then is {@link #tornFrom} and {@link #checkedTo}.
     *
     * @param start the start of the frames before it, which the lengths of frames lead from to the position
     * @param block the header of their block
     */
    boolean findCheckInHeader(long start, BlockHeader block) {
        // The lengths lead past the torn frame, but perhaps not past incomplete headers after it.
        in.fill(MarkerReader.NEXT_EPOCHS * ContainerCodes.MAX_HEADER);
        in.setFrozen(true);
        try {
            int compared = 0;
            for (in.position = in.index(start); in.available() >= ContainerCodes.SYNC.length; in.position++) {
                if (in.array[in.position] != 0 || !markers.isSync()) {
                    continue;
                }
                BlockHeader.CheckBefore before = markers.checkBefore(block.epoch());
                long from = before == null ? -1 : coverageStart + before.bytes();
                if (from < start || from > in.offset()) {
                    continue;
                }
                begin(crc, last);
                crc.update(in.array, in.index(coverageStart), (int) before.bytes());
                if (crc.getValue() == before.checksum()) {
                    tornFrom = from;
                    tornTo = in.offset();
                    checkedTo = from;
                    return true;
                }
                if (++compared == MarkerReader.NEXT_EPOCHS) {
                    return false; // each one may cost as much as all others
                }
            }
            return false;
        } finally {
            in.setFrozen(false);
        }
    }

    /** Returns the offset of a torn frame or marker, up to which the bytes are checked; -1 for none. */
    long tornFrom() {
        return tornFrom;
    }

    /** Moves past the torn bytes and returns their length. */
    long skipTorn() {
        long length = tornTo - tornFrom;
        in.position += (int) length;
        tornFrom = -1;
        return length;
    }

    private boolean findCheck(long start, long minCount, BlockHeader block) {
        while (in.fill(1)) {
            if (in.array[in.position] > 0) {
                skipShortFrames(start);
                if (!in.fill(1)) {
                    return false;
                }
            }
            if (in.array[in.position] == 0) {
                if (!in.fill(2)) {
                    return false;
                }
                if (in.array[in.position + 1] != ContainerCodes.CHECK) {
                    throw markers.malformed("expected a checksum before the next block");
                }
                if (!in.fill(ContainerCodes.CHECK_BYTES)) {
                    return false;
                }
                compare(in.position + 2);
                checkedTo = in.offset();
                return true;
            }
            long frame = in.offset();
            long length = markers.readVarInt();
            markers.requireFrameLength(length);
            if (in.offset() - start > 4L * limits.maxMessageBytes()) {
                throw markers.malformed(
                        "expected a checksum after at most " + 4L * limits.maxMessageBytes() + " bytes");
            }
            if (!in.fill((int) length)) {
                if (markers.isLengthDamaged(frame, minCount, block)) {
                    throw markers.overrunError(length);
                }
                return false;
            }
            in.position += (int) length;
        }
        return false;
    }

    /** Moves past frames that are in the window completely and have a length of one byte, as most have. */
    private void skipShortFrames(long start) {
        byte[] bytes = in.array;
        int index = in.position;
        int end = (int) Math.min(in.limit, in.index(start) + 4L * limits.maxMessageBytes());
        int last = 1;
        int sure = end - Byte.MAX_VALUE; // a short frame that begins before this is in the window completely
        while (index < sure) {
            int length = bytes[index];
            if (length == last) {
                index += last + 1; // a predicted branch: the next load need not wait for this length
            } else if (length > 0) {
                last = length;
                index += length + 1;
            } else {
                break;
            }
        }
        while (index < end && bytes[index] > 0 && bytes[index] < end - index) {
            index += 1 + bytes[index];
        }
        in.position = index;
    }

    /** Compares the checksum at an index with the bytes up to the position. */
    void compare(int index) {
        begin(crc, last);
        int first = in.index(coverageStart);
        crc.update(in.array, first, in.position - first);
        long stated = markers.u32(index);
        if (stated != crc.getValue()) {
            throw mismatch(crc.getValue(), stated);
        }
    }

    private MalformedWireException mismatch(long expected, long stated) {
        return markers.malformed("expected CRC32C " + Long.toHexString(expected) + " for bytes " + coverageStart
                + " to " + (in.offset() - 1) + " but was " + Long.toHexString(stated));
    }

    /** Compares the checksum at the position with the running one. */
    void compareRunning() {
        sumRead(1);
        long stated = markers.u32(in.position + 2);
        if (running.getValue() != stated) {
            throw mismatch(running.getValue(), stated);
        }
    }
}
