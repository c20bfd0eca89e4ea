package io.deltawire.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * A file under the name {@code FILE.part} until it is complete. It is always a new file. An existing file of that name
 * is never written to, since it may be a link to another file, or belong to another run. The file is locked until it
 * has its final name. Without a lock it is the leftover of an earlier run, which the next run deletes. This class owns
 * the channel and its lock.
 */
public final class PartFile {
    /** The suffix of the name until the file is complete. */
    public static final String SUFFIX = ".part";

    private final Path file;
    private final Path part;
    private final FileChannel channel;

    private PartFile(Path file, Path part, FileChannel channel) {
        this.file = file;
        this.part = part;
        this.channel = channel;
    }

    /** The name that a file has until it is complete. */
    public static Path partOf(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    /**
     * Creates the part of a file, with the permissions of the file that it will replace.
     *
     * @throws Failure if another run is writing it, or something else than a file has its name
     */
    public static PartFile create(Path file) throws IOException {
        Path part = partOf(file);
        deleteLeftover(part);
        FileChannel channel;
        try {
            channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw inUse(part);
        }
        PartFile created = new PartFile(file, part, channel);
        boolean done = false;
        try {
            lock(channel); // not every file system has locks, and then the exclusive creation must do
            PosixFileAttributeView replaced = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (replaced != null && Files.exists(file)) {
                Files.setPosixFilePermissions(part, replaced.readAttributes().permissions());
            }
            done = true;
            return created;
        } finally {
            if (!done) {
                created.discard();
            }
        }
    }

    private static void deleteLeftover(Path part) throws IOException {
        if (!Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
            throw Failure.io(part + ": is in the way: it is no file that an earlier run has left; remove it");
        }
        try (FileChannel leftover = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (!lock(leftover)) {
                throw inUse(part);
            }
            Files.deleteIfExists(part);
        }
    }

    /** Locks a file; returns false if another run has locked it. */
    private static boolean lock(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true; // the file system has no locks
        }
    }

    private static Failure inUse(Path part) {
        return Failure.io(part + ": another run is writing it; wait for its end, or give another name");
    }

    /** The present name of the file. */
    public Path path() {
        return part;
    }

    /** A stream into the file. Closing it leaves the file locked. */
    public OutputStream stream() {
        return new FilterOutputStream(Channels.newOutputStream(channel)) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() {
                // complete(), leave() or discard() closes the file
            }
        };
    }

    /** Gives the file its name. */
    public void complete() throws IOException {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        channel.close();
    }

    /** Ends writing; the file keeps the name of a part. */
    public void leave() throws IOException {
        channel.close();
    }

    /** Deletes the file. */
    public void discard() {
        try {
            if (channel.isOpen()) {
                Files.deleteIfExists(part);
                channel.close();
            }
        } catch (IOException e) {
            // the next run deletes the leftover
        }
    }
}
