package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;

/** A stream on top of another one, which it closes. */
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
