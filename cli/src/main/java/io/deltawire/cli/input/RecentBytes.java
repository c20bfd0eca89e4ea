package io.deltawire.cli.input;

import java.io.IOException;
import java.io.InputStream;

/** A stream that remembers the bytes read last, so that errors can show them. The memory is a ring. */
public final class RecentBytes extends PassingStream {
    private static final int ROOM = 1 << 18;

    private final byte[] ring = new byte[ROOM];
    private final long first;
    private long count;

    RecentBytes(InputStream in) {
        this(in, 0);
    }

    /** @param first the offset of the stream's first byte in the input */
    RecentBytes(InputStream in, long first) {
        super(in);
        this.first = first;
        this.count = first;
    }

    /** The offset of the next byte in the input. */
    public long count() {
        return count;
    }

    /** Whether the byte at an offset is still remembered. */
    boolean has(long offset) {
        return offset >= first && offset < count && offset >= count - ROOM;
    }

    /** The byte at an offset that is remembered. */
    public byte at(long offset) {
        return ring[(int) (offset & (ROOM - 1))];
    }

    @Override
    public boolean rewind(int bytes) throws IOException {
        boolean isBack = super.rewind(bytes);
        count -= isBack ? bytes : 0;
        return isBack;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = source().read(into, offset, length);
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
