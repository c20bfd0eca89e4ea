package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import java.io.UncheckedIOException;

/**
 * Finds the message bodies in a stream of blocks: docs/spec/delta.md, section 3.
 *
 * <p>This class is one state machine over the input. It reads the markers between frames (block headers, checksums, end
 * marks) and compares them with what has been read. It skips duplicate blocks. If the {@linkplain ReadPolicy policy}
 * asks for it, a checksum is compared before its messages are returned. After damage it searches for the next block
 * with empty state.
 *
 * <p>Four helpers own a part of the state each: {@link Container} parses markers, {@link Checksums} has the chain of
 * checksums, {@link Frame} the bounds of the current frame, and {@link StreamCount} the message numbers. This class
 * owns where in a block the reader is and why it cannot go on.
 *
 * <p>The hot path is {@link #nextUpdate}: it returns one body after the other and does nothing else, while {@link
 * #isInFrames} holds and the bodies are updates.
 */
public final class BlockReader {
    /** The result of {@link #next}. */
    public enum Found {
        /** The input is at a body. */
        BODY,
        /** As {@link #BODY}, and the decoder must begin with empty state. */
        BODY_AFTER_RESET,
        /** There is no further body now. */
        NOTHING
    }

    /**
     * The bytes that are added to a checksum in one step. Adding each message alone would cost as much as decoding it.
     */
    private static final int SUMMED_AT_ONCE = 1 << 12;

    /** The number of short frames after which the input is released; a power of two. */
    private static final int RELEASED_AT_ONCE = 16;

    private final InputBuffer in;
    private final ReadPolicy policy;
    /** Whether messages are returned only after their checksum, if there is one. */
    private final boolean checksFirst;
    /** Whether that holds for the next messages. At an unchecked tail some policies return them all the same. */
    private boolean checkFirst;

    private final Container container;
    private final Checksums checks;
    private final Frame frame;
    private final StreamCount count = new StreamCount();

    /** The header of the current block; null before the first. */
    private BlockHeader present;

    /** The epoch of the current messages. */
    private int epoch;

    /** Whether short frames can be returned without further checks. */
    private boolean isInFrames;

    /** Whether the next message begins with empty state. */
    private boolean reset;

    /** Whether the input began with a checksum. */
    private boolean joining;
    /** The start of the current block. */
    private long blockOffset = -1;
    /** Whether the current block has been read before. */
    private boolean inDuplicate;

    /** Whether the current error leaves the reader in a block that it can read. */
    private boolean accepted;

    /** The offset after the header of the current block. */
    private long headerEnd;

    private boolean hasCheckedFrames;

    /** Whether the limits allow a message as long as the longest short frame. */
    private final boolean isShortTaken;

    private final TornFrames tornFrames;

    /** Whether incomplete input may still grow, so that its end is no error. */
    private final boolean waits;

    /**
     * Whether more may arrive although the end of the input is reported as an error. The end of a stream does not tell
     * whether it is final or that of a growing file.
     */
    private final boolean mayCome;

    /** Whether the end of the input may be temporary, for either reason. */
    private final boolean endsForNow;

    /** Whether a torn frame is read up to where it is torn. */
    private boolean salvage;

    /**
     * The number of short frames read. The input is released once in several frames, because a release costs as much as
     * decoding a message.
     */
    private int unreleased;

    /** Whether a position to continue from is being searched for. */
    private boolean searching;
    private TornFrame tornFrame;

    /** Whether the input ends inside something that {@link #mayCome}. */
    private boolean isCutOff;

    /** Whether the next frame cannot be read before damage is skipped or more input has arrived. */
    private boolean isHeldUp;

    /** The end of the input when more was needed; -1 if nothing is awaited. */
    private long seenTo = -1;

    public BlockReader(InputBuffer in, WireLimits limits, ReadPolicy policy) {
        this.in = in;
        this.container = new Container(in, limits);
        this.checks = new Checksums(in, limits, container);
        this.frame = new Frame(in, limits, container);
        this.tornFrames = new TornFrames(in, container);
        this.policy = policy;
        this.salvage = policy == ReadPolicy.SALVAGE;
        this.isShortTaken = limits.maxMessageBytes() >= Byte.MAX_VALUE;
        this.checksFirst = policy != ReadPolicy.SALVAGE && policy != ReadPolicy.ALL;
        this.checkFirst = checksFirst;
        this.waits = in.mayGrow() && !givesTornTail();
        this.mayCome = policy == ReadPolicy.LIVE && in.isStream();
        this.endsForNow = waits || mayCome;
    }

