package io.deltawire.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Collects what is written and hands it on in large pieces, at once when it is flushed. Its failures are
 * {@link Failed}, to tell them from those of the input.
 */
public final class DataOut extends OutputStream {
    private static final int ROOM = 1 << 16;

    private final OutputStream out;
    private final String name;
    private final byte[] buffer;
    private int size;
    private long count;

    public DataOut(OutputStream out, String name) {
        this(out, name, ROOM);
    }

    public DataOut(OutputStream out, String name, int room) {
        this.out = out;
        this.name = name;
        this.buffer = new byte[room];
    }

    /** The number of bytes written. */
    public long count() {
        return count;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        count += length;
        if (length > buffer.length - size) {
            drain();
        }
        if (length > buffer.length) {
            hand(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buffer, size, length);
            size += length;
        }
    }

    @Override
    public void flush() throws IOException {
        drain();
    }

    @Override
    public void close() throws IOException {
        drain();
        try {
            out.close();
        } catch (IOException e) {
            throw new Failed(name, e);
        }
    }

    private void drain() throws IOException {
        int length = size;
        // Cleared first: what could not be written once is not tried again when closing.
        size = 0;
        if (length > 0) {
            hand(buffer, 0, length);
        }
    }

    private void hand(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw new Failed(name, e);
        }
    }

    /** The output could not be written. */
    public static final class Failed extends IOException {
        private static final long serialVersionUID = 1;

        public Failed(String name, IOException cause) {
            super("cannot write " + name + ": " + cause.getMessage(), cause);
        }

        /** True where whoever read the output has gone, which is no fault. */
        public boolean isClosedPipe() {
            String reason = String.valueOf(getCause().getMessage());
            return reason.contains("Broken pipe") || reason.contains("pipe is being closed");
        }
    }
}
