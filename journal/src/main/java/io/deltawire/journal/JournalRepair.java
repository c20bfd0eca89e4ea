package io.deltawire.journal;

import java.nio.file.Path;

/**
 * What an appender has cut off the last file when it was opened, because the process before it was killed, or power was
 * lost. It was not a whole message.
 *
 * @param file the file
 * @param offset where the file was cut off, in bytes
 * @param bytes the number of bytes from there on
 */
public record JournalRepair(Path file, long offset, long bytes) {
    @Override
    public String toString() {
        return file + ": " + bytes + " bytes from offset " + offset + " on were cut off, which were no whole message";
    }
}
