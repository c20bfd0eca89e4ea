package io.deltawire.marshallable.testing.pins;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A compressed delta stream without what depends on the JDK's zlib: frames are inflated, and the checksums over them
 * left out. See docs/spec/delta.md, sections 3 and 3.1.
 */
final class DeflatedStream {
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
        long length = varint(in);
        if (length == 0) {
            copyMarker();
            return;
        }
        // What the length is depends on the compression, and so it is not copied.
        byte[] frame = new byte[(int) length];
        in.get(frame);
        ByteBuffer content = ByteBuffer.wrap(frame);
        int size = (int) varint(content);
        byte[] data = new byte[content.remaining()];
        content.get(data);
        out.writeBytes(size == 0 ? data : inflate(data, size));
    }

    private void copyMarker() {
        int kind = in.get();
        out.write(0);
        out.write(kind);
        switch (kind) {
            case 'D' -> {
                copy(3 + 2);
                copyVarint();
                copy(4);
                copyVarint();
                copyVarint();
                copyVarint();
                copy(4);
            }
            case 1 -> in.getInt();
            case 3 -> {
                copyVarint();
                copy(4);
            }
            default -> throw new AssertionError("marker " + kind + " at " + in.position());
        }
    }

    private void copy(int length) {
        for (int i = 0; i < length; i++) {
            out.write(in.get());
        }
    }

    private void copyVarint() {
        int start = in.position();
        varint(in);
        out.write(in.array(), start, in.position() - start);
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
