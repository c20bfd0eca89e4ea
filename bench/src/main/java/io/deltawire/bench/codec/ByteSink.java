package io.deltawire.bench.codec;

import java.io.OutputStream;
import java.util.Arrays;

/** A stream into an array that is used again for each message, without locks. */
public final class ByteSink extends OutputStream {
    public byte[] array = new byte[1 << 12];
    public int count;

    /** Begins a new message. */
    public void reset() {
        count = 0;
    }

    private void ensure(int more) {
        if (array.length - count < more) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, count + more));
        }
    }

    @Override
    public void write(int b) {
        ensure(1);
        array[count++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        ensure(length);
        System.arraycopy(bytes, offset, array, count, length);
        count += length;
    }
}
