package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.spi.InputBuffer;

/**
 * Finds where a frame ends that its writer could not write as a whole: where the block begins that it went on with, or tried to. A target that fails may have
 * taken a part of that block's header as well, and of further ones; and the writer may have been stopped then.
 */
public final class TornFrames {
    /** So many bytes of a header tell it from what a message ends in. */
    public static final int LEAST = 3;

    /** What a header that is torn is followed by. */
    private enum Lead {
        NOWHERE,
        /** The block that the writer went on with, behind other headers that are torn, or not. */
        BLOCK,
        /** Nothing. */
        END
    }

    /** What is at a place. */
    private enum Header {
        /** A header, good for whoever has the limits for it. */
        GOOD,
        /** The begin of one, in which the input ends. */
        CUT_OFF,
        NONE
    }

    private final InputBuffer in;
    private final Container container;
    private boolean leadsToEnd;

    public TornFrames(InputBuffer in, Container container) {
        this.in = in;
        this.container = container;
    }

    /**
     * How many bytes of a frame come before a header. There is hardly such a one in a dump that a message holds: it begins one of the next epochs, or goes on in this one,
     * with as many messages before it as are before the frame; or the input ends in it.
     *
     * @param length of the frame as far as it is there, at the position
     * @param epoch that of its block
     * @param messages the number of messages before the frame; -1 where only a header counts that the input ends in
     * @return -1 where there is none
     */
    public int bytesBeforeHeader(int length, int epoch, long messages) {
        long start = in.offset();
        try {
            for (int i = 0; i < length; i++) {
                in.position = in.index(start + i);
                Lead lead = in.array[in.position] == 0 ? lead(start + i, epoch, messages) : Lead.NOWHERE;
                if (lead != Lead.NOWHERE) {
                    leadsToEnd = lead == Lead.END;
                    return i;
                }
            }
            return -1;
        } finally {
            in.position = in.index(start);
        }
    }

    /** Whether the input ends in the header that {@link #bytesBeforeHeader} has found, or in one behind it. */
    boolean leadsToEnd() {
        return leadsToEnd;
    }

    private Lead lead(long from, int epoch, long messages) {
        long at = from;
        for (int i = 0; i < Container.NEXT_EPOCHS; i++) {
            in.position = in.index(at);
            if (!in.fill(LEAST) || !container.isSync(LEAST)) {
                return Lead.NOWHERE;
            }
            Header header = header();
            if (header == Header.GOOD) {
                return goesOn(epoch, messages) ? Lead.BLOCK : Lead.NOWHERE;
            }
            in.fill(Block.MAX_HEADER + LEAST);
            int length = toNextHeader();
            int there = length < 0 ? in.available() : length;
            if (!container.isSync(Math.min(there, Block.SYNC.length))) {
                return Lead.NOWHERE;
            }
            if (length < 0) {
                return header == Header.CUT_OFF ? Lead.END : Lead.NOWHERE; // else it is damaged
            }
            at += length;
        }
        return Lead.NOWHERE;
    }

    /** How many bytes from here the next header begins, where that is not farther than a header is long; else -1. */
    private int toNextHeader() {
        int first = in.position;
        try {
            for (int i = LEAST; i < Block.MAX_HEADER && first + i + LEAST <= in.limit; i++) {
                in.position = first + i;
                if (container.isSync(LEAST)) {
                    return i;
                }
            }
            return -1;
        } finally {
            in.position = first;
        }
    }

    private Header header() {
        long start = in.offset();
        try {
            container.header();
            return Header.GOOD;
        } catch (PassedBoundsException e) {
            return Header.GOOD;
        } catch (TruncatedWireException e) {
            return Header.CUT_OFF;
        } catch (MalformedWireException e) {
            return Header.NONE;
        } finally {
            in.position = in.index(start);
        }
    }

    private boolean goesOn(int epoch, long messages) {
        try {
            BlockHeader header = container.goodHeader();
            return header.sequence() == messages
                    && (header.reset() ? Container.isOneOfNext(header, epoch) : header.epoch() == epoch);
        } catch (PassedBoundsException e) {
            return false;
        }
    }
}
