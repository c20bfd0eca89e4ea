package io.deltawire.cli;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;

/**
 * Goes through the messages of one input, counting them, and knows how to go on after a fault.
 *
 * <p>A delta dump whose writer was cut off ends in messages that no checksum covers yet. They are most often good and
 * always wanted, so they are read, and the fault that ends them says how many there were.
 */
final class Cursor {
    private final Input input;
    private final WireOptions options;
    private WireIn in;
    private long number;
    private long unchecked;
    private TruncatedWireException cut;
    private WireLocation lastFault;
    private long offsetBefore = -1;

    Cursor(Input input, WireOptions options) {
        this.input = input;
        this.options = options;
        this.in = input.reader(options);
        this.number = input.start().messages();
    }

    /** Moves to the next message. */
    boolean next() {
        offsetBefore = number == input.start().messages() ? -1 : in.messageOffset();
        number++;
        if (cut != null) {
            return nextUnchecked();
        }
        try {
            return in.nextMessage();
        } catch (MissingBaseException e) {
            if (lastFault == null) {
                throw e;
            }
            // What the fault before has cost has been told.
            return in.nextMessage();
        } catch (TruncatedWireException e) {
            if (!input.format().name().equals("delta") || !salvage()) {
                throw e;
            }
            cut = e;
            unchecked++;
            return true;
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

    /** Reads the input anew without waiting for checksums, up to where it has been read; false where it cannot. */
    private boolean salvage() {
        InputBuffer again = input.again();
        if (again == null) {
            return false;
        }
        WireIn all = input.format().newReader(again, options.with(DeltaFormat.TRUST, DeltaFormat.Trust.SALVAGE));
        try {
            for (long i = input.start().messages(); i < number; i++) {
                if (!all.nextMessage()) {
                    return false;
                }
            }
        } catch (WireException e) {
            return false;
        }
        in = all;
        return true;
    }

    /**
     * True where reading can go on after a fault: what comes next is a message after the damage, or another fault
     * further on.
     */
    boolean goOn(WireException e) {
        if (e instanceof TruncatedWireException) {
            return false;
        }
        WireLocation location = e.location();
        if (location == null) {
            // The output could not hold the message; the input is well.
            return true;
        }
        boolean stuck = location.equals(lastFault);
        lastFault = location;
        long next = Recovery.of(input, number, location.offset()).next();
        if (next > number) {
            // Messages count on as if none were lost, where it is known how many are.
            number = next - 1;
        }
        return !stuck;
    }

    /** The number of the present message, from 1; while there is none, of the one that was to come. */
    long number() {
        return number;
    }

    /** Where the present message begins in the input after unpacking, or -1. */
    long offset() {
        return in.messageOffset();
    }

    /** The reader, at the present message. */
    WireIn in() {
        return in;
    }

    /** Reads the present message onto a tape. */
    void read(MessageTape tape) {
        Transcoder.copyMessage(in, tape);
        tape.place(number, in.messageOffset());
        if (in.messageOffset() == offsetBefore) {
            tape.shareOffset();
        }
    }

    /** Says how many messages at the end of an input have no checksum; empty where there are none. */
    String uncheckedRemark() {
        return unchecked == 0 ? "" : ", the last " + unchecked + " of them without a checksum";
    }
}
