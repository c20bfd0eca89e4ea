package io.deltawire.journal.internal;

import io.deltawire.wire.spi.AppendedFiles.LockedFile;
import io.deltawire.wire.spi.AtomicWrites;
import io.deltawire.wire.spi.FileEnd;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The target of a journal's writer: the file that is open now. A buffered output keeps what a file refuses, so that nothing
 * is lost if the disk is full for a while. Not thread-safe.
 */
public final class RollingOutput extends OutputStream implements AtomicWrites {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MARK_BYTES = 16;

    /** Zeros, with which no file of any format begins. */
    private static final byte[] ZEROS = new byte[4];

    private final boolean isBuffered;
    private final FileAccess access;
    private byte[] pending = {};
    private int pendingBytes;
    private LockedFile file;
    private Path path;
    /** The number of bytes in the file. */
    private long size;

    /** The last bytes of the file when it was checked, which show whether it was truncated since. */
    private byte[] mark = {};

    private long markPosition;

    /** Whether what is written is dropped. */
    private boolean isDiscarding;

    /** @param isBuffered whether bytes are collected until there are 64 KiB, or until {@link #drain} */
    public RollingOutput(boolean isBuffered, FileAccess access) {
        this.isBuffered = isBuffered;
        this.access = access;
    }

    /**
     * Opens a new file, to which everything goes from now on.
     *
     * @throws IOException if it cannot be created
     */
    public void open(Path next) throws IOException {
        file = access.open(next);
        path = next;
        size = 0;
        mark = new byte[0];
        markPosition = 0;
    }

    /** Returns whether a file is open. */
    public boolean isOpen() {
        return file != null;
    }

    /** Returns the number of bytes in the file, with those that it will get. */
    public long size() {
        return size + pendingBytes;
    }

    /** Returns whether the file of this name is shorter than what was written to it, or no longer exists. */
    public boolean isCutOff() throws IOException {
        try {
            return Files.size(path) < size;
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /**
     * Checks whether the file of this name still has what was written to it. The size alone does not tell: after another
     * program has truncated the file, the next write fills the gap with zeros.
     */
    public boolean checkIntact() throws IOException {
        boolean isInterrupted = Thread.interrupted(); // an interrupt would close the channel
        try (FileChannel channel = FileChannel.open(path)) {
            if (channel.size() < size
                    || size >= ZEROS.length && Arrays.equals(ZEROS, FileEnd.bytes(channel, 0, ZEROS.length))
                    || !Arrays.equals(mark, FileEnd.bytes(channel, markPosition, markPosition + mark.length))) {
                return false;
            }
            markPosition = Math.max(0, size - MARK_BYTES);
            mark = FileEnd.bytes(channel, markPosition, size);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (ClosedByInterruptException e) {
            isInterrupted = true;
            return true; // the next check finds out
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (isDiscarding) {
            return;
        }
        if (file == null) {
            throw new IOException("no file of the journal is open");
        }
        if (!isBuffered) {
            file.out().write(bytes, offset, length);
            size += length;
            return;
        }
        if (pending.length - pendingBytes < length) {
            pending = Arrays.copyOf(pending, Math.max(2 * BUFFER_BYTES, 2 * (pendingBytes + length)));
        }
        System.arraycopy(bytes, offset, pending, pendingBytes, length);
        pendingBytes += length;
    }

    /** Sets whether what is written from now on is dropped. */
    public void setDiscarding(boolean discards) {
        isDiscarding = discards;
    }

    /** Returns whether there is something to drain. */
    public boolean hasPending() {
        return pendingBytes > 0;
    }

    /** Returns whether so much is pending that it should be drained. */
    public boolean isFull() {
        return pendingBytes >= BUFFER_BYTES;
    }

    /**
     * Writes what is pending to the file.
     *
     * @throws IOException if the file refuses it; it stays pending
     */
    public void drain() throws IOException {
        if (pendingBytes > 0) {
            file.out().write(pending, 0, pendingBytes);
            size += pendingBytes;
            pendingBytes = 0;
        }
    }

    /** Forces the content of the file to the disk. */
    public void force() throws IOException {
        if (file != null) {
            file.forcing().force();
        }
    }

    /** Closes the file. */
    public void closeFile() throws IOException {
        LockedFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean isAtomic() {
        return file == null || isBuffered || file.out().isAtomic();
    }
}
