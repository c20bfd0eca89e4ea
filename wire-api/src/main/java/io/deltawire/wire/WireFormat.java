package io.deltawire.wire;

import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A wire format: a name, and writers and readers of it. Implementations are immutable, thread-safe and found by
 * {@link WireFormats} through {@link java.util.ServiceLoader}.
 */
public interface WireFormat {
    /** How sure {@link #detect} is. */
    enum Match {
        /** The bytes are not of this format. */
        NO,
        /** They may be. */
        MAYBE,
        /** They look like it. */
        LIKELY,
        /** They begin with this format's own mark. */
        CERTAIN
    }

    /** The name by which configuration picks the format, in lower case: {@code yaml}, {@code delta}. */
    String name();

    /** Other names and the file extensions of the format, in lower case. */
    List<String> aliases();

    /**
     * Returns this format with the options that one of its {@link #aliases()} implies, where they are not given: a tab between
     * cells for {@code tsv}.
     */
    default WireFormat named(String alias) {
        return this;
    }

    /**
     * Returns options for a reader whose values go to objects, where what each value was counts, and not what looks best beside others in a table. The same
     * unless the format guesses kinds.
     */
    default WireOptions forObjects(WireOptions options) {
        return options;
    }

    /** True where messages are bytes, false where they are UTF-8 text. */
    boolean isBinary();

    /**
     * Says whether bytes look like the start of this format.
     *
     * @param head the first bytes of the input
     * @param length how many of them there are; the input may go on after them
     */
    Match detect(byte[] head, int length);

    /** Returns a writer into a buffer: what the other {@code newWriter} methods come down to. */
    WireOut newWriter(OutputBuffer target, WireOptions options);

    /** Returns a reader of a buffer: what the other {@code newReader} methods come down to. */
    WireIn newReader(InputBuffer source, WireOptions options);

    /** Returns a writer that appends each message to {@code bytes} at its write position. */
    default WireOut newWriter(Bytes<?> bytes, WireOptions options) {
        return newWriter(OutputBuffer.of(bytes), options);
    }

    /**
     * Returns a writer that puts each message into a {@code ByteBuffer}, on the heap, direct or mapped, at its position. A message that there
     * is no room for up to its limit is a {@link WireDataException}, and nothing of it is put.
     *
     * @throws IllegalArgumentException where {@code buffer} is read-only
     */
    default WireOut newWriter(ByteBuffer buffer, WireOptions options) {
        return newWriter(OutputBuffer.of(buffer), options);
    }

    /** Returns a writer that hands each message to the stream in one call. */
    default WireOut newWriter(OutputStream stream, WireOptions options) {
        return newWriter(OutputBuffer.of(stream), options);
    }

    /** Returns a reader that takes messages from {@code bytes} at its read position. */
    default WireIn newReader(Bytes<?> bytes, WireOptions options) {
        return newReader(InputBuffer.of(bytes), options);
    }

    /** Returns a reader that takes messages from a {@code ByteBuffer}, from its position, which is moved behind them, to its limit. */
    default WireIn newReader(ByteBuffer buffer, WireOptions options) {
        return newReader(InputBuffer.of(buffer), options);
    }

    /** Returns a reader of a stream, which it reads ahead of the messages. */
    default WireIn newReader(InputStream stream, WireOptions options) {
        return newReader(InputBuffer.of(stream), options);
    }

    /** Returns a reader of an array, which it does not copy. */
    default WireIn newReader(byte[] bytes, WireOptions options) {
        return newReader(InputBuffer.of(bytes, 0, Objects.requireNonNull(bytes, "bytes").length), options);
    }
}