    /** Moves to the next body. {@link #aim} gives a cursor on it. */
    public Found next() {
        if (in.offset() < frame.end) {
            return found();
        }
        release(SUMMED_AT_ONCE);
        if (isInFrames && enterShortFrame()) {
            return found();
        }
        Found found = nextInBlocks();
        if (found == Found.NOTHING) {
            pause();
        }
        return found;
    }

    /**
     * Moves to the first body of the next frame, if the frame is in the window completely and has a length of one byte.
     * Returns false otherwise.
     */
    private boolean enterShortFrame() {
        int length = shortLength();
        if (length == 0) {
            return false;
        }
        enter(length);
        if (!frame.isPlain()) {
            frame.setPlain(); // the frame before was not
        }
        return true;
    }

    /**
     * The length of the frame at the position if it takes one byte and the frame is in the window completely; else 0.
     */
    private int shortLength() {
        int at = in.position;
        int length = at < in.limit ? in.array[at] : 0;
        return length > 0 && length < in.limit - at ? length : 0;
    }

    /** Moves to the bodies of a frame with a length of one byte. */
    private void enter(int length) {
        long start = in.offset();
        in.position++;
        frame.start = start;
        frame.end = start + 1 + length;
    }

    /**
     * Moves to the next body, as {@link #next} does, if it is an update and needs no other care. It is another body of
     * the current frame, or the first body of a short frame that is in the window completely. Most messages are such
     * bodies.
     *
     * @param cursor is set to the rest of the frame after the body's first byte
     * @return the first byte; -1 if {@link #next} must be called, and then nothing has changed
     */
    public int nextUpdate(ByteCursor cursor) {
        int at = in.position;
        byte[] bytes = in.array;
        int head;
        int end;
        if (in.offset() < frame.end) {
            head = bytes[at] & 0xFF;
            if (head >= Op.CONTROL || !frame.isPlain()) {
                return -1;
            }
            end = frame.endIndex();
        } else {
            int length = isInFrames && !reset ? shortLength() : 0;
            if (length == 0) {
                return -1;
            }
            head = bytes[at + 1] & 0xFF;
            if (head >= Op.CONTROL) {
                return -1;
            }
            if ((++unreleased & RELEASED_AT_ONCE - 1) == 0) {
                release(SUMMED_AT_ONCE);
            }
            enter(length);
            at++;
            end = at + length;
        }
        count.messages++;
        cursor.aim(bytes, at + 1, end, in.offset() - at);
        return head;
    }

    private Found nextInBlocks() {
        if (isHeldUp && !goOn()) {
            return Found.NOTHING;
        }
        while (in.fill(1)) {
            long from = in.offset();
            int before = in.available();
            try {
                if (inDuplicate && passOverDuplicate()) {
                    checks.from = in.offset();
                } else if (in.array[in.position] == 0) {
                    marker();
                } else if (count.begun) {
                    frame();
                    return found();
                } else {
                    throw container.malformed("expected the start of a block but was 0x"
                            + Integer.toHexString(in.array[in.position] & 0xFF));
                }
            } catch (MalformedWireException e) {
                if (endsForNow && e instanceof TruncatedWireException) {
                    in.position = in.index(from);
                    if (mayCome && in.available() > before) {
                        continue; // the missing bytes may have arrived meanwhile
                    }
                    waitForMore();
                    if (waits || inDuplicate) { // the messages of a duplicate have been read already
                        return Found.NOTHING;
                    }
                    isCutOff = true;
                    throw e;
                }
                if (!accepted) {
                    in.position = in.index(from);
                    damaged();
                    if (e instanceof TruncatedWireException) {
                        in.position = in.limit; // anything that looks like a block there is in a message
                    }
                }
                accepted = false;
                throw e;
            } catch (UncheckedIOException e) {
                in.position = in.index(from); // the next call may succeed, as after the timeout of a socket
                throw e;
            }
            release(SUMMED_AT_ONCE);
        }
        count.settle();
        if ((count.begun || joining && isAtStart()) && checkFirst && requiresEnd() && !waits) {
            // A file that was cut between two blocks looks complete except for the missing mark.
            count.begun = false;
            joining = false;
            throw container.truncated(
                    "the input ends without an end mark (it was cut off, or its writer was stopped or still writes)");
        }
        return Found.NOTHING;
    }

