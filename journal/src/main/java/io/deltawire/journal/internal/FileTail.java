package io.deltawire.journal.internal;

import io.deltawire.wire.spi.FileEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** The last bytes of a file, by which a later change of its end is found. Immutable. */
public final class FileTail {
    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private final long size;
    private final byte[] bytes;

    private FileTail(Path file, long size, byte[] bytes) {
        this.file = file;
        this.size = size;
        this.bytes = bytes;
    }

    /** Reads the end of a file. */
    public static FileTail of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            return new FileTail(file, size, FileEnd.bytes(channel, Math.max(0, size - MAX_BYTES), size));
        }
    }

    /** Returns the size of the file when its end was read. */
    public long size() {
        return size;
    }

    /** Returns the number of bytes from the start of the file that are as they were. */
    public long findUnchanged() throws IOException {
        long from = size - bytes.length;
        try (FileChannel channel = FileChannel.open(file)) {
            if (channel.size() <= from) {
                return channel.size();
            }
            byte[] now = FileEnd.bytes(channel, from, Math.min(channel.size(), size));
            int difference = Arrays.mismatch(now, bytes);
            return difference < 0 ? size : from + difference;
        }
    }
}
