package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.spi.InputBuffer;

/**
 * Finds the end of a frame that its writer could not complete: the start of the block with which the writer continued.
 *
 * <p>A target that fails may have taken a part of that block's header as well, and of further headers, and the writer
 * may have been stopped then. So the search follows a chain of torn headers until a complete one, or the end of the
 * input.
 */
public final class TornFrames {
    /** The number of header bytes that cannot be the end of a message. */
    public static final int MIN_HEADER_BYTES = 3;

    /** What a chain of torn headers leads to. */
    private enum Lead {
        NOWHERE,
        /** The block with which the writer continued. */
        BLOCK,
        /** The end of the input. */
        END
    }

    /** What is at an offset. */
    private enum Header {
        /** A complete header, readable by any reader with sufficient limits. */
        GOOD,
        /** The start of a header in which the input ends. */
        CUT_OFF,
        NONE
    }

    private final InputBuffer in;
    private final MarkerReader markers;
    private boolean leadsToEnd;

    public TornFrames(InputBuffer in, MarkerReader markers) {
        this.in = in;
        this.markers = markers;
    }

    /**
     * Returns how many bytes of a frame come before a header.
     *
     * <p>The header must begin one of the next epochs, or continue this one, with as many messages before it as the
     * frame has; or the input ends in it. A dump inside a message hardly contains such a header.
     *
     * @param length the length of the frame that is present, from the position on
     * @param epoch the epoch of the frame's block
     * @param messages the number of messages before the frame; -1 to accept only a header in which the input ends
     * @return the number of bytes; -1 if there is no such header
     */
    public int bytesBeforeHeader(int length, int epoch, long messages) {
        long start = in.offset();
        try {
            for (int i = 0; i < length; i++) {
                in.position = in.index(start + i);
                Lead lead = in.array[in.position] == 0 ? followHeaders(start + i, epoch, messages) : Lead.NOWHERE;
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

    /** Whether the input ends in the header that {@link #bytesBeforeHeader} found, or in one that follows it. */
    boolean leadsToEnd() {
        return leadsToEnd;
    }

    private Lead followHeaders(long from, int epoch, long messages) {
        long offset = from;
        for (int i = 0; i < MarkerReader.NEXT_EPOCHS; i++) {
            in.position = in.index(offset);
            if (!in.fill(MIN_HEADER_BYTES) || !markers.isSync(MIN_HEADER_BYTES)) {
                return Lead.NOWHERE;
            }
            Header header = readHeader();
            if (header == Header.GOOD) {
                return isExpected(epoch, messages) ? Lead.BLOCK : Lead.NOWHERE;
            }
            in.fill(ContainerCodes.MAX_HEADER + MIN_HEADER_BYTES);
            int length = distanceToNextHeader();
            int present = length < 0 ? in.available() : length;
            if (!markers.isSync(Math.min(present, ContainerCodes.SYNC.length))) {
                return Lead.NOWHERE;
            }
            if (length < 0) {
                return header == Header.CUT_OFF ? Lead.END : Lead.NOWHERE; // a complete header is damaged
            }
            offset += length;
        }
        return Lead.NOWHERE;
    }

    /** Returns the distance to the next header if it is at most the length of a header; else -1. */
    private int distanceToNextHeader() {
        int first = in.position;
        try {
            for (int i = MIN_HEADER_BYTES;
                    i < ContainerCodes.MAX_HEADER && first + i + MIN_HEADER_BYTES <= in.limit;
                    i++) {
                in.position = first + i;
                if (markers.isSync(MIN_HEADER_BYTES)) {
                    return i;
                }
            }
            return -1;
        } finally {
            in.position = first;
        }
    }

    private Header readHeader() {
        long start = in.offset();
        try {
            markers.readHeader();
            return Header.GOOD;
        } catch (StateBoundsException e) {
            return Header.GOOD;
        } catch (TruncatedWireException e) {
            return Header.CUT_OFF;
        } catch (MalformedWireException e) {
            return Header.NONE;
        } finally {
            in.position = in.index(start);
        }
    }

    private boolean isExpected(int epoch, long messages) {
        try {
            BlockHeader header = markers.peekHeader();
            return header.sequence() == messages
                    && (header.isReset() ? MarkerReader.isNextEpoch(header, epoch) : header.epoch() == epoch);
        } catch (StateBoundsException e) {
            return false;
        }
    }
}