    /** Blocks reading until the input is longer than now. */
    private void waitForMore() {
        count.settle();
        seenTo = in.offset(in.limit);
        isHeldUp = true;
    }

    /** Does what is due before the next frame. Returns false if more input must arrive first. */
    private boolean goOn() {
        if (seenTo >= 0 && !in.fill((int) (seenTo - in.offset()) + 1)) {
            return false;
        }
        seenTo = -1;
        isCutOff = false;
        isHeldUp = searching && !search();
        return !isHeldUp;
    }

    /**
     * Releases what has been read, except the bytes of a checksum that is compared later.
     *
     * @param summedAtOnce the least number of bytes that are added to a checksum that comes after them
     */
    private void release(int summedAtOnce) {
        if (in.isRepositioned()) {
            resume();
        }
        if (checkFirst && count.begun) {
            if (in.offset() == checks.from || in.offset() <= checks.checkedTo) {
                in.mark();
            }
        } else if (count.begun && !inDuplicate) {
            checks.sum(summedAtOnce);
            in.markFrom(checks.summedIndex());
        } else {
            in.mark();
        }
    }

    /**
     * Releases everything at the end of the input. The owner of a {@code Bytes} may then clear or compact and refill
     * it.
     */
    public void pause() {
        if (waits) {
            release(1);
            in.pause();
        }
    }

    /** Continues with the new contents of a {@code Bytes}. */
    private void resume() {
        if (!in.resume()) {
            throw new IllegalStateException(
                    "the read position of the Bytes was moved before all in it had been read: the messages of a"
                            + " delta stream build on earlier ones, so another reader has to be opened");
        }
    }

    /** Counts the body at the position and returns its kind. */
    private Found found() {
        count.messages++;
        if (reset) {
            reset = false;
            return Found.BODY_AFTER_RESET;
        }
        return Found.BODY;
    }

    /** The offset after the last checksum, or the start of the current block if it has none yet. */
    public long goodTo() {
        return checks.from;
    }

    /** The last checksum of the current epoch; -1 if it has none yet. */
    public long checkBefore() {
        return checks.before;
    }

    public long offset() {
        return in.offset();
    }

    public boolean isFrameDone() {
        return in.offset() >= frame.end;
    }

    /** Whether a block is being read, and not searched for. */
    public boolean isInBlock() {
        return count.begun;
    }

    public boolean isEnded() {
        return count.ended;
    }

    /** The number of messages of the stream so far; -1 if it is not known. */
    public long messages() {
        return count.messages;
    }

    /** How many of the messages read have a checksum that was added by an appender. */
    public long uncheckedMessages() {
        return count.unchecked();
    }

    /** Excludes the current body from the count, since it is not a message of the stream. */
    public void repeated() {
        count.messages--;
    }

    /**
     * A frame in which the input ends.
     *
     * @param start the offset of its length
     * @param bodies the offset after its length
     */
    public record TornFrame(long start, long bodies) {}

    /** The current frame if the input ends in it and it is read all the same; else null. */
    public TornFrame tornFrame() {
        return tornFrame;
    }

    /** Whether the epoch is the first that is read, or the first after a loss. */
    public boolean hasJoined() {
        return count.joined;
    }

    /** The header of the current block. */
    public BlockHeader present() {
        return present;
    }

    /** Whether a body of the current frame may be longer than a message may be. */
    public boolean isFrameLarge() {
        return frame.isLarge();
    }

    /** Sets a cursor to the remaining bodies of the current frame. */
    public void aim(ByteCursor cursor) {
        frame.aim(cursor);
    }

    /** Moves past a body, to an index of the cursor's array. */
    public void passed(int index) {
        frame.passed(index);
    }

    public void close() {
        frame.end = 0; // the remaining bodies are not returned
        frame.close();
    }

    /**
     * How many messages are missing between the last message and the current one or the end of the input; -1 if it is
     * not known.
     */
    public long lost() {
        return isCutOff ? -1 : count.lost();
    }

    /** The start of the current message's block in bytes from the start of the input; -1 before the first. */
    public long blockOffset() {
        return blockOffset;
    }

