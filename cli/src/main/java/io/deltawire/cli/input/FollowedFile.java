package io.deltawire.cli.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Reads a file as it grows. At the end of the file a read waits. The stream ends only when the file has been truncated,
 * or another file has taken its name; either is a new stream to be opened.
 */
final class FollowedFile extends BulkStream {
    private static final long PAUSE_MILLIS = 50;

    private final Path path;
    private final SeekableByteChannel channel;
    private final Object identity;
    private long position;

    FollowedFile(Path path) throws IOException {
        this.path = path;
        this.channel = Files.newByteChannel(path);
        this.identity = attributes().fileKey();
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(into, offset, length);
        while (true) {
            int read = channel.read(target);
            if (read > 0) {
                position += read;
                return read;
            }
            if (channel.size() < position || isReplaced()) {
                // What was appended between the last read and the replacement still belongs to this stream.
                read = channel.size() < position ? -1 : channel.read(target);
                position += Math.max(0, read);
                return read;
            }
            pause();
        }
    }

    private boolean isReplaced() throws IOException {
        try {
            return identity != null && !identity.equals(attributes().fileKey());
        } catch (NoSuchFileException e) {
            // The old file has been removed, and the new one is not there yet.
            return false;
        }
    }

    static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new IOException("interrupted while waiting for more input", e);
        }
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - position));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
