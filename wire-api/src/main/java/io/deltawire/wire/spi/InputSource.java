package io.deltawire.wire.spi;

import io.deltawire.wire.RewindableStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The origin of the bytes of an {@link InputBuffer}: a stream, memory that the application shares, or nothing after the
 * input is closed. An array has no source, because it never needs more bytes.
 */
abstract class InputSource {
    private InputSource() {}

    /** Reads like {@link InputStream#read(byte[], int, int)}. */
    abstract int read(byte[] into, int offset, int length) throws IOException;

    void close() throws IOException {}

    /** The source after {@link InputBuffer#close}. Reading is an error. */
    static final class Closed extends InputSource {
        static final Closed INPUT = new Closed();

        @Override
        int read(byte[] into, int offset, int length) {
            throw new IllegalStateException("the reader is closed");
        }
    }

    static final class OfStream extends InputSource {
        private static final int ZEROS_CHUNK = 1 << 16;

        private final InputStream stream;

        OfStream(InputStream stream) {
            this.stream = stream;
        }

        boolean hasAvailable() throws IOException {
            return stream.available() > 0;
        }

        boolean isFollowed() {
            return stream instanceof RewindableStream rewindable && rewindable.isFollowed();
        }

        /** Whether bytes can be read again: see {@link RewindableStream}. The streams of the JDK on a file can. */
        boolean isRewindable() {
            return isFollowed()
                    || stream.getClass() == FileInputStream.class
                    || stream.getClass().getName().equals("sun.nio.ch.ChannelInputStream");
        }

        /** Moves back, so that the last bytes can be read again. Returns false if the stream cannot move back. */
        boolean rewind(int count) throws IOException {
            if (stream instanceof RewindableStream rewindable) {
                return rewindable.rewind(count);
            }
            try {
                return stream.skip(-count) == -count;
            } catch (IOException e) {
                return false; // a pipe
            }
        }

        /** As {@link RewindableStream#zerosToEnd}. */
        long zerosToEnd() throws IOException {
            if (stream instanceof RewindableStream rewindable) {
                return rewindable.zerosToEnd();
            }
            byte[] chunk = new byte[ZEROS_CHUNK];
            long passed = 0;
            boolean isZero = true;
            int read = stream.read(chunk, 0, chunk.length);
            while (isZero && read > 0) {
                passed += read;
                for (int i = 0; i < read; i++) {
                    isZero &= chunk[i] == 0;
                }
                read = isZero ? stream.read(chunk, 0, chunk.length) : 0;
            }
            long back = stream.skip(-passed);
            if (back != -passed) {
                throw new IOException("the stream of a file moved back by " + -back + " bytes instead of " + passed);
            }
            return isZero ? passed : -1;
        }

        @Override
        int read(byte[] into, int offset, int length) throws IOException {
            int read = stream.read(into, offset, length);
            if (read == 0 && length > 0) {
                // If it were treated as the end, the text of a number could be cut off, for example.
                throw new IOException(
                        "the stream gave no byte, but it has to block; read a source that does not into a Bytes");
            }
            return read;
        }

        @Override
        void close() throws IOException {
            stream.close();
        }
    }

    /**
     * The memory of the application. Its position tells the application what has been read, and tells the reader where
     * to read.
     */
    abstract static class Shared extends InputSource {
        /** Position of the next byte to copy. */
        long next;

        /** Copies from another position next. */
        final void readFrom(long to) {
            next = to;
        }

        abstract long position();

        abstract void position(long to);

        /** Returns the position after the last byte that is present now. */
        abstract long end();

        /** Returns the array in which an index equals the position, or null if there is none. */
        abstract byte[] array();

        /** Copies at least one byte from {@link #next} on, which is before {@link #end}. Returns the number copied. */
        abstract int copy(byte[] into, int offset, int length);

        @Override
        final int read(byte[] into, int offset, int length) {
            int count = (int) Math.min(length, end() - next);
            if (count <= 0) {
                return -1;
            }
            int copied = copy(into, offset, count);
            next += copied;
            return copied;
        }
    }

    static final class OfBytes extends Shared {
        final Bytes<?> bytes;

        OfBytes(Bytes<?> bytes) {
            this.bytes = bytes;
            this.next = bytes.readPosition();
        }

        @Override
        long position() {
            return bytes.readPosition();
        }

        @Override
        void position(long to) {
            bytes.readPosition(to);
        }

        @Override
        long end() {
            return bytes.readLimit();
        }

        @Override
        byte[] array() {
            return BytesAccess.readableArray(bytes);
        }

        @Override
        int copy(byte[] into, int offset, int length) {
            if (bytes.refCount() <= 0) { // its memory has been freed, or belongs to another owner
                throw new IllegalStateException("the Bytes has been released");
            }
            return (int) bytes.read(next, into, offset, length);
        }
    }

    static final class OfBuffer extends Shared {
        private final ByteBuffer buffer;

        OfBuffer(ByteBuffer buffer) {
            this.buffer = buffer;
            this.next = buffer.position();
        }

        @Override
        long position() {
            return buffer.position();
        }

        @Override
        void position(long to) {
            buffer.position((int) to);
        }

        @Override
        long end() {
            return buffer.limit();
        }

        @Override
        byte[] array() {
            return BytesAccess.arrayOf(buffer);
        }

        @Override
        int copy(byte[] into, int offset, int length) {
            buffer.get((int) next, into, offset, length);
            return length;
        }
    }
}
