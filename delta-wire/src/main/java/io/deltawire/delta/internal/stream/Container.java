package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import java.util.zip.CRC32C;

/** Reads what the container of a stream is made of, from a window on the input: docs/spec/delta.md, section 3. */
public final class Container {
    /** Whether reading can go on at a place after damage. */
    enum Place {
        GOOD,
        BAD,
        /** That shows when more of the input is there. */
        NOT_ALL_THERE
    }

    /**
     * The header of an epoch so many later is taken for one behind a frame that leads past it: those between may have been begun in vain, by a writer
     * whose target failed again, or that was killed.
     */
    public static final int NEXT_EPOCHS = 16;

    private final InputBuffer in;
    private final WireLimits limits;
    private final CRC32C crc = new CRC32C();

    /** The frame that {@link #isGoodBehind} looked into last, and the offset up to which there was nothing in it. */
    private long overFrame = -1;

    private long overTo;

    public Container(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Reads a block's header. */
    BlockHeader header() {
        long startOffset = in.offset();
        need(Block.SYNC.length + 2, "the header of a block");
        if (!isSync()) {
            throw malformed("expected the start of a block");
        }
        in.position += Block.SYNC.length;
        int version = in.array[in.position++] & 0xFF;
        int flags = in.array[in.position++] & 0xFF;
        long features = varInt();
        need(4, "the header of a block");
        int epoch = (int) u32(in.position);
        in.position += 4;
        long sequence = varInt();
        long maxKeys = varInt();
        long maxStateBytes = varInt();
        need(4, "the header of a block");
        int start = in.index(startOffset);
        crc.reset();
        crc.update(in.array, start, in.position - start);
        long said = u32(in.position);
        in.position += 4;
        if (said != crc.getValue()) {
            throw malformed("expected CRC32C " + Long.toHexString(crc.getValue()) + " for the header but was "
                    + Long.toHexString(said));
        }
        if (version != Block.VERSION || (flags & ~Block.KNOWN_FLAGS) != 0 || (features & ~Block.KNOWN_FEATURES) != 0) {
            throw malformed("expected version " + Block.VERSION + " with features of it but was version " + version
                    + ", flags " + flags + ", features " + features + ": a newer reader is needed");
        }
        if (Long.compareUnsigned(maxKeys, limits.maxKeys()) > 0
                || Long.compareUnsigned(maxStateBytes, limits.maxStateBytes()) > 0) {
            throw new PassedBoundsException(
                    "expected a stream of at most " + limits.maxKeys() + " keys in " + limits.maxStateBytes()
                            + " bytes of state but it announces " + Long.toUnsignedString(maxKeys) + " in "
                            + Long.toUnsignedString(maxStateBytes),
                    in.offset());
        }
        return new BlockHeader(features, sequence, (flags & Block.RESET) != 0, epoch, maxKeys, maxStateBytes);
    }

    /** Reads an end mark and returns the count of messages in it. */
    long endMark() {
        long startOffset = in.offset();
        need(2, "an end mark");
        in.position += 2;
        long count = varInt();
        need(4, "a checksum");
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
        return isSync(Block.SYNC.length);
    }

    /** Whether as many bytes as this are what a header begins with. */
    boolean isSync(int length) {
        for (int i = 0; i < length; i++) {
            if (in.array[in.position + i] != Block.SYNC[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether reading can go on here after damage. There are as many bytes as the mark of a block has.
     *
     * @param least the least count of an end mark that can be meant
     */
    Place place(long least) {
        if (in.array[in.position] != 0 || !isSync() && in.array[in.position + 1] != Block.END) {
            return Place.BAD;
        }
        long start = in.offset(); // an index would not survive a refill
        try {
            boolean isGood = isSync() ? header().reset() : isLastEnd(least);
            return isGood ? Place.GOOD : Place.BAD;
        } catch (TruncatedWireException e) {
            return Place.NOT_ALL_THERE;
        } catch (MalformedWireException e) {
            return Place.BAD;
        } finally {
            in.position = in.index(start);
        }
    }

    /**
     * Whether the end mark that is here is of the stream that was read last as far as that can be told, and not in what a
     * message holds: behind it is nothing, or another stream.
     */
    private boolean isLastEnd(long least) {
        long count = endMark();
        if (Long.compareUnsigned(count, least) < 0 || !in.fill(1)) {
            return Long.compareUnsigned(count, least) >= 0;
        }
        need(Block.SYNC.length, "the header of a block");
        return isSync();
    }

    /** Whether a frame that is longer than the input is no end that was cut off, since more that is good is behind it. */
    boolean runsOver(long frame, long least, BlockHeader block) {
        return isGoodBehind(frame, least, block, true);
    }

    /**
     * Whether there is a place behind the begin of a frame where reading can go on, and not in a dump that a message holds.
     *
     * @param block the header of the frame's block
     * @param endCounts whether an end mark is such a place
     */
    boolean isGoodBehind(long frame, long least, BlockHeader block, boolean endCounts) {
        long at = in.offset();
        if (overFrame != frame) {
            overFrame = frame;
            overTo = frame + 1;
        }
        in.position = in.index(overTo);
        in.setFrozen(true);
        try {
            boolean isSeen = true;
            while (in.available() >= Block.SYNC.length) {
                Place place = place(least);
                if (place == Place.GOOD && (isSync() ? follows(block) : endCounts)) {
                    return true;
                }
                in.position++;
                isSeen &= place != Place.NOT_ALL_THERE;
                if (isSeen) {
                    // Input that grows need not be looked through from the frame on whenever more has come.
                    overTo = in.offset();
                }
            }
            return false;
        } finally {
            in.setFrozen(false);
            in.position = in.index(at);
        }
    }

    /**
     * Whether the input ends with the check and the end mark of the stream that is read, though the lengths of frames lead past them: nobody but damage makes it
     * look so. A dump that a message holds, and that ends there as well, begins in that message.
     *
     * @param start where the frames begin
     * @param least the least count of the end mark
     */
    boolean isEndBehind(long start, long least, BlockHeader block) {
        long at = in.offset();
        int first = in.index(start);
        long most = least
                + (in.limit - first) * (block.isDeflated() ? InflatedFrame.MAX_RATIO : 1L); // a message takes a byte
        in.setFrozen(true);
        try {
            int end = endBefore(in.limit);
            int check = end - Block.CHECK_BYTES;
            if (check <= first || in.array[check] != 0 || in.array[check + 1] != Block.CHECK) {
                return false;
            }
            in.position = end;
            long count = endMark();
            return count >= least && count <= most && !holdsDump(first, check, least, block);
        } finally {
            in.setFrozen(false);
            in.position = in.index(at);
        }
    }

    /** Whether the first header between two indexes is not one of the blocks that are to come behind one, but of a dump that begins there. */
    private boolean holdsDump(int from, int to, long least, BlockHeader block) {
        for (int at = from; at < to; at++) {
            in.position = at;
            if (in.available() < Block.SYNC.length || !isSync()) {
                continue;
            }
            try {
                BlockHeader found = header();
                boolean isNext = found.reset() ? isOneOfNext(found, block.epoch()) : found.epoch() == block.epoch();
                return !isNext || found.sequence() < Math.max(1, least);
            } catch (PassedBoundsException e) {
                return true; // this stream's are within the bounds
            } catch (MalformedWireException e) {
                // no header
            }
        }
        return false;
    }

    /** Whether a header is of one of the next few epochs after one. A writer whose target fails begins each time anew. */
    static boolean isOneOfNext(BlockHeader header, int epoch) {
        int later = header.epoch() - epoch;
        return later > 0 && later <= NEXT_EPOCHS;
    }

    /** The good header that is here; the position stays. */
    BlockHeader goodHeader() {
        long start = in.offset();
        BlockHeader header = header();
        in.position = in.index(start);
        return header;
    }

    /** Whether the good header that is here is one of the next few epochs after a block, or of a stream that follows another one's end. */
    private boolean follows(BlockHeader block) {
        long start = in.offset();
        BlockHeader header = goodHeader();
        boolean follows = isOneOfNext(header, block.epoch());
        return follows || header.sequence() == 0 && endBefore(in.index(start)) >= 0;
    }

    /** The index of the end mark that ends at an index of the window; -1 where there is none. The position stays. */
    private int endBefore(int to) {
        long at = in.offset();
        try {
            for (int length = Block.MIN_END; length <= Math.min(Block.MAX_END, to); length++) {
                in.position = to - length;
                if (in.array[in.position] == 0 && in.array[in.position + 1] == Block.END && endsAt(to)) {
                    return to - length;
                }
            }
            return -1;
        } finally {
            in.position = in.index(at);
        }
    }

    /** Whether there is a good end mark at the position, and it ends at an index. */
    private boolean endsAt(int to) {
        try {
            endMark();
            return in.position == to;
        } catch (MalformedWireException e) {
            return false;
        }
    }

    MalformedWireException overrun(long length) {
        return malformed("expected a frame of " + length
                + " bytes but the input ends before, and there are good blocks in them");
    }

    void checkLength(long length) {
        if (length < 0 || length > 2L * limits.maxMessageBytes()) {
            throw malformed("expected a frame of at most " + 2L * limits.maxMessageBytes() + " bytes but was "
                    + Long.toUnsignedString(length));
        }
    }

    void need(int bytes, String what) {
        if (!in.fill(bytes)) {
            throw truncated("the input ends in " + what);
        }
    }

    long varInt() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            need(1, "a number");
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

    long u32(int at) {
        return in.array[at] & 0xFF
                | (in.array[at + 1] & 0xFF) << 8
                | (in.array[at + 2] & 0xFF) << 16
                | (in.array[at + 3] & 0xFFL) << 24;
    }

    MalformedWireException malformed(String problem) {
        return malformed(in.offset(), problem);
    }

    static MalformedWireException malformed(long offset, String problem) {
        return new MalformedWireException(FormatName.DELTA, problem, WireLocation.ofOffset(offset, ""));
    }

    static MissingBaseException missing(long block, long lost) {
        String problem = lost + (lost == 1 ? " message is" : " messages are") + " missing before this block";
        return new MissingBaseException(FormatName.DELTA, problem, WireLocation.ofOffset(block, ""));
    }

    TruncatedWireException truncated(String problem) {
        return new TruncatedWireException(FormatName.DELTA, problem, WireLocation.ofOffset(in.offset(), ""));
    }
}
