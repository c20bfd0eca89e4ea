package io.deltawire.wire.spi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;

/** Where the window of an {@link InputBuffer} is filled from. */
abstract class InputSource {
    private InputSource() {}

    /** As {@link InputStream#read(byte[], int, int)}. */
    abstract int read(byte[] into, int offset, int length) throws IOException;

    void close() throws IOException {}

    /** What has been closed. */
    static final class Closed extends InputSource {
        static final Closed INPUT = new Closed();

        @Override
        int read(byte[] into, int offset, int length) {
            throw new IllegalStateException("the reader is closed");
        }
    }

    static final class OfStream extends InputSource {
        private final InputStream stream;

        OfStream(InputStream stream) {
            this.stream = stream;
        }

        boolean hasAvailable() throws IOException {
            return stream.available() > 0;
        }

        @Override
        int read(byte[] into, int offset, int length) throws IOException {
            int read = stream.read(into, offset, length);
            if (read == 0 && length > 0) {
                // Taken for the end, it would cut off the text of a number, say.
                throw new IOException(
                        "the stream gave no byte where it has to wait for one; what does not block is read into a Bytes");
            }
            return read;
        }

        @Override
        void close() throws IOException {
            stream.close();
        }
    }

    /** The application's memory, in which a position tells it what has been read, and tells the reader what to read. */
    abstract static class Memory extends InputSource {
        /** The place of the next byte to be copied. */
        long next;

        abstract long position();

        abstract void position(long to);

        /** The place behind the last byte that there is now. */
        abstract long end();

        /** The array in which a place is the index, or null where there is none. */
        abstract byte[] array();

        /** Copies at least one byte from {@link #next} on, which is before {@link #end}; returns how many. */
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

    static final class OfBytes extends Memory {
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
            if (bytes.refCount() <= 0) { // its memory is no longer there, or another's
                throw new IllegalStateException("the Bytes has been released");
            }
            return (int) bytes.read(next, into, offset, length);
        }
    }

    static final class OfBuffer extends Memory {
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
