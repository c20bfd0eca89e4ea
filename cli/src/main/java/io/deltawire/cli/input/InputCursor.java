package io.deltawire.cli.input;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.token.Discard;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Moves through the messages of one input and counts them. Owns the strategy for continuing after a fault.
 *
 * <p>A delta dump whose writer was cut off ends with messages that no checksum covers yet. They are mostly good and
 * always wanted; so they are read, and the fault at the end says how many there were. The cost of damage is known only
 * after reading on. So the cursor reads ahead before a fault is reported, and adds what it has found.
 */
public final class InputCursor {
    private static final Discard NOWHERE = new Discard();

    /** What to do after a fault. */
    public enum Manner {
        /** Reading ends. */
        STOP,
        /** Reading continues after the fault. */
        KEEP_GOING
    }

    /** The largest number of consecutive faults that are examined before the first of them is reported. */
    private static final int MAX_AHEAD = 100;

    private final Input input;
    private final Manner manner;
    private final WireLimits limits;
    private final boolean hasBlocks;
    private final WireIn in;
    private long number;
    /** Whether {@link #number} is the number of a message that has not been reached. */
    private boolean isDue;

    private long unchecked;
    private TruncatedWireException cut;
    private WireLocation lastFault;
    private long lastFaultOffset;
    /** Further faults that were found after one, before the next message. */
    private final Deque<WireException> ahead = new ArrayDeque<>();
    /** Whether a message was found after a fault; null before the search. */
    private Boolean found;
    /** The offset of the present message. */
    private long offset = -1;

    private long offsetBefore = -1;

    private Recovery recovery;

    public InputCursor(Input input, WireOptions options, Manner manner) {
        this.input = input;
        this.limits = options.limits();
        this.manner = manner;
        this.hasBlocks = input.format().features().contains(Feature.BLOCKS);
        this.in = input.reader(options);
        this.number = input.start().messages();
    }

    /** Moves to the next message. If the input ends because it cannot be unpacked any further, that is the fault. */
    public boolean next() {
        try {
            if (toNext()) {
                if (number == 1) {
                    input.tellGuess(in.peek());
                }
                return true;
            }
        } catch (TruncatedWireException e) {
            input.checkUnpacked();
            throw e;
        }
        input.checkUnpacked();
        return false;
    }

    private boolean toNext() {
        if (!ahead.isEmpty()) {
            throw ahead.poll();
        }
        if (!isDue || !hasBlocks) {
            // An unreadable message of text counts as a message. In a dump the blocks tell how many there are.
            number++;
        }
        boolean isInMessage = !isDue && !hasBlocks;
        isDue = true;
        boolean isThere;
        try {
            isThere = found == null ? advance() : found;
        } catch (WireException e) {
            if (isInMessage && in.messageOffset() == offset) {
                number--; // the fault is in the rest of the message before, which has been counted
            }
            throw e;
        }
        found = null;
        recovery = null;
        if (isThere) {
            isDue = false;
            offsetBefore = offset;
            offset = in.messageOffset();
            number += hasBlocks ? Math.max(0, DeltaFormat.missingBefore(in).messages()) : 0;
        }
        return isThere;
    }

    private boolean advance() {
        if (cut != null) {
            return nextUnchecked();
        }
        try {
            return findNext();
        } catch (TruncatedWireException e) {
            if (!hasBlocks) {
                throw e;
            }
            cut = e;
            return nextUnchecked();
        }
    }

    /** Moves to the next message, and waits for one in a followed file. */
    private boolean findNext() {
        while (!in.nextMessage()) {
            if (!input.awaitChange()) {
                return false;
            }
        }
        return true;
    }

    /** Reads the messages without a checksum. Wherever they end, the error is the truncation that was found first. */
    private boolean nextUnchecked() {
        try {
            if (in.nextMessage()) {
                unchecked++;
                return true;
            }
        } catch (WireException e) {
            // the truncation is inside a message
        }
        throw cut;
    }

