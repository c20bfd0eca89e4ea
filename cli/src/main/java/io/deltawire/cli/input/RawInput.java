package io.deltawire.cli.input;

import io.deltawire.wire.FollowedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes as they come from the file or pipe. Counts them, and announces a read that would wait.
 */
final class RawInput extends PassingStream {
    private InputWait wait = InputWait.NONE;
    private long count;

    RawInput(InputStream in) {
        super(in);
    }

    /** Sets what receives the reads that find nothing available. */
    void announceTo(InputWait receiver) {
        wait = receiver;
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

    /** Skips bytes, which must be present. */
    void skipFully(long bytes) throws IOException {
        source().skipNBytes(bytes);
        count += bytes;
    }

    /** Waits for a change of the followed file that these bytes come from; returns false if it has ended. */
    boolean awaitChange(FollowedInputStream followed) throws IOException {
        wait.beginWait();
        try {
            return followed.awaitChange();
        } finally {
            wait.endWait();
        }
    }

    @Override
    public boolean rewind(int bytes) throws IOException {
        boolean isBack = super.rewind(bytes);
        count -= isBack ? bytes : 0;
        return isBack;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = length > 0 && !isReady() ? awaitAndRead(into, offset, length) : source().read(into, offset, length);
        if (read > 0) {
            count += read;
        }
        return read;
    }

    private int awaitAndRead(byte[] into, int offset, int length) throws IOException {
        wait.beginWait();
        try {
            return source().read(into, offset, length);
        } finally {
            wait.endWait();
        }
    }
}
