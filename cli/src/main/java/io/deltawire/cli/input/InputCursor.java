package io.deltawire.cli.input;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Goes through the messages of one input, counting them, and knows how to go on after a fault.
 *
 * <p>A delta dump whose writer was cut off ends in messages that no checksum covers yet. They are most often good and
 * always wanted, so they are read, and the fault that ends them says how many there were. What a fault has cost is known
 * when reading has gone on behind it: so the cursor reads on before the fault is told, and says then what it has found.
 */
public final class InputCursor {
    /** What to do about a fault. */
    public enum Manner {
        /** It is the end. */
        STOP,
        /** InputOptions goes on behind it. */
        KEEP_GOING
    }

    /** Faults with no message between them that are looked at, at most, before the first of them is told. */
    private static final int MAX_AHEAD = 100;

    private final Input input;
    private final Manner manner;
    private final boolean hasBlocks;
    private final WireIn in;
    private long number;
    /** Whether the number is that of a message to come. */
    private boolean isDue;

    private long unchecked;
    private TruncatedWireException cut;
    private WireLocation lastFault;
    private long lastFaultOffset;
    /** Further faults found behind one, before the next message. */
    private final Deque<WireException> ahead = new ArrayDeque<>();
    /** What was found behind a fault: whether there is a message; null where nobody has looked. */
    private Boolean found;
    /** Where the present message begins, and the one before. */
    private long offset = -1;

    private long offsetBefore = -1;

    private Recovery recovery;

    public InputCursor(Input input, WireOptions options, Manner manner) {
        this.input = input;
        this.manner = manner;
        this.hasBlocks = input.format().features().contains(Feature.BLOCKS);
        this.in = input.reader(options);
        this.number = input.start().messages();
    }

    /** Moves to the next message. Where the input ends since it cannot be unpacked any further, that is the fault. */
    public boolean next() {
        try {
            if (toNext()) {
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
            // A message of text that cannot be read is one all the same; in a dump the blocks tell how many there are.
            number++;
        }
        boolean isInMessage = !isDue && !hasBlocks;
        isDue = true;
        boolean isThere;
        try {
            isThere = found == null ? advance() : found;
        } catch (WireException e) {
            if (isInMessage && in.messageOffset() == offset) {
                number--; // it is in the message that was to be passed over, and has been counted
            }
            throw e;
        }
        found = null;
        recovery = null;
        if (isThere) {
            isDue = false;
            offsetBefore = offset;
            offset = in.messageOffset();
            number += hasBlocks ? Math.max(0, DeltaFormat.gap(in).lost()) : 0;
        }
        return isThere;
    }

    private boolean advance() {
        if (cut != null) {
            return nextUnchecked();
        }
        try {
            return in.nextMessage();
        } catch (TruncatedWireException e) {
            if (!hasBlocks) {
                throw e;
            }
            cut = e;
            return nextUnchecked();
        }
    }

    /** Where these messages end, by the fault or by the cut itself, the input is cut off as was found first. */
    private boolean nextUnchecked() {
        try {
            if (in.nextMessage()) {
                unchecked++;
                return true;
            }
        } catch (WireException e) {
            // the cut went through a message
        }
        throw cut;
    }

    /**
     * What the fault that was thrown last has cost, and where reading can go on; null where that is not known yet, or is told
     * with another fault that comes before the next message. For that it reads on, unless it would have to wait for it.
     */
    Recovery recovery(WireException e) {
        if (!hasBlocks || !isInInput(e)) {
            return null;
        }
        boolean looks = !(e instanceof TruncatedWireException) && (manner == Manner.KEEP_GOING || input.canSeek());
        if (recovery == null && looks && !input.isFollowed()) {
            look();
        }
        return ahead.isEmpty() || manner == Manner.STOP ? recovery : null;
    }

    private void look() {
        Boolean isThere = null;
        while (isThere == null && ahead.size() < MAX_AHEAD) {
            try {
                isThere = advance();
            } catch (MissingBaseException e) {
                // what is missing is told with the first fault
            } catch (TruncatedWireException e) {
                ahead.add(e);
                isThere = false;
            } catch (WireException e) {
                ahead.add(e);
            }
        }
        if (isThere != null) {
            found = isThere;
            DeltaFormat.Gap gap = DeltaFormat.gap(in);
            long block = isThere ? gap.blockOffset() : -1;
            boolean isStart = input.canSeek() && DumpIndex.startAt(Path.of(input.name()), block) != null;
            recovery = new Recovery(number, gap.lost(), block, isStart);
        }
    }

    /**
     * True where reading can go on after a fault: what comes next is a message after the damage, or another fault
     * further on.
     */
    public boolean goOn(WireException e) {
        if (e instanceof TruncatedWireException && !input.format().features().contains(Feature.LINES)) {
            return false; // but a line that is torn may have swallowed those behind it
        }
        WireLocation location = e.location();
        if (!isInInput(e)) {
            // The output could not hold the message; the input is well.
            return true;
        }
        boolean stuck = !hasBlocks && location.equals(lastFault) && in.messageOffset() == lastFaultOffset;
        lastFault = location;
        lastFaultOffset = in.messageOffset();
        return !stuck;
    }

    /**
     * Whether reading would find something else behind a fault with which it ends: a message, or another fault. It looks for that, unless
     * it would have to wait for it.
     */
    boolean couldGoOn(WireException e) {
        if (!input.canSeek() || input.isFollowed()) {
            return true;
        }
        try {
            return in.nextMessage();
        } catch (WireException next) {
            return !e.location().equals(next.location());
        }
    }

    /** The number of the present message, from 1; while there is none, of the one that was to come. */
    public long number() {
        return number;
    }

    /** Where the present message begins in the input after unpacking, or -1. */
    public long offset() {
        return in.messageOffset();
    }

    /** The reader, at the present message. */
    public WireIn in() {
        return in;
    }

    /** Reads the present message onto a tape. */
    public void read(MessageTape tape) {
        Transcoder.copyMessage(in, tape);
        tape.place(number, in.messageOffset());
        if (in.messageOffset() == offsetBefore) {
            tape.shareOffset();
        }
    }

    /** How many of the messages read had no checksum when their dump was written on. */
    long sealedLater() {
        return hasBlocks ? DeltaFormat.uncheckedMessages(in) : 0;
    }

    /** Says how many messages at the end of an input have no checksum; empty where there are none. */
    public String uncheckedRemark() {
        return uncheckedRemark(false);
    }

    /** @param isOfRead whether that is to be said of the messages read, of which others have been spoken of */
    public String uncheckedRemark(boolean isOfRead) {
        return unchecked == 0
                ? ""
                : ", the last " + unchecked + (isOfRead ? " read" : " of them") + " without a checksum";
    }

    /** Whether the input is at fault, and not what was to be written. */
    public static boolean isInInput(WireException e) {
        return e.location() != null && e.location().isInInput();
    }
}
