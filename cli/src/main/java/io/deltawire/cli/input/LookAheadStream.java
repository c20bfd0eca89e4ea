package io.deltawire.cli.input;

import io.deltawire.wire.RewindableStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A stream whose first bytes can be examined before they are read. */
final class LookAheadStream extends InputStream implements RewindableStream {
    private static final int WANTED = 64;
    private static final int ROOM = 4096;
    /** The number of bytes by which a binary format is found. */
    private static final int BINARY = 8;

    private final InputStream in;
    private byte[] head = new byte[ROOM];
    private int length;
    private int position;

    /**
     * Reads the first bytes: at least 64, a line, 8 that are not text or what shows how they are packed, unless the
     * stream ends before. Reads no more than is available, since the rest of a live feed may take its time.
     */
    LookAheadStream(InputStream in) throws IOException {
        this.in = in;
        lookAhead();
    }

    private void lookAhead() throws IOException {
        while (length < WANTED && !hasLine() && !isBinary() && Unpacking.detect(head()) == Unpacking.NONE) {
            int read = in.read(head, length, ROOM - length);
            if (read < 0) {
                break;
            }
            length += read;
        }
    }

    private boolean hasLine() {
        for (int i = 0; i < length; i++) {
            if (head[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private boolean isBinary() {
        boolean hasZero = false;
        for (int i = 0; i < Math.min(BINARY, length); i++) {
            hasZero |= head[i] == 0;
        }
        return hasZero && length >= BINARY;
    }

    /** A copy of the first bytes. */
    byte[] head() {
        return Arrays.copyOfRange(head, position, length);
    }

    /**
     * Passes zeros, and looks ahead again from where they end.
     *
     * @param kept the number of zeros to keep before the first other byte, or before the end
     * @return the number of zeros passed
     */
    long passZeros(int kept) throws IOException {
        long zeros = 0;
        int first = position;
        do {
            while (first < length && head[first] == 0) {
                first++;
                zeros++;
            }
            if (first == length) {
                length = Math.max(0, in.read(head, 0, ROOM));
                first = 0;
            }
        } while (length > 0 && head[first] == 0);
        int before = (int) Math.min(kept, zeros);
        byte[] rest = new byte[before + ROOM];
        System.arraycopy(head, first, rest, before, length - first);
        length += before - first;
        head = rest;
        position = 0;
        lookAhead();
        return zeros - before;
    }

    @Override
    public int read() throws IOException {
        return position < length ? head[position++] & 0xFF : in.read();
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        if (position == length) {
            return in.read(into, offset, count);
        }
        int taken = Math.min(count, length - position);
        System.arraycopy(head, position, into, offset, taken);
        position += taken;
        return taken;
    }

    @Override
    public boolean isFollowed() {
        return in instanceof RewindableStream stream && stream.isFollowed();
    }

    @Override
    public boolean rewind(int count) throws IOException {
        // Bytes that were read ahead and not returned are read again too.
        int ahead = count == 0 ? 0 : length - position;
        boolean isBack = in instanceof RewindableStream stream && stream.rewind(Math.addExact(count, ahead));
        if (isBack && count > 0) {
            length = 0;
            position = 0;
        }
        return isBack;
    }

    @Override
    public long zerosToEnd() throws IOException {
        for (int i = position; i < length; i++) {
            if (head[i] != 0) {
                return -1;
            }
        }
        long zeros = in instanceof RewindableStream stream ? stream.zerosToEnd() : -1;
        return zeros < 0 ? -1 : zeros + length - position;
    }

    @Override
    public int available() throws IOException {
        return length - position + in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
