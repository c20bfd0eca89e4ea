package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;

/** The present frame: where its bodies are, which may be compressed. */
final class Frame {
    private final InputBuffer in;
    private final WireLimits limits;
    private final Container container;
    private final InflatedFrame inflated = new InflatedFrame();
    /** Whether the bodies are in {@link #inflated}. */
    private boolean isInflated;
    /** Whether the frame is not all there. */
    private boolean isTorn;
    /** Whether the bodies are more than a message may take, so that one of them may be too long. */
    private boolean isLarge;
    /** Offset of its length, or of the last byte of that. */
    long start;
    /** Offset after the frame. */
    long end;

    Frame(InputBuffer in, WireLimits limits, Container container) {
        this.in = in;
        this.limits = limits;
        this.container = container;
    }

    boolean isInflated() {
        return isInflated;
    }

    /** Whether the bodies are all there, as they are in the input, and none is too long. */
    boolean isPlain() {
        return !isInflated && !isTorn && !isLarge;
    }

    boolean isLarge() {
        return isLarge;
    }

    /** Takes note that the bodies are as they are in the input. */
    void setPlain() {
        isInflated = false;
        isTorn = false;
        isLarge = false;
    }

    /** The index in the window after the frame. */
    int endIndex() {
        return in.index(end);
    }

    /**
     * Makes the bodies present, which are at the position.
     *
     * @param saidEnd the offset where the frame's length has it end, which is behind {@link #end} where the frame is torn
     */
    void unpack(boolean isDeflated, long saidEnd) {
        isInflated = false;
        isTorn = saidEnd > end;
        isLarge = end - in.offset() > limits.maxMessageBytes();
        if (!isDeflated) {
            return;
        }
        long size = container.varInt();
        long saidLength = saidEnd - in.offset();
        int length = in.index(end) - in.position;
        if (size == 0 || isTorn && length <= 0) {
            return;
        }
        if (size < 0 || size > 2L * limits.maxMessageBytes() || size > InflatedFrame.MAX_RATIO * saidLength) {
            throw container.malformed("expected " + saidLength + " bytes of a frame to inflate to at most "
                    + 2L * limits.maxMessageBytes() + " but was " + Long.toUnsignedString(size));
        }
        if (!inflated.inflate(in.array, in.position, length, (int) size, isTorn)) {
            throw container.malformed("expected " + length + " bytes of DEFLATE data that inflate to " + size);
        }
        isInflated = true;
        isLarge = size > limits.maxMessageBytes();
    }

    /** Hands the bodies that are left to a cursor. */
    void aim(ByteCursor cursor) {
        if (isInflated) {
            cursor.setInflated(inflated.bytes, inflated.position, inflated.end, in.offset());
        } else {
            cursor.set(in.array, in.position, endIndex(), in.offset() - in.position);
        }
        if (isTorn) {
            cursor.setTorn();
        }
    }

    /** Takes note that a body has been read, up to an index of what the cursor was aimed at. */
    void passed(int index) {
        if (!isInflated) {
            in.position = index;
        } else if (index < inflated.end || isTorn) {
            inflated.position = index;
        } else {
            in.position = endIndex();
        }
    }

    void close() {
        inflated.close();
    }
}
