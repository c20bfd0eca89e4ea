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
 * <p>This is one state machine over the input. It reads the markers between frames (block headers, checksums, end marks) and compares them
 * with what has been read. It passes over blocks that are duplicates. Where the {@linkplain ReadPolicy policy} asks for it, it checks
 * a checksum before it gives the messages that the checksum covers. After damage it looks for the next block that begins with empty state.
 *
 * <p>The hot path is {@link #nextUpdate}: it hands over one message body after the other and does nothing else, while {@link #isInFrames} holds and the bodies
 * are updates.
 */
public final class BlockReader {
    /** What {@link #next} found. */
    public enum Found {
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
    private final ReadPolicy policy;
    /** Whether messages are given when a checksum has been found right, where there is one. */
    private final boolean checksFirst;
    /** Whether the next messages are: at a tail without a checksum some readers give them all the same. */
    private boolean checkFirst;

    private final Container container;
    private final Checksums checks;
    private final Frame frame;
    private final StreamCount count = new StreamCount();

    private BlockHeader present;

    /** The number of the epoch that the messages are of. */
    private int epoch;

    /** Whether the present block's frames are as they are, and nothing is to be done before they are given. */
    private boolean isInFrames;

    /** Whether the next message begins with empty state. */
    private boolean reset;

    /** Whether the input began with a checksum. */
    private boolean joining;
    /** Where the present block begins. */
    private long blockOffset = -1;
    /** Whether the present block has been read before. */
    private boolean inDuplicate;

    /** Whether reading can go on in the block before which something is missing. */
    private boolean accepted;

    /** The offset behind the header of the present block. */
    private long headerEnd;

    private boolean hasCheckedFrames;

    /** Whether a message may be as long as such a frame. */
    private final boolean isShortTaken;

    private final TornFrames tornFrames;

    /** Whether what is not all there may still come, so that it is no fault. */
    private final boolean waits;

    /**
     * Whether it may come though that it is not there is a fault: of a stream nobody knows whether its end is one for good, or that of a file
     * which grows.
     */
    private final boolean mayCome;

    /** Whether the end of the input may be one for now, for either reason. */
    private final boolean endsForNow;

    private boolean salvage;

    /** How many short frames have been read; the input is told of some at a time, which costs as much as a message does. */
    private int unreleased;

    private boolean searching;
    private TornFrame tornFrame;

    /** Whether the input ends inside of something that {@link #mayCome}. */
    private boolean isCutOff;

    /** Whether something is to be seen to before the next frame: damage has to be passed over, or more has to come. */
    private boolean isHeldUp;

    /** Where the input ended when more had to come; -1 where nothing is waited for. */
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

    /** Moves to the next body. {@link #frame} has its bodies. */
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
     * Moves to the body of the next frame where that is in the window as a whole, has a length of one byte, and needs no other care; false where
     * it is not so.
     */
    private boolean enterShortFrame() {
        int length = shortLength();
        if (length == 0) {
            return false;
        }
        enter(length);
        if (!frame.isPlain()) {
            frame.setPlain(); // the one before was not
        }
        return true;
    }

    /** The length of the frame at the position, where it is one byte and all of the frame is in the window; else 0. */
    private int shortLength() {
        int at = in.position;
        int length = at < in.limit ? in.array[at] : 0;
        return length > 0 && length < in.limit - at ? length : 0;
    }

    /** Moves to the bodies of a frame whose length takes one byte. */
    private void enter(int length) {
        long start = in.offset();
        in.position++;
        frame.start = start;
        frame.end = start + 1 + length;
    }

    /**
     * Moves to the next body, as {@link #next}, where that is an update and there is nothing to look after but its bytes:
     * another body of the present frame, or the first one of a frame that is in the window as a whole and has a length of
     * one byte. Messages are made of little else.
     *
     * @param cursor is handed the bodies that are left of the frame, behind the first byte
     * @return that byte; or -1 where {@link #next} has to be asked, and nothing has happened
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
                        continue; // what was found wanting may have come meanwhile
                    }
                    waitForMore();
                    if (waits || inDuplicate) { // of which all is there already
                        return Found.NOTHING;
                    }
                    isCutOff = true;
                    throw e;
                }
                if (!accepted) {
                    in.position = in.index(from);
                    damaged();
                    if (e instanceof TruncatedWireException) {
                        in.position = in.limit; // whatever looks like a block there is in a message
                    }
                }
                accepted = false;
                throw e;
            } catch (UncheckedIOException e) {
                in.position = in.index(from); // more may come the next time, as after the timeout of a socket
                throw e;
            }
            release(SUMMED_AT_ONCE);
        }
        count.settle();
        if ((count.begun || joining && isAtStart()) && checkFirst && requiresEnd() && !waits) {
            // A file that was cut between two blocks looks whole, but for the mark that is missing.
            count.begun = false;
            joining = false;
            throw container.truncated(
                    "the input ends without an end mark (it was cut off, or its writer was stopped or still writes)");
        }
        return Found.NOTHING;
    }

    /** Takes note that nothing can be done before more has come than there is. */
    private void waitForMore() {
        count.settle();
        seenTo = in.offset(in.limit);
        isHeldUp = true;
    }

    /** Does what is to be done before the next frame; false where more has to come first. */
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
     * Lets go of what has been read, except for what the next checksum covers where that comes first.
     *
     * @param summedAtOnce so many bytes are added to a checksum that comes after them
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

    /** Lets go of all that can be where there is no more: a {@code Bytes} may be cleared or compacted then, and filled again. */
    public void pause() {
        if (waits) {
            release(1);
            in.pause();
        }
    }

    /** Goes on with what a {@code Bytes} has been filled with. */
    private void resume() {
        if (!in.resume()) {
            throw new IllegalStateException(
                    "the read position of the Bytes was moved before all in it had been read: what a"
                            + " delta stream says builds on what was before, so another reader has to be opened");
        }
    }

    private Found found() {
        count.messages++;
        if (reset) {
            reset = false;
            return Found.BODY_AFTER_RESET;
        }
        return Found.BODY;
    }

    /** The offset after the last checksum, or where the present block begins if it has none yet. */
    public long goodTo() {
        return checks.from;
    }

    /** The last checksum of the present epoch; -1 if it has none yet. */
    public long checkBefore() {
        return checks.before;
    }

    public long offset() {
        return in.offset();
    }

    public boolean isFrameDone() {
        return in.offset() >= frame.end;
    }

    /** Whether a block is being read, and not looked for. */
    public boolean isInBlock() {
        return count.begun;
    }

    public boolean isEnded() {
        return count.ended;
    }

    /** The number of messages of the stream so far; -1 where it is not known. */
    public long messages() {
        return count.messages;
    }

    /** How many of the messages read have a checksum that an appender has put behind them. */
    public long uncheckedMessages() {
        return count.unchecked();
    }

    /** Takes note that the body found is no message of its own. */
    public void repeated() {
        count.messages--;
    }

    /**
     * A frame that the input ends in.
     *
     * @param start offset of its length
     * @param bodies offset after its length
     */
    public record TornFrame(long start, long bodies) {}

    /** The frame that the input ends in, where it is the present one and is read all the same; else null. */
    public TornFrame tornFrame() {
        return tornFrame;
    }

    /** Whether the epoch is the first that is read, or the first after something is missing. */
    public boolean hasJoined() {
        return count.joined;
    }

    /** The header of the present block. */
    public BlockHeader present() {
        return present;
    }

    /** Whether a body of the present frame may be longer than a message. */
    public boolean isFrameLarge() {
        return frame.isLarge();
    }

    /** Hands the bodies that are left of the present frame to a cursor. */
    public void aim(ByteCursor cursor) {
        frame.aim(cursor);
    }

    /** Takes note that a body has been read, up to an index of what the cursor was aimed at. */
    public void passed(int index) {
        frame.passed(index);
    }

    public void close() {
        frame.end = 0; // bodies that are left are given no more
        frame.close();
    }

    /**
     * How many messages are missing between the present one, or the end of the input, and the last one given; -1 where that is
     * not known.
     */
    public long lost() {
        return isCutOff ? -1 : count.lost();
    }

    /** Where the block of the present message begins, in bytes from the start of the input; -1 before the first. */
    public long blockOffset() {
        return blockOffset;
    }

    /** Takes note that what is decoded cannot be trusted any more: the next message comes from a later block. */
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
        // Not at the same place again: there may be a header whose block is damaged.
        if (in.fill(1)) {
            in.position++;
        }
    }

    /** As {@link #damaged()}, where the body that was found is what cannot be decoded. */
    public void damagedInBody() {
        count.messages--;
        in.position = in.index(frame.start); // where the frame is torn, the next block may begin inside of it
        damaged();
    }

    /**
     * Moves to the next block that begins with empty state, or to the end mark; to the end of the input where there is
     * neither.
     *
     * @return false where there may be one that is not all there
     */
    private boolean search() {
        while (in.fill(Block.SYNC.length)) {
            int before = in.available();
            Container.Place place = container.place(count.leastCount());
            if (mayCome && place == Container.Place.NOT_ALL_THERE && in.available() > before) {
                continue; // with what has come meanwhile
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

    /** Reads a frame's length and makes the frame present, of which a last one that is torn may be a part. */
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
        if (!isWhole && !frame.isInflated()) { // what is left of compressed data is no frame
            tornFrame = new TornFrame(start, bodies);
        }
    }

    /** From here to the next checksum, messages are given before it. */
    private void goUnchecked(long from) {
        checkFirst = false;
        checks.sumFrom(from);
        isInFrames = !salvage && takesShortFrames();
    }

    /**
     * Goes over the frames up to the next checksum, and checks it. The position comes back to where it was. What is wrong is
     * said to be where the frames begin: the damage is somewhere between there and where it was found.
     *
     * @return false where there is no checksum yet, and messages are to be given all the same
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
                throw e; // nothing more can come, so it is an error before messages that may be wrong
            }
            isThere = false; // the input ends in the length of a frame; there may be whole ones before it
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

    /** Whether a stream without an end mark, behind which another begins, was cut off. */
    private boolean requiresEnd() {
        return checksFirst && policy != ReadPolicy.LIVE;
    }

    /** Whether the reader is for input that is as it is: of an end that is torn it gives what is whole. */
    private boolean givesTornTail() {
        return policy == ReadPolicy.SALVAGE || policy == ReadPolicy.CHECKED_THEN_REST;
    }

    /** Whether nothing is to be asked of a frame whose length takes one byte. */
    private boolean takesShortFrames() {
        return isShortTaken && !present.isDeflated();
    }

    /** Whether a checksum covers more of the last block than its header. */
    public boolean hasCheckedFrames() {
        return hasCheckedFrames;
    }

    /** Whether nothing has been read, neither good nor bad. */
    private boolean isAtStart() {
        return present == null && !count.strayed && !count.ended;
    }

    /** Reads the marker at the position, whose first byte is zero. */
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
            // Who joins a stream where it has been flushed, or before a key frame, has lost nothing.
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
        accepted = true; // whatever it says: what comes next begins behind it
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
        in.markFrom(in.index(startOffset)); // says that it has been read
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
            // The state is as it was: reading goes on behind it.
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

    /** The writer did not know that what it had begun with this message had been written as a whole. */
    private MalformedWireException sentAgain(long sequence, long start) {
        count.settle();
        return Container.malformed(
                start,
                "expected message " + count.messages + " but was message " + sequence
                        + " again: the writer's target failed when it had taken it");
    }

    // ---- blocks that have been read before

    /**
     * Passes over a frame or checksum of a block that has been read before; false where it ends. Where it is torn, it ends where the block begins that is
     * to come.
     */
    private boolean passOverDuplicate() {
        long start = in.offset();
        in.fill(VarInt.MAX_BYTES); // the longest of a frame's length and a checksum
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

    /** The length of a frame, which may be no number where the next block begins in it. */
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

    /** How many bytes have to be there behind what is passed over, so that a header is seen which begins in it. */
    private int bytesToTell() {
        return endsForNow ? TornFrames.LEAST - 1 : 0;
    }

    /** Moves to the block that is to come where it begins in the next bytes of a duplicate. */
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
