package io.deltawire.delta.internal.stream;

import io.deltawire.wire.spi.AtomicWrites;
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
 * The files that this JVM has open to append to. The lock of a file keeps other processes away, but neither other threads
 * nor itself: POSIX lets a process's lock go as soon as the process closes any descriptor of the file (fcntl(2)), so a
 * second writer must be refused before it opens the file, not when it finds the lock.
 */
public final class AppendedFiles {
    /**
     * By what tells files apart, whatever path leads there. Static, since the lock is the process's as well; weak, since a
     * writer that is never closed is collected, and its channel closed then. A channel says that it is closed before its
     * descriptor is: it stays here until {@link #close} has closed both, else the lock of the next writer would go with it.
     */
    private static final Map<Object, WeakReference<FileChannel>> OPEN = new HashMap<>();

    private AppendedFiles() {}

    /**
     * A file that is open and locked.
     *
     * @param channel what to look at it and repair it by
     * @param out writes where the channel is, and closes it here
     */
    public record Appended(FileChannel channel, Output out) {
        /** Moves to where the next byte goes. */
        public void position(long position) throws IOException {
            channel.position(position);
            out.position = position;
        }

        /** Closes the file, so that the next writer can have it. */
        public void close() throws IOException {
            out.close();
        }
    }

    /**
     * Opens a file for reading and writing, and locks it until it is {@linkplain Appended#close closed}. It is made where there
     * is none.
     *
     * @throws IOException also where another writer, of this process or another, has it
     */
    public static Appended open(Path file) throws IOException {
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
            // An interrupt closes a channel for good that is just writing, and spares a stream of the file.
            OutputStream out = plain == null ? Channels.newOutputStream(channel) : new FileOutputStream(plain.getFD());
            Cutting cutting = plain == null ? channel::truncate : plain::setLength;
            return new Appended(channel, new Output(out, channel, cutting));
        }
    }

    private static void close(FileChannel channel) throws IOException {
        synchronized (OPEN) {
            try (channel) {
                OPEN.values().removeIf(each -> each.get() == channel);
            }
        }
    }

    /** Cuts off what is in a file behind a length, where it is longer, and moves there. */
    public interface Cutting {
        void to(long length) throws IOException;
    }

    /**
     * Writes where a channel is, and closes it here. What has been written of a write that fails, as where the disk is full, is cut off again: what comes
     * after it would be taken for the rest of a frame that is torn.
     */
    public static final class Output extends FilterOutputStream implements AtomicWrites {
        private final FileChannel channel;
        private final Cutting cutting;
        /** Where the next byte goes. The channel is not asked, which would close where the thread is interrupted. */
        private long position;

        private boolean isWhole = true;

        public Output(OutputStream out, FileChannel channel, Cutting cutting) {
            super(out);
            this.channel = channel;
            this.cutting = cutting;
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
                undo(e);
                throw e;
            }
        }

        private void undo(IOException failure) {
            try {
                cutting.to(position);
            } catch (IOException e) {
                isWhole = false;
                failure.addSuppressed(e);
            }
        }

        @Override
        public boolean isAtomic() {
            return isWhole;
        }

        @Override
        public void close() throws IOException {
            AppendedFiles.close(channel);
        }
    }

    /** What tells a file from others; the file is made where there is none. */
    private static Object keyOf(Path file) throws IOException {
        if (!Files.exists(file)) {
            try {
                Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // another was first, or it is a link to nowhere, which opening the file will tell
            }
        }
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key != null ? key : file.toRealPath();
    }
}
