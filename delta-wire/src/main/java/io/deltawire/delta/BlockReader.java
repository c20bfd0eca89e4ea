package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import java.util.zip.CRC32C;

/**
 * Finds the message bodies in a stream of blocks, checks their checksums before they are decoded, and after damage finds
 * the next block that begins with empty state: docs/spec/delta.md, section 3.
 */
final class BlockReader {
    /** What {@link #next} found. */
    enum Found {
        /** The input window is at a body. */
        BODY,
        /** As {@link #BODY}, and the decoder has to begin with empty state. */
        BODY_AFTER_RESET,
        /** There is no more now. */
        NOTHING
    }

    /**
     * So many bytes are added to a checksum at a time, where messages are given before it: message by message that would
     * cost as much as a message does.
     */
    private static final int SUMMED_AT_ONCE = 1 << 12;

    private static final int RELEASED_AT_ONCE = 16;

    private final InputBuffer in;
    private final WireLimits limits;
    private final DeltaFormat.Trust trust;
    /** Whether messages are given when a checksum has been found right, where there is one. */
    private final boolean checksFirst;
    /** Whether the next messages are: at a tail without a checksum some readers give them all the same. */
    private boolean checkFirst;

    private boolean salvage;
    private final CRC32C crc = new CRC32C();
    /** Of what has been read from the last checksum up to {@link #summedTo}, where messages are given before it. */
    private final CRC32C running = new CRC32C();

    private long summedTo;

    /** How many short frames have been read; the input is told of some at a time, which costs as much as a message does. */
    private int unreleased;

    private Header present;
    private final InflatedFrame inflated = new InflatedFrame();
    /** Whether the present frame's bodies are in {@link #inflated}. */
    private boolean isInflated;
    /** Whether the present frame is not all there. */
    private boolean isTorn;

    private boolean begun;
    /** Whether the present block's frames are as they are, and nothing is to be done before they are given. */
    private boolean isInFrames;

    private boolean searching;
    private boolean reset;
    /** Offset up to which a checksum has been found right. */
    private long checkedTo;
    /** Offset after the present frame. */
    private long frameEnd;
    /** Offset from which the next checksum counts. */
    private long crcFrom;

    /** The number of messages of the stream so far, or -1 where the first header will tell. */
    private long messages = -1;

    private TornFrame tornFrame;
    private boolean joined;
    private long joinedAt;
    /** The number of messages before damage, where it is known; else -1. */
    private long lostFrom = -1;
    /** Whether the input began with a checksum. */
    private boolean joining;
    /** Whether there was something else before the first block. */
    private boolean strayed;
    /** How many messages are missing between the last one given and the present one; -1 where that is not known. */
    private long lost;
    /** The number of messages of the stream before the first one after the loss. */
    private long lostAt = -1;
    /** Where the present block begins. */
    private long blockOffset = -1;
    /** Whether the present block has been read before. */
    private boolean inDuplicate;

    private boolean ended;
    /** Whether reading can go on in the block before which something is missing. */
    private boolean accepted;

    BlockReader(InputBuffer in, WireLimits limits, DeltaFormat.Trust trust) {
        this.in = in;
        this.limits = limits;
        this.trust = trust;
        this.salvage = trust == DeltaFormat.Trust.SALVAGE;
        this.checksFirst = !salvage && trust != DeltaFormat.Trust.ALL;
        this.checkFirst = checksFirst;
    }

    /** Moves to the next body. The frame's end is {@link #frameEnd()}. */
    Found next() {
        if (in.offset() < frameEnd) {
            return found();
        }
        release();
        if (isInFrames && isShortFrame()) {
            return found();
        }
        return nextInBlocks();
    }

    /**
     * Whether what comes next, with nothing to look after but its bytes, is a frame that is in the window as a whole, and
     * has a length of one byte; the input is at its body then.
     */
    private boolean isShortFrame() {
        int at = in.position;
        if (at >= in.limit) {
            return false;
        }
        int length = in.array[at];
        if (length <= 0 || length > in.limit - at - 1) {
            return false;
        }
        in.position = at + 1;
        frameEnd = in.offset(at + 1 + length);
        return true;
    }

