package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A stream that retains what has been read of it until it is released: the bytes of a message that is to be shown. */
public final class RetainedBytes extends PassingStream {
    private byte[] kept = new byte[1 << 16];
    private long first;
    private int length;

    /** @param first the offset of the stream's first byte in the input */
    RetainedBytes(InputStream in, long first) {
        super(in);
        this.first = first;
    }

    /** The offset of the first retained byte in the input. */
    public long first() {
        return first;
    }

    /** The offset in the input up to which bytes have been read. */
    long end() {
        return first + length;
    }

    /** A copy of the retained bytes. */
    public byte[] copy() {
        return Arrays.copyOf(kept, length);
    }

    /** Releases the bytes up to an offset, and returns a copy of them. */
    public byte[] release(long end) {
        int taken = (int) (Math.min(end, end()) - first);
        byte[] bytes = Arrays.copyOf(kept, taken);
        System.arraycopy(kept, taken, kept, 0, length - taken);
        first += taken;
        length -= taken;
        return bytes;
    }

    @Override
    public boolean rewind(int bytes) throws IOException {
        boolean isBack = bytes <= length && super.rewind(bytes);
        length -= isBack ? bytes : 0;
        return isBack;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        int read = source().read(into, offset, count);
        if (read > 0) {
            if (read > kept.length - length) {
                kept = Arrays.copyOf(kept, Math.max(2 * kept.length, length + read));
            }
            System.arraycopy(into, offset, kept, length, read);
            length += read;
        }
        return read;
    }
}
