package io.deltawire.flink.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/**
 * A channel that reads a file of any file system that Flink knows.
 *
 * <p>A search for an epoch moves some bytes back between its reads. In an object store each move opens the file again,
 * so the channel keeps the last bytes that it read.
 *
 * <p>Not thread-safe.
 */
public final class FlinkChannel implements SeekableByteChannel {
    private static final int BUFFER_BYTES = 1 << 18;

    private final FSDataInputStream in;
    private final long size;

    /** The bytes of the file from {@link #bufferStart} on, up to {@link #bufferEnd}. */
    private final byte[] buffer = new byte[BUFFER_BYTES];

    private long bufferStart;
    private long bufferEnd;
    private long position;
    private boolean isOpen = true;

    FlinkChannel(FSDataInputStream in, long size) {
        this.in = in;
        this.size = size;
    }

    /**
     * Opens a file.
     *
     * @param size the size of the file in bytes
     */
    public static FlinkChannel open(Path file, long size) throws IOException {
        return new FlinkChannel(file.getFileSystem().open(file), size);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        requireOpen();
        if (!target.hasRemaining()) {
            return 0;
        }
        if (position < bufferStart || position >= bufferEnd) {
            fill();
            if (bufferEnd == bufferStart) {
                return -1;
            }
        }
        int length = (int) Math.min(target.remaining(), bufferEnd - position);
        target.put(buffer, (int) (position - bufferStart), length);
        position += length;
        return length;
    }

    private void fill() throws IOException {
        bufferStart = position;
        bufferEnd = position;
        if (position >= size) {
            return; // some file systems refuse to seek beyond the end
        }
        if (in.getPos() != position) {
            in.seek(position);
        }
        int count;
        while (bufferEnd - bufferStart < BUFFER_BYTES
                && (count = in.read(buffer, (int) (bufferEnd - bufferStart), (int)
                                (BUFFER_BYTES - (bufferEnd - bufferStart))))
                        > 0) {
            bufferEnd += count;
        }
    }

    @Override
    public long position() throws IOException {
        requireOpen();
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) throws IOException {
        requireOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position must not be negative but was " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() throws IOException {
        requireOpen();
        return size;
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() throws IOException {
        if (isOpen) {
            isOpen = false;
            in.close();
        }
    }

    @Override
    public int write(ByteBuffer source) {
        throw new UnsupportedOperationException("this channel only reads");
    }

    @Override
    public SeekableByteChannel truncate(long newSize) {
        throw new UnsupportedOperationException("this channel only reads");
    }
}