    /**
     * Moves to the next body, as {@link #next}, where that is an update and there is nothing to look after but its bytes:
     * another body of the present frame, or the first one of a frame that is in the window as a whole and has a length of
     * one byte. Messages are made of little else.
     *
     * @param cursor is handed the bodies that are left of the frame
     * @return false where {@link #next} has to be asked, and nothing has happened
     */
    boolean nextUpdate(ByteCursor cursor) {
        int at = in.position;
        byte[] bytes = in.array;
        int end;
        if (in.offset() < frameEnd) {
            if (isInflated || isControl(bytes[at])) {
                return false;
            }
            end = frameEnd();
        } else {
            int limit = in.limit;
            if (!isInFrames || limit - at < 2 || reset) {
                return false;
            }
            int length = bytes[at];
            if (length <= 0 || length >= limit - at || isControl(bytes[at + 1])) {
                return false;
            }
            if ((++unreleased & RELEASED_AT_ONCE - 1) == 0) {
                release();
            }
            in.position = ++at;
            end = at + length;
            frameEnd = in.offset(end);
        }
        messages++;
        cursor.aim(bytes, at, end, in.offset() - at);
        return true;
    }

    private static boolean isControl(byte first) {
        return (first & Op.MODE_BITS) == Op.CONTROL;
    }

    private Found nextInBlocks() {
        if (searching) {
            search();
        }
        while (in.fill(1)) {
            long from = in.offset();
            try {
                if (inDuplicate && passOverDuplicate()) {
                    crcFrom = in.offset();
                } else if (in.array[in.position] == 0) {
                    marker();
                } else if (begun) {
                    if (frame()) {
                        return found();
                    }
                    return Found.NOTHING;
                } else {
                    throw malformed("expected the start of a block but was 0x"
                            + Integer.toHexString(in.array[in.position] & 0xFF));
                }
            } catch (MalformedWireException e) {
                if (!accepted) {
                    in.position = in.index(from);
                    damaged();
                }
                accepted = false;
                throw e;
            }
            release();
        }
        settle();
        if ((begun || joining && isAtStart()) && checkFirst && requiresEnd()) {
            // A file that was cut between two blocks looks whole, but for the mark that is missing.
            begun = false;
            joining = false;
            throw truncated(
                    "the input ends without an end mark: it was cut off, or its writer was stopped or still writes");
        }
        return Found.NOTHING;
    }

    /** Passes over a frame or checksum of a block that has been read before; false where it ends. */
    private boolean passOverDuplicate() {
        if (in.array[in.position] != 0) {
            long length = varInt();
            checkLength(length);
            need((int) length, "a block that is a duplicate");
            in.position += (int) length;
            return true;
        }
        need(2, "a block that is a duplicate");
        if (in.array[in.position + 1] == Block.CHECK) {
            need(Block.CHECK_BYTES, "a block that is a duplicate");
            in.position += Block.CHECK_BYTES;
            return true;
        }
        inDuplicate = false;
        return false;
    }

    /** Lets go of what has been read, except for what the next checksum covers where that comes first. */
    private void release() {
        if (checkFirst && begun) {
            if (in.offset() == crcFrom || in.offset() <= checkedTo) {
                in.mark();
            }
        } else if (begun && !inDuplicate) {
            sum(SUMMED_AT_ONCE);
            in.markFrom(in.index(summedTo));
        } else {
            in.mark();
        }
    }

    /** Adds what has been read to the running checksum, where there is so much of it. */
    private void sum(int atLeast) {
        int from = in.index(summedTo);
        if (in.position - from >= atLeast) {
            running.update(in.array, from, in.position - from);
            summedTo = in.offset();
        }
    }

    private Found found() {
        messages++;
        if (reset) {
            reset = false;
            return Found.BODY_AFTER_RESET;
        }
        return Found.BODY;
    }

    /** The offset after the last checksum, or where the present block begins if it has none yet. */
    long goodTo() {
        return crcFrom;
    }

    long offset() {
        return in.offset();
    }

    boolean isFrameDone() {
        return in.offset() >= frameEnd;
    }

    boolean isEnded() {
        return ended;
    }

    /** The number of messages of the stream so far; -1 where it is not known. */
    long messages() {
        return messages;
    }

    /** Takes note that the body found is no message of its own. */
    void repeated() {
        messages--;
    }

