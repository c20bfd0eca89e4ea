package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;

/** A stream whose subclasses read arrays of bytes; a single byte is read as an array of one. */
abstract class BulkStream extends InputStream {
    @Override
    public abstract int read(byte[] into, int offset, int length) throws IOException;

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }
}
