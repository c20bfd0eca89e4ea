package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteSink;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;

/**
 * What Deltawire writes to and reads from: {@code Bytes}, a {@code ByteBuffer}, a stream or a file. Workload io compares the media. An
 * instance has one output and one input, and belongs to one codec.
 *
 * <p>{@link #writer} and {@link #reader} open wires on them. {@link #writeBytes} and {@link #readBytes} copy bytes without a wire, for
 * {@link HandCopyCodec}.
 */
public interface Medium {
    /** Returns a new writer to the output. */
    Wire writer(WireFormat format, WireOptions options) throws IOException;

    /** Returns a new reader of the input, from its first byte. */
    Wire reader(WireFormat format, WireOptions options) throws IOException;

    /** Moves to the start of the input. A reader may be open on it. */
    void rewindInput() throws IOException;

    /** Moves to the start of the output. */
    default void rewindOutput() throws IOException {}

    /** Marks the start of a message in the output. The caller does so before it writes each message. */
    void beginMessage();

    /** Returns the number of bytes since {@link #beginMessage}. */
    int messageLength();

    /** Copies the bytes since {@link #beginMessage}. */
    void copyMessage(byte[] target, int offset) throws IOException;

    /** Replaces the input. */
    void setInput(byte[] messages) throws IOException;

    /** Writes bytes to the output without a wire, by the medium's own methods. */
    void writeBytes(byte[] source, int offset, int length) throws IOException;

    /** Reads the next bytes of the input without a wire, by the medium's own methods. */
    void readBytes(byte[] target, int offset, int length) throws IOException;

    /** A medium of {@code Bytes}. Subclasses differ in how the {@code Bytes} are allocated. */
    abstract class BytesMedium implements Medium {
        private final Bytes<?> out;
        private Bytes<?> in;

        BytesMedium(Bytes<?> out, Bytes<?> in) {
            this.out = out;
            this.in = in;
        }

        abstract Bytes<?> newInput(byte[] messages);

        @Override
        public final Wire writer(WireFormat format, WireOptions options) {
            return Wire.of(format, out, options);
        }

        @Override
        public final Wire reader(WireFormat format, WireOptions options) {
            rewindInput();
            return Wire.of(format, in, options);
        }

        @Override
        public final void rewindInput() {
            in.readPosition(0);
        }

        @Override
        public final void beginMessage() {
            out.clear();
        }

        @Override
        public final int messageLength() {
            return (int) out.readRemaining();
        }

        @Override
        public final void copyMessage(byte[] target, int offset) {
            out.read(0, target, offset, target.length - offset);
        }

        @Override
        public final void setInput(byte[] messages) {
            in = newInput(messages);
        }

        @Override
        public final void writeBytes(byte[] source, int offset, int length) {
            out.write(source, offset, length);
        }

        @Override
        public final void readBytes(byte[] target, int offset, int length) {
            in.read(target, offset, length);
        }

        final byte[] outputArray() {
            return (byte[]) out.bytesStore().underlyingObject();
        }

        final byte[] inputArray() {
            return (byte[]) in.bytesStore().underlyingObject();
        }
    }

    /** Elastic {@code Bytes} on the heap. */
    final class OnHeap extends BytesMedium {
        public OnHeap() {
            super(Bytes.allocateElasticOnHeap(1 << 12), Bytes.allocateElasticOnHeap(16));
        }

