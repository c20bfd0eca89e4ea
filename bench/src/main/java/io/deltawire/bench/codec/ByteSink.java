package io.deltawire.bench.codec;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * A stream into an array that grows and is reused for each message. {@code ByteArrayOutputStream} would take a lock for each call, and
 * copy the array for each message.
 */
public final class ByteSink extends OutputStream {
    private byte[] array = new byte[1 << 12];
    private int size;

    /** Returns the array itself. The message is in its first {@link #size()} bytes. */
    public byte[] array() {
        return array;
    }

    public int size() {
        return size;
    }

    /** Empties the stream for a new message. */
    public void reset() {
        size = 0;
    }

    private void ensureCapacity(int more) {
        if (array.length - size < more) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, size + more));
        }
    }

    @Override
    public void write(int b) {
        ensureCapacity(1);
        array[size++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        ensureCapacity(length);
        System.arraycopy(bytes, offset, array, size, length);
        size += length;
    }
}
