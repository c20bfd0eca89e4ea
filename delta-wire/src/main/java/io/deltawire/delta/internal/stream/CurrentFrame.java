package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;

/**
 * The current frame of a reader: where its bodies are in the input, or in a buffer if they are compressed. {@link
 * BlockReader} only sets the bounds of most plain frames, which need nothing else.
 */
final class CurrentFrame {
    private final InputBuffer in;
    private final WireLimits limits;
    private final MarkerReader markers;
    private final InflatedFrame inflated = new InflatedFrame();
    /** Whether the bodies are in {@link #inflated}. */
    private boolean isInflated;
    /** Whether the input ends inside the frame. */
    private boolean isTorn;
    /** Whether the bodies together are longer than a message may be, so that one of them may be too long. */
    private boolean isLarge;
    /** The offset of the frame's length. */
    private long start;
    /** The offset after the frame. */
    private long end;

    CurrentFrame(InputBuffer in, WireLimits limits, MarkerReader markers) {
        this.in = in;
        this.limits = limits;
        this.markers = markers;
    }

    /** Returns the offset of the frame's length. */
    long start() {
        return start;
    }

    /** Returns the offset after the frame. */
    long end() {
        return end;
    }

    /** Begins a complete frame with the flags of the frame before. */
    void setBounds(long from, long to) {
        start = from;
        end = to;
    }

    /** Begins a frame whose length has not been read. The end of the frame before remains. */
    void begin(long from) {
        start = from;
    }

    void endAt(long offset) {
        end = offset;
    }

    /** Ends the frame, so that its remaining bodies are not returned. */
    void skipBodies() {
        end = 0;
    }

    boolean isInflated() {
        return isInflated;
    }

    /** Whether the bodies are complete, uncompressed, and none can be too long. */
    boolean isPlain() {
        return !isInflated && !isTorn && !isLarge;
    }

    boolean isLarge() {
        return isLarge;
    }

    /** Marks the bodies as complete and uncompressed. */
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
     * Finds the bodies at the input's position, and inflates them if they are compressed.
     *
     * @param statedEnd the end offset by the frame's length; it is after {@link #end} if the frame is torn
     */
    void locateBodies(boolean isDeflated, long statedEnd) {
        isInflated = false;
        isTorn = statedEnd > end;
        isLarge = end - in.offset() > limits.maxMessageBytes();
        if (!isDeflated) {
            return;
        }
        long size = markers.readVarInt();
        long statedLength = statedEnd - in.offset();
        int length = in.index(end) - in.position;
        if (size == 0 || isTorn && length <= 0) {
            return;
        }
        if (size < 0 || size > 2L * limits.maxMessageBytes() || size > InflatedFrame.MAX_RATIO * statedLength) {
            throw markers.malformed("expected " + statedLength + " bytes of a frame to inflate to at most "
                    + 2L * limits.maxMessageBytes() + " but was " + Long.toUnsignedString(size));
        }
        if (!inflated.inflate(in.array, in.position, length, (int) size, isTorn)) {
            throw markers.malformed("expected " + length + " bytes of DEFLATE data that inflate to " + size);
        }
        isInflated = true;
        isLarge = size > limits.maxMessageBytes();
    }

    /** Sets a cursor to the remaining bodies. */
    void setCursor(ByteCursor cursor) {
        if (isInflated) {
            cursor.setInflated(inflated.bytes(), inflated.position(), inflated.end(), in.offset());
        } else {
            cursor.set(in.array, in.position, endIndex(), in.offset() - in.position);
        }
        if (isTorn) {
            cursor.setTorn();
        }
    }

    /** Moves past a body, to an index of the cursor's array. */
    void advanceTo(int index) {
        if (!isInflated) {
            in.position = index;
        } else if (index < inflated.end() || isTorn) {
            inflated.moveTo(index);
        } else {
            in.position = endIndex();
        }
    }

    void close() {
        inflated.close();
    }
}