    /**
     * Returns the loss by the last fault, and where reading can continue. Null if that is not known yet, or is reported
     * with another fault before the next message. Reads ahead, unless it would have to wait for input.
     */
    Recovery recovery(WireException e) {
        if (!hasBlocks || !isInInput(e)) {
            return null;
        }
        boolean looks = !(e instanceof TruncatedWireException) && (manner == Manner.KEEP_GOING || input.canSeek());
        if (recovery == null && looks && !input.isFollowed()) {
            lookAhead();
        }
        return ahead.isEmpty() || manner == Manner.STOP ? recovery : null;
    }

    private void lookAhead() {
        Boolean isThere = null;
        while (isThere == null && ahead.size() < MAX_AHEAD) {
            try {
                isThere = advance();
            } catch (MissingBaseException e) {
                // the first fault covers what is missing
            } catch (TruncatedWireException e) {
                ahead.add(e);
                isThere = false;
            } catch (WireException e) {
                ahead.add(e);
            }
        }
        if (isThere != null) {
            found = isThere;
            DeltaFormat.Missing gap = DeltaFormat.missingBefore(in);
            long block = isThere ? gap.epochOffset() : -1;
            boolean isStart = block > 0 && input.canSeek() && DumpIndex.startAt(Path.of(input.name()), block) != null;
            recovery = new Recovery(number, gap.messages(), block, isStart);
        }
    }

    /** Returns whether reading can continue after a fault: with a message, or with another fault later in the input. */
    public boolean tryGoOn(WireException e) {
        if (e instanceof TruncatedWireException && !input.format().features().contains(Feature.LINES)) {
            return false; // a torn line of text, however, may have swallowed the ones after it
        }
        WireLocation location = e.location();
        if (!isInInput(e)) {
            // The output could not hold the message; the input is good.
            return true;
        }
        boolean stuck = !hasBlocks && location.equals(lastFault) && in.messageOffset() == lastFaultOffset;
        lastFault = location;
        lastFaultOffset = in.messageOffset();
        return !stuck;
    }

    /**
     * Returns whether reading would find a message or another fault after a fault that ends it. Reads ahead, unless it
     * would have to wait for input.
     */
    boolean findsMoreAfter(WireException e) {
        if (!input.canSeek() || input.isFollowed()) {
            return true;
        }
        try {
            return in.nextMessage();
        } catch (WireException next) {
            return !e.location().equals(next.location());
        }
    }

    /** The limits that the input is read with. */
    WireLimits limits() {
        return limits;
    }

    /** The number of the present message, from 1. If there is none, the number of the next one. */
    public long number() {
        return number;
    }

    /** The offset of the present message in the unpacked input, or -1. */
    public long offset() {
        return in.messageOffset();
    }

    /** The reader, which is at the present message. */
    public WireIn in() {
        return in;
    }

    /** Reads the present message into a tape. */
    public void read(MessageTape tape) {
        Transcoder.copyMessage(in, tape);
        tape.setOrigin(number, in.messageOffset());
        if (in.messageOffset() == offsetBefore) {
            tape.setSharedOffset();
        }
    }

    /** Reads the present message to its end. */
    void discard() {
        Transcoder.copyMessage(in, NOWHERE);
    }

    /** The number of messages read that had no checksum when their dump was continued. */
    long sealedLater() {
        return hasBlocks ? DeltaFormat.uncheckedMessages(in) : 0;
    }

    /** The number of frames that had come before and were passed over. */
    long repeatedFrames() {
        return hasBlocks ? DeltaFormat.repeatedFrames(in) : 0;
    }

    /** Says how many messages at the end of an input have no checksum; empty if none. */
    public String uncheckedRemark() {
        return uncheckedRemark(false);
    }

    /** @param isOfRead whether the remark is about the messages read, after others have been mentioned */
    public String uncheckedRemark(boolean isOfRead) {
        return unchecked == 0
                ? ""
                : ", the last " + unchecked + (isOfRead ? " read" : " of them") + " without a checksum";
    }

    /** Whether the input is at fault, and not the output. */
    public static boolean isInInput(WireException e) {
        return e.location() != null && e.location().isInInput();
    }
}
