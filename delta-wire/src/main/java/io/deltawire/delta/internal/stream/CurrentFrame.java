package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;

/**
 * The current frame of a reader: where its bodies are in the input, or in a buffer if they are compressed or masked. {@link
 * StreamReader} only sets the bounds of most plain frames, which need nothing else.
 */
final class CurrentFrame {
    private final InputBuffer in;
    private final WireLimits limits;
    private final FrameInput input;
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

    CurrentFrame(InputBuffer in, WireLimits limits, FrameInput input) {
        this.in = in;
        this.limits = limits;
        this.input = input;
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
     * Finds the bodies at the input's position. Removes their mask, and inflates them if they are compressed.
     *
     * @param mask the mask; 0 for none
     * @param numberLength the length of the frame's number, which stands before them
     * @param statedEnd the end offset by the frame's length; it is after {@link #end} if the frame is torn
     */
    void locateBodies(int mask, int numberLength, boolean isDeflated, long statedEnd) {
        isInflated = false;
        isTorn = statedEnd > end;
        isLarge = end - in.offset() > limits.maxMessageBytes();
        byte[] bytes = in.array;
        int to = in.index(end);
        if (mask != 0) {
            int length = to - in.position;
            bytes = new byte[length];
            Mark.mask(mask, in.array, in.position, length, bytes, 0);
            to = length;
        }
        int from = (mask == 0 ? in.position : 0) + numberLength;
        long size = 0;
        if (isDeflated) {
            int start = from;
            int shift = 0;
            while (from < to && bytes[from] < 0 && shift < Long.SIZE) {
                size |= (long) (bytes[from++] & 0x7F) << shift;
                shift += 7;
            }
            if (from == to || shift >= Long.SIZE) {
                throw isTorn
                        ? input.truncated("the input ends in the size of a compressed frame")
                        : input.malformed("expected the size of a compressed frame");
            }
            size |= (long) bytes[from++] << shift;
            if (from > start + 1 && bytes[from - 1] == 0) {
                throw input.malformed("expected a varint of at most 64 bits in its shortest form");
            }
        }
        if (size != 0) {
            inflate(bytes, from, to, size, statedEnd);
        } else if (mask != 0) {
            inflated.set(bytes, from, to);
            isInflated = true;
        } else {
            in.position = from;
        }
    }

    private void inflate(byte[] bytes, int from, int to, long size, long statedEnd) {
        int length = to - from;
        long statedLength = statedEnd - end + length;
        if (isTorn && length == 0) {
            throw input.truncated("the input ends in a compressed frame");
        }
        if (size < 0 || size > 2L * limits.maxMessageBytes() || size > InflatedFrame.MAX_RATIO * statedLength) {
            throw input.malformed("expected " + statedLength + " bytes of a frame to inflate to at most "
                    + 2L * limits.maxMessageBytes() + " but was " + Long.toUnsignedString(size));
        }
        if (!inflated.inflate(bytes, from, length, (int) size, isTorn)) {
            throw input.malformed("expected " + length + " bytes of DEFLATE data that inflate to " + size);
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
