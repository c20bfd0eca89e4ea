package io.deltawire.delta.internal.stream;

import io.deltawire.wire.spi.text.VarInt;
import java.util.zip.Deflater;

/**
 * Compresses frames for a writer, each on its own: docs/spec/delta.md, section 3.1. It owns the deflater and the buffer
 * that every frame is packed into.
 */
final class DeflatedFrame {
    /** The most bytes by which a frame can be longer than its bodies. */
    static final int MAX_OVERHEAD = 1;

    private final Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    /** The frame that {@link #deflate} made last. */
    private byte[] bytes = new byte[64];

    /** Returns the frame that {@link #deflate} made last, which the next call overwrites. */
    byte[] bytes() {
        return bytes;
    }

    /**
     * Compresses bodies if that makes them shorter, and returns the length of the frame.
     *
     * @param numberLength the length of the frame's number, which stands before the bodies and is not compressed
     */
    int deflate(byte[] from, int offset, int numberLength, int length) {
        int most = numberLength + length + MAX_OVERHEAD;
        if (bytes.length < most + VarInt.MAX_BYTES) {
            bytes = new byte[2 * most + VarInt.MAX_BYTES];
        }
        System.arraycopy(from, offset, bytes, 0, numberLength);
        int start = VarInt.write(bytes, numberLength, length);
        deflater.reset();
        deflater.setInput(from, offset + numberLength, length);
        deflater.finish();
        int packed = start + deflater.deflate(bytes, start, most - start);
        if (deflater.finished()) {
            return packed;
        }
        bytes[numberLength] = 0;
        System.arraycopy(from, offset + numberLength, bytes, numberLength + 1, length);
        return most;
    }

    void close() {
        deflater.end();
    }
}
