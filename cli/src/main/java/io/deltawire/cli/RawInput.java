package io.deltawire.cli;

import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes as they come from the file or pipe: counts them, and gives notice before a read that would wait, so that
 * what is written so far can be flushed and a live feed shows at once.
 */
final class RawInput extends InputStream {
    private final InputStream in;
    private Runnable beforeWait = () -> {};
    private long count;

    RawInput(InputStream in) {
        this.in = in;
    }

    /** Sets what is done before a read that finds nothing ready. */
    void beforeWait(Runnable action) {
        beforeWait = action;
    }

    /** The number of bytes read so far. */
    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length > 0 && in.available() <= 0) {
            beforeWait.run();
        }
        int read = in.read(into, offset, length);
        if (read > 0) {
            count += read;
        }
        return read;
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