    /**
     * A frame that the input ends in.
     *
     * @param start offset of its length
     * @param bodies offset after its length
     */
    record TornFrame(long start, long bodies) {}

    /** The frame that the input ends in, where it is the present one and is read all the same; else null. */
    TornFrame tornFrame() {
        return tornFrame;
    }

    /** Whether the epoch is the first that is read, or the first after something is missing. */
    boolean hasJoined() {
        return joined;
    }

    /** The header of the present block. */
    Header present() {
        return present;
    }

    /** The index in the window after the present frame. */
    int frameEnd() {
        return in.index(frameEnd);
    }

    /** Whether input that ends without an end mark is cut off: not where its writer may still write. */
    private boolean requiresEnd() {
        return checksFirst && trust != DeltaFormat.Trust.LIVE;
    }

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

    /** Where the block of the present message begins, in bytes from the start of the input; -1 before the first. */
    long blockOffset() {
        return blockOffset;
    }

    /** What was lost before the last message given is of no more interest. */
    private void settle() {
        if (messages > lostAt) {
            lost = 0;
        }
    }

    /** Takes note that more are lost; -1 where it is not known how many. */
    private void lose(long count) {
        lost = lost < 0 || count < 0 ? -1 : lost + count;
    }

    /** Takes note that what is decoded cannot be trusted any more: the next message comes from a later block. */
    void damaged() {
        if (begun) {
            settle();
            lostFrom = messages;
        } else if (isAtStart()) {
            strayed = true;
        }
        searching = true;
        begun = false;
        isInFrames = false;
        inDuplicate = false;
        frameEnd = 0;
        checkedTo = 0;
        checkFirst = checksFirst;
    }

    /** Whether nothing has been read, neither good nor bad. */
    private boolean isAtStart() {
        return present == null && !strayed && !ended;
    }

    /** As {@link #damaged()}, where the body that was found is what cannot be decoded. */
    void damagedInBody() {
        messages--;
        damaged();
    }

    /**
     * Moves to the next block that begins with empty state, or to the end mark; to the end of the input where there is
     * neither.
     */
    private void search() {
        // Not at the same place again: there may be a header whose block is damaged.
        if (in.fill(1)) {
            in.position++;
        }
        while (in.fill(Block.SYNC.length)) {
            if (isPlaceToGoOn()) {
                searching = false;
                return;
            }
            in.position++;
            in.mark();
        }
        in.position = in.limit;
        searching = false;
    }

    /** Whether reading can go on here after damage. There are as many bytes as the mark of a block has. */
    private boolean isPlaceToGoOn() {
        return in.array[in.position] == 0 && (isSync() && isResetHeader() || isEndMark());
    }

    /**
     * Whether an end mark is here, of the stream that was read last as far as that can be told, and not in what a message
     * holds: behind it is nothing, or another stream.
     */
    private boolean isEndMark() {
        if (in.array[in.position + 1] != Block.END) {
            return false;
        }
        long start = in.offset();
        try {
            long count = endMark();
            boolean isLast = !in.fill(1) || in.fill(Block.SYNC.length) && isSync();
            return isLast && Long.compareUnsigned(count, Math.max(lostFrom, begun ? messages : 0)) >= 0;
        } catch (MalformedWireException e) {
            return false;
        } finally {
            in.position = in.index(start);
        }
    }

