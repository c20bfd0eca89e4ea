package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.VarInt;

/**
 * Puts message bodies into frames and frames into blocks, each with a header to start at and a checksum to end with, and
 * decides when a block begins with empty state.
 */
public final class BlockWriter {
    /** A block begins with empty state once a stream since the last such block is this many times its announcements. */
    private static final int RESET_RATIO = 16;

    private static final int RESET_BYTES = 4 << 20;

    /**
     * From so many bytes on, what has been handed over is added to the checksum: message by message that would cost as much
     * as a message does.
     */
    private static final int SUMMED_AT_ONCE = 1 << 12;

    /** The room for the frame with which that is reached. */
    private static final int FRAME_ROOM = 1 << 9;

    /** The longest frame whose length takes one byte. */
    private static final int MAX_QUICK = 0x7F;

    /**
     * The bodies of the frame being filled, from {@link #frameStart} on behind a byte for their length. Before that, what has
     * been handed over and is yet to be added to the checksum.
     */
    public final ValueWriter frame = new ValueWriter();

    private final OutputBuffer out = frame.out;
    private int frameStart;
    /** The position in {@link #frame} from which there is more to do than to count the message. */
    private int fullAt;
    /**
     * The position in {@link #frame} below which a message that is handed over at once needs nothing else: no sum, no end of
     * the block. 0 where messages are not handed over so.
     */
    private int quickTo;
    /** {@link #frameStart} below which the same is so for any message that is, with its length, no longer than a long. */
    private int wordTo;
    /** The longest frame of those, its length included. */
    private final int longestQuick;
    /** What of {@link #frame} and of {@link #sequence} the counts of the block and of the stream since its reset are up to. */
    private int countedTo;

    private long countedSequence;

    private final OutputBuffer target;
    private final WireLimits limits;
    private final int blockBytes;
    /** The length of a frame from which it is handed over, and a stream flushed. */
    private final int flushBytes;
    /** The length of a frame from which it is ended. */
    private final int frameBytes;

    private final long maxStateBytes;
    /** What compresses frames, or null. */
    private final DeflatedFrame deflated;

    private final MarkerWriter markers;

    private long sequence;
    private boolean inBlock;
    private boolean resetNext = true;
    private boolean checked = true;
    /** Whether a block is before the end. */
    private boolean hasBlocks;
    /** Whether a part of something may be at the end of the target, which would swallow anything but the header of a block. */
    private boolean torn;

    private long blockLength;
    private long sinceReset;
    private long overheadSinceReset;
    /** The bodies in the frame. */
    private int pending;
    /** How many of them are no messages of their own. */
    private int pendingRepeats;

    private long keyFrameBytes;
    /** The length of an epoch behind its key frame from which it is ended in any case. */
    private long resetBytes;
    /** The number of the last block that began with empty state. */
    private int epoch;

    public BlockWriter(OutputBuffer target, WireLimits limits, BlockSettings settings) {
        this.sequence = settings.messagesBefore();
        this.hasBlocks = sequence > 0;
        this.epoch = settings.epoch() - 1;
        this.deflated = settings.isDeflated() ? new DeflatedFrame() : null;
        this.target = target;
        this.markers = new MarkerWriter(target);
        this.limits = limits;
        // With one more message, which is not longer than that, a reader of the same limits takes the frame, and the
        // block.
        this.flushBytes = settings.flushBytes();
        this.frameBytes = Math.min(flushBytes, limits.maxMessageBytes());
        this.blockBytes = (int) Math.min(settings.blockBytes(), 2L * limits.maxMessageBytes());
        this.longestQuick = 1 + Math.min(MAX_QUICK, limits.maxMessageBytes());
        this.maxStateBytes = limits.maxStateBytes();
        keyFrameIs(0);
        out.ensure(SUMMED_AT_ONCE + FRAME_ROOM); // so that it need not grow in steps
        emptyFrame();
    }

    /** Whether the target has failed, and may have taken a part of what it was given. */
    public boolean isTorn() {
        return torn;
    }

