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
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Finds the message bodies in a stream of epochs: docs/spec/delta.md, section 3.
 *
 * <p>This class is one state machine over the input. It reads headers and checksums and compares them with what has been
 * read. If the {@linkplain ReadPolicy policy} asks for it, a checksum is compared before its messages are returned:
 * {@link #findCheckAhead} looks ahead for it. Otherwise the bytes are summed as they are read. After damage the reader
 * searches for the {@link Mark} of the next epoch, which stands nowhere else.
 *
 * <p>It owns the position in the stream, the checksums and the message numbers. {@link CurrentFrame} has the bounds of
 * the current frame, and {@link FrameInput} parses numbers.
 *
 * <p>The hot path is {@link #nextUpdate}: it returns one body after the other and does nothing else, while
 * {@link #isInFrames} holds and the bodies are updates.
 */
public final class StreamReader {
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

    /**
     * A frame whose number is at most this much below the next one has come before. An older one more likely belongs to
     * a stream whose header was lost.
     */
    private static final int MAX_AGE = 1 << 10;

    /** The number of short frames after which the input is released; a power of two. */
    private static final int FRAMES_PER_RELEASE = 16;

    private final InputBuffer in;
    private final FrameInput input;
    private final WireLimits limits;
    private final ReadPolicy policy;
    private final CurrentFrame frame;

    /** Whether messages are returned only after their checksum, if there is one. */
    private final boolean checksFirst;

    /** Whether incomplete input may still grow, so that its end is no error. */
    private final boolean inputMayGrow;

    /**
     * Whether more may arrive although the end of the input is reported as an error. The end of a stream may be final
     * or the end of a growing file.
     */
    private final boolean mayContinue;

    /** Whether the end of the input may be temporary, for either reason. */
    private final boolean isEndTentative;

    /** Whether the limits allow a message as long as the longest short frame. */
    private final boolean allowsLongestShortFrame;

    /** The offset from which on a header ends the reading. */
    private final long stopAt;

    // ---- where the reader is

    /** The header of the current epoch or the last one; null before the first. */
    private EpochHeader header;

    /** The start of the current epoch. */
    private long epochOffset = -1;

    /** Whether the input began with a checksum. */
    private boolean startedAtCheck;
    /** Whether an epoch is being read, and not searched for. */
    private boolean inEpoch;
    /** Whether the last header was that of an end. */
    private boolean isAtEnd;
    /** Whether the header at {@link #stopAt} has been reached. */
    private boolean isStopped;
    /** Whether the next header is being searched for. */
    private boolean searching;
    /** Whether the next message begins with empty state. */
    private boolean isResetDue;
    /** Whether short frames can be returned without further checks. */
    private boolean isInFrames;
    /** Whether a torn frame is read up to where it is torn. */
    private boolean readsTornFrame;
    /** Whether the last error is that of a frame or header that is torn by another header, or by the end in one. */
    private boolean isTornByHeader;

    private TornFrame tornFrame;

    /** Whether the current error leaves the reader where it can read on. */
    private boolean canContinue;
    /** Whether the input ends inside something that {@link #mayContinue}. */
    private boolean isCutOff;
    /** Whether the next frame cannot be read before damage is skipped or more input has arrived. */
    private boolean isBlocked;
    /** The end of the input when more was needed; -1 if nothing is awaited. */
    private long awaitedFrom = -1;
    /**
     * The number of short frames read. The input is released once in several frames, because a release costs as much as
     * decoding a message.
     */
    private int shortFrames;

    // ---- checksums

    /** Whether messages are returned only after their checksum. At an unchecked tail some policies return them all the same. */
    private boolean checkFirst;

    private final CRC32C crc = new CRC32C();
    /** Covers the bytes from the last checksum to {@link #summedTo}, if messages are returned before it. */
    private final CRC32C running = new CRC32C();

    private long summedTo;
    /** The last checksum, of the header or of frames, which the next one covers. */
    private int lastCheck;
    /** The offset after the last checksum: what follows is covered by the next one. */
    private long coverageStart;
    /** The offset up to which a checksum has been found right. */
    private long checkedTo;
    /** The end of the frames that the next header seals, after which its writer was stopped; -1 for none. */
    private long sealedTo = -1;
    /** The offset of that header. */
    private long sealedBy;

    // ---- frame numbers

    /** The number of the next frame, if the epoch's frames have numbers. */
    private long nextFrame;
    /** The number of the first frame after the last checksum. */
    private long firstUnchecked;
    /** Whether something that had come before was passed over last. */
    private boolean hasPassed;
    /** How many frames were passed over. */
    private long passedFrames;
    /** The last checksums of numbered frames, and how many there were. */
    private final int[] lastChecks = new int[16];

    private int checkCount;

    // ---- message numbers

    /** The number of messages of the stream so far; -1 before the first header. */
    private long messages = -1;
    /** The number of messages before the last checksum. */
    private long checkedMessages;
    /** How many messages have a checksum that an appender has added. */
    private long foundMessages;
    /** How many messages are missing between the last message and the current one; -1 if it is not known. */
    private long lost;
    /** The number of messages before the first one after that. */
    private long messagesAfterLoss = -1;
    /** Whether bytes could not be used since the last header. */
    private boolean hasMissed;
    /** Whether the records of a key frame are news: the epoch is the first that is read, or the first after a loss. */
    private boolean hasJoined;
    /** The number of messages before the joined epoch. */
    private long joinedSequence;

    /** @param stopAt the offset from which on a header ends the reading */
    public StreamReader(InputBuffer in, WireLimits limits, ReadPolicy policy, long stopAt) {
        this.in = in;
        this.limits = limits;
        this.input = new FrameInput(in, limits);
        this.frame = new CurrentFrame(in, limits, input);
        this.policy = policy;
        this.stopAt = stopAt;
        this.readsTornFrame = policy == ReadPolicy.RECOVER;
        this.allowsLongestShortFrame = limits.maxMessageBytes() >= Byte.MAX_VALUE;
        this.checksFirst = policy != ReadPolicy.RECOVER && policy != ReadPolicy.UNCHECKED;
        this.checkFirst = checksFirst;
        boolean returnsTornTail = policy == ReadPolicy.RECOVER || policy == ReadPolicy.CHECKED_THEN_RECOVER;
        this.inputMayGrow = in.mayGrow() && !returnsTornTail;
        this.mayContinue = policy == ReadPolicy.LIVE && in.isStream();
        this.isEndTentative = inputMayGrow || mayContinue;
        if (mayContinue) {
            in.enableReread();
        }
    }

    // ---- bodies

    /** Moves to the next body. {@link #setCursor} gives a cursor on it. */
    public NextBody nextBody() {
        if (in.offset() < frame.end()) {
            return countBody();
        }
        release(CHECKSUM_CHUNK);
        if (isInFrames && tryEnterShortFrame()) {
            return countBody();
        }
        NextBody found = nextBodyInFrames();
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
        if (length <= 0) {
            return false;
        }
        enterFrame(length);
        if (!frame.isPlain()) {
            frame.setPlain(); // the frame before was not
        }
        return true;
    }

    /**
     * The length of the frame at the position if it takes one byte and the frame is in the window completely, and holds
     * no mark if no checksum has been compared; else 0 or less.
     */
    private int shortLength() {
        int at = in.position;
        int length = at < in.limit ? in.array[at] - FrameCodes.LENGTH_OFFSET : 0;
        return length > 0
                        && length < in.limit - at
                        && (checkFirst || Mark.findBegin(in.array, at + 1, at + 1 + length) < 0)
                ? length
                : 0;
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
            if (length <= 0) {
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
        messages++;
        cursor.setOrMove(bytes, at + 1, end, in.offset() - at);
        return firstByte;
    }

    private NextBody nextBodyInFrames() {
        if (isStopped || isBlocked && !tryUnblock()) {
            in.requireOpen();
            return NextBody.NOTHING;
        }
        while (!isStopped && !isBlocked) {
            long from = in.offset();
            int before = 0;
            isTornByHeader = false;
            try {
                in.beginReread();
                if (!in.fill(1)) {
                    break;
                }
                before = in.available();
                if (from == sealedTo) {
                    skipTorn();
                } else if (in.array[in.position] == Mark.FIRST && isMarkHere()) {
                    readHeader();
                } else if (!inEpoch) {
                    skipCheckAtStart();
                } else if (in.array[in.position] == FrameCodes.CHECK) {
                    readCheck();
                } else if (tryReadFrame()) {
                    return countBody();
                }
            } catch (MalformedWireException e) {
                if (isEndTentative && e instanceof TruncatedWireException) {
                    in.position = in.index(from);
                    if (mayContinue && in.available() > before) {
                        continue; // the missing bytes may have arrived meanwhile
                    }
                    awaitMoreInput();
                    if (inputMayGrow) {
                        return NextBody.NOTHING;
                    }
                    isCutOff = true;
                    throw e;
                }
                if (!canContinue) {
                    in.position = in.index(from);
                    loseWay();
                }
                canContinue = false;
                throw e;
            } catch (InputBuffer.ChangedException e) {
                // Another writer has cut off the incomplete frame and has written others instead.
                in.returnToReread();
                continue;
            } catch (UncheckedIOException e) {
                // The next call may succeed, as after the timeout of a socket.
                in.position = Math.min(in.index(from), in.limit);
                throw e;
            }
            release(CHECKSUM_CHUNK);
        }
        clearReportedLoss();
        if (inEpoch && checkFirst && requiresEnd() && !inputMayGrow && !isStopped) {
            // A file that was cut between two frames looks complete except for the missing end.
            inEpoch = false;
            throw input.truncated(
                    "the input ends without an end mark (it was cut off, or its writer was stopped or still writes)");
        }
        return NextBody.NOTHING;
    }

    /** Blocks reading until the input is longer than now. */
    private void awaitMoreInput() {
        clearReportedLoss();
        awaitedFrom = in.offset(in.limit);
        isBlocked = true;
    }

    /** Does what is due before the next frame. Returns false if more input must arrive first. */
    private boolean tryUnblock() {
        in.beginReread();
        try {
            if (awaitedFrom >= 0 && !in.fill((int) (awaitedFrom - in.offset()) + 1)) {
                return false;
            }
            awaitedFrom = -1;
            isCutOff = false;
            isBlocked = searching && !searchHeader();
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
        if (checkFirst && inEpoch) {
            if (in.offset() == coverageStart || in.offset() <= checkedTo) {
                in.mark();
            }
        } else if (inEpoch) {
            sumRead(summedAtOnce);
            in.markFrom(in.index(summedTo));
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
        messages++;
        if (isResetDue) {
            isResetDue = false;
            return NextBody.BODY_AFTER_RESET;
        }
        return NextBody.BODY;
    }

    // ---- what others ask

    public boolean isAtStreamEnd() {
        return isAtEnd;
    }

    /** The number of messages of the stream so far; -1 if it is not known. */
    public long messages() {
        return messages;
    }

    /** Returns how many messages of the epoch have been read, with the current one; 0 before the first epoch. */
    public long epochMessages() {
        return header == null ? 0 : messages - header.sequence();
    }

    /** Returns the number of messages before the last checksum. */
    public long checkedMessages() {
        return checkedMessages;
    }

    /** How many of the messages read have a checksum that was added by an appender. */
    public long foundMessages() {
        return foundMessages;
    }

    /** How many numbered frames came again and were passed over. */
    public long passedFrames() {
        return passedFrames;
    }

    /** Returns the number of the next frame; 0 if frames have no numbers. */
    public long nextFrame() {
        return nextFrame;
    }

    /** Returns the offset after the last checksum. */
    public long checkedOffset() {
        return coverageStart;
    }

    /** Returns the last checksum of the epoch. */
    public int lastCheck() {
        return lastCheck;
    }

    /**
     * A frame that ends before its length says, since the input ends or another epoch begins there.
     *
     * @param start the offset of its length
     * @param bodies the offset after its length
     */
    public record TornFrame(long start, long bodies) {}

    /** The current frame if it is torn, plain, and read all the same; else null. */
    public TornFrame tornFrame() {
        return tornFrame;
    }

    /** Whether the position is between two frames. */
    public boolean isAtFrameEnd() {
        return in.offset() >= frame.end();
    }

    public long offset() {
        return in.offset();
    }

    /** Excludes the current body from the count, since it is not a message of the stream. */
    public void uncountBody() {
        messages--;
    }

    /** Whether the epoch is the first that is read, or the first after a loss. */
    public boolean hasJoined() {
        return hasJoined;
    }

    /** Returns the header of the current epoch, or the last one. */
    public EpochHeader header() {
        return header;
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
        if (isCutOff || hasMissed && !inEpoch) {
            return -1;
        }
        return messagesAfterLoss < messages - 1 ? 0 : lost;
    }

    /** The start of the current message's epoch in bytes from the start of the input; -1 before the first. */
    public long epochOffset() {
        return epochOffset;
    }

    // ---- losses

    /** Clears the loss before the last message, once that message has been returned. */
    private void clearReportedLoss() {
        if (messages > messagesAfterLoss) {
            lost = 0;
        }
    }

    /** Adds missing messages; -1 if their number is not known. */
    private void addLoss(long count) {
        lost = lost < 0 || count < 0 ? -1 : lost + count;
    }

    /** Gives up the current epoch, because its bytes at the position cannot be used. The next message is of a later one. */
    private void loseWay() {
        if (inEpoch) {
            clearReportedLoss();
            if (!checkFirst) {
                sumRead(1);
            }
        }
        hasMissed = true;
        inEpoch = false;
        isAtEnd = false;
        searching = true;
        isBlocked = true;
        isInFrames = false;
        frame.skipBodies();
        checkedTo = 0;
        sealedTo = -1;
        // Never at the same offset again, which may be that of a header that cannot be read.
        if (in.fill(1)) {
            in.position++;
        }
    }

    /** As {@link #loseWay}, if the current body cannot be decoded. */
    public void giveUpBody() {
        messages--;
        in.position = in.index(frame.start());
        loseWay();
    }

    /**
     * Moves to the next header, or else to the end of the input.
     *
     * @return false if an incomplete one may be there
     */
    private boolean searchHeader() {
        while (true) {
            int found = Mark.find(in.array, in.position, in.limit);
            if (found < 0) {
                in.position = in.limit - Mark.partAtEnd(in.array, in.position, in.limit);
                in.mark();
                if (in.fill(in.available() + 1)) {
                    continue;
                }
                break;
            }
            in.position = found;
            in.mark();
            int before = in.available();
            int length = fillHeader();
            if (length > 0 && EpochHeader.parse(in.array, in.position, length) != null) {
                searching = false;
                return true;
            }
            if (length < 0 && mayContinue && in.available() > before) {
                continue; // more has arrived meanwhile
            }
            if (length < 0 && isEndTentative && Mark.find(in.array, in.position + 1, in.limit) < 0) {
                break; // else another header begins in it, so it is torn
            }
            in.position++;
        }
        if (isEndTentative) {
            awaitMoreInput();
            return false;
        }
        in.position = in.limit;
        searching = false;
        return true;
    }

    // ---- headers

    private boolean isMarkHere() {
        in.fill(Mark.LENGTH);
        int matched = Mark.matchedBytes(in.array, in.position, in.limit);
        if (matched > 0 && matched < Mark.LENGTH) {
            throw input.truncated("the input ends in the header of an epoch");
        }
        return matched == Mark.LENGTH;
    }

    /** Makes the header at the mark at the position present, and returns its length; -1 if the input ends before. */
    private int fillHeader() {
        in.fill(Mark.LENGTH + 1);
        int length = EpochHeader.length(in.array, in.position, in.limit);
        return length > 0 && in.fill(length) ? length : -1;
    }

    /** Returns the error of a frame or header in which another header begins, or the input ends. */
    private MalformedWireException tornError(String problem) {
        int length = -1;
        in.setFrozen(true); // what arrives now must not be combined with a search that ended before
        try {
            if (Mark.matchedBytes(in.array, in.position, in.limit) == Mark.LENGTH) {
                length = fillHeader();
            }
        } finally {
            in.setFrozen(false);
        }
        int end = length < 0 ? in.limit : in.position + length;
        boolean isFollowed = Mark.find(in.array, in.position + 1, end) >= 0;
        isTornByHeader = length < 0 || isFollowed;
        return length >= 0 || isFollowed ? input.malformed(problem) : input.truncated(problem);
    }

    /** Whether the last error is that of a frame or header that is torn by another header, or by the end in one. */
    public boolean isTornByHeader() {
        return isTornByHeader;
    }

    private void readHeader() {
        long start = in.offset();
        int length = fillHeader();
        EpochHeader next = length < 0 ? null : EpochHeader.parse(in.array, in.position, length);
        if (next == null) {
            throw tornError(
                    length < 0
                            ? "the input ends in the header of an epoch"
                            : "expected a complete header with a right checksum");
        }
        if (!next.isReadable()) {
            throw input.malformed("expected version " + EpochHeader.VERSION
                    + " and flags that it has but was version " + next.version() + " with flags 0x"
                    + Long.toHexString(next.flags()) + ": a later version wrote it");
        }
        requireBounds("records", next.maxKeys(), limits.maxKeys());
        requireBounds("bytes of state", next.maxStateBytes(), limits.maxStateBytes());
        if (next.isRepeatedAfter(header)) {
            passOver(start, start + length);
            if (!inEpoch) {
                searching = true;
                isBlocked = !searchHeader();
            }
            return;
        }
        boolean continues = next.continuesStreamOf(header);
        if (continues && next.epoch() <= header.epoch()) {
            throw input.malformed("epoch " + next.epoch() + " again: it is a duplicate");
        }
        MalformedWireException problem = endFrames(next, start, continues);
        in.position += length;
        acceptHeader(next, start, continues, problem);
        in.markFrom(in.position); // releases everything before
    }

    private void requireBounds(String what, long stated, long most) {
        if (stated < 0 || stated > most) {
            throw new StateBoundsException(
                    "the stream announces up to " + Long.toUnsignedString(stated) + " " + what
                            + " but the limits of the reader allow " + most,
                    in.offset());
        }
    }

    private void acceptHeader(EpochHeader next, long start, boolean continues, MalformedWireException problem) {
        MalformedWireException gap = continues ? continueStream(next, start) : beginStream(next, start);
        if (start >= stopAt) {
            isStopped = true;
        } else {
            boolean isUnbroken = continues && (inEpoch || isAtEnd) && next.sequence() == messages;
            hasJoined = !isUnbroken || hasJoined && next.sequence() == joinedSequence;
            joinedSequence = next.sequence();
        }
        header = next;
        epochOffset = start;
        messages = next.sequence();
        checkedMessages = messages;
        messagesAfterLoss = messages;
        hasMissed = false;
        isAtEnd = next.isEnd();
        inEpoch = !isAtEnd && !isStopped;
        isResetDue = inEpoch;
        frame.setPlain();
        lastCheck = next.checksum();
        coverageStart = in.offset();
        checkedTo = 0;
        sealedTo = -1;
        nextFrame = next.firstFrame();
        firstUnchecked = nextFrame;
        hasPassed = false;
        checkFirst = checksFirst;
        beginSum(coverageStart);
        isInFrames = inEpoch && !checkFirst && allowsShortFrames();
        if (problem != null || gap != null) {
            canContinue = true;
            throw problem == null ? gap : gap == null ? problem : both(problem, gap);
        }
    }

    /** Returns the error of missing messages, with that of those before them, which have no checksum. */
    private static MalformedWireException both(MalformedWireException problem, MalformedWireException gap) {
        String more = FrameInput.problem(problem) + "; " + FrameInput.problem(gap);
        return gap instanceof MissingBaseException
                ? new MissingBaseException(DeltaFormatName.DELTA, more, gap.location())
                : new MalformedWireException(DeltaFormatName.DELTA, more, gap.location());
    }

    /**
     * Ends the frames before a header.
     *
     * @return the error if no checksum covers them; null for none
     */
    private MalformedWireException endFrames(EpochHeader next, long start, boolean continues) {
        if (header == null) {
            return null;
        }
        boolean isSealed = false;
        if (next.isSealed() && continues) {
            if (inEpoch && !checkFirst) {
                sumRead(1);
            }
            isSealed = checkFirst ? sealedTo >= 0 : next.seal() == (int) running.getValue();
        }
        if (isSealed) {
            foundMessages += next.isFound() ? messages - checkedMessages : 0;
            return null;
        }
        boolean hasUnchecked = inEpoch && start > coverageStart;
        return hasUnchecked
                ? FrameInput.malformed(
                        coverageStart,
                        "expected a checksum of " + (start - coverageStart) + " bytes before the next epoch")
                : null;
    }

    private MalformedWireException continueStream(EpochHeader next, long start) {
        clearReportedLoss();
        long sequence = next.sequence();
        if (sequence > messages) {
            addLoss(sequence - messages);
            return next.isEnd()
                    ? FrameInput.malformed(
                            start, "expected " + sequence + " messages before the end but there were " + messages)
                    : FrameInput.missing(start, sequence - messages);
        }
        if (sequence < messages) {
            return FrameInput.malformed(
                    start,
                    "expected message " + messages + " but was message " + sequence
                            + " again: the writer's target failed when it had taken it");
        }
        return null;
    }

    private MalformedWireException beginStream(EpochHeader next, long start) {
        boolean isCut = header != null && !isAtEnd;
        if (header == null) {
            addLoss(hasMissed ? next.sequence() : 0);
            if (next.isEnd() && next.sequence() > 0 && requiresEnd() && !startedAtCheck) {
                return FrameInput.malformed(
                        start, "expected " + next.sequence() + " messages before the end but there were none");
            }
        } else {
            clearReportedLoss();
            addLoss(isCut || next.epoch() > 0 ? -1 : 0);
        }
        if (isCut && inEpoch && requiresEnd()) {
            return FrameInput.malformed(
                    start,
                    "expected an end mark before a new stream: the one before was cut off after message " + messages);
        }
        return null;
    }

    /** Skips a checksum at the start of the input: a reader that joins after a flush has lost nothing. */
    private void skipCheckAtStart() {
        if (header == null && !hasMissed && in.array[in.position] == FrameCodes.CHECK) {
            input.require(FrameCodes.CHECK_BYTES, "a checksum");
            in.position += FrameCodes.CHECK_BYTES;
            startedAtCheck = true;
            return;
        }
        throw input.malformed(
                "expected the start of an epoch but was 0x" + Integer.toHexString(in.array[in.position] & 0xFF));
    }

    // ---- frames

    /** Moves to the header after frames that it seals, and reports what is torn between. */
    private void skipTorn() {
        long start = in.offset();
        in.position = in.index(sealedBy);
        if (sealedBy > start) {
            canContinue = true;
            throw FrameInput.malformed(
                    start,
                    "expected a frame but was a torn one of " + (sealedBy - start) + " bytes: its writer was stopped");
        }
        readHeader();
    }

    /**
     * Reads the length of a frame and makes the frame current. A torn last frame may be shorter than its length.
     * Returns false if there is a header instead, before which a writer was stopped, or the frame has come before.
     */
    private boolean tryReadFrame() {
        long start = in.offset();
        if (checkFirst && start >= checkedTo) {
            if (findCheckAhead()) {
                isInFrames = sealedTo < 0 && allowsShortFrames();
                if (start == sealedTo) {
                    return false;
                }
            } else {
                returnBeforeCheck();
            }
        }
        frame.begin(start);
        long length = input.readLength();
        boolean isWhole = in.fill((int) length);
        int available = isWhole ? (int) length : in.limit - in.position;
        int mark = checkFirst ? -1 : Mark.findBegin(in.array, in.position, in.position + available);
        if (mark >= 0) {
            isWhole = false;
            available = mark - in.position;
            if (!readsTornFrame || available == 0) {
                in.position = mark;
                throw tornError("expected a frame of " + length + " bytes but an epoch begins after " + available
                        + " of them: its writer was stopped");
            }
        }
        if (!isWhole && (!readsTornFrame || available == 0)) {
            throw input.truncated("expected a frame of " + length + " bytes but the input ends after " + available);
        }
        long bodies = in.offset();
        frame.endAt(bodies + available);
        int numberLength = 0;
        if (header.isNumbered()) {
            long number = input.peekNumber(available, isWhole);
            if (hasCome(number)) {
                passOver(start, bodies + available);
                frame.skipBodies();
                passedFrames++;
                return false;
            }
            numberLength = VarInt.size(number);
        }
        frame.locateBodies(input.mask(), numberLength, header.isDeflated(), bodies + length);
        nextFrame++;
        hasPassed = false;
        tornFrame = isWhole || frame.isInflated() ? null : new TornFrame(start, bodies);
        return true;
    }

    /** Whether a frame with this number has come before. Another one than the next is an error. */
    private boolean hasCome(long number) {
        return hasCome(number, nextFrame);
    }

    private boolean hasCome(long number, long next) {
        if (number < next && next - number <= MAX_AGE) {
            return true;
        }
        if (number != next) {
            throw FrameInput.missingFrames(frame.start(), next, number);
        }
        return false;
    }

    /** Moves past bytes that have come before, which no checksum covers again. */
    private void passOver(long from, long to) {
        if (inEpoch && !checkFirst) {
            in.position = in.index(from);
            sumRead(1);
            summedTo = to;
        }
        in.position = in.index(to);
        if (nextFrame == firstUnchecked) {
            coverageStart = to;
        }
        hasPassed = true;
    }

    /** Returns the messages up to the next checksum before it is compared. */
    private void returnBeforeCheck() {
        checkFirst = false;
        beginSum(coverageStart);
        isInFrames = allowsShortFrames();
    }

    /** Whether frames with a length of one byte need no check of limits and no inflating. */
    private boolean allowsShortFrames() {
        return allowsLongestShortFrame && !header.isDeflated() && !header.isNumbered() && !readsTornFrame;
    }

    /** Whether a missing end is an error. */
    private boolean requiresEnd() {
        return checksFirst && policy != ReadPolicy.LIVE;
    }

    // ---- checksums

    private void readCheck() {
        input.require(FrameCodes.CHECK_BYTES, "a checksum");
        int stated = EpochHeader.u32(in.array, in.position + 1);
        if (!checkFirst || in.offset() != checkedTo) { // else it has been compared
            int computed = checkFirst ? computed(in.index(coverageStart), in.position) : summed();
            boolean isBeforeCompared = checkFirst && in.offset() < checkedTo;
            if (header.isNumbered() && (isBeforeCompared || isPassed(stated, computed, hasPassed))) {
                passOver(in.offset(), in.offset() + FrameCodes.CHECK_BYTES);
                return;
            }
            requireEqual(computed, stated);
        }
        lastCheck = stated;
        if (header.isNumbered()) {
            lastChecks[checkCount++ % lastChecks.length] = stated;
        }
        in.position += FrameCodes.CHECK_BYTES;
        coverageStart = in.offset();
        beginSum(coverageStart);
        checkedMessages = messages;
        firstUnchecked = nextFrame;
        hasPassed = false;
        checkFirst = checksFirst;
        isInFrames &= !checkFirst;
    }

    /**
     * Whether a checksum that is not right has come before: one of the last, or one after frames that have come before.
     * If it has not, the next one is wrong.
     */
    private boolean isPassed(int stated, int computed, boolean isAfterPassed) {
        return stated != computed
                && (isAfterPassed || Arrays.stream(lastChecks).limit(checkCount).anyMatch(check -> check == stated));
    }

    /** Returns the checksum of bytes in the window that follow the last one. */
    private int computed(int from, int to) {
        FrameCodes.beginCheck(crc, lastCheck);
        crc.update(in.array, from, to - from);
        return (int) crc.getValue();
    }

    /** Returns the checksum of what has been read since the last one. */
    private int summed() {
        sumRead(1);
        return (int) running.getValue();
    }

    private void requireEqual(int computed, int stated) {
        if (computed != stated) {
            throw FrameInput.malformed(
                    coverageStart,
                    "expected CRC32C " + Integer.toHexString(computed) + " for bytes " + coverageStart + " to "
                            + (in.offset() - 1) + " but was " + Integer.toHexString(stated));
        }
    }

    /** Begins the running checksum at an offset, after the last checksum. */
    private void beginSum(long offset) {
        FrameCodes.beginCheck(running, lastCheck);
        summedTo = offset;
    }

    /** Adds the bytes read to the running checksum if there are at least that many. */
    private void sumRead(int atLeast) {
        int first = in.index(summedTo);
        if (in.position - first >= atLeast) {
            running.update(in.array, first, in.position - first);
            summedTo = in.offset();
        }
    }

    /**
     * Finds the next checksum and compares it; the position stays. It is behind the frames, or in the header of the next
     * epoch if the writer was stopped.
     *
     * @return false if there is no checksum yet and the messages are returned all the same
     */
    private boolean findCheckAhead() {
        boolean isLive = policy == ReadPolicy.LIVE;
        long start = in.offset();
        in.setNonBlocking(isLive);
        try {
            if (tryFindCheck(start)) {
                return true;
            }
        } finally {
            in.setNonBlocking(false);
            in.position = in.index(start);
        }
        if (isLive) {
            return false;
        }
        String problem =
                "the input ends inside a block: its last " + (in.limit - in.position) + " bytes have no checksum yet";
        if (policy == ReadPolicy.CHECKED_THEN_RECOVER) {
            readsTornFrame = true;
            canContinue = true;
            returnBeforeCheck();
        }
        throw input.truncated(problem);
    }

    /** Finds a checksum, or a seal; false if the input ends before there is one. */
    private boolean tryFindCheck(long start) {
        try {
            if (header.isNumbered() ? isCheckAfterNumbers() : isCheckAhead()) {
                return true;
            }
        } catch (TruncatedWireException e) {
            // the input ends in the length of a frame
        } catch (MissingBaseException e) {
            if (policy == ReadPolicy.LIVE) {
                return false; // the frames before are good
            }
            if (policy == ReadPolicy.CHECKED_THEN_RECOVER) {
                canContinue = true;
                returnBeforeCheck();
            }
            throw new MissingBaseException(
                    DeltaFormatName.DELTA,
                    FrameInput.problem(e) + ", in frames without a checksum that begin",
                    WireLocation.ofOffset(start, ""));
        } catch (MalformedWireException e) {
            if (findSeal(start, true)) {
                return true;
            }
            if (hasTornHeader(start)) {
                return false;
            }
            if (e.location().offset() == start) {
                throw e;
            }
            throw FrameInput.malformed(start, FrameInput.problem(e) + ", in frames that begin");
        }
        return findSeal(start, false);
    }

    /** Moves over frames to the checksum after them and compares it. Returns false if the input ends before. */
    private boolean isCheckAhead() {
        long start = in.offset();
        while (in.fill(1)) {
            if (in.array[in.position] > FrameCodes.LENGTH_OFFSET) {
                skipShortFrames(start);
                if (!in.fill(1)) {
                    return false;
                }
            }
            if (in.array[in.position] == FrameCodes.CHECK) {
                if (!in.fill(FrameCodes.CHECK_BYTES)) {
                    return false;
                }
                requireEqual(computed(in.index(start), in.position), EpochHeader.u32(in.array, in.position + 1));
                checkedTo = in.offset();
                return true;
            }
            if (in.array[in.position] == Mark.FIRST && isMarkHere()) {
                throw input.malformed("expected a checksum before the next epoch");
            }
            int length = fillFrameBeforeCheck(start);
            if (length < 0) {
                return false;
            }
            in.position += length;
        }
        return false;
    }

    /**
     * Moves over the prefix of a frame while a checksum is sought, and returns the frame's length; -1 if the input ends in
     * it.
     *
     * @param start where the search began
     */
    private int fillFrameBeforeCheck(long start) {
        int length = (int) input.readLength();
        if (in.offset() - start > 4L * limits.maxMessageBytes()) {
            throw input.malformed("expected a checksum after at most " + 4L * limits.maxMessageBytes() + " bytes");
        }
        return in.fill(length) ? length : -1;
    }

    /** As {@link #isCheckAhead}, for frames with numbers: what has come before is not covered. */
    private boolean isCheckAfterNumbers() {
        long start = in.offset();
        long next = nextFrame;
        boolean isAfterPassed = hasPassed;
        FrameCodes.beginCheck(crc, lastCheck);
        while (in.fill(1)) {
            long from = in.offset();
            frame.begin(from);
            if (in.array[in.position] == FrameCodes.CHECK) {
                if (!in.fill(FrameCodes.CHECK_BYTES)) {
                    return false;
                }
                int stated = EpochHeader.u32(in.array, in.position + 1);
                if (!isPassed(stated, (int) crc.getValue(), isAfterPassed)) {
                    requireEqual((int) crc.getValue(), stated);
                    checkedTo = from;
                    return true;
                }
                in.position += FrameCodes.CHECK_BYTES;
                isAfterPassed = true;
                continue;
            }
            if (in.array[in.position] == Mark.FIRST && isMarkHere()) {
                int length = fillHeader();
                EpochHeader other = length < 0 ? null : EpochHeader.parse(in.array, in.position, length);
                if (other != null && other.isRepeatedAfter(header)) {
                    in.position += length;
                    isAfterPassed = true;
                    continue;
                }
                if (next == nextFrame && other != null) {
                    checkedTo = from;
                    return true; // nothing is new before the next epoch
                }
                throw input.malformed("expected a checksum before the next epoch");
            }
            int length = fillFrameBeforeCheck(start);
            if (length < 0) {
                return false;
            }
            isAfterPassed = hasCome(input.peekNumber(length, true), next);
            in.position += length;
            if (!isAfterPassed) {
                next++;
                crc.update(in.array, in.index(from), in.position - in.index(from));
            }
        }
        return false;
    }

    /** Moves past frames that are in the window completely and have a length of one byte, as most have. */
    private void skipShortFrames(long start) {
        byte[] bytes = in.array;
        int index = in.position;
        int end = (int) Math.min(in.limit, in.index(start) + 4L * limits.maxMessageBytes());
        int last = FrameCodes.LENGTH_OFFSET + 1;
        int sure = end - Byte.MAX_VALUE; // a short frame that begins before this is in the window completely
        while (index < sure) {
            int code = bytes[index];
            if (code == last) {
                index += last - 1; // a predicted branch: the next load need not wait for this length
            } else if (code > FrameCodes.LENGTH_OFFSET) {
                last = code;
                index += code - 1;
            } else {
                break;
            }
        }
        while (index < end && bytes[index] > FrameCodes.LENGTH_OFFSET && bytes[index] - 1 <= end - index) {
            index += bytes[index] - 1;
        }
        in.position = index;
    }

    /**
     * Finds the next header and whether it seals the frames before it.
     *
     * @param isTorn whether the frames are known to be torn; else only what is in the window is searched
     */
    private boolean findSeal(long start, boolean isTorn) {
        EpochHeader next = null;
        in.position = in.index(start);
        while (next == null) {
            if (!moveToMark(start, isTorn)) {
                return false;
            }
            int length = fillHeader();
            next = length < 0 ? null : EpochHeader.parse(in.array, in.position, length);
            in.position += next == null ? 1 : 0;
        }
        if (next.isSealed() && next.continuesStreamOf(header) && next.epoch() > header.epoch()) {
            long by = in.offset();
            long to = sealedEnd(start, by, next.seal());
            if (to >= 0) {
                checkedTo = to;
                sealedTo = to;
                sealedBy = by;
                return true;
            }
        }
        if (!isTorn) {
            throw input.malformed("expected a checksum but the lengths of frames lead past the start of an epoch");
        }
        return false;
    }

    /** Whether the window has marks from an offset on, or a part of one at its end, but none of a complete header. */
    private boolean hasTornHeader(long start) {
        in.position = in.index(start);
        boolean isFound = Mark.partAtEnd(in.array, in.position, in.limit) > 0;
        for (int at = Mark.find(in.array, in.position, in.limit); at >= 0; at = Mark.find(in.array, at + 1, in.limit)) {
            int length = EpochHeader.length(in.array, at, in.limit);
            if (length > 0 && length <= in.limit - at && EpochHeader.parse(in.array, at, length) != null) {
                return false;
            }
            isFound = true;
        }
        return isFound;
    }

    /**
     * Moves to the next mark.
     *
     * @param reads whether to read on for it, as far as frames without a checksum may reach
     */
    private boolean moveToMark(long start, boolean reads) {
        long most = 4L * limits.maxMessageBytes();
        int found = Mark.find(in.array, in.position, in.limit);
        while (found < 0 && reads && in.offset(in.limit) - start <= most) {
            in.position = Math.max(in.position, in.limit - Mark.LENGTH + 1);
            if (!in.fill(in.available() + 1)) {
                return false;
            }
            found = Mark.find(in.array, in.position, in.limit);
        }
        in.position = Math.max(found, in.position);
        return found >= 0;
    }

    /** Returns the offset at which the frames from an offset on have that check; -1 for none. */
    private long sealedEnd(long start, long by, int seal) {
        FrameCodes.beginCheck(crc, lastCheck);
        in.position = in.index(start);
        in.setFrozen(true);
        try {
            while (in.offset() < by) {
                int from = in.position;
                int code = in.array[from];
                if (code == FrameCodes.CHECK || code == 0) {
                    return -1;
                }
                long length = input.readLength();
                if (length > by - in.offset()) {
                    return -1;
                }
                in.position += (int) length;
                crc.update(in.array, from, in.position - from);
                if ((int) crc.getValue() == seal) {
                    return in.offset();
                }
            }
            return -1;
        } catch (MalformedWireException e) {
            return -1;
        } finally {
            in.setFrozen(false);
        }
    }
}
