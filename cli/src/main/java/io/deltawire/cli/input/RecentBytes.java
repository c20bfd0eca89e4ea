package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;

/** A stream that remembers the bytes last read, to show those around a fault. */
public final class RecentBytes extends PassingStream {
    private static final int ROOM = 1 << 18;

    private final byte[] ring = new byte[ROOM];
    private final long first;
    private long count;

    RecentBytes(InputStream in) {
        this(in, 0);
    }

    /** Remembers a stream whose first byte is the one at an offset of the input. */
    RecentBytes(InputStream in, long first) {
        super(in);
        this.first = first;
        this.count = first;
    }

    /** Where in the input the next byte is read. */
    public long count() {
        return count;
    }

    /** True where the byte at an offset from the start is still remembered. */
    boolean has(long offset) {
        return offset >= first && offset < count && offset >= count - ROOM;
    }

    /** The byte at an offset that {@link #has} accepts. */
    public byte at(long offset) {
        return ring[(int) (offset & (ROOM - 1))];
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = in.read(into, offset, length);
        if (read > 0) {
            remember(into, offset, read);
        }
        return read;
    }

    private void remember(byte[] bytes, int offset, int length) {
        int kept = Math.min(length, ROOM);
        int from = offset + length - kept;
        int to = (int) ((count + length - kept) & (ROOM - 1));
        int first = Math.min(kept, ROOM - to);
        System.arraycopy(bytes, from, ring, to, first);
        System.arraycopy(bytes, from + first, ring, 0, kept - first);
        count += length;
    }
}
