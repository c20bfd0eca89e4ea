package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import java.util.zip.CRC32C;

/**
 * Reads the parts of a stream's container from the input window: headers, end marks, lengths (docs/spec/delta.md,
 * section 3).
 *
 * <p>It also answers where reading can continue after damage, and whether a length leads past good blocks, which tells
 * damage from an input that is cut off. Methods that look ahead restore the position. The only state of its own is a
 * cache of how far the last frame has been searched.
 */
public final class MarkerReader {
    /** Whether reading can continue at an offset after damage. */
    enum Restart {
        POSSIBLE,
        IMPOSSIBLE,
        /** Only more input can tell. */
        UNDECIDED
    }

    /**
     * The most epochs by which a header after a damaged length may be later. A writer whose target fails again, or that
     * is killed, may have begun the epochs between without a message.
     */
    public static final int NEXT_EPOCHS = 16;

    private final InputBuffer in;
    private final WireLimits limits;
    private final CRC32C crc = new CRC32C();

    /** The frame that {@link #isRestartPossibleAfter} searched last. */
    private long searchedFrame = -1;

    /** The offset up to which that search found nothing. */
    private long searchedTo;

    public MarkerReader(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Reads the header of a block. */
    BlockHeader readHeader() {
        long startOffset = in.offset();
        require(ContainerCodes.SYNC.length + 2, "the header of a block");
        if (!isSync()) {
            throw malformed("expected the start of a block");
        }
        in.position += ContainerCodes.SYNC.length;
        int version = in.array[in.position++] & 0xFF;
        int flags = in.array[in.position++] & 0xFF;
        long features = readVarInt();
        require(4, "the header of a block");
        int epoch = (int) u32(in.position);
        in.position += 4;
        long sequence = readVarInt();
        long maxKeys = readVarInt();
        long maxStateBytes = readVarInt();
        BlockHeader.CheckBefore before = null;
        if (flags == ContainerCodes.RESET_WITH_CHECK) {
            long covered = readVarInt();
            require(4, "the header of a block");
            before = new BlockHeader.CheckBefore(covered, u32(in.position));
            in.position += 4;
        }
        require(4, "the header of a block");
        int start = in.index(startOffset);
        crc.reset();
        crc.update(in.array, start, in.position - start);
        long stated = u32(in.position);
        in.position += 4;
        if (stated != crc.getValue()) {
            throw malformed("expected CRC32C " + Long.toHexString(crc.getValue()) + " for the header but was "
                    + Long.toHexString(stated));
        }
        if (version != ContainerCodes.VERSION
                || (flags & ~ContainerCodes.RESET) != 0 && before == null
                || (features & ~ContainerCodes.KNOWN_FEATURES) != 0) {
            throw malformed("expected version " + ContainerCodes.VERSION + " with features of it but was version "
                    + version + ", flags " + flags + ", features " + features + ": a newer reader is needed");
        }
        if (Long.compareUnsigned(maxKeys, limits.maxKeys()) > 0
                || Long.compareUnsigned(maxStateBytes, limits.maxStateBytes()) > 0) {
            throw new StateBoundsException(
                    "expected a stream of at most " + limits.maxKeys() + " keys in " + limits.maxStateBytes()
                            + " bytes of state but it announces " + Long.toUnsignedString(maxKeys) + " in "
                            + Long.toUnsignedString(maxStateBytes),
                    in.offset());
        }
        boolean isReset = (flags & ContainerCodes.RESET) != 0;
        return new BlockHeader(features, sequence, isReset, epoch, maxKeys, maxStateBytes, before);
    }

    /** Reads an end mark and returns its count of messages. */
    long readEndMark() {
        long startOffset = in.offset();
        require(2, "an end mark");
        in.position += 2;
        long count = readVarInt();
        require(4, "a checksum");
        int start = in.index(startOffset);
        crc.reset();
        crc.update(in.array, start, in.position - start);
        if (crc.getValue() != u32(in.position)) {
            throw malformed("expected CRC32C " + Long.toHexString(crc.getValue()) + " for the end mark but was "
                    + Long.toHexString(u32(in.position)));
        }
        in.position += 4;
        return count;
    }

    boolean isSync() {
        return isSync(ContainerCodes.SYNC.length);
    }

    /** Whether the next bytes are the first {@code length} bytes of a header. */
    boolean isSync(int length) {
        for (int i = 0; i < length; i++) {
            if (in.array[in.position + i] != ContainerCodes.SYNC[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether reading can continue at the position after damage. The window holds at least as many bytes as the sync
     * mark.
     *
     * @param minCount the least count that a matching end mark can have
     */
    Restart restartHere(long minCount) {
        if (in.array[in.position] != 0 || !isSync() && in.array[in.position + 1] != ContainerCodes.END) {
            return Restart.IMPOSSIBLE;
        }
        long start = in.offset(); // an index would not survive a refill
        try {
            boolean isGood = isSync() ? readHeader().isReset() : isLastEnd(minCount);
            return isGood ? Restart.POSSIBLE : Restart.IMPOSSIBLE;
        } catch (TruncatedWireException e) {
            return Restart.UNDECIDED;
        } catch (MalformedWireException e) {
            return Restart.IMPOSSIBLE;
        } finally {
            in.position = in.index(start);
        }
    }

    /**
     * Whether the end mark here can end the stream that was read last, and is not part of a message. Nothing or another
     * stream must follow it.
     */
    private boolean isLastEnd(long minCount) {
        long count = readEndMark();
        if (Long.compareUnsigned(count, minCount) < 0 || !in.fill(1)) {
            return Long.compareUnsigned(count, minCount) >= 0;
        }
        require(ContainerCodes.SYNC.length, "the header of a block");
        return isSync();
    }

    /** Whether a frame longer than the input has a damaged length, because good blocks follow inside it. */
    boolean isLengthDamaged(long frame, long minCount, BlockHeader block) {
        return isRestartPossibleAfter(frame, minCount, block, true);
    }

    /**
     * Whether reading can continue somewhere after the start of a frame, outside a dump that a message holds.
     *
     * @param block the header of the frame's block
     * @param endCounts whether an end mark counts
     */
    boolean isRestartPossibleAfter(long frame, long minCount, BlockHeader block, boolean endCounts) {
        long savedOffset = in.offset();
        if (searchedFrame != frame) {
            searchedFrame = frame;
            searchedTo = frame + 1;
        }
        in.position = in.index(searchedTo);
        in.setFrozen(true);
        try {
            boolean isSeen = true;
            while (in.available() >= ContainerCodes.SYNC.length) {
                Restart restart = restartHere(minCount);
                if (restart == Restart.POSSIBLE && (isSync() ? continuesAfter(block) : endCounts)) {
                    return true;
                }
                in.position++;
                isSeen &= restart != Restart.UNDECIDED;
                if (isSeen) {
                    // Growing input need not be searched from the start of the frame whenever more has arrived.
                    searchedTo = in.offset();
                }
            }
            return false;
        } finally {
            in.setFrozen(false);
            in.position = in.index(savedOffset);
        }
    }

    /**
     * Whether the input ends with the check and the end mark of this stream although the lengths of frames lead past
     * them. Only damage explains that. A dump inside a message may end there too, but then its header is in that
     * message.
     *
     * @param start the start of the frames
     * @param minCount the least count of the end mark
     */
    boolean skipsEndMark(long start, long minCount, BlockHeader block) {
        long savedOffset = in.offset();
        int first = in.index(start);
        long most = minCount
                + (in.limit - first) * (block.isDeflated() ? InflatedFrame.MAX_RATIO : 1L); // a message takes a byte
        in.setFrozen(true);
        try {
            int end = endBefore(in.limit);
            int check = end - ContainerCodes.CHECK_BYTES;
            if (check <= first || in.array[check] != 0 || in.array[check + 1] != ContainerCodes.CHECK) {
                return false;
            }
            in.position = end;
            long count = readEndMark();
            return count >= minCount && count <= most && !startsWithOtherDump(first, check, minCount, block);
        } finally {
            in.setFrozen(false);
            in.position = in.index(savedOffset);
        }
    }

    /**
     * Whether the first header between two indexes belongs to a dump in a message, and not to one of the blocks due
     * after a given one.
     */
    private boolean startsWithOtherDump(int from, int to, long minCount, BlockHeader block) {
        for (int index = from; index < to; index++) {
            in.position = index;
            if (in.available() < ContainerCodes.SYNC.length || !isSync()) {
                continue;
            }
            try {
                BlockHeader found = readHeader();
                boolean isNext = found.isReset() ? isNextEpoch(found, block.epoch()) : found.epoch() == block.epoch();
                return !isNext || found.sequence() < Math.max(1, minCount);
            } catch (StateBoundsException e) {
                return true; // the blocks of this stream are within the bounds
            } catch (MalformedWireException e) {
                // not a header
            }
        }
        return false;
    }

    /** Whether a header belongs to one of the next few epochs. A writer begins an epoch each time its target fails. */
    static boolean isNextEpoch(BlockHeader header, int epoch) {
        int later = header.epoch() - epoch;
        return later > 0 && later <= NEXT_EPOCHS;
    }

    /**
     * Returns the check of the preceding bytes in the header at the position, without moving; null if it is not the
     * header of a later epoch, or has no check.
     */
    BlockHeader.CheckBefore checkBefore(int epoch) {
        long start = in.offset();
        try {
            BlockHeader header = readHeader();
            return header.isReset() && header.epoch() - epoch > 0 ? header.before() : null;
        } catch (MalformedWireException e) {
            return null;
        } finally {
            in.position = in.index(start);
        }
    }

    /** Returns the valid header at the position, without moving. */
    BlockHeader peekHeader() {
        long start = in.offset();
        BlockHeader header = readHeader();
        in.position = in.index(start);
        return header;
    }

    /**
     * Whether the valid header at the position belongs to one of the next few epochs, or to a stream after an end mark.
     */
    private boolean continuesAfter(BlockHeader block) {
        long start = in.offset();
        BlockHeader header = peekHeader();
        boolean follows = isNextEpoch(header, block.epoch());
        return follows || header.sequence() == 0 && endBefore(in.index(start)) >= 0;
    }

    /** Returns the index of the end mark that ends at an index of the window, or -1. The position stays. */
    private int endBefore(int to) {
        long savedOffset = in.offset();
        try {
            for (int length = ContainerCodes.MIN_END; length <= Math.min(ContainerCodes.MAX_END, to); length++) {
                in.position = to - length;
                if (in.array[in.position] == 0 && in.array[in.position + 1] == ContainerCodes.END && endsAt(to)) {
                    return to - length;
                }
            }
            return -1;
        } finally {
            in.position = in.index(savedOffset);
        }
    }

    /** Whether a valid end mark is at the position and ends at an index. */
    private boolean endsAt(int to) {
        try {
            readEndMark();
            return in.position == to;
        } catch (MalformedWireException e) {
            return false;
        }
    }

    MalformedWireException overrunError(long length) {
        return malformed("expected a frame of " + length
                + " bytes but the input ends before, and there are good blocks in them");
    }

    void requireFrameLength(long length) {
        if (length < 0 || length > 2L * limits.maxMessageBytes()) {
            throw malformed("expected a frame of at most " + 2L * limits.maxMessageBytes() + " bytes but was "
                    + Long.toUnsignedString(length));
        }
    }

    void require(int bytes, String what) {
        if (!in.fill(bytes)) {
            throw truncated("the input ends in " + what);
        }
    }

    long readVarInt() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            require(1, "a number");
            int b = in.array[in.position++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                if (b == 0 && shift > 0 || shift == 63 && b > 1) {
                    break;
                }
                return value;
            }
        }
        throw malformed("expected a varint of at most 64 bits in its shortest form");
    }

    long u32(int index) {
        return in.array[index] & 0xFF
                | (in.array[index + 1] & 0xFF) << 8
                | (in.array[index + 2] & 0xFF) << 16
                | (in.array[index + 3] & 0xFFL) << 24;
    }

    MalformedWireException malformed(String problem) {
        return malformed(in.offset(), problem);
    }

    static MalformedWireException malformed(long offset, String problem) {
        return new MalformedWireException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(offset, ""));
    }

    static MissingBaseException missing(long block, long lost) {
        String problem = lost + (lost == 1 ? " message is" : " messages are") + " missing before this block";
        return new MissingBaseException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(block, ""));
    }

    TruncatedWireException truncated(String problem) {
        return new TruncatedWireException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(in.offset(), ""));
    }
}
