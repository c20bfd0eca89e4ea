package io.deltawire.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Buffers the output, and passes it on when the buffer is full or flushed. Its failures are {@link Failed}, so that
 * they can be distinguished from failures of the input.
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
        // The buffer is cleared first, so that bytes that could not be written are not tried again on closing.
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

    public static final class Failed extends IOException {
        private static final long serialVersionUID = 1;

        public Failed(String name, IOException cause) {
            super("cannot write " + name + ": " + cause.getMessage(), cause);
        }

        /** Whether the reader of the output has gone, which is not an error. */
        public boolean isClosedPipe() {
            String reason = String.valueOf(getCause().getMessage());
            return reason.contains("Broken pipe") || reason.contains("pipe is being closed");
        }
    }
}
