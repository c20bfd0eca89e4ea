package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32C;

/**
 * Puts message bodies into frames and frames into epochs, and decides when an epoch begins.
 *
 * <p>A body is first encoded into {@link #frame}. Bodies are collected there until a frame is due; then the frame goes
 * to the target in one write, with a header before it if an epoch begins. The bytes stay in the buffer until they are
 * added to the checksum in chunks. {@link ContainerWriter} owns the checksum and writes headers and checksums.
 *
 * <p>If every message is flushed alone, a message is a frame of its own. {@link #tryAddQuickly} and {@link #addWord}
 * are the hot path for that: below the precomputed positions {@link #quickTo} and {@link #wordTo} they only write and
 * count. The counters of the block and the epoch are updated later by {@link #updateCounters}. A block is what one
 * checksum covers. A target that fails ends the epoch; the header of the next one then holds the checksum of what was
 * written before.
 */
public final class StreamWriter {
    /** An epoch ends once it is this many times as long as its announcements and first records. */
    private static final int RESET_RATIO = 16;

    private static final int RESET_BYTES = 4 << 20;

    /**
     * The bytes that are added to the checksum in one step. Adding each message alone would cost as much as encoding
     * it.
     */
    private static final int CHECKSUM_CHUNK = 1 << 12;

    /** The initial space for the frame that exceeds that number. */
    private static final int FRAME_SPACE = 1 << 9;

    /**
     * The bodies of the open frame, from {@link #frameStart} on after one byte for their length. The bytes before that
     * have been handed over and are still to be added to the checksum.
     */
    private final PlainValueWriter frame = new PlainValueWriter();

    private final OutputBuffer out = frame.out();
    private int frameStart;
    /** The position in {@link #frame} from which more is due than counting the message. */
    private int fullAt;
    /**
     * The position in {@link #frame} below which a flushed message needs no checksum and does not end the block; 0 if
     * messages are not flushed alone.
     */
    private int quickTo;
    /** The {@link #frameStart} below which that holds for every message that fits in a long with its length. */
    private int wordTo;
    /** The longest such frame, including its length. */
    private final int maxQuickBytes;
    /** The part of {@link #frame} that the counters of the block and the epoch include. */
    private int countedTo;

    /** The part of {@link #sequence} that those counters include. */
    private long countedSequence;

    private final OutputBuffer target;
    private final WireLimits limits;
    private final int blockBytes;
    /** The length at which a frame is handed over and a stream flushed. */
    private final int flushBytes;
    /** The length at which a frame ends. */
    private final int frameBytes;

    private final long maxStateBytes;
    private final boolean isNumbered;
    /** The number of the next frame, if frames have numbers. No number comes twice, also after a failure. */
    private long nextFrame;

    /** Compresses frames, or null. */
    private final DeflatedFrame deflated;

    private final ContainerWriter container;

    /** The number of messages written to the stream. */
    private long sequence;

    /** The number of bytes written to the target. */
    private long written;
    /** Whether {@link #written} is exact: the target has not failed and taken a part of a write. */
    private boolean isWrittenKnown = true;
    /** The value of {@link #written} at the start of the last epoch with messages; -1 for none. */
    private long epochOffset = -1;
    /** The number of messages before that epoch. */
    private long epochSequence;

    private boolean inEpoch;
    /** Whether the target may end in a partial write, which would swallow anything but a header. */
    private boolean endsTorn;

    private long blockLength;
    private long sinceReset;
    private long overheadSinceReset;
    /** The number of bodies in the frame. */
    private int pending;
    /** The number of those bodies that are key frame copies and no messages of the stream. */
    private int pendingRepeats;

    /** The length of the key frame at the start of the epoch. */
    private long keyFrameBytes;
    /** The length after its key frame at which an epoch ends in any case. */
    private long resetBytes;
    /** The number of the last epoch; -1 if there is none. */
    private long epoch = -1;

    /** The number that all headers of the stream have, once {@link #hasId}. */
    private int id;

    private boolean hasId;

