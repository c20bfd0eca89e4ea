package io.deltawire.cli.input;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes as they come from the file or pipe: counts them, and gives notice before a read that would wait, so that
 * what is written so far can be flushed and a live feed shows at once.
 */
final class RawInput extends PassingStream {
    private Runnable beforeWait = () -> {};
    private long count;

    RawInput(InputStream in) {
        super(in);
    }

    /** Sets what is done before a read that finds nothing ready. */
    void beforeWait(Runnable action) {
        beforeWait = action;
    }

    /** Goes on in another stream of the same file, from an offset on. */
    void restart(FileInputStream stream, long offset) throws IOException {
        in.close();
        in = stream;
        stream.getChannel().position(offset);
        count = offset;
    }

    /** Where in the file the next byte is read. */
    long count() {
        return count;
    }

    /** Whether there is something to read at once, as far as can be told: some files, as those of /proc, do not know their size. */
    private boolean isReady() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length > 0 && !isReady()) {
            beforeWait.run();
        }
        int read = in.read(into, offset, length);
        if (read > 0) {
            count += read;
        }
        return read;
    }
}