    /** Whether the next message has to be encoded against empty state. */
    public boolean needsReset() {
        return !inBlock && pending == 0 && resetNext;
    }

    /**
     * Takes note that a body has been appended to {@link #frame}. Where the target does not take it, that is an exception, and the next one
     * is to be encoded against empty state; what has been added before is written, or missing for a reader to see.
     *
     * @param overhead so many bytes of it were announcements
     * @param start where it begins in the frame
     */
    public void added(int overhead, int start) {
        if (addQuickly()) {
            overheadSinceReset += overhead;
        } else if (frame.out.position < fullAt) {
            pending++;
            overheadSinceReset += overhead;
        } else {
            addedLast(overhead, start);
        }
    }

    /** Does what {@link #added} does, for a body without announcements; false where it is not done. */
    private boolean addQuickly() {
        int end = frame.out.position;
        if (end < quickTo && end - frameStart <= longestQuick) {
            handOver(end);
            return true;
        }
        return false;
    }

    /** Whether a body of at most seven bytes can be handed over at once: {@link #addWord}. */
    public boolean takesWords() {
        return frameStart < wordTo;
    }

    /**
     * Hands over a body of at most seven bytes that has no announcements, and is to come where the frame ends.
     *
     * @param body the first byte lowest
     */
    public void addWord(long body, int length) {
        long bytes = body << Byte.SIZE | length;
        int start = frameStart;
        ArrayAccess.putLong(out.array, start, bytes);
        int end = start + 1 + length;
        frameStart = end;
        out.position = end + 1;
        sequence++;
        boolean isWritten = false;
        boolean hasFailed = true;
        try {
            isWritten = target.writeShortMessage(bytes, length + 1);
            hasFailed = false;
        } finally {
            if (!isWritten) {
                sequence--;
                frameStart = start;
            }
            if (hasFailed) {
                handOverFailed();
            }
        }
        if (!isWritten) {
            out.position = end;
            handOver(end);
        }
    }

    private void handOverFailed() {
        count();
        failed();
        findFull();
    }

    /** Hands over the body that ends here, as a frame of one byte for its length. */
    private void handOver(int end) {
        int start = frameStart;
        byte[] from = frame.out.array;
        from[start] = (byte) (end - start - 1);
        boolean done = false;
        try {
            target.writeMessage(from, start, end - start);
            sequence++;
            beginFrame(end);
            target.flush(); // a stream may have a buffer of its own
            done = true;
        } finally {
            if (!done) {
                handOverFailed();
            }
        }
    }

    /** Counts what has been handed over quickly; until {@link #findFull} nothing more is. */
    private void count() {
        int bytes = frameStart - countedTo;
        if (bytes > 0) {
            blockLength += bytes;
            sinceReset += bytes - (sequence - countedSequence);
            checked = false;
        }
        countedTo = frameStart;
        countedSequence = sequence;
        quickTo = 0;
        wordTo = 0;
    }

    private void addedLast(int overhead, int start) {
        count();
        if (needsReset()) {
            // Here, and not with the header, which is only written when the frame is.
            sinceReset = 0;
            overheadSinceReset = 0;
            keyFrameIs(0);
        }
        pending++;
        overheadSinceReset += overhead;
        try {
            if (flushBytes > 1) {
                requireRoom(start);
            }
            if (frameLength() >= frameBytes) {
                writeFrame(1);
            }
            if (blockLength + frameLength() >= blockBytes || sinceReset + frameLength() - keyFrameBytes >= resetBytes) {
                endBlockWithLast();
            }
        } finally {
            findFull();
        }
    }

    /**
     * A target that has no room for the frame, where it is yet to be written with others, would have none for those either that have been
     * taken before: they are written then, and the last one, which begins at an index, is refused.
     */
    private void requireRoom(int start) {
        long room = target.remaining();
        long needed = roomFor(frameLength());
        if (needed <= room) {
            return;
        }
        out.position = start;
        pending--;
        endEpoch();
        throw noRoom(room, needed);
    }

    private static WireDataException noRoom(long room, long needed) {
        return new WireDataException(
                FormatName.DELTA,
                "expected at most " + room + " bytes, for which there is room, but with what is to go with it the"
                        + " message takes up to " + needed,
                null);
    }

