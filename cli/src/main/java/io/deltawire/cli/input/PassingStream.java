package io.deltawire.cli.input;

import io.deltawire.wire.RewindableStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that reads from another one, the source, and closes it when it is closed itself. Subclasses only decide how
 * bytes are read.
 */
abstract class PassingStream extends BulkStream implements RewindableStream {
    private InputStream in;

    PassingStream(InputStream in) {
        this.in = in;
    }

    /** Returns the source. */
    final InputStream source() {
        return in;
    }

    /** Continues with another source, after the one before has been closed. */
    final void setSource(InputStream source) {
        in = source;
    }

    @Override
    public boolean isFollowed() {
        return in instanceof RewindableStream stream && stream.isFollowed();
    }

    @Override
    public boolean rewind(int count) throws IOException {
        return in instanceof RewindableStream stream && stream.rewind(count);
    }

    @Override
    public long zerosToEnd() throws IOException {
        return in instanceof RewindableStream stream ? stream.zerosToEnd() : -1;
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
