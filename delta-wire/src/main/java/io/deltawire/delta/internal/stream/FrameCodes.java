package io.deltawire.delta.internal.stream;

import io.deltawire.wire.spi.text.VarInt;
import java.util.zip.CRC32C;

/** The codes between headers, and how a frame is written: docs/spec/delta.md, section 3. */
public final class FrameCodes {
    /** A checksum follows. */
    public static final int CHECK = 1;
    /** A masked frame follows. */
    public static final int MASKED = 2;
    /** This is added to the length of a frame. */
    public static final int LENGTH_OFFSET = 2;

    /** The length of a checksum and its code. */
    public static final int CHECK_BYTES = 1 + Integer.BYTES;

    /** The longest frame whose length takes one byte. */
    static final int MAX_SHORT = Byte.MAX_VALUE - LENGTH_OFFSET;

    private FrameCodes() {}

    /** Begins a check that covers the one before it. */
    public static void beginCheck(CRC32C crc, int before) {
        crc.reset();
        for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
            crc.update(before >>> i & 0xFF);
        }
    }

    /** Returns the most bytes that {@link #writeFrame} writes. */
    public static int maxBytes(int length) {
        return 1 + 2 * VarInt.MAX_BYTES + length;
    }

    /** Writes a frame with its length, masked if need be, and returns the index after it. */
    public static int writeFrame(byte[] to, int index, byte[] bodies, int offset, int length) {
        int at = index;
        if (Mark.findBegin(bodies, offset, offset + length) >= 0) {
            int mask = Mark.findMask(bodies, offset, offset + length);
            to[at++] = MASKED;
            at = VarInt.write(to, at, mask);
            at = VarInt.write(to, at, length);
            Mark.mask(mask, bodies, offset, length, to, at);
        } else {
            at = VarInt.write(to, at, length + LENGTH_OFFSET);
            System.arraycopy(bodies, offset, to, at, length);
        }
        return at + length;
    }
}
