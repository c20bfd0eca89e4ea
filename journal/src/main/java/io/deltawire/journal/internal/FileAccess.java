package io.deltawire.journal.internal;

import io.deltawire.wire.spi.AppendedFiles;
import io.deltawire.wire.spi.AppendedFiles.LockedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How an appender opens files and forces them to the disk. Tests replace it by a disk that is full or loses power. */
public class FileAccess {
    /** Opens a file for appending, creates it if it does not exist, and locks it. */
    public LockedFile open(Path file) throws IOException {
        return AppendedFiles.open(file);
    }

    /** Forces the content of a file to the disk that is no longer open. */
    public void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (NoSuchFileException e) {
            // It was deleted, so there is nothing to force.
        }
    }

    /** Forces the names of new files to the disk, where the operating system can. */
    public void forceFolder(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows opens no folders, and writes names through.
        }
    }
}
