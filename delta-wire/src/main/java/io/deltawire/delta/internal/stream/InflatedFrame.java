package io.deltawire.delta.internal.stream;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The bodies of a frame that was compressed: docs/spec/delta.md, section 3.1. Reused from frame to frame. */
final class InflatedFrame {
    /** More than DEFLATE can make of a byte. */
    static final int MAX_RATIO = 1040;

    byte[] bytes = {};
    int position;
    int end;
    private Inflater inflater;

    /**
     * Inflates a frame.
     *
     * @param size the length that it says its bodies have, checked against the limits before
     * @param isCut whether the frame is not all there, so that what there is will do
     * @return whether the data is what it should be
     */
    boolean inflate(byte[] from, int offset, int length, int size, boolean isCut) {
        if (inflater == null) {
            inflater = new Inflater(true);
        }
        if (bytes.length <= size) {
            bytes = new byte[size + 1]; // one more, so that data that is too long is found
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

    void close() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
    }
}
