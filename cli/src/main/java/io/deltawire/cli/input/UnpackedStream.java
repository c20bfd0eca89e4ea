package io.deltawire.cli.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The unpacked bytes, up to where unpacking fails. A format with checksums or lengths can tell which messages before
 * that are whole. For such a format the input ends there, and the fault is reported after the messages.
 */
final class UnpackedStream extends PassingStream {
    private boolean endsAtFault;
    private IOException fault;

    UnpackedStream(InputStream in) {
        super(in);
    }

    /** From now on, ends the stream where unpacking fails, instead of throwing the fault. */
    void endAtFault() {
        endsAtFault = true;
    }

    /** The fault that has ended the stream, or null. */
    IOException fault() {
        return fault;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (fault != null) {
            return -1;
        }
        try {
            return source().read(into, offset, length);
        } catch (EOFException | Unpacking.Damaged e) {
            if (!endsAtFault) {
                throw e;
            }
            fault = e;
            return -1;
        }
    }
}
