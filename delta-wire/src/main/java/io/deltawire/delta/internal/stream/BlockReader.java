package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DeltaFormatName;
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
 * <p>Four helpers own a part of the state each: {@link MarkerReader} parses markers, {@link Checksums} has the chain of
 * checksums, {@link CurrentFrame} the bounds of the current frame, and {@link MessageCounter} the message numbers. This
 * class owns the position in the block and the reason why the reader cannot continue.
 *
 * <p>The hot path is {@link #nextUpdate}: it returns one body after the other and does nothing else, while
 * {@link #isInFrames} holds and the bodies are updates.
 */
public final class BlockReader {
    /** The result of {@link #nextBody}. */
    public enum NextBody {
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
    private static final int CHECKSUM_CHUNK = 1 << 12;

    /** The number of short frames after which the input is released; a power of two. */
    private static final int FRAMES_PER_RELEASE = 16;

    private final InputBuffer in;
    private final ReadPolicy policy;
    /** Whether messages are returned only after their checksum, if there is one. */
    private final boolean checksFirst;
    /** Whether that holds for the next messages. At an unchecked tail some policies return them all the same. */
    private boolean checkFirst;

    private final MarkerReader markers;
    private final Checksums checks;
    private final CurrentFrame frame;
    private final MessageCounter counter = new MessageCounter();

    /** The header of the current block; null before the first. */
    private BlockHeader currentHeader;

    /** The epoch of the current messages. */
    private int epoch;

    /** Whether short frames can be returned without further checks. */
    private boolean isInFrames;

    /** Whether the next message begins with empty state. */
    private boolean isResetDue;

    /** Whether the input began with a checksum. */
    private boolean startedAtCheck;
    /** The start of the current block. */
    private long blockOffset = -1;
    /** Whether the current block has been read before. */
    private boolean inDuplicate;

    /** Whether the current error leaves the reader in a block that it can read. */
    private boolean canContinue;

    /** The offset after the header of the current block. */
    private long headerEnd;

    private boolean hasCheckedFrames;

    /** Whether the limits allow a message as long as the longest short frame. */
    private final boolean allowsLongestShortFrame;

    private final TornFrames tornFrames;

    /** Whether incomplete input may still grow, so that its end is no error. */
    private final boolean inputMayGrow;

    /**
     * Whether more may arrive although the end of the input is reported as an error. The end of a stream may be final
     * or the end of a growing file.
     */
    private final boolean mayContinue;

    /** Whether the end of the input may be temporary, for either reason. */
    private final boolean isEndTentative;

    /** Whether a torn frame is read up to where it is torn. */
    private boolean readsTornFrame;

    /**
     * The number of short frames read. The input is released once in several frames, because a release costs as much as
     * decoding a message.
     */
    private int shortFrames;

    /** Whether a position to continue from is being searched for. */
    private boolean searching;

    private TornFrame tornFrame;

    /** Whether the input ends inside something that {@link #mayContinue}. */
    private boolean isCutOff;

    /** Whether the next frame cannot be read before damage is skipped or more input has arrived. */
    private boolean isBlocked;

    /** The end of the input when more was needed; -1 if nothing is awaited. */
    private long awaitedFrom = -1;

    public BlockReader(InputBuffer in, WireLimits limits, ReadPolicy policy) {
        this.in = in;
        this.markers = new MarkerReader(in, limits);
        this.checks = new Checksums(in, limits, markers);
        this.frame = new CurrentFrame(in, limits, markers);
        this.tornFrames = new TornFrames(in, markers);
        this.policy = policy;
        this.readsTornFrame = policy == ReadPolicy.RECOVER;
        this.allowsLongestShortFrame = limits.maxMessageBytes() >= Byte.MAX_VALUE;
        this.checksFirst = policy != ReadPolicy.RECOVER && policy != ReadPolicy.UNCHECKED;
        this.checkFirst = checksFirst;
        this.inputMayGrow = in.mayGrow() && !returnsTornTail();
        this.mayContinue = policy == ReadPolicy.LIVE && in.isStream();
        this.isEndTentative = inputMayGrow || mayContinue;
        if (mayContinue) {
            in.enableReread();
        }
    }

    /** Moves to the next body. {@link #setCursor} gives a cursor on it. */
    public NextBody nextBody() {
        if (in.offset() < frame.end()) {
            return countBody();
        }
        release(CHECKSUM_CHUNK);
        if (isInFrames && tryEnterShortFrame()) {
            return countBody();
        }
        NextBody found = nextBodyInBlocks();
        if (found == NextBody.NOTHING) {
            pause();
        }
        return found;
    }

    /**
     * Moves to the first body of the next frame, if the frame is in the window completely and has a length of one byte.
     * Returns false otherwise.
     */
    private boolean tryEnterShortFrame() {
        int length = shortLength();
        if (length == 0) {
            return false;
        }
        enterFrame(length);
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
    private void enterFrame(int length) {
        long start = in.offset();
        in.position++;
        frame.setBounds(start, start + 1 + length);
    }

    /**
     * Moves to the next body, as {@link #nextBody} does, if it is an update and needs no other care. It is another body
     * of the current frame, or the first body of a short frame that is in the window completely. Most messages are such
     * bodies.
     *
     * @param cursor is set to the rest of the frame after the body's first byte
     * @return the first byte; -1 if {@link #nextBody} must be called, and then nothing has changed
     */
    public int nextUpdate(ByteCursor cursor) {
        int at = in.position;
        byte[] bytes = in.array;
        int firstByte;
        int end;
        if (in.offset() < frame.end()) {
            firstByte = bytes[at] & 0xFF;
            if (firstByte >= Op.CONTROL || !frame.isPlain()) {
                return -1;
            }
            end = frame.endIndex();
        } else {
            int length = isInFrames && !isResetDue ? shortLength() : 0;
            if (length == 0) {
                return -1;
            }
            firstByte = bytes[at + 1] & 0xFF;
            if (firstByte >= Op.CONTROL) {
                return -1;
            }
            if ((++shortFrames & FRAMES_PER_RELEASE - 1) == 0) {
                release(CHECKSUM_CHUNK);
            }
            enterFrame(length);
            at++;
            end = at + length;
        }
        counter.countMessage();
        cursor.setOrMove(bytes, at + 1, end, in.offset() - at);
        return firstByte;
    }

    private NextBody nextBodyInBlocks() {
        if (isBlocked && !tryUnblock()) {
            return NextBody.NOTHING;
        }
        while (true) {
            long from = in.offset();
            int before = 0;
            try {
                if (!fillFirst()) {
                    break;
                }
                before = in.available();
                if (from == checks.tornFrom()) {
                    skipTorn();
                } else if (inDuplicate && skipInDuplicate()) {
                    checks.beginCoverage(in.offset());
                } else if (in.array[in.position] == 0) {
                    readMarker();
                } else if (counter.isInBlock()) {
                    if (tryReadFrame()) {
                        return countBody();
                    }
                } else {
                    throw markers.malformed("expected the start of a block but was 0x"
                            + Integer.toHexString(in.array[in.position] & 0xFF));
                }
            } catch (MalformedWireException e) {
                if (isEndTentative && e instanceof TruncatedWireException) {
                    in.position = in.index(from);
                    if (mayContinue && in.available() > before) {
                        continue; // the missing bytes may have arrived meanwhile
                    }
                    awaitMoreInput();
                    if (inputMayGrow || inDuplicate) { // the messages of a duplicate have been read already
                        return NextBody.NOTHING;
                    }
                    isCutOff = true;
                    throw e;
                }
                if (!canContinue) {
                    in.position = in.index(from);
                    giveUpBlock();
                    if (e instanceof TruncatedWireException) {
                        in.position = in.limit; // anything like a block there is inside a message
                    }
                }
                canContinue = false;
                throw e;
            } catch (InputBuffer.ChangedException e) {
                // Another writer has cut off the incomplete block and has written others instead.
                in.returnToReread();
                continue;
            } catch (UncheckedIOException e) {
                // The next call may succeed, as after the timeout of a socket.
                in.position = Math.min(in.index(from), in.limit);
                throw e;
            }
            release(CHECKSUM_CHUNK);
        }
        counter.clearReportedLoss();
        if ((counter.isInBlock() || startedAtCheck && isAtStart())
                && checkFirst
                && requiresEndMark()
                && !inputMayGrow) {
            // A file that was cut between two blocks looks complete except for the missing mark.
            counter.endBlock();
            startedAtCheck = false;
            throw markers.truncated(
                    "the input ends without an end mark (it was cut off, or its writer was stopped or still writes)");
        }
        return NextBody.NOTHING;
    }

    /** Makes the first byte of a frame or marker present. */
    private boolean fillFirst() {
        beginReread();
        return in.fill(1);
    }

    /**
     * Sets where bytes are read again if what begins here is incomplete. After a header that is the header, because
     * another writer cuts off a block without a complete frame.
     */
    private void beginReread() {
        if (in.offset() != headerEnd) {
            in.beginReread();
        }
    }

    /** Blocks reading until the input is longer than now. */
    private void awaitMoreInput() {
        counter.clearReportedLoss();
        awaitedFrom = in.offset(in.limit);
        isBlocked = true;
    }

    /** Does what is due before the next frame. Returns false if more input must arrive first. */
    private boolean tryUnblock() {
        beginReread();
        try {
            if (awaitedFrom >= 0 && !in.fill((int) (awaitedFrom - in.offset()) + 1)) {
                return false;
            }
            awaitedFrom = -1;
            isCutOff = false;
            isBlocked = searching && !searchStart();
            return !isBlocked;
        } catch (InputBuffer.ChangedException e) {
            in.returnToReread();
            awaitedFrom = -1; // the present bytes may be shorter, and complete
            return tryUnblock();
        }
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
        if (checkFirst && counter.isInBlock()) {
            if (in.offset() == checks.coverageStart() || in.offset() <= checks.checkedTo()) {
                in.mark();
            }
        } else if (counter.isInBlock() && !inDuplicate) {
            checks.sumRead(summedAtOnce);
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
        if (inputMayGrow) {
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
    private NextBody countBody() {
        counter.countMessage();
        if (isResetDue) {
            isResetDue = false;
            return NextBody.BODY_AFTER_RESET;
        }
        return NextBody.BODY;
    }

    /** The offset after the last checksum, or the start of the current block if it has none yet. */
    public long uncheckedFrom() {
        return checks.coverageStart();
    }

    /** The last checksum of the current epoch; -1 if it has none yet. */
    public long lastChecksum() {
        return checks.last();
    }

    public long offset() {
        return in.offset();
    }

    public boolean isAtFrameEnd() {
        return in.offset() >= frame.end();
    }

    /** Whether a block is being read, and not searched for. */
    public boolean isInBlock() {
        return counter.isInBlock();
    }

    public boolean isAtStreamEnd() {
        return counter.isAtEnd();
    }

    /** The number of messages of the stream so far; -1 if it is not known. */
    public long messages() {
        return counter.messages();
    }

    /** How many of the messages read have a checksum that was added by an appender. */
    public long uncheckedMessages() {
        return counter.unchecked();
    }

    /** Excludes the current body from the count, since it is not a message of the stream. */
    public void uncountBody() {
        counter.uncountMessage();
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
        return counter.hasJoined();
    }

    /** The header of the current block. */
    public BlockHeader currentHeader() {
        return currentHeader;
    }

    /** Whether a body of the current frame may be longer than a message may be. */
    public boolean isFrameLarge() {
        return frame.isLarge();
    }

    /** Sets a cursor to the remaining bodies of the current frame. */
    public void setCursor(ByteCursor cursor) {
        frame.setCursor(cursor);
    }

    /** Moves past a body, to an index of the cursor's array. */
    public void advanceTo(int index) {
        frame.advanceTo(index);
    }

    public void close() {
        frame.skipBodies();
        frame.close();
    }

    /**
     * How many messages are missing between the last message and the current one or the end of the input; -1 if it is
     * not known.
     */
    public long lostMessages() {
        return isCutOff ? -1 : counter.lost();
    }

    /** The start of the current message's block in bytes from the start of the input; -1 before the first. */
    public long blockOffset() {
        return blockOffset;
    }

    /** Gives up the current block, because it cannot be trusted. The next message comes from a later block. */
    void giveUpBlock() {
        counter.endInDamage(isAtStart());
        searching = true;
        isBlocked = true;
        isInFrames = false;
        inDuplicate = false;
        frame.skipBodies();
        tornFrame = null;
        checks.distrust();
        checkFirst = checksFirst;
        // Never at the same offset again: a good header may begin a damaged block.
        if (in.fill(1)) {
            in.position++;
        }
    }

    /** As {@link #giveUpBlock()}, if the current body cannot be decoded. */
    public void giveUpBody() {
        counter.uncountMessage();
        in.position = in.index(frame.start()); // the next block may begin inside a torn frame
        giveUpBlock();
    }

    /**
     * Moves to the next block with empty state, or to the end mark, or else to the end of the input.
     *
     * @return false if an incomplete one may be there
     */
    private boolean searchStart() {
        while (in.fill(ContainerCodes.SYNC.length)) {
            int before = in.available();
            MarkerReader.Restart restart = markers.restartHere(counter.minEndCount());
            if (mayContinue && restart == MarkerReader.Restart.UNDECIDED && in.available() > before) {
                continue; // more has arrived meanwhile
            }
            if (isEndTentative && restart == MarkerReader.Restart.UNDECIDED) {
                awaitMoreInput();
                return false;
            }
            if (restart == MarkerReader.Restart.POSSIBLE) {
                searching = false;
                return true;
            }
            in.position++;
            in.mark();
        }
        if (isEndTentative) {
            awaitMoreInput();
            return false;
        }
        in.position = in.limit;
        searching = false;
        return true;
    }

    // ---- frames

    /** Moves to the header after a torn frame or marker, and reports it. */
    private void skipTorn() {
        long start = in.offset();
        long length = checks.skipTorn();
        if (length > 0) {
            canContinue = true;
            throw MarkerReader.malformed(
                    start, "expected a frame but was a torn one of " + length + " bytes: its writer's target failed");
        }
    }

    /**
     * Reads the length of a frame and makes the frame current. A torn last frame may be shorter than its length.
     * Returns false if there is a header instead, before which a writer's target failed.
     */
    private boolean tryReadFrame() {
        long start = in.offset();
        if (checkFirst && start >= checks.checkedTo()) {
            if (findCheckAhead()) {
                isInFrames = checks.tornFrom() < 0 && allowsShortFrames();
                if (start == checks.tornFrom()) {
                    skipTorn();
                    return false;
                }
            } else {
                returnBeforeCheck(checks.coverageStart());
            }
        }
        frame.begin(start);
        long length = markers.readVarInt();
        markers.requireFrameLength(length);
        if (start < checks.tornFrom() && in.offset() + length > checks.tornFrom()) {
            throw markers.malformed("expected a frame that ends where the checksum of a later header ends");
        }
        boolean isWhole = in.fill((int) length);
        int available = isWhole ? (int) length : in.limit - in.position;
        if (!isWhole && !readsTornFrame && markers.isLengthDamaged(start, counter.minEndCount(), currentHeader)) {
            throw markers.overrunError(length);
        }
        int beforeHeader = readsTornFrame
                ? tornFrames.bytesBeforeHeader(available, currentHeader.epoch(), counter.messages())
                : -1;
        if (beforeHeader >= 0) {
            available = beforeHeader;
            isWhole = !tornFrames.leadsToEnd();
        }
        if (!isWhole && (!readsTornFrame || available == 0)) {
            throw markers.truncated("expected a frame of " + length + " bytes but the input ends after " + available);
        }
        long bodies = in.offset();
        frame.endAt(bodies + available);
        frame.locateBodies(currentHeader.isDeflated(), bodies + length);
        if (!isWhole && !frame.isInflated()) { // a part of compressed data is no frame
            tornFrame = new TornFrame(start, bodies);
        }
        return true;
    }

    /** Returns the messages up to the next checksum before it is compared. */
    private void returnBeforeCheck(long from) {
        checkFirst = false;
        checks.beginSum(from);
        isInFrames = !readsTornFrame && allowsShortFrames();
    }

    /**
     * Finds the next checksum and compares it; the position stays. An error is located at the start of the frames,
     * because the damage may be anywhere between there and where it was noticed.
     *
     * @return false if there is no checksum yet and the messages are returned all the same
     */
    private boolean findCheckAhead() {
        long start = in.offset();
        boolean isLive = policy == ReadPolicy.LIVE;
        boolean isPresent;
        in.setNonBlocking(isLive);
        try {
            isPresent = checks.findCheck(start, counter.minEndCount(), currentHeader, !isLive && !inputMayGrow);
            isPresent = isPresent || checks.findCheckInHeader(start, currentHeader);
        } catch (MalformedWireException e) {
            isPresent = checks.findCheckInHeader(start, currentHeader);
            if (!isPresent && !(e instanceof TruncatedWireException)) {
                String problem = e.getMessage().substring(DeltaFormatName.DELTA.length() + 2);
                throw MarkerReader.malformed(start, problem + ", in frames that begin");
            }
            if (!isPresent && isLive && !inputMayGrow && !in.isStream()) {
                throw e; // nothing more can arrive, so the error comes before messages that may be wrong
            }
            // Otherwise the input ends in the length of a frame, and complete frames may be before it.
        } finally {
            in.setNonBlocking(false);
            in.position = in.index(start);
        }
        if (isPresent || isLive) {
            return isPresent;
        }
        String problem =
                "the input ends inside a block: its last " + (in.limit - in.position) + " bytes have no checksum yet";
        if (policy == ReadPolicy.CHECKED_THEN_RECOVER) {
            readsTornFrame = true;
            canContinue = true;
            returnBeforeCheck(start);
        }
        throw markers.truncated(problem);
    }

    // ---- markers between frames

    /** Whether a missing end mark is an error. */
    private boolean requiresEndMark() {
        return checksFirst && policy != ReadPolicy.LIVE;
    }

    /** Whether the input is final and the complete messages of a torn end are returned. */
    private boolean returnsTornTail() {
        return policy == ReadPolicy.RECOVER || policy == ReadPolicy.CHECKED_THEN_RECOVER;
    }

    /** Whether frames with a length of one byte need no check of limits and no inflating. */
    private boolean allowsShortFrames() {
        return allowsLongestShortFrame && !currentHeader.isDeflated();
    }

    /** Whether a checksum covers more of the last block than its header. */
    public boolean hasCheckedFrames() {
        return hasCheckedFrames;
    }

    /** Whether nothing has been read yet, neither good nor bad. */
    private boolean isAtStart() {
        return currentHeader == null && !counter.hasStrayBytes() && !counter.isAtEnd();
    }

    /** Reads the marker at the position, whose first byte is 0. */
    private void readMarker() {
        if (!in.fill(2)) {
            throw markers.truncated("the input ends after the first byte of a marker");
        }
        switch (in.array[in.position + 1]) {
            case ContainerCodes.CHECK -> readCheck();
            case ContainerCodes.END -> readEndMark();
            case 'D' -> readHeader();
            default ->
                throw markers.malformed("expected a frame or a marker but was 0x00 0x"
                        + Integer.toHexString(in.array[in.position + 1] & 0xFF));
        }
    }

    private void readCheck() {
        if (isAtStart() && !startedAtCheck) {
            // A reader that joins after a flush or before a key frame has lost nothing.
            markers.require(ContainerCodes.CHECK_BYTES, "a checksum");
            in.position += ContainerCodes.CHECK_BYTES;
            startedAtCheck = true;
            return;
        }
        if (!counter.isInBlock()) {
            throw markers.malformed("expected the start of a block but was a checksum");
        }
        markers.require(ContainerCodes.CHECK_BYTES, "a checksum");
        boolean isSeal = in.offset() == checks.coverageStart(); // it covers no bytes
        hasCheckedFrames |= in.offset() > headerEnd;
        if (checkFirst) {
            if (in.offset() != checks.checkedTo()) {
                checks.compare(in.position + 2);
            }
        } else {
            checks.compareRunning();
        }
        checks.acceptCheck();
        if (isSeal) {
            counter.countSeal();
        } else {
            counter.countCheck();
        }
        checkFirst = checksFirst;
        isInFrames &= !checkFirst;
    }

    private void readEndMark() {
        boolean isJoined = isAtStart() && (startedAtCheck || !requiresEndMark());
        long stated = markers.readEndMark();
        canContinue = true; // whatever its count is, what follows begins after it
        checks.beginCoverage(in.offset());
        boolean isCounted = counter.isStreamBegun();
        long before = counter.messagesBeforeEnd();
        boolean wasBegun = counter.isInBlock();
        boolean wasEnded = counter.isAtEnd();
        isInFrames = false;
        boolean isComplete = isJoined || isCounted && stated == before;
        counter.endStream(stated, isComplete);
        if (isComplete) {
            canContinue = false;
            return;
        }
        throw wasEnded && !wasBegun
                ? markers.malformed("expected a new stream after the end mark but was another end mark")
                : markers.malformed("expected " + stated + " messages before the end mark but there were " + before);
    }

    private void readHeader() {
        long startOffset = in.offset();
        currentHeader = markers.readHeader();
        headerEnd = in.offset();
        hasCheckedFrames = false;
        isInFrames = false;
        frame.setPlain();
        checkFirst = checksFirst;
        acceptHeader(currentHeader, startOffset);
        in.markFrom(in.index(startOffset)); // releases everything before the header
        isInFrames = !checkFirst && !returnsTornTail() && allowsShortFrames();
    }

    private void acceptHeader(BlockHeader header, long start) {
        long sequence = header.sequence();
        boolean isReset = header.isReset();
        boolean newStream = isReset && sequence == 0;
        if (!counter.isInBlock() && !isReset) {
            counter.skipHeader();
            throw new MissingBaseException(
                    DeltaFormatName.DELTA,
                    "expected a block that begins with empty state but was one that goes on",
                    WireLocation.ofOffset(start, ""));
        }
        boolean isBack = counter.isInBlock() && sequence < counter.messages() && !newStream;
        boolean isCopy = isBack && !(isReset && header.epoch() - epoch > 0);
        if (isCopy) {
            // The state is unchanged, so reading continues after the duplicate.
            canContinue = true;
            inDuplicate = true;
            throw markers.malformed("message " + sequence + " again: the block is a duplicate");
        }
        if (counter.isInBlock() && sequence > counter.messages() && !isReset) {
            throw MarkerReader.missing(start, sequence - counter.messages());
        }
        if (!isReset && header.epoch() != epoch) {
            throw new MissingBaseException(
                    DeltaFormatName.DELTA,
                    "expected a block that goes on with epoch " + Integer.toUnsignedString(epoch)
                            + " but was one of epoch " + Integer.toUnsignedString(header.epoch())
                            + ": a block before it is missing",
                    WireLocation.ofOffset(start, ""));
        }
        epoch = header.epoch();
        MalformedWireException problem = newStream
                ? counter.checkMissingEnd(start, requiresEndMark())
                : isBack ? writtenAgain(sequence, start) : counter.checkGap(sequence, start, in.offset());
        counter.beginBlock(sequence, isReset);
        isResetDue |= isReset;
        checks.beginBlock(start, isReset);
        blockOffset = start;
        if (problem != null) {
            canContinue = true;
            throw problem;
        }
    }

    /** Returns the error of a block that was written again because its writer did not know that it had been written. */
    private MalformedWireException writtenAgain(long sequence, long start) {
        counter.clearReportedLoss();
        return MarkerReader.malformed(
                start,
                "expected message " + counter.messages() + " but was message " + sequence
                        + " again: the writer's target failed when it had taken it");
    }

    // ---- blocks that have been read before

    /**
     * Skips a frame or checksum of a duplicate block. Returns false at its end. A torn duplicate ends where the
     * expected block begins.
     */
    private boolean skipInDuplicate() {
        long start = in.offset();
        in.fill(VarInt.MAX_BYTES); // the longest length is longer than a checksum
        if (tryLeaveDuplicate(Math.min(VarInt.MAX_BYTES, in.limit - in.position))) {
            return false;
        }
        if (in.array[in.position] != 0) {
            long length = lengthInDuplicate();
            boolean isWhole = in.fill((int) length);
            if (tryLeaveDuplicate(isWhole ? (int) length : in.limit - in.position)) {
                return false;
            }
            if (in.available() < length && markers.isLengthDamaged(start, counter.minEndCount(), currentHeader)) {
                throw markers.overrunError(length);
            }
            markers.require((int) length + lookaheadBytes(), "a block that is a duplicate");
            in.position += (int) length;
            return true;
        }
        markers.require(2, "a block that is a duplicate");
        int kind = in.array[in.position + 1];
        if (kind == ContainerCodes.CHECK) {
            markers.require(ContainerCodes.CHECK_BYTES + lookaheadBytes(), "a block that is a duplicate");
            in.position += ContainerCodes.CHECK_BYTES;
            return true;
        }
        if (kind != ContainerCodes.END && kind != ContainerCodes.SYNC[1]) {
            markers.require(2 + lookaheadBytes(), "a block that is a duplicate");
        }
        inDuplicate = false;
        return false;
    }

    /** Reads the length of a frame. It need not be a number if the next block begins in it. */
    private long lengthInDuplicate() {
        int available = in.available();
        try {
            long length = markers.readVarInt();
            markers.requireFrameLength(length);
            return length;
        } catch (MalformedWireException e) {
            throw isEndTentative && available < VarInt.MAX_BYTES + lookaheadBytes()
                    ? markers.truncated("the input ends in a block that is a duplicate")
                    : e;
        }
    }

    /** The bytes needed after what is skipped to see a header that begins in it. */
    private int lookaheadBytes() {
        return isEndTentative ? TornFrames.MIN_HEADER_BYTES - 1 : 0;
    }

    /** Moves to the expected block if it begins in the next bytes of a duplicate. */
    private boolean tryLeaveDuplicate(int bytes) {
        int before = tornFrames.bytesBeforeHeader(bytes, epoch, counter.messages());
        if (before < 0) {
            return false;
        }
        if (tornFrames.leadsToEnd()) {
            if (isEndTentative) {
                throw markers.truncated("the input ends in the header of a block");
            }
            return false;
        }
        in.position += before;
        inDuplicate = false;
        return true;
    }
}
