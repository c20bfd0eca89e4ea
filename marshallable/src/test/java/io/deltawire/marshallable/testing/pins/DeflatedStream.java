package io.deltawire.marshallable.testing.pins;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A compressed delta stream without what depends on the JDK's zlib: frames are inflated, and the checksums over them
 * left out. See docs/spec/delta.md, section 3.
 */
final class DeflatedStream {
    private static final int MARK_BYTES = 5;

    private final ByteBuffer in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private DeflatedStream(byte[] stream) {
        in = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] inflated(byte[] stream) {
        DeflatedStream deflated = new DeflatedStream(stream);
        while (deflated.in.hasRemaining()) {
            deflated.copyNext();
        }
        return deflated.out.toByteArray();
    }

    private void copyNext() {
        if (isMark()) {
            int length = in.get(in.position() + MARK_BYTES) & 0xFF;
            copy(MARK_BYTES + 1 + length + Integer.BYTES);
            return;
        }
        long code = varint(in);
        if (code == 1) {
            in.getInt();
            return;
        }
        // What the mask and the length are depends on the compression, and so they are not copied.
        long mask = code == 2 ? varint(in) : 0;
        byte[] frame = new byte[(int) (code == 2 ? varint(in) : code - 2)];
        in.get(frame);
        for (int i = 0; i < frame.length; i++) {
            frame[i] ^= (byte) (mask * 0x01010101L >>> 8 * (i % 4));
        }
        ByteBuffer content = ByteBuffer.wrap(frame);
        int size = (int) varint(content);
        byte[] data = new byte[content.remaining()];
        content.get(data);
        out.writeBytes(size == 0 ? data : inflate(data, size));
    }

    private boolean isMark() {
        return in.remaining() > MARK_BYTES
                && in.getInt(in.position()) == 0xD7D4CCC4
                && in.get(in.position() + MARK_BYTES - 1) == 0;
    }

    private void copy(int length) {
        for (int i = 0; i < length; i++) {
            out.write(in.get());
        }
    }

    private static long varint(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] inflate(byte[] data, int size) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(data);
            byte[] inflated = new byte[size];
            int done = 0;
            while (done < size) {
                int now = inflater.inflate(inflated, done, size - done);
                if (now == 0) {
                    throw new AssertionError("expected " + size + " bytes but was " + done);
                }
                done += now;
            }
            return inflated;
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        } finally {
            inflater.end();
        }
    }
}