    /** Gives up the current block, because it cannot be trusted. The next message comes from a later block. */
    void damaged() {
        count.damaged(isAtStart());
        searching = true;
        isHeldUp = true;
        isInFrames = false;
        inDuplicate = false;
        frame.end = 0;
        tornFrame = null;
        checks.checkedTo = 0;
        checkFirst = checksFirst;
        // Never at the same offset again: a good header may begin a damaged block.
        if (in.fill(1)) {
            in.position++;
        }
    }

    /** As {@link #damaged()}, if the current body cannot be decoded. */
    public void damagedInBody() {
        count.messages--;
        in.position = in.index(frame.start); // the next block may begin inside a torn frame
        damaged();
    }

    /**
     * Moves to the next block with empty state, or to the end mark, or else to the end of the input.
     *
     * @return false if an incomplete one may be there
     */
    private boolean search() {
        while (in.fill(Block.SYNC.length)) {
            int before = in.available();
            Container.Place place = container.place(count.leastCount());
            if (mayCome && place == Container.Place.NOT_ALL_THERE && in.available() > before) {
                continue; // more has arrived meanwhile
            }
            if (endsForNow && place == Container.Place.NOT_ALL_THERE) {
                waitForMore();
                return false;
            }
            if (place == Container.Place.GOOD) {
                searching = false;
                return true;
            }
            in.position++;
            in.mark();
        }
        if (endsForNow) {
            waitForMore();
            return false;
        }
        in.position = in.limit;
        searching = false;
        return true;
    }

    // ---- frames

    /** Reads the length of a frame and makes the frame current. A torn last frame may be shorter than its length. */
    private void frame() {
        long start = in.offset();
        if (checkFirst && start >= checks.checkedTo) {
            if (checkAhead()) {
                isInFrames = takesShortFrames();
            } else {
                goUnchecked(checks.from);
            }
        }
        frame.start = start;
        long length = container.varInt();
        container.checkLength(length);
        boolean isWhole = in.fill((int) length);
        int there = isWhole ? (int) length : in.limit - in.position;
        if (!isWhole && !salvage && container.runsOver(start, count.leastCount(), present)) {
            throw container.overrun(length);
        }
        int beforeHeader = salvage ? tornFrames.bytesBeforeHeader(there, present.epoch(), count.messages) : -1;
        if (beforeHeader >= 0) {
            there = beforeHeader;
            isWhole = !tornFrames.leadsToEnd();
        }
        if (!isWhole && (!salvage || there == 0)) {
            throw container.truncated("expected a frame of " + length + " bytes but the input ends after " + there);
        }
        long bodies = in.offset();
        frame.end = bodies + there;
        frame.unpack(present.isDeflated(), bodies + length);
        if (!isWhole && !frame.isInflated()) { // a part of compressed data is no frame
            tornFrame = new TornFrame(start, bodies);
        }
    }

    /** Returns the messages up to the next checksum before it is compared. */
    private void goUnchecked(long from) {
        checkFirst = false;
        checks.sumFrom(from);
        isInFrames = !salvage && takesShortFrames();
    }

    /**
     * Finds the next checksum and compares it; the position stays. An error is located at the start of the frames,
     * because the damage may be anywhere between there and where it was noticed.
     *
     * @return false if there is no checksum yet and the messages are returned all the same
     */
    private boolean checkAhead() {
        long start = in.offset();
        boolean isLive = policy == ReadPolicy.LIVE;
        boolean isThere;
        in.setNonBlocking(isLive);
        try {
            isThere = checks.findCheck(start, count.leastCount(), present, !isLive && !waits);
        } catch (TruncatedWireException e) {
            if (isLive && !waits && !in.isStream()) {
                throw e; // nothing more can arrive, so the error comes before messages that may be wrong
            }
            isThere = false; // the input ends in the length of a frame; complete frames may be before it
        } catch (MalformedWireException e) {
            String problem = e.getMessage().substring(FormatName.DELTA.length() + 2);
            throw Container.malformed(start, problem + ", in frames that begin");
        } finally {
            in.setNonBlocking(false);
            in.position = in.index(start);
        }
        if (isThere || isLive) {
            return isThere;
        }
        String problem =
                "the input ends inside a block: its last " + (in.limit - in.position) + " bytes have no checksum yet";
        if (policy == ReadPolicy.CHECKED_THEN_REST) {
            salvage = true;
            accepted = true;
            goUnchecked(start);
        }
        throw container.truncated(problem);
    }

