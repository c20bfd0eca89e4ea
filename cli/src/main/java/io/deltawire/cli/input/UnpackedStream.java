package io.deltawire.cli.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * What has been unpacked, up to where that fails. FormatFinder with checksums or lengths of their own tell which messages before that are
 * whole: for them it is the end of the input, and what has failed is told behind these.
 */
final class UnpackedStream extends PassingStream {
    private boolean endsAtFault;
    private IOException fault;

    UnpackedStream(InputStream in) {
        super(in);
    }

    /** Has the input end where it cannot be unpacked, from now on, instead of throwing what has failed. */
    void endAtFault() {
        endsAtFault = true;
    }

    /** What has failed where the input has ended; null where nothing has. */
    IOException fault() {
        return fault;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (fault != null) {
            return -1;
        }
        try {
            return in.read(into, offset, length);
        } catch (EOFException | Unpacking.Damaged e) {
            if (!endsAtFault) {
                throw e;
            }
            fault = e;
            return -1;
        }
    }
}
