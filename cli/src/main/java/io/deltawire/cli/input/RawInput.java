package io.deltawire.cli.input;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes as they come from the file or pipe. Counts them, and announces a read that would wait, so that the output
 * can be flushed before it: a live feed then appears without delay.
 */
final class RawInput extends PassingStream {
    private Runnable beforeWait = () -> {};
    private long count;

    RawInput(InputStream in) {
        super(in);
    }

    /** Sets what is run before a read that finds nothing available. */
    void beforeWait(Runnable action) {
        beforeWait = action;
    }

    /** Continues with another stream of the same file, from an offset on. */
    void restart(FileInputStream stream, long offset) throws IOException {
        source().close();
        setSource(stream);
        stream.getChannel().position(offset);
        count = offset;
    }

    /** The offset of the next byte in the file. */
    long count() {
        return count;
    }

    /** Whether a read would probably not wait. Some files, such as those of /proc, do not know their size. */
    private boolean isReady() {
        try {
            return source().available() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Skips bytes that are there. */
    void skipFully(long bytes) throws IOException {
        source().skipNBytes(bytes);
        count += bytes;
    }

    /** Announces a wait outside of a read. */
    void announceWait() {
        beforeWait.run();
    }

    @Override
    public boolean rewind(int bytes) throws IOException {
        boolean isBack = super.rewind(bytes);
        count -= isBack ? bytes : 0;
        return isBack;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length > 0 && !isReady()) {
            beforeWait.run();
        }
        int read = source().read(into, offset, length);
        if (read > 0) {
            count += read;
        }
        return read;
    }
}