    public StreamWriter(OutputBuffer target, WireLimits limits, BlockSettings settings) {
        EpochHeader continued = settings.continued();
        if (continued != null) {
            sequence = continued.sequence();
            epoch = continued.epoch() - 1;
            id = continued.id();
            hasId = true;
            nextFrame = continued.firstFrame();
        }
        this.isNumbered = settings.isNumbered();
        this.deflated = settings.isDeflated() ? new DeflatedFrame() : null;
        this.target = target;
        this.container = new ContainerWriter(target);
        this.limits = limits;
        // A reader with the same limits accepts a frame of this length with one more message, and such a block.
        this.flushBytes = settings.flushBytes();
        this.frameBytes = Math.min(flushBytes, limits.maxMessageBytes());
        this.blockBytes = (int) Math.min(settings.blockBytes(), 2L * limits.maxMessageBytes());
        this.maxQuickBytes = 1 + Math.min(FrameCodes.MAX_SHORT, limits.maxMessageBytes());
        this.maxStateBytes = limits.maxStateBytes();
        setKeyFrameBytes(0);
        out.ensure(CHECKSUM_CHUNK + FRAME_SPACE); // avoids growing in steps
        emptyFrame();
    }

    /** Returns the writer of the open frame, to which callers append the bodies. */
    public PlainValueWriter frame() {
        return frame;
    }

    /** Whether the target has failed and may have taken a part of a write. */
    public boolean hasPartialWrite() {
        return endsTorn;
    }

    /** Whether the next message must be encoded against empty state. */
    public boolean needsReset() {
        return !inEpoch && pending == 0;
    }

    /**
     * Adds the body that was encoded at the end of {@link #frame}. If the target refuses it, this throws, and the next
     * body must be encoded against empty state. Bodies added before are written, or a reader sees that they are
     * missing.
     *
     * @param overhead the number of its bytes that are announcements
     * @param start the index of the body in the frame
     */
    public void addBody(int overhead, int start) {
        if (tryAddQuickly()) {
            overheadSinceReset += overhead;
        } else if (frame.out().position < fullAt) {
            pending++;
            overheadSinceReset += overhead;
        } else {
            addLastBody(overhead, start);
        }
    }

    /**
     * Does what {@link #addBody} does for a body without announcements. Returns false, and does nothing, if it cannot.
     */
    private boolean tryAddQuickly() {
        int end = frame.out().position;
        if (end < quickTo
                && end - frameStart <= maxQuickBytes
                && Mark.findBegin(frame.out().array, frameStart + 1, end) < 0) {
            handOver(end);
            return true;
        }
        return false;
    }

    /** Whether a body of at most seven bytes can be handed over by {@link #addWord}. */
    public boolean acceptsWords() {
        return frameStart < wordTo;
    }