    private boolean isSync() {
        for (int i = 0; i < Block.SYNC.length; i++) {
            if (in.array[in.position + i] != Block.SYNC[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isResetHeader() {
        long start = in.offset(); // an index would not survive a refill
        try {
            return header().reset();
        } catch (MalformedWireException e) {
            return false;
        } finally {
            in.position = in.index(start);
        }
    }

    // ---- frames

    /** Reads a frame's length; false where the frame is not all there and may still come. */
    private boolean frame() {
        long start = in.offset();
        if (checkFirst && start >= checkedTo) {
            if (checkAhead()) {
                isInFrames = !present.isDeflated();
            } else {
                goUnchecked(crcFrom);
            }
        }
        long length = varInt();
        checkLength(length);
        if (!in.fill((int) length)) {
            if (!salvage && runsOver(start)) {
                throw overrun(length);
            }
            if (salvage && in.position < in.limit) {
                frameEnd = in.offset(in.limit);
                TornFrame torn = new TornFrame(start, in.offset());
                unpack(true);
                tornFrame = isInflated ? null : torn; // what is left of compressed data is no frame
                return true;
            }
            throw truncated(
                    "expected a frame of " + length + " bytes but the input ends after " + (in.limit - in.position));
        }
        frameEnd = in.offset() + length;
        unpack(false);
        return true;
    }

    /** Makes the bodies of a frame present, where they are compressed. */
    private void unpack(boolean isCut) {
        isInflated = false;
        isTorn = isCut;
        if (!present.isDeflated()) {
            return;
        }
        long size = varInt();
        int length = in.index(frameEnd) - in.position;
        if (size == 0 || isCut && length <= 0) {
            return;
        }
        if (size < 0 || size > 2L * limits.maxMessageBytes() || size > (long) InflatedFrame.MAX_RATIO * length) {
            throw malformed("expected " + length + " bytes of a frame to inflate to at most "
                    + 2L * limits.maxMessageBytes() + " but was " + Long.toUnsignedString(size));
        }
        if (!inflated.inflate(in.array, in.position, length, (int) size, isCut)) {
            throw malformed("expected " + length + " bytes of DEFLATE data that inflate to " + size);
        }
        isInflated = true;
    }

    /** Hands the bodies that are left of the present frame to a cursor. */
    void aim(ByteCursor cursor) {
        if (isInflated) {
            cursor.setInflated(inflated.bytes, inflated.position, inflated.end, in.offset());
        } else {
            cursor.set(in.array, in.position, frameEnd(), in.offset() - in.position);
        }
    }

    /** Takes note that a body has been read, up to an index of what the cursor was aimed at. */
    void passed(int index) {
        if (!isInflated) {
            in.position = index;
        } else if (index < inflated.end || isTorn) {
            inflated.position = index;
        } else {
            in.position = frameEnd();
        }
    }

    void close() {
        inflated.close();
    }

    private void checkLength(long length) {
        if (length < 0 || length > 2L * limits.maxMessageBytes()) {
            throw malformed("expected a frame of at most " + 2L * limits.maxMessageBytes() + " bytes but was "
                    + Long.toUnsignedString(length));
        }
    }

    /** From here to the next checksum, messages are given before it. */
    private void goUnchecked(long from) {
        checkFirst = false;
        running.reset();
        summedTo = from;
        isInFrames = !salvage && !present.isDeflated();
    }

    /**
     * Goes over the frames up to the next checksum, and checks it. The position comes back to where it was. What is wrong is
     * said to be where the frames begin: the damage is somewhere between there and where it was found.
     *
     * @return false where there is no checksum yet, and messages are to be given all the same
     */
    private boolean checkAhead() {
        long start = in.offset();
        boolean isThere;
        try {
            isThere = findCheck(start);
        } catch (TruncatedWireException e) {
            throw e;
        } catch (MalformedWireException e) {
            String problem = e.getMessage().substring(DeltaFormat.NAME.length() + 2);
            throw malformed(start, problem + ", in frames that begin");
        } finally {
            in.position = in.index(start);
        }
        if (isThere || trust == DeltaFormat.Trust.LIVE) {
            return isThere;
        }
        String problem =
                "the input ends inside a block: its last " + (in.limit - in.position) + " bytes have no checksum yet";
        if (trust == DeltaFormat.Trust.CHECKED_THEN_REST) {
            salvage = true;
            accepted = true;
            goUnchecked(start);
        }
        throw truncated(problem);
    }

    /** Moves to the next checksum and compares it; false where the input ends before. */
    private boolean findCheck(long start) {
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
                    throw malformed("expected a checksum before the next block");
                }
                if (!in.fill(Block.CHECK_BYTES)) {
                    return false;
                }
                compare(in.position + 2);
                checkedTo = in.offset();
                return true;
            }
            long frame = in.offset();
            long length = varInt();
            checkLength(length);
            if (in.offset() - start > 4L * limits.maxMessageBytes()) {
                throw malformed("expected a checksum after at most " + 4L * limits.maxMessageBytes() + " bytes");
            }
            if (!in.fill((int) length)) {
                if (runsOver(frame)) {
                    throw overrun(length);
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
        while (at < end && bytes[at] > 0 && bytes[at] < end - at) {
            at += 1 + bytes[at];
        }
        in.position = at;
    }

    /** Whether a frame that is longer than the input is no end that was cut off, since more that is good is behind it. */
    private boolean runsOver(long frame) {
        long at = in.offset();
        in.position = in.index(frame);
        try {
            for (in.position++; in.available() >= Block.SYNC.length; in.position++) {
                if (isPlaceToGoOn()) {
                    return true;
                }
            }
            return false;
        } finally {
            in.position = in.index(at);
        }
    }

    private MalformedWireException overrun(long length) {
        return malformed("expected a frame of " + length
                + " bytes but the input ends before, and there are good blocks in them");
    }

    /** Compares the checksum at an index with the bytes up to the present position. */
    private void compare(int at) {
        crc.reset();
        int from = in.index(crcFrom);
        crc.update(in.array, from, in.position - from);
        long said = u32(at);
        if (said != crc.getValue()) {
            throw unequal(crc.getValue(), said);
        }
    }

    private MalformedWireException unequal(long expected, long said) {
        return malformed("expected CRC32C " + Long.toHexString(expected) + " for bytes " + crcFrom + " to "
                + (in.offset() - 1) + " but was " + Long.toHexString(said));
    }

    // ---- markers

    private void marker() {
        if (!in.fill(2)) {
            throw truncated("the input ends after the first byte of a marker");
        }
        switch (in.array[in.position + 1]) {
            case Block.CHECK -> check();
            case Block.END -> end();
            case 'D' -> begin();
            default ->
                throw malformed("expected a frame or a marker but was 0x00 0x"
                        + Integer.toHexString(in.array[in.position + 1] & 0xFF));
        }
    }

    private void check() {
        if (isAtStart() && !joining) {
            // Who joins a stream where it has been flushed, or before a key frame, has lost nothing.
            need(Block.CHECK_BYTES, "a checksum");
            in.position += Block.CHECK_BYTES;
            joining = true;
            return;
        }
        if (!begun) {
            throw malformed("expected the start of a block but was a checksum");
        }
        need(Block.CHECK_BYTES, "a checksum");
        if (checkFirst) {
            if (in.offset() != checkedTo) {
                compare(in.position + 2);
            }
        } else {
            sum(1);
            if (running.getValue() != u32(in.position + 2)) {
                throw unequal(running.getValue(), u32(in.position + 2));
            }
        }
        in.position += Block.CHECK_BYTES;
        running.reset();
        summedTo = in.offset();
        crcFrom = in.offset();
        checkFirst = checksFirst;
        isInFrames &= !checkFirst;
    }

    private void end() {
        boolean isJoined = isAtStart() && (joining || !requiresEnd());
        long count = endMark();
        accepted = true; // whatever it says: what comes next begins behind it
        crcFrom = in.offset();
        boolean isCounted = begun || lostFrom >= 0 || strayed;
        long before = begun ? messages : Math.max(0, lostFrom);
        if (begun) {
            settle();
        }
        if (isCounted) {
            lose(Math.max(0, count - before));
        }
        boolean wasBegun = begun;
        begun = false;
        isInFrames = false;
        lostFrom = -1;
        strayed = false;
        boolean wasEnded = ended;
        ended = true;
        if (wasBegun && count == before || isJoined || isCounted && !wasBegun && count == before) {
            messages = count;
            lostAt = count;
            accepted = false;
            return;
        }
        messages = Math.max(messages, count);
        lostAt = messages;
        throw wasEnded && !wasBegun
                ? malformed("expected a new stream after the end mark but was another end mark")
                : malformed("expected " + count + " messages before the end mark but there were " + before);
    }

    /** Reads an end mark and returns the count of messages in it. */
    private long endMark() {
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

    /**
     * What a block's header says.
     *
     * @param features what a reader has to know
     * @param sequence the number of messages before it in its stream
     * @param reset whether it begins with empty state
     * @param epoch the number that the writer gave it
     * @param maxKeys the most records that the writer keeps
     * @param maxStateBytes the most that the writer's state counts as
     */
    record Header(long features, long sequence, boolean reset, int epoch, long maxKeys, long maxStateBytes) {
        /** Whether the block's frames are compressed. */
        boolean isDeflated() {
            return (features & Block.DEFLATED) != 0;
        }
    }

    /** Reads a block's header. */
    Header header() {
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
            throw malformed("expected a stream of at most " + limits.maxKeys() + " keys in " + limits.maxStateBytes()
                    + " bytes of state but it announces " + Long.toUnsignedString(maxKeys) + " in "
                    + Long.toUnsignedString(maxStateBytes));
        }
        return new Header(features, sequence, (flags & Block.RESET) != 0, epoch, maxKeys, maxStateBytes);
    }

    private void begin() {
        long startOffset = in.offset();
        present = header();
        running.reset();
        summedTo = startOffset;
        isInFrames = false;
        isInflated = false;
        checkFirst = checksFirst;
        accept(present.sequence(), present.reset(), startOffset);
        isInFrames = !checkFirst && !present.isDeflated();
    }

    private void accept(long sequence, boolean isReset, long start) {
        boolean newStream = isReset && sequence == 0;
        if (!begun && !isReset) {
            strayed |= lostFrom < 0 && !ended;
            throw new MissingBaseException(
                    DeltaFormat.NAME,
                    "expected a block that begins with empty state but was one that goes on",
                    WireLocation.ofOffset(start, ""));
        }
        if (begun && sequence < messages && !newStream) {
            // The state is as it was: reading goes on behind it.
            accepted = true;
            inDuplicate = true;
            throw malformed("message " + sequence + " again: the block is a duplicate");
        }
        if (begun && sequence > messages && !isReset) {
            throw missing(start, sequence - messages);
        }
        MalformedWireException problem = newStream ? begunBeforeEnd(start) : gap(sequence, start);
        lostFrom = -1;
        strayed = false;
        if (isReset) {
            joined = !begun || sequence != messages || joined && sequence == joinedAt;
            joinedAt = sequence;
            lostAt = sequence;
        }
        messages = sequence;
        ended = false;
        begun = true;
        reset |= isReset;
        crcFrom = start;
        checkedTo = 0;
        blockOffset = start;
        if (problem != null) {
            accepted = true;
            throw problem;
        }
    }

    /** What is wrong where a new stream begins: that the one before has no end, so that nobody knows how long it was. */
    private MalformedWireException begunBeforeEnd(long start) {
        if (!begun) {
            lose(lostFrom > 0 ? -1 : 0);
            return null;
        }
        settle();
        lose(-1);
        return requiresEnd()
                ? malformed(
                        start,
                        "expected an end mark before a new stream: the one before was cut off after message "
                                + messages)
                : null;
    }

    /** What is missing before a block that begins with empty state in the middle of a stream, or null. */
    private MalformedWireException gap(long sequence, long start) {
        if (begun) {
            settle();
            lose(sequence - messages);
            return sequence > messages ? missing(start, sequence - messages) : null;
        }
        if (ended) {
            lose(sequence - messages);
            return malformed("expected a new stream after the end mark but was message " + sequence + " of one");
        }
        if (lostFrom >= 0) {
            lose(sequence - lostFrom);
            return sequence > lostFrom ? missing(start, sequence - lostFrom) : null;
        }
        if (strayed) {
            lose(sequence);
        }
        return null;
    }

    // ---- primitives

    private void need(int bytes, String what) {
        if (!in.fill(bytes)) {
            throw truncated("the input ends in " + what);
        }
    }

    private long varInt() {
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

    private long u32(int at) {
        return in.array[at] & 0xFF
                | (in.array[at + 1] & 0xFF) << 8
                | (in.array[at + 2] & 0xFF) << 16
                | (in.array[at + 3] & 0xFFL) << 24;
    }

    private MalformedWireException malformed(String problem) {
        return malformed(in.offset(), problem);
    }

    private static MalformedWireException malformed(long offset, String problem) {
        return new MalformedWireException(DeltaFormat.NAME, problem, WireLocation.ofOffset(offset, ""));
    }

    private MissingBaseException missing(long block, long lost) {
        String problem = lost + (lost == 1 ? " message is" : " messages are") + " missing before this block";
        return new MissingBaseException(DeltaFormat.NAME, problem, WireLocation.ofOffset(block, ""));
    }

    private TruncatedWireException truncated(String problem) {
        return new TruncatedWireException(DeltaFormat.NAME, problem, WireLocation.ofOffset(in.offset(), ""));
    }
}