    // ---- markers between frames

    /** Whether a stream without an end mark was cut off. */
    private boolean requiresEnd() {
        return checksFirst && policy != ReadPolicy.LIVE;
    }

    /** Whether the input is final and the complete messages of a torn end are returned. */
    private boolean givesTornTail() {
        return policy == ReadPolicy.SALVAGE || policy == ReadPolicy.CHECKED_THEN_REST;
    }

    /** Whether frames with a length of one byte need no check of limits and no inflating. */
    private boolean takesShortFrames() {
        return isShortTaken && !present.isDeflated();
    }

    /** Whether a checksum covers more of the last block than its header. */
    public boolean hasCheckedFrames() {
        return hasCheckedFrames;
    }

    /** Whether nothing has been read yet, neither good nor bad. */
    private boolean isAtStart() {
        return present == null && !count.strayed && !count.ended;
    }

    /** Reads the marker at the position, whose first byte is 0. */
    private void marker() {
        if (!in.fill(2)) {
            throw container.truncated("the input ends after the first byte of a marker");
        }
        switch (in.array[in.position + 1]) {
            case Block.CHECK -> check();
            case Block.END -> end();
            case 'D' -> begin();
            default ->
                throw container.malformed("expected a frame or a marker but was 0x00 0x"
                        + Integer.toHexString(in.array[in.position + 1] & 0xFF));
        }
    }

    private void check() {
        if (isAtStart() && !joining) {
            // A reader that joins after a flush or before a key frame has lost nothing.
            container.need(Block.CHECK_BYTES, "a checksum");
            in.position += Block.CHECK_BYTES;
            joining = true;
            return;
        }
        if (!count.begun) {
            throw container.malformed("expected the start of a block but was a checksum");
        }
        container.need(Block.CHECK_BYTES, "a checksum");
        boolean isSeal = in.offset() == checks.from; // over no bytes
        hasCheckedFrames |= in.offset() > headerEnd;
        if (checkFirst) {
            if (in.offset() != checks.checkedTo) {
                checks.compare(in.position + 2);
            }
        } else {
            checks.compareSum();
        }
        checks.pass();
        if (isSeal) {
            count.sealed();
        } else {
            count.check();
        }
        checkFirst = checksFirst;
        isInFrames &= !checkFirst;
    }

    private void end() {
        boolean isJoined = isAtStart() && (joining || !requiresEnd());
        long said = container.endMark();
        accepted = true; // whatever its count is, what follows begins after it
        checks.from = in.offset();
        boolean isCounted = count.begun || count.lostFrom >= 0 || count.strayed;
        long before = count.begun ? count.messages : Math.max(0, count.lostFrom);
        if (count.begun) {
            count.settle();
        }
        if (isCounted) {
            count.lose(Math.max(0, said - before));
        }
        boolean wasBegun = count.begun;
        count.begun = false;
        isInFrames = false;
        count.lostFrom = -1;
        count.strayed = false;
        boolean wasEnded = count.ended;
        count.ended = true;
        if (wasBegun && said == before || isJoined || isCounted && !wasBegun && said == before) {
            count.messages = said;
            count.lostAt = said;
            accepted = false;
            return;
        }
        count.messages = Math.max(count.messages, said);
        count.lostAt = count.messages;
        throw wasEnded && !wasBegun
                ? container.malformed("expected a new stream after the end mark but was another end mark")
                : container.malformed("expected " + said + " messages before the end mark but there were " + before);
    }

    private void begin() {
        long startOffset = in.offset();
        present = container.header();
        headerEnd = in.offset();
        hasCheckedFrames = false;
        isInFrames = false;
        frame.setPlain();
        checkFirst = checksFirst;
        accept(present, startOffset);
        in.markFrom(in.index(startOffset)); // releases everything before the header
        isInFrames = !checkFirst && !givesTornTail() && takesShortFrames();
    }

