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

/** Where our wires write to and read from. An instance is used by one codec. */
public interface Medium {
    /** A writer of what comes next. */
    Wire writer(WireFormat format, WireOptions options) throws IOException;

    /** A reader of the input from its first byte. */
    Wire reader(WireFormat format, WireOptions options) throws IOException;

    /** Goes back to the start of the input, which a reader may be open on. */
    void rewindInput() throws IOException;

    /** Goes back to the start of the output. */
    default void rewind() throws IOException {}

    /** To be called before a message is written. */
    void begin();

    /** The length of the message written since. */
    int length();

    /** Copies that message. */
    void copyTo(byte[] into, int at) throws IOException;

    /** Takes the input. */
    void input(byte[] messages) throws IOException;

    /** Writes bytes without a wire, as an application does that has them in an array. */
    void put(byte[] from, int offset, int length) throws IOException;

    /** Reads so many of the next bytes of the input without a wire. */
    void take(byte[] into, int offset, int length) throws IOException;

    /** Any sort of {@code Bytes}. */
    abstract class OfBytes implements Medium {
        private final Bytes<?> out;
        private Bytes<?> in;

        OfBytes(Bytes<?> out, Bytes<?> in) {
            this.out = out;
            this.in = in;
        }

        abstract Bytes<?> inputOf(byte[] messages);

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
        public final void begin() {
            out.clear();
        }

        @Override
        public final int length() {
            return (int) out.readRemaining();
        }

        @Override
        public final void copyTo(byte[] into, int at) {
            out.read(0, into, at, into.length - at);
        }

        @Override
        public final void input(byte[] messages) {
            in = inputOf(messages);
        }

        @Override
        public final void put(byte[] from, int offset, int length) {
            out.write(from, offset, length);
        }

        @Override
        public final void take(byte[] into, int offset, int length) {
            in.read(into, offset, length);
        }

        final byte[] output() {
            return (byte[]) out.bytesStore().underlyingObject();
        }

        final byte[] input() {
            return (byte[]) in.bytesStore().underlyingObject();
        }
    }

    /** Elastic {@code Bytes} on the heap. */
    final class OnHeap extends OfBytes {
        public OnHeap() {
            super(Bytes.allocateElasticOnHeap(1 << 12), Bytes.allocateElasticOnHeap(16));
        }

        @Override
        Bytes<?> inputOf(byte[] messages) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap(messages.length);
            bytes.write(messages);
            return bytes;
        }
    }

    /** Elastic {@code Bytes} in native memory. */
    final class Native extends OfBytes {
        public Native() {
            super(Bytes.allocateElasticDirect(1 << 12), Bytes.allocateElasticDirect(16));
        }

        @Override
        Bytes<?> inputOf(byte[] messages) {
            Bytes<?> bytes = Bytes.allocateElasticDirect(messages.length);
            bytes.write(messages);
            return bytes;
        }
    }

    /** A {@code byte[]} that is the application's. */
    final class Array extends OfBytes {
        public Array() {
            super(Bytes.wrapForWrite(new byte[1 << 14]), Bytes.wrapForRead(new byte[16]));
        }

        @Override
        Bytes<?> inputOf(byte[] messages) {
            return Bytes.wrapForRead(messages);
        }
    }

    /** A {@code ByteBuffer} that is the application's. */
    final class Buffer implements Medium {
        private final IntFunction<ByteBuffer> allocate;
        private final ByteBuffer out;
        private ByteBuffer in;

        /** A buffer of the sort that a function makes. */
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
        public void begin() {
            out.clear();
        }

        @Override
        public int length() {
            return out.position();
        }

        @Override
        public void copyTo(byte[] into, int at) {
            out.get(0, into, at, Math.min(out.position(), into.length - at));
        }

        @Override
        public void input(byte[] messages) {
            in = allocate.apply(messages.length).put(messages).flip();
        }

        @Override
        public void put(byte[] from, int offset, int length) {
            out.put(from, offset, length);
        }

        @Override
        public void take(byte[] into, int offset, int length) {
            in.get(into, offset, length);
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
        public void begin() {
            out.reset();
        }

        @Override
        public int length() {
            return out.count;
        }

        @Override
        public void copyTo(byte[] into, int at) {
            System.arraycopy(out.array, 0, into, at, Math.min(out.count, into.length - at));
        }

        @Override
        public void input(byte[] messages) {
            in = new ByteArrayInputStream(messages);
        }

        @Override
        public void put(byte[] from, int offset, int length) {
            out.write(from, offset, length);
        }

        @Override
        public void take(byte[] into, int offset, int length) {
            in.readNBytes(into, offset, length);
        }
    }

    /** {@code FileChannel}s of temporary files, by the streams of {@link Channels}: one write a message. */
    final class Channel implements Medium {
        private final FileChannel out = open();
        private final Counting counting = new Counting(Channels.newOutputStream(out));
        private FileChannel in = open();

        /** For who reads without a wire: one read of the file is for many messages, as a wire has it. Null until it is asked for. */
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
        public void rewind() throws IOException {
            out.position(0);
        }

        @Override
        public void begin() {
            counting.count = 0;
        }

        @Override
        public int length() {
            return counting.count;
        }

        @Override
        public void copyTo(byte[] into, int at) throws IOException {
            out.read(ByteBuffer.wrap(into, at, counting.count), out.position() - counting.count);
        }

        @Override
        public void input(byte[] messages) throws IOException {
            in = open();
            in.write(ByteBuffer.wrap(messages));
        }

        @Override
        public void put(byte[] from, int offset, int length) throws IOException {
            counting.write(from, offset, length);
        }

        @Override
        public void take(byte[] into, int offset, int length) throws IOException {
            if (buffered == null) {
                buffered = new BufferedInputStream(Channels.newInputStream(in), 1 << 16);
            }
            buffered.readNBytes(into, offset, length);
        }
    }
}
