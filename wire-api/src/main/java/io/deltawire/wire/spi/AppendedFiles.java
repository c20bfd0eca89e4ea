package io.deltawire.wire.spi;

import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/**
 * The files that this JVM has open for appending.
 *
 * <p>A file lock keeps other processes away, but not other threads of this process. POSIX even drops the lock of a
 * process as soon as it closes any descriptor of the file (fcntl(2)). So a second writer must be refused before it
 * opens the file, not when it finds the lock. This class therefore owns a table of the open files.
 */
public final class AppendedFiles {
    /**
     * The open channels by file identity, which is the same for every path to a file.
     *
     * <p>The table is static because the lock belongs to the process too. It is weak because an abandoned writer is
     * collected and its channel closed then. A channel reports that it is closed before its descriptor is. So an entry
     * stays until {@link #close} has closed both; otherwise the lock of the next writer would be lost.
     */
    private static final Map<Object, WeakReference<FileChannel>> OPEN = new HashMap<>();

    private AppendedFiles() {}

    /**
     * A file that is open and locked.
     *
     * @param channel reads and repairs the file
     * @param out writes at the position of the channel, and closes the channel in this table
     * @param forcing forces the content to the disk; an interrupt of the thread does not close the file
     */
    public record LockedFile(FileChannel channel, Output out, Forcing forcing) {
        /** Sets the offset of the next written byte. */
        public void position(long position) throws IOException {
            channel.position(position);
            out.position = position;
        }

        /** Closes the file, so that another writer can open it. */
        public void close() throws IOException {
            out.close();
        }
    }

    /**
     * Opens a file for reading and writing, creates it if it does not exist, and locks it until it is {@linkplain
     * LockedFile#close closed}.
     *
     * @throws IOException if the file cannot be opened, or another writer of any process has it
     */
    public static LockedFile open(Path file) throws IOException {
        synchronized (OPEN) {
            OPEN.values().removeIf(channel -> channel.get() == null);
            Object key = keyOf(file);
            if (OPEN.containsKey(key)) {
                throw new IOException(file + ": another writer of this process is appending to it");
            }
            RandomAccessFile plain =
                    file.getFileSystem() == FileSystems.getDefault() ? new RandomAccessFile(file.toFile(), "rw") : null;
            FileChannel channel = plain == null
                    ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
                    : plain.getChannel();
            boolean isLocked = false;
            try {
                isLocked = channel.tryLock() != null;
            } catch (OverlappingFileLockException e) {
                throw new IOException(file + ": another part of this process has locked it", e);
            } finally {
                if (!isLocked) {
                    channel.close();
                }
            }
            if (!isLocked) {
                throw new IOException(file + ": another process is writing to it");
            }
            OPEN.put(key, new WeakReference<>(channel));
            // An interrupt during a write closes a channel for good, but not a stream of the file.
            OutputStream out = plain == null ? Channels.newOutputStream(channel) : new FileOutputStream(plain.getFD());
            Truncation cutting = plain == null ? channel::truncate : plain::setLength;
            Forcing forcing = plain == null ? () -> channel.force(false) : plain.getFD()::sync;
            return new LockedFile(channel, new Output(out, channel, cutting), forcing);
        }
    }

    private static void close(FileChannel channel) throws IOException {
        synchronized (OPEN) {
            try (channel) {
                OPEN.values().removeIf(each -> each.get() == channel);
            }
        }
    }

    /** Forces the content of a file to the disk. */
    public interface Forcing {
        void force() throws IOException;
    }

    /** Truncates a file to a length if it is longer, and moves to that offset. */
    public interface Truncation {
        void truncateTo(long length) throws IOException;
    }

    /**
     * Writes at the position of a channel. A write that fails halfway, as on a full disk, is truncated again, because
     * bytes after it would be read as the rest of a torn frame. If the truncation fails too, writes are no longer
     * {@linkplain #isAtomic atomic}.
     */
    public static final class Output extends FilterOutputStream implements AtomicWrites {
        private final FileChannel channel;
        private final Truncation truncation;
        /** The offset of the next byte. Asking the channel instead would close it if the thread is interrupted. */
        private long position;

        private boolean isAtomic = true;

        public Output(OutputStream out, FileChannel channel, Truncation cutting) {
            super(out);
            this.channel = channel;
            this.truncation = cutting;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
                position += length;
            } catch (IOException e) {
                truncateFailedWrite(e);
                throw e;
            }
        }

        private void truncateFailedWrite(IOException failure) {
            if (!isAtomic) {
                return; // the position is unknown, and messages may follow the part that stayed
            }
            try {
                truncation.truncateTo(position);
            } catch (IOException e) {
                isAtomic = false;
                failure.addSuppressed(e);
            }
        }

        @Override
        public boolean isAtomic() {
            return isAtomic;
        }

        @Override
        public void close() throws IOException {
            AppendedFiles.close(channel);
        }
    }

    /** Returns the identity of a file, which is created if it does not exist. */
    private static Object keyOf(Path file) throws IOException {
        if (!Files.exists(file)) {
            try {
                Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // Another thread was first, or it is a dangling link, which opening the file reports.
            }
        }
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key != null ? key : file.toRealPath();
    }
}
