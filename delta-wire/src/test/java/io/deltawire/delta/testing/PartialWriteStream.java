package io.deltawire.delta.testing;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Takes a number of eighths of what it is given and throws, a number of times. */
public final class PartialWriteStream extends FilterOutputStream {
    private final int eighths;
    public int failures;

    public PartialWriteStream(OutputStream out, int eighths) {
        super(out);
        this.eighths = eighths;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        out.write(from, offset, failures > 0 ? length * eighths / 8 : length);
        if (failures > 0) {
            failures--;
            throw new IOException("the disk is full");
        }
    }
}
