package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that reads from another one, the source, and closes it when it is closed itself. Subclasses only decide how
 * bytes are read.
 */
abstract class PassingStream extends BulkStream {
    InputStream in;

    PassingStream(InputStream in) {
        this.in = in;
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