    /**
     * Hands over a body of at most seven bytes without announcements, as a frame of its own.
     *
     * @param body the bytes of the body, the first one lowest
     */
    public void addWord(long body, int length) {
        long bytes = body << Byte.SIZE | length + FrameCodes.LENGTH_OFFSET;
        int start = frameStart;
        ArrayAccess.putLong(out.array, start, bytes);
        int end = start + 1 + length;
        if (Mark.mayBeIn(bytes)) {
            out.position = end;
            addLastBody(0, start + 1);
            return;
        }
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
                failQuickWrite();
            }
        }
        if (!isWritten) {
            out.position = end;
            handOver(end);
        }
    }

    private void failQuickWrite() {
        updateCounters();
        endEpochAfterFailure();
        updateThresholds();
    }

    /** Hands over the body that ends at an index, as a frame with a length of one byte. */
    private void handOver(int end) {
        int start = frameStart;
        byte[] from = frame.out().array;
        from[start] = (byte) (end - start - 1 + FrameCodes.LENGTH_OFFSET);
        boolean done = false;
        try {
            target.writeMessage(from, start, end - start);
            sequence++;
            beginFrame(end);
            target.flush(); // a stream may have a buffer of its own
            done = true;
        } finally {
            if (!done) {
                failQuickWrite();
            }
        }
    }

    /**
     * Adds what was handed over by the quick path to the counters, and leaves the quick path until
     * {@link #updateThresholds}.
     */
    private void updateCounters() {
        int bytes = frameStart - countedTo;
        if (bytes > 0) {
            countWritten(bytes);
            sinceReset += bytes - (sequence - countedSequence);
        }
        countedTo = frameStart;
        countedSequence = sequence;
        quickTo = 0;
        wordTo = 0;
    }

    private void addLastBody(int overhead, int start) {
        updateCounters();
        if (needsReset()) {
            // Not in writeHeader: the header is written only with the frame.
            sinceReset = 0;
            overheadSinceReset = 0;
            setKeyFrameBytes(0);
        }
        pending++;
        overheadSinceReset += overhead;
        try {
            if (flushBytes > 1) {
                requireSpace(start);
            }
            if (frameLength() >= frameBytes) {
                writeFrame(1);
            }
            if (blockLength + frameLength() >= blockBytes || sinceReset + frameLength() - keyFrameBytes >= resetBytes) {
                endBlockWithLast();
            }
        } finally {
            updateThresholds();
        }
    }

    /**
     * Refuses the last body if the target has no room for the frame. Bodies added before could not be written with it
     * either, so they are written first.
     *
     * @param start the index of the last body
     */
    private void requireSpace(int start) {
        long room = target.remaining();
        long needed = spaceFor(frameLength());
        if (needed <= room) {
            return;
        }
        out.position = start;
        pending--;
        endEpoch();
        throw noSpace(room, needed);
    }

    private static WireDataException noSpace(long room, long needed) {
        return new WireDataException(
                DeltaFormatName.DELTA,
                "expected at most " + room + " bytes, for which there is room, but the message and what is written with"
                        + " it take up to " + needed,
                null);
    }

    /** The most bytes that bodies take with everything written before and after them. */
    private long spaceFor(long bodies) {
        long before = inEpoch ? 0 : EpochHeader.MAX_BYTES;
        long around = before + 1 + 2 * VarInt.MAX_BYTES + FrameCodes.CHECK_BYTES;
        return around + bodies + (deflated == null ? 0 : DeflatedFrame.MAX_OVERHEAD);
    }

    /**
     * Ends the block with the last body. Once the target has taken the body, a target without room for the checksum is
     * no error; the checksum is then due later.
     */
    private void endBlockWithLast() {
        writeFrame(1);
        try {
            endBlock();
        } catch (WireDataException e) {
            if (!container.hasUnchecked() || endsTorn) {
                throw e;
            }
        }
    }

    private void countWritten(int bytes) {
        blockLength += bytes;
        written += bytes;
    }

    /**
     * Returns the start of the last message's epoch, in bytes from where the writer began; -1 if there is none, or the
     * target has taken a part of a write.
     */
    public long epochOffset() {
        return isWrittenKnown ? beginsWithPending() ? written : epochOffset : -1;
    }

    /** Returns how many messages the last message's epoch has so far. */
    public long epochMessages() {
        return sequence + pending - pendingRepeats - (beginsWithPending() ? sequence : epochSequence);
    }

    /** Whether the bodies in the frame begin an epoch whose header has not been written. */
    private boolean beginsWithPending() {
        return pending > 0 && !inEpoch;
    }

    private int frameLength() {
        return frame.out().position - frameStart - 1;
    }

    /** Finds the next position in the frame at which a flush, the end of the block or a reset may be due. */
    private void updateThresholds() {
        long room = Math.min(blockBytes - blockLength, resetBytes + keyFrameBytes - sinceReset);
        long full = frameStart + 1 + Math.min(room, frameBytes);
        if (flushBytes > 1) {
            full = Math.min(full, frameStart + 1 + Math.min(target.remaining(), Integer.MAX_VALUE) - spaceFor(0));
        }
        fullAt = pending == 0 && !inEpoch ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, full));
        boolean isQuick = inEpoch && pending == 0 && flushBytes <= 1 && deflated == null && !isNumbered;
        int holds = Math.min(CHECKSUM_CHUNK, frame.out().array.length - Long.BYTES);
        quickTo = isQuick ? (int) Math.max(0, Math.min(frameStart + room, holds)) : 0;
        wordTo = maxQuickBytes > Long.BYTES ? quickTo - Long.BYTES : 0;
        countedTo = frameStart;
        countedSequence = sequence;
    }

    /** Ends the epoch; the next message begins another. */
    public void endEpoch() {
        updateCounters();
        try {
            endBlock();
        } finally {
            inEpoch = false;
            updateThresholds();
        }
    }

    /** Begins an epoch. The bodies up to {@link #endKeyFrame} are copies of records. */
    public void beginKeyFrame() {
        endEpoch();
        sinceReset = 0;
        overheadSinceReset = 0;
    }

    /**
     * Whether a record with texts of this length still fits in the key frame. The bound leaves readers room for the
     * messages of the epoch.
     */
    public boolean fitsInKeyFrame(long textLength) {
        return sinceReset + frameLength() + textLength <= maxStateBytes;
    }

    /**
     * Adds a copy of a record that was encoded at the end of {@link #frame}. A block of copies is flushed by itself,
     * and not longer than a block may be, unless one copy is.
     */
    public void addRepeat(int bodyBytes) {
        if (pending > 0 && blockLength + spaceFor(frameLength()) > blockBytes) {
            byte[] last = Arrays.copyOfRange(out.array, out.position - bodyBytes, out.position);
            out.position -= bodyBytes;
            endBlockOfRepeats();
            frame.raw(last, 0, bodyBytes);
        }
        pending++;
        pendingRepeats++;
        overheadSinceReset += bodyBytes;
        if (blockLength + frameLength() >= blockBytes) {
            endBlockOfRepeats();
        } else if (frameLength() >= limits.maxMessageBytes()) {
            writeFrame(0);
        }
    }

    private void endBlockOfRepeats() {
        writeFrame(0);
        writeCheck();
        blockLength = 0;
        target.flush();
    }

    /** Ends a key frame and hands it over completely. */
    public void endKeyFrame() {
        setKeyFrameBytes(sinceReset + frameLength());
        flush();
    }

    /**
     * Sets the length of the key frame. An epoch with a long key frame is long as well, but has no more bytes than a
     * reader's bounds allow for texts.
     */
    private void setKeyFrameBytes(long bytes) {
        keyFrameBytes = bytes;
        resetBytes = Math.min(maxStateBytes, Math.max(RESET_BYTES, (RESET_RATIO - 1) * bytes));
    }

    /** Drops all bodies that have not been handed over. The next body must be encoded against empty state. */
    public void discardAll() {
        emptyFrame();
        pending = 0;
        pendingRepeats = 0;
        inEpoch = false;
        sinceReset = 0;
        overheadSinceReset = 0;
        blockLength = 0;
        updateThresholds();
    }

    /** Whether that number of bodies waits to be handed over, and they are these. */
    public boolean isPending(int count, byte[] bodies) {
        int first = frameStart + 1;
        return pending == count && Arrays.equals(out.array, first, out.position, bodies, 0, bodies.length);
    }

    /** Returns the body that waits to be handed over after a number of others; null if it is not one more body. */
    public byte[] pendingAfter(int count, int length) {
        return pending == count + 1 ? Arrays.copyOfRange(out.array, frameStart + 1 + length, out.position) : null;
    }

    /** Drops the body at an index of {@link #frame} and ends the epoch. */
    public void dropBody(int start) {
        frame.out().position = start;
        endEpoch();
    }

    /** Writes the pending bodies and a checksum, so that every reader can return them. */
    public void flush() {
        updateCounters();
        try {
            writeFrame(0);
            if (inEpoch) {
                writeCheck();
            } else if (container.hasUnchecked()) {
                writeHeader(0, 0);
                inEpoch = false;
            }
            target.flush();
        } finally {
            updateThresholds();
        }
    }

    public void close() {
        updateCounters();
        try (target) {
            writeEnd();
        } finally {
            if (deflated != null) {
                deflated.close();
            }
        }
    }

    /** Ends the stream as {@link #close} does, but leaves the target open. The next body begins a stream of its own. */
    public void endStream() {
        updateCounters();
        try {
            writeEnd();
            target.flush();
            sequence = 0;
            epochSequence = 0;
            epochOffset = -1;
            epoch = -1;
            hasId = false;
            blockLength = 0;
        } finally {
            updateThresholds();
        }
    }

    private void writeEnd() {
        writeFrame(0);
        if (inEpoch) {
            writeCheck();
        }
        writeHeader(EpochHeader.END, 0);
        inEpoch = false;
    }

    private void endBlock() {
        writeFrame(0);
        if (inEpoch) {
            writeCheck();
        }
        blockLength = 0;
        inEpoch &= sinceReset < RESET_RATIO * overheadSinceReset && sinceReset - keyFrameBytes < resetBytes;
    }

    /**
     * Writes the open frame.
     *
     * @param refused how many of its messages are discarded if the target fails; their callers get the exception
     */
    private void writeFrame(int refused) {
        if (pending == 0) {
            return;
        }
        boolean isWritten = false;
        boolean done = false;
        try {
            int length = frameLength();
            if (!inEpoch) {
                long needed = spaceFor(length) - FrameCodes.CHECK_BYTES;
                if (needed > target.remaining()) {
                    throw noSpace(target.remaining(), needed); // before the header, which would else be written twice
                }
                epochOffset = written;
                epochSequence = sequence;
                writeHeader(0, length);
            }
            int numberLength = isNumbered ? insertNumber() : 0;
            if (deflated == null) {
                writeUncompressed(numberLength + length);
            } else {
                writeDeflated(numberLength, length);
            }
            sequence += pending - pendingRepeats;
            isWritten = true;
            sinceReset += length;
            if (length >= flushBytes) {
                target.flush(); // a stream may have a buffer of its own
            }
            done = true;
        } finally {
            if (!done) {
                // After a partial write the sequence stays, since a reader may find the messages in the torn frame.
                if (!isWritten && !target.hasPartialWrite()) {
                    sequence += pending - pendingRepeats - refused; // a reader sees that the others are missing
                }
                endEpochAfterFailure();
            }
            pending = 0;
            pendingRepeats = 0;
        }
    }

    /**
     * Ends the epoch after the target failed, since it may hold an incomplete frame. The header of the next epoch has the
     * checksum of the bytes handed over before.
     */
    private void endEpochAfterFailure() {
        inEpoch = false;
        blockLength = 0;
        sumWritten();
        endsTorn |= target.hasPartialWrite();
        isWrittenKnown &= !target.hasPartialWrite();
    }

    /** Inserts the number of the frame before its bodies, and returns the length of the number. */
    private int insertNumber() {
        int length = VarInt.size(nextFrame);
        int first = frameStart + 1;
        int bodies = frameLength();
        out.ensure(length);
        System.arraycopy(out.array, first, out.array, first + length, bodies);
        out.position += length;
        VarInt.write(out.array, first, nextFrame++);
        return length;
    }

    /** Writes the frame uncompressed. A length of several bytes moves the bodies. */
    private void writeUncompressed(int bodies) {
        OutputBuffer from = frame.out();
        int first = frameStart + 1;
        if (Mark.findBegin(from.array, first, first + bodies) >= 0) {
            byte[] array = from.array;
            sumWritten(); // leaves the bodies where they are
            countWritten(container.writeFrame(array, first, bodies));
            return;
        }
        int prefix = bodies + FrameCodes.LENGTH_OFFSET;
        int more = VarInt.size(prefix) - 1;
        if (more > 0) {
            from.ensure(more);
            System.arraycopy(from.array, first, from.array, first + more, bodies);
            from.position += more;
        }
        VarInt.write(from.array, frameStart, prefix);
        int length = from.position - frameStart;
        target.writeMessage(from.array, frameStart, length);
        countWritten(length);
        if (from.position >= CHECKSUM_CHUNK) {
            container.addToSum(from.array, 0, from.position);
            emptyFrame();
        } else {
            beginFrame(from.position);
        }
    }

    /** Writes the frame compressed. */
    private void writeDeflated(int numberLength, int bodies) {
        int length = deflated.deflate(frame.out().array, frameStart + 1, numberLength, bodies);
        countWritten(container.writeFrame(deflated.bytes(), 0, length));
        emptyFrame();
    }

    private void emptyFrame() {
        frame.out().clear();
        beginFrame(0);
    }

    private void beginFrame(int start) {
        frameStart = start;
        frame.out().position = start;
        frame.out().ensure(1);
        frame.out().position = start + 1;
    }

    /** Adds what was handed over to the checksum and drops the open frame. */
    private void sumWritten() {
        container.addToSum(frame.out().array, 0, frameStart);
        emptyFrame();
    }

    /**
     * Writes the header of the next epoch. The id of a stream with numbers is random: a reader must not take the first
     * message of a writer that was started again for a repetition.
     *
     * @param flags END or none
     * @param bodies the length of the bodies of the first frame
     */
    private void writeHeader(int flags, int bodies) {
        if (!hasId) {
            id = isNumbered ? ThreadLocalRandom.current().nextInt() : crcOfBodies(bodies);
            hasId = true;
        }
        boolean seals = container.hasUnchecked();
        epoch++; // also if the target fails, which may have taken the header all the same
        long allFlags = flags
                | (deflated == null ? 0 : EpochHeader.DEFLATED)
                | (isNumbered ? EpochHeader.NUMBERED : 0)
                | (seals ? EpochHeader.SEALED : 0);
        int seal = seals ? container.check() : 0;
        EpochHeader header = EpochHeader.of(
                allFlags, id, epoch, sequence, seal, nextFrame, limits.maxKeys(), limits.maxStateBytes());
        countWritten(container.writeHeader(header));
        endsTorn = false;
        inEpoch = true;
    }

    private int crcOfBodies(int length) {
        CRC32C crc = new CRC32C();
        crc.update(frame.out().array, frameStart + 1, length);
        return (int) crc.getValue();
    }

    private void writeCheck() {
        boolean done = false;
        try {
            sumWritten();
            if (container.hasUnchecked()) {
                container.writeCheck();
                countWritten(FrameCodes.CHECK_BYTES);
            }
            done = true;
        } finally {
            if (!done) {
                endEpochAfterFailure();
            }
        }
    }
}
