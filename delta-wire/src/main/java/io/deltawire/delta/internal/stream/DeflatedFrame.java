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

    /** Compresses bodies if that makes them shorter, and returns the length of the frame. */
    int deflate(byte[] bodies, int offset, int length) {
        int most = length + MAX_OVERHEAD;
        if (bytes.length < most + VarInt.MAX_BYTES) {
            bytes = new byte[2 * most + VarInt.MAX_BYTES];
        }
        int start = VarInt.write(bytes, 0, length);
        deflater.reset();
        deflater.setInput(bodies, offset, length);
        deflater.finish();
        int packed = start + deflater.deflate(bytes, start, most - start);
        if (deflater.finished()) {
            return packed;
        }
        bytes[0] = 0;
        System.arraycopy(bodies, offset, bytes, 1, length);
        return most;
    }

    void close() {
        deflater.end();
    }
}
