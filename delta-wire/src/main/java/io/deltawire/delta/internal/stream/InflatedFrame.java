package io.deltawire.delta.internal.stream;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The bodies of a compressed or masked frame: docs/spec/delta.md, section 3.1. It owns the inflater and a buffer, which the next
 * frame reuses.
 */
public final class InflatedFrame {
    /** More bytes than DEFLATE can expand one byte to. */
    public static final int MAX_RATIO = 1040;

    private byte[] bytes = {};
    private int position;
    private int end;
    private Inflater inflater;

    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the next body. */
    int position() {
        return position;
    }

    /** Returns the index after the last body. */
    public int end() {
        return end;
    }

    /** Moves past a body. */
    void moveTo(int index) {
        position = index;
    }

    /** Sets the bodies of a frame that was masked and not compressed. The bytes become this object's own. */
    void set(byte[] unmasked, int from, int to) {
        bytes = unmasked;
        position = from;
        end = to;
    }

    /**
     * Inflates a frame into {@link #bytes}.
     *
     * @param size the length of the bodies as the frame states it, already compared with the limits
     * @param isCut whether the frame is incomplete, so that a part of the bodies is enough
     * @return whether the data is valid and inflates to that length
     */
    public boolean inflate(byte[] from, int offset, int length, int size, boolean isCut) {
        if (inflater == null) {
            inflater = new Inflater(true);
        }
        if (bytes.length <= size) {
            bytes = new byte[size + 1]; // the extra byte reveals data that is too long
        }
        position = 0;
        end = 0;
        inflater.reset();
        inflater.setInput(from, offset, length);
        try {
            int read = 1;
            while (read > 0 && end <= size) {
                read = inflater.inflate(bytes, end, size + 1 - end);
                end += read;
            }
        } catch (DataFormatException e) {
            return isCut && end > 0;
        }
        return isCut ? end <= size : end == size && inflater.finished() && inflater.getRemaining() == 0;
    }

    public void close() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
    }
}