    private void accept(BlockHeader header, long start) {
        long sequence = header.sequence();
        boolean isReset = header.reset();
        boolean newStream = isReset && sequence == 0;
        if (!count.begun && !isReset) {
            count.strayed |= count.lostFrom < 0 && !count.ended;
            throw new MissingBaseException(
                    FormatName.DELTA,
                    "expected a block that begins with empty state but was one that goes on",
                    WireLocation.ofOffset(start, ""));
        }
        boolean isBack = count.begun && sequence < count.messages && !newStream;
        boolean isCopy = isBack && !(isReset && header.epoch() - epoch > 0);
        if (isCopy) {
            // The state is unchanged, so reading continues after the duplicate.
            accepted = true;
            inDuplicate = true;
            throw container.malformed("message " + sequence + " again: the block is a duplicate");
        }
        if (count.begun && sequence > count.messages && !isReset) {
            throw Container.missing(start, sequence - count.messages);
        }
        if (!isReset && header.epoch() != epoch) {
            throw new MissingBaseException(
                    FormatName.DELTA,
                    "expected a block that goes on with epoch " + Integer.toUnsignedString(epoch)
                            + " but was one of epoch " + Integer.toUnsignedString(header.epoch())
                            + ": a block before it is missing",
                    WireLocation.ofOffset(start, ""));
        }
        epoch = header.epoch();
        MalformedWireException problem = newStream
                ? count.begunBeforeEnd(start, requiresEnd())
                : isBack ? sentAgain(sequence, start) : count.gap(sequence, start, in.offset());
        count.begin(sequence, isReset);
        reset |= isReset;
        checks.beginBlock(start, isReset);
        blockOffset = start;
        if (problem != null) {
            accepted = true;
            throw problem;
        }
    }

    /** Returns the error of a block that was written again because its writer did not know that it had been written. */
    private MalformedWireException sentAgain(long sequence, long start) {
        count.settle();
        return Container.malformed(
                start,
                "expected message " + count.messages + " but was message " + sequence
                        + " again: the writer's target failed when it had taken it");
    }

    // ---- blocks that have been read before

    /**
     * Skips a frame or checksum of a duplicate block. Returns false at its end. A torn duplicate ends where the
     * expected block begins.
     */
    private boolean passOverDuplicate() {
        long start = in.offset();
        in.fill(VarInt.MAX_BYTES); // the longest length is longer than a checksum
        if (moveOutOfDuplicate(Math.min(VarInt.MAX_BYTES, in.limit - in.position))) {
            return false;
        }
        if (in.array[in.position] != 0) {
            long length = lengthInDuplicate();
            boolean isWhole = in.fill((int) length);
            if (moveOutOfDuplicate(isWhole ? (int) length : in.limit - in.position)) {
                return false;
            }
            if (in.available() < length && container.runsOver(start, count.leastCount(), present)) {
                throw container.overrun(length);
            }
            container.need((int) length + bytesToTell(), "a block that is a duplicate");
            in.position += (int) length;
            return true;
        }
        container.need(2, "a block that is a duplicate");
        int kind = in.array[in.position + 1];
        if (kind == Block.CHECK) {
            container.need(Block.CHECK_BYTES + bytesToTell(), "a block that is a duplicate");
            in.position += Block.CHECK_BYTES;
            return true;
        }
        if (kind != Block.END && kind != Block.SYNC[1]) {
            container.need(2 + bytesToTell(), "a block that is a duplicate");
        }
        inDuplicate = false;
        return false;
    }

    /** Reads the length of a frame. It need not be a number if the next block begins in it. */
    private long lengthInDuplicate() {
        int present = in.available();
        try {
            long length = container.varInt();
            container.checkLength(length);
            return length;
        } catch (MalformedWireException e) {
            throw endsForNow && present < VarInt.MAX_BYTES + bytesToTell()
                    ? container.truncated("the input ends in a block that is a duplicate")
                    : e;
        }
    }

    /** The bytes needed after what is skipped to see a header that begins in it. */
    private int bytesToTell() {
        return endsForNow ? TornFrames.LEAST - 1 : 0;
    }

    /** Moves to the expected block if it begins in the next bytes of a duplicate. */
    private boolean moveOutOfDuplicate(int bytes) {
        int before = tornFrames.bytesBeforeHeader(bytes, epoch, count.messages);
        if (before < 0) {
            return false;
        }
        if (tornFrames.leadsToEnd()) {
            if (endsForNow) {
                throw container.truncated("the input ends in the header of a block");
            }
            return false;
        }
        in.position += before;
        inDuplicate = false;
        return true;
    }
}