        @Override
        Bytes<?> newInput(byte[] messages) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap(messages.length);
            bytes.write(messages);
            return bytes;
        }
    }

    /** Elastic {@code Bytes} in native memory. */
    final class Native extends BytesMedium {
        public Native() {
            super(Bytes.allocateElasticDirect(1 << 12), Bytes.allocateElasticDirect(16));
        }

        @Override
        Bytes<?> newInput(byte[] messages) {
            Bytes<?> bytes = Bytes.allocateElasticDirect(messages.length);
            bytes.write(messages);
            return bytes;
        }
    }

    /** A {@code byte[]} of the application. */
    final class Array extends BytesMedium {
        public Array() {
            super(Bytes.wrapForWrite(new byte[1 << 14]), Bytes.wrapForRead(new byte[16]));
        }

        @Override
        Bytes<?> newInput(byte[] messages) {
            return Bytes.wrapForRead(messages);
        }
    }

    /** A {@code ByteBuffer} of the application. */
    final class Buffer implements Medium {
        private final IntFunction<ByteBuffer> allocate;
        private final ByteBuffer out;
        private ByteBuffer in;

        /** @param allocate makes a buffer with a capacity, on the heap or direct */
        public Buffer(IntFunction<ByteBuffer> allocate) {
            this.allocate = allocate;
            this.out = allocate.apply(1 << 14);
            this.in = allocate.apply(16);
        }

        @Override
        public Wire writer(WireFormat format, WireOptions options) {
            return Wire.of(format, out, options);
        }

        @Override
        public Wire reader(WireFormat format, WireOptions options) {
            rewindInput();
            return Wire.of(format, in, options);
        }

        @Override
        public void rewindInput() {
            in.rewind();
        }

        @Override
        public void beginMessage() {
            out.clear();
        }

        @Override
        public int messageLength() {
            return out.position();
        }

        @Override
        public void copyMessage(byte[] target, int offset) {
            out.get(0, target, offset, Math.min(out.position(), target.length - offset));
        }

        @Override
        public void setInput(byte[] messages) {
            in = allocate.apply(messages.length).put(messages).flip();
        }

        @Override
        public void writeBytes(byte[] source, int offset, int length) {
            out.put(source, offset, length);
        }

        @Override
        public void readBytes(byte[] target, int offset, int length) {
            in.get(target, offset, length);
        }
    }

    /** An {@code OutputStream} and an {@code InputStream} on arrays. */
    final class Streams implements Medium {
        private final ByteSink out = new ByteSink();
        private ByteArrayInputStream in = new ByteArrayInputStream(new byte[0]);

        @Override
        public Wire writer(WireFormat format, WireOptions options) {
            return Wire.of(format, out, options);
        }

        @Override
        public Wire reader(WireFormat format, WireOptions options) {
            rewindInput();
            return Wire.of(format, in, options);
        }

        @Override
        public void rewindInput() {
            in.reset();
        }

        @Override
        public void beginMessage() {
            out.reset();
        }

        @Override
        public int messageLength() {
            return out.size();
        }

        @Override
        public void copyMessage(byte[] target, int offset) {
            System.arraycopy(out.array(), 0, target, offset, Math.min(out.size(), target.length - offset));
        }

        @Override
        public void setInput(byte[] messages) {
            in = new ByteArrayInputStream(messages);
        }

        @Override
        public void writeBytes(byte[] source, int offset, int length) {
            out.write(source, offset, length);
        }

        @Override
        public void readBytes(byte[] target, int offset, int length) {
            in.readNBytes(target, offset, length);
        }
    }

    /** {@code FileChannel}s of temporary files, through the streams of {@link Channels}. Each message is one write. */
    final class Channel implements Medium {
        private final FileChannel out = open();
        private final Counting counting = new Counting(Channels.newOutputStream(out));
        private FileChannel in = open();

        /** Buffers the input for {@link #readBytes}, as a wire does: one read of the file serves many messages. Null until it is used. */
        private InputStream buffered;

        private static FileChannel open() {
            try {
                return FileChannel.open(
                        Files.createTempFile("bench", ".dump"),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static final class Counting extends OutputStream {
            private final OutputStream stream;
            private int count;

            Counting(OutputStream stream) {
                this.stream = stream;
            }

            @Override
            public void write(int b) throws IOException {
                stream.write(b);
                count++;
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                stream.write(bytes, offset, length);
                count += length;
            }
        }

        @Override
        public Wire writer(WireFormat format, WireOptions options) {
            return Wire.of(format, counting, options);
        }

        @Override
        public Wire reader(WireFormat format, WireOptions options) throws IOException {
            rewindInput();
            return Wire.of(format, Channels.newInputStream(in), options);
        }

        @Override
        public void rewindInput() throws IOException {
            in.position(0);
            buffered = null;
        }

        @Override
        public void rewindOutput() throws IOException {
            out.position(0);
        }

        @Override
        public void beginMessage() {
            counting.count = 0;
        }

        @Override
        public int messageLength() {
            return counting.count;
        }

        @Override
        public void copyMessage(byte[] target, int offset) throws IOException {
            out.read(ByteBuffer.wrap(target, offset, counting.count), out.position() - counting.count);
        }

        @Override
        public void setInput(byte[] messages) throws IOException {
            in = open();
            in.write(ByteBuffer.wrap(messages));
        }

        @Override
        public void writeBytes(byte[] source, int offset, int length) throws IOException {
            counting.write(source, offset, length);
        }

        @Override
        public void readBytes(byte[] target, int offset, int length) throws IOException {
            if (buffered == null) {
                buffered = new BufferedInputStream(Channels.newInputStream(in), 1 << 16);
            }
            buffered.readNBytes(target, offset, length);
        }
    }
}
