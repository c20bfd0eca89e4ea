package io.deltawire.wire.spi;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A format that is written to an {@link OutputBuffer} and read from an {@link InputBuffer}: what an author of a format
 * implements. The buffers serve every kind of target and source, so that a format has one writer and one reader.
 *
 * <p>Implementations must be thread-safe, as of any {@link WireFormat}.
 */
public interface BufferFormat extends WireFormat {
    /** Returns a writer into a buffer. */
    WireOut newWriter(OutputBuffer target, WireOptions options);

    /** Returns a reader of a buffer. */
    WireIn newReader(InputBuffer source, WireOptions options);

    /**
     * Repairs the end of a file: cuts off a torn message, so that another one can follow. A file that cannot be
     * repaired is not changed.
     *
     * @param channel a file that no one else writes
     * @param isReadAgain whether the caller writes missing messages again. Then a last message that may be whole or not
     *     is cut off; otherwise it remains
     * @return the options of the writer that continues
     */
    default WireOptions repairEnd(FileChannel channel, WireOptions options, boolean isReadAgain) throws IOException {
        throw new UnsupportedOperationException(name() + " cannot be appended to in a file");
    }

    @Override
    default WireOut newAppender(Path file, WireOptions options, Consumer<WireIn> reading) throws IOException {
        Objects.requireNonNull(options, "options");
        AppendedFiles.LockedFile opened = AppendedFiles.open(Objects.requireNonNull(file, "file"));
        try {
            FileChannel channel = opened.channel();
            WireOptions continuing = repairEnd(channel, options, reading != null);
            long end = channel.size();
            if (reading != null) {
                reading.accept(newReader(FileEnd.input(channel, 0, end), forCounting(forObjects(options))));
            }
            opened.position(end);
            return newWriter(OutputBuffer.of(opened.out()), forObjects(continuing));
        } catch (IOException | RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    @Override
    default WireOut newWriter(Bytes<?> bytes, WireOptions options) {
        return newWriter(OutputBuffer.of(bytes), options);
    }

    @Override
    default WireOut newWriter(ByteBuffer buffer, WireOptions options) {
        return newWriter(OutputBuffer.of(buffer), options);
    }

    @Override
    default WireOut newWriter(OutputStream stream, WireOptions options) {
        return newWriter(OutputBuffer.of(stream), options);
    }

    @Override
    default WireIn newReader(Bytes<?> bytes, WireOptions options) {
        return newReader(InputBuffer.of(bytes), options);
    }

    @Override
    default WireIn newReader(ByteBuffer buffer, WireOptions options) {
        return newReader(InputBuffer.of(buffer), options);
    }

    @Override
    default WireIn newReader(InputStream stream, long offset, WireOptions options) {
        return newReader(InputBuffer.of(stream, offset), options);
    }

    @Override
    default WireIn newReader(byte[] bytes, WireOptions options) {
        return newReader(InputBuffer.of(bytes, 0, Objects.requireNonNull(bytes, "bytes").length), options);
    }
}
