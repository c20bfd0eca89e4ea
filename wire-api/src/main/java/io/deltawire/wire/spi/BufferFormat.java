package io.deltawire.wire.spi;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A format that is written to an {@link OutputBuffer} and read from an {@link InputBuffer}: what an author of a format
 * implements. The buffers serve every kind of target and source, so that a format has one writer and one reader.
 */
public interface BufferFormat extends WireFormat {
    /** Returns a writer into a buffer. */
    WireOut newWriter(OutputBuffer target, WireOptions options);

    /** Returns a reader of a buffer. */
    WireIn newReader(InputBuffer source, WireOptions options);

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