    /** The most bytes that so many of bodies take with all that has to come before them and behind. */
    private long roomFor(long bodies) {
        long before = inBlock ? 0 : Block.CHECK_BYTES + Block.MAX_HEADER;
        long around = before + VarInt.MAX_BYTES + Block.CHECK_BYTES;
        return around + bodies + (deflated == null ? 0 : DeflatedFrame.MOST_MORE);
    }

    /** Ends the block with the message added last: where the target has taken that, it can be without room for the checksum, which is due then. */
    private void endBlockWithLast() {
        writeFrame(1);
        try {
            endBlock();
        } catch (WireDataException e) {
            if (checked || torn) {
                throw e;
            }
        }
    }

    private int frameLength() {
        return frame.out.position - frameStart - 1;
    }

    /** Finds the next position in the frame at which a flush, the end of the block or a reset may be due. */
    private void findFull() {
        long room = Math.min(blockBytes - blockLength, resetBytes + keyFrameBytes - sinceReset);
        long full = frameStart + 1 + Math.min(room, frameBytes);
        if (flushBytes > 1) {
            full = Math.min(full, frameStart + 1 + Math.min(target.remaining(), Integer.MAX_VALUE) - roomFor(0));
        }
        fullAt = pending == 0 && !inBlock ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, full));
        boolean isQuick = inBlock && pending == 0 && flushBytes <= 1 && deflated == null;
        int holds = Math.min(SUMMED_AT_ONCE, frame.out.array.length - Long.BYTES);
        quickTo = isQuick ? (int) Math.max(0, Math.min(frameStart + room, holds)) : 0;
        wordTo = longestQuick > Long.BYTES ? quickTo - Long.BYTES : 0;
        countedTo = frameStart;
        countedSequence = sequence;
    }

    /** Ends the block; the next one begins with empty state. */
    public void endEpoch() {
        count();
        try {
            endBlock();
        } finally {
            resetNext = true;
            findFull();
        }
    }

    /** Begins with empty state at once; what comes up to {@link #endKeyFrame} are records said again. */
    public void beginKeyFrame() {
        endEpoch();
        sinceReset = 0;
        overheadSinceReset = 0;
    }

    /** Whether a record whose texts are so long may still be said again, so that a reader bears it, and an epoch's messages behind it. */
    public boolean takesInKeyFrame(long textLength) {
        return sinceReset + frameLength() + textLength <= maxStateBytes;
    }

    /** Takes note that a record has been appended to {@link #frame} again. */
    public void repeated(int bodyBytes) {
        pending++;
        pendingRepeats++;
        overheadSinceReset += bodyBytes;
        if (blockLength + frameLength() >= blockBytes) {
            // All in one block, whose sequence those behind it do not have: else one that is missing would not be
            // missed.
            writeFrame(0);
            writeCheck();
            blockLength = 0;
        } else if (frameLength() >= limits.maxMessageBytes()) {
            writeFrame(0);
        }
    }

    /** Ends a key frame, and hands over all of it. */
    public void endKeyFrame() {
        keyFrameIs(sinceReset + frameLength());
        flush();
    }

    /** With a long one the epoch is long as well; behind it come no more texts than a reader's bounds allow. */
    private void keyFrameIs(long bytes) {
        keyFrameBytes = bytes;
        resetBytes = Math.min(maxStateBytes, Math.max(RESET_BYTES, (RESET_RATIO - 1) * bytes));
    }

    /** Drops the body that begins at this index of {@link #frame}; the next one is encoded against empty state. */
    public void drop(int start) {
        frame.out.position = start;
        endEpoch();
    }

    /** Writes what is pending, and a checksum, so that any reader can have it. */
    public void flush() {
        count();
        try {
            writeFrame(0);
            writeCheck();
            target.flush();
        } finally {
            findFull();
        }
    }

    public void close() {
        count();
        try (target) {
            end();
        } finally {
            if (deflated != null) {
                deflated.close();
            }
        }
    }

    private void end() {
        if (!inBlock && (!hasBlocks || torn) && pending == 0) {
            writeHeader();
            writeCheck();
        }
        writeFrame(0);
        writeCheck();
        markers.end(sequence);
    }

    private void endBlock() {
        writeFrame(0);
        writeCheck();
        inBlock = false;
        blockLength = 0;
        resetNext = sinceReset >= RESET_RATIO * overheadSinceReset || sinceReset - keyFrameBytes >= resetBytes;
    }

    /** @param refused how many messages of the frame are not taken where the target fails, because who has added them is told */
    private void writeFrame(int refused) {
        if (pending == 0) {
            return;
        }
        boolean done = false;
        try {
            int length = frameLength();
            if (!inBlock) {
                long needed = roomFor(length) - Block.CHECK_BYTES;
                if (needed > target.remaining()) {
                    throw noRoom(
                            target.remaining(), needed); // and not when the header is there, which would be there twice
                }
                writeHeader();
            }
            if (deflated == null) {
                writeAsIs(length);
            } else {
                writeDeflated(length);
            }
            sequence += pending - pendingRepeats;
            sinceReset += length;
            if (length >= flushBytes) {
                target.flush(); // a stream may have a buffer of its own
            }
            done = true;
        } finally {
            if (!done) {
                if (!target
                        .hasPartialWrite()) { // else they are in a frame that is torn, behind which it goes on with as
                    // many
                    sequence += pending - pendingRepeats - refused; // the others are missing
                }
                failed();
            }
            pending = 0;
            pendingRepeats = 0;
        }
    }

    /**
     * The target may hold half of a frame: what follows must stand on its own. What has been handed over before is checked where the target has taken nothing; behind half
     * of a frame no checksum would be found.
     */
    private void failed() {
        inBlock = false;
        blockLength = 0;
        resetNext = true;
        sum();
        torn |= target.hasPartialWrite();
        checked |= torn;
    }

    private void writeAsIs(int bodies) {
        OutputBuffer from = frame.out;
        int more = VarInt.size(bodies) - 1;
        if (more > 0) {
            from.ensure(more);
            int first = frameStart + 1;
            System.arraycopy(from.array, first, from.array, first + more, bodies);
            from.position += more;
        }
        VarInt.write(from.array, frameStart, bodies);
        int length = from.position - frameStart;
        target.writeMessage(from.array, frameStart, length);
        blockLength += length;
        checked = false;
        if (from.position >= SUMMED_AT_ONCE) {
            markers.sum(from.array, 0, from.position);
            emptyFrame();
        } else {
            beginFrame(from.position);
        }
    }

    private void writeDeflated(int bodies) {
        int length = deflated.pack(frame.out.array, frameStart + 1, bodies);
        blockLength += markers.frame(deflated.bytes, length);
        checked = false;
        emptyFrame();
    }

    private void emptyFrame() {
        frame.out.clear();
        beginFrame(0);
    }

    private void beginFrame(int start) {
        frameStart = start;
        frame.out.position = start;
        frame.out.ensure(1);
        frame.out.position = start + 1;
    }

    /** Adds to the checksum what has been handed over and is not yet in it, and drops the frame. */
    private void sum() {
        markers.sum(frame.out.array, 0, frameStart);
        emptyFrame();
    }

    private void writeHeader() {
        if (!checked) { // what was handed over before the target failed, which is summed
            markers.check();
            checked = true;
        }
        if (resetNext) {
            epoch++;
        }
        long features = deflated == null ? 0 : Block.DEFLATED;
        BlockHeader header =
                new BlockHeader(features, sequence, resetNext, epoch, limits.maxKeys(), limits.maxStateBytes());
        blockLength += markers.header(header);
        checked = false;
        torn = false;
        inBlock = true;
        hasBlocks = true;
        resetNext = false;
    }

    private void writeCheck() {
        if (checked) {
            return;
        }
        boolean done = false;
        try {
            sum();
            markers.check();
            done = true;
        } finally {
            if (!done) {
                failed();
            }
        }
        blockLength += Block.CHECK_BYTES;
        checked = true;
    }
}
