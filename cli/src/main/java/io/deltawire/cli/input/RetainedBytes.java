package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A stream that keeps what has been read of it until it is released: the bytes of a message, to be shown. */
public final class RetainedBytes extends PassingStream {
    private byte[] kept = new byte[1 << 16];
    private long first;
    private int length;

    /** Keeps the bytes of a stream whose first byte is the one at an offset of the input. */
    RetainedBytes(InputStream in, long first) {
        super(in);
        this.first = first;
    }

    /** Where the bytes kept begin in the input. */
    public long first() {
        return first;
    }

    /** Where the bytes read so far end in the input. */
    long end() {
        return first + length;
    }

    /** A copy of all that is kept. */
    public byte[] copy() {
        return Arrays.copyOf(kept, length);
    }

    /** A copy of the bytes up to an offset, which are released. */
    public byte[] take(long end) {
        int taken = (int) (Math.min(end, end()) - first);
        byte[] bytes = Arrays.copyOf(kept, taken);
        System.arraycopy(kept, taken, kept, 0, length - taken);
        first += taken;
        length -= taken;
        return bytes;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        int read = in.read(into, offset, count);
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
