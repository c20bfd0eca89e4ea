package io.deltawire.bench.latency;

import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A file between two components. Each event is written to the file immediately. What the file has gained is read into a buffer, which the
 * reader follows.
 */
final class FileHop implements Hop {
    private final Path file;
    private final OutputStream out;
    private final FileChannel in;
    private final Wire writer;
    private final Wire reader;
    private final Bytes<?> input = Bytes.allocateElasticOnHeap(1 << 20);
    private final byte[] chunk = new byte[1 << 12];
    private final ByteBuffer view = ByteBuffer.wrap(chunk);

    FileHop(String format, Path file) throws IOException {
        this.file = file;
        this.out = Files.newOutputStream(file);
        this.in = FileChannel.open(file, StandardOpenOption.READ);
        this.writer = Wire.of(format, out);
        this.reader = Wire.of(format, input);
    }

    @Override
    public Wire writer() {
        return writer;
    }

    @Override
    public Wire reader() {
        return reader;
    }

    @Override
    public void transfer() {
        writer.flush();
        try {
            int length;
            do {
                view.clear();
                length = in.read(view);
                if (length > 0) {
                    input.write(chunk, 0, length);
                }
            } while (length == chunk.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean rewind() {
        return false;
    }

    @Override
    public void close() throws IOException {
        in.close();
        out.close();
        Files.deleteIfExists(file);
    }
}
