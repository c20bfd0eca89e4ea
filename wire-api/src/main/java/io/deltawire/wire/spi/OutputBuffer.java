package io.deltawire.wire.spi;

import io.deltawire.wire.WireDataException;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import net.openhft.chronicle.bytes.AbstractBytes;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.OnHeapBytes;

/**
 * The array that a writer encodes a message into, and the way from there to the target. A writer calls {@link #begin},
 * fills {@link #array} from {@link #position}, makes room by {@link #ensure}, and ends with {@link #commit} or
 * {@link #rollback}. Nothing reaches the target before the commit, and then all of it in one step: into the
 * backing array of an on-heap {@code Bytes} directly, to any other target by one bulk write.
 *
 * <p>The two public fields are what makes writing a number cost one store. Not thread-safe.
 */
public final class OutputBuffer implements Closeable {
    /**
     * The most bytes that {@link #array} has, which is all bits that an index in it can have. What is beyond this in a
     * {@code Bytes} is written by copies.
     */
    public static final int MAX_LENGTH = (1 << 30) - 1;

    /** Messages that begin further on in a {@code Bytes} are written by a copy: those before have as much room again. */
    private static final int MAX_DIRECT = MAX_LENGTH / 2;

    private static final int INITIAL = 512;

    /** The bytes; changes when {@link #ensure} grows it. */
    public byte[] array;

    /** Where the next byte goes. */
    public int position;

    private int start;
    private Target target;

    /** The target, while it is open and one of {@code Bytes}; else null. */
    private BytesTarget bytesTarget;

    private OutputBuffer(byte[] array, Target target) {
        this.array = array;
        this.target = target;
        this.bytesTarget = target instanceof BytesTarget bytes ? bytes : null;
    }

    /** Returns a buffer that hands each message to a stream. */
    public static OutputBuffer of(OutputStream stream) {
        return new OutputBuffer(new byte[INITIAL], new StreamTarget(Objects.requireNonNull(stream, "stream")));
    }

    /**
     * Returns a buffer that appends each message to a {@code Bytes}, at its write position; one that there is no room for up to its write limit is a
     * {@link WireDataException}, and nothing of it is put.
     */
    public static OutputBuffer of(Bytes<?> bytes) {
        return new OutputBuffer(new byte[0], new BytesTarget(Objects.requireNonNull(bytes, "bytes")));
    }

    /**
     * Returns a buffer that puts each message into a {@code ByteBuffer}, on the heap, direct or mapped, at its position; one that there is no
     * room for up to its limit is a {@link WireDataException}, and nothing of it is put.
     *
     * @throws IllegalArgumentException where it is read-only
     */
    public static OutputBuffer of(ByteBuffer buffer) {
        if (Objects.requireNonNull(buffer, "buffer").isReadOnly()) {
            throw new IllegalArgumentException("the ByteBuffer is read-only");
        }
        return new OutputBuffer(new byte[INITIAL], new BufferTarget(buffer));
    }

    /** Returns a buffer that keeps what is committed, to be looked at in {@link #array} up to {@link #position}. */
    public static OutputBuffer inMemory() {
        return new OutputBuffer(new byte[INITIAL], null);
    }

    /** Begins a message. */
    public void begin() {
        if (bytesTarget != null) {
            bytesTarget.begin(this);
        } else if (target != null) {
            target.begin(this);
        }
        start = position;
    }

    /** As {@link #begin}, for text: where a part of the message before is all that the target has taken of it, this one begins with a line break. */
    public void beginLine() {
        begin();
        if (isTorn()) {
            ensure(1);
            array[position++] = '\n';
        }
    }

    /** The number of bytes of the message begun. */
    public int messageLength() {
        return position - start;
    }

    /** The index in {@link #array} at which the message begun starts. */
    public int messageStart() {
        return start;
    }

    /**
     * Makes room for {@code count} more bytes from {@link #position} on.
     *
     * @throws WireDataException where no array is large enough
     */
    public void ensure(int count) {
        if (array.length - position < count) {
            grow(count);
        }
    }

    /** Hands the message to the target. */
    public void commit() {
        if (bytesTarget != null) {
            bytesTarget.commit(this);
            return;
        }
        if (target == null) {
            start = position;
            return;
        }
        try {
            target.commit(this, start, position - start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Hands over a message that is in another array: {@link #begin}, a copy and {@link #commit} in one.
     */
    public void write(byte[] from, int offset, int length) {
        if (bytesTarget == null || !bytesTarget.append(from, offset, length)) {
            begin();
            ensure(length);
            System.arraycopy(from, offset, array, position, length);
            position += length;
            commit();
        }
    }

    /**
     * Hands over a message of two to eight bytes, as {@link #write(byte[], int, int)} does, where the target is an array with
     * room for them.
     *
     * @param bytes the first one lowest
     * @return whether it has been handed over
     */
    public boolean write(long bytes, int length) {
        return bytesTarget != null && bytesTarget.append(bytes, length);
    }

    /** Drops the message begun. */
    public void rollback() {
        position = start;
    }

    /**
     * Whether a part of a message may have reached the target, whose commit failed. A {@code Bytes} or a {@code ByteBuffer} is given all of a message
     * or nothing, of a stream that is known only where it is a {@link WholeWrites}.
     */
    public boolean isTorn() {
        return target != null && target.isTorn();
    }

    /** How many bytes the target has room for, as it is now: {@link Long#MAX_VALUE} for a stream. */
    public long room() {
        return target == null ? Long.MAX_VALUE : target.room();
    }

    /** Flushes the target. */
    public void flush() {
        if (target != null) {
            try {
                target.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Flushes the target and closes it, if it is one that closes, also where the flush fails. To begin a message is an
     * {@link IllegalStateException} from now on.
     */
    @Override
    public void close() {
        Target open = target;
        target = Closed.OUTPUT;
        bytesTarget = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Whether {@link #close} has been called. */
    public boolean isClosed() {
        return target == Closed.OUTPUT;
    }

    /** Drops what {@link #inMemory()} has kept. */
    public void clear() {
        position = 0;
        start = 0;
    }

    private void grow(int count) {
        long needed = (long) position + count;
        if (needed > MAX_LENGTH) {
            throw new WireDataException(
                    "wire",
                    "expected a message of at most " + (MAX_LENGTH - start) + " bytes but it has " + (needed - start),
                    null);
        }
        byte[] old = array;
        int size = (int) Math.min(MAX_LENGTH, Math.max(needed, 2L * array.length));
        if (bytesTarget != null && bytesTarget.growBacking(this, size)) {
            return;
        }
        array = Arrays.copyOf(old, size);
    }

    private abstract static class Target {
        void begin(OutputBuffer buffer) {
            buffer.position = 0;
        }

        abstract void commit(OutputBuffer buffer, int offset, int length) throws IOException;

        void flush() throws IOException {}

        long room() {
            return Long.MAX_VALUE;
        }

        boolean isTorn() {
            return false;
        }

        void close() throws IOException {}

        /** What there is no room for is refused before anything of it is put. */
        static void requireRoom(int length, long room, String what) {
            if (length > room) {
                throw new WireDataException(
                        "wire",
                        "expected at most " + room + " bytes, for which the " + what + " has room, but there are "
                                + length,
                        null);
            }
        }
    }

    private static final class Closed extends Target {
        static final Closed OUTPUT = new Closed();

        @Override
        void begin(OutputBuffer buffer) {
            throw new IllegalStateException("the writer is closed");
        }

        @Override
        void commit(OutputBuffer buffer, int offset, int length) {
            begin(buffer);
        }
    }

    private static final class StreamTarget extends Target {
        private final OutputStream stream;
        private boolean hasFailed;

        StreamTarget(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        void commit(OutputBuffer buffer, int offset, int length) throws IOException {
            hasFailed = true;
            stream.write(buffer.array, offset, length);
            hasFailed = false;
            buffer.position = 0;
        }

        @Override
        void flush() throws IOException {
            hasFailed = true;
            stream.flush();
            hasFailed = false;
        }

        @Override
        boolean isTorn() {
            return hasFailed && !(stream instanceof WholeWrites whole && whole.isWhole());
        }

        @Override
        void close() throws IOException {
            try (stream) {
                stream.flush();
            }
        }
    }

    private static final class BufferTarget extends Target {
        private final ByteBuffer target;

        BufferTarget(ByteBuffer target) {
            this.target = target;
        }

        @Override
        void commit(OutputBuffer buffer, int offset, int length) {
            requireRoom(length, room(), "ByteBuffer");
            target.put(buffer.array, offset, length);
            buffer.position = 0;
        }

        @Override
        long room() {
            return target.remaining();
        }
    }

    private static final class BytesTarget extends Target {
        private static final boolean SKIPS = !AbstractBytes.class.desiredAssertionStatus();

        private final Bytes<?> bytes;
        /** The same, so that the compiler knows its methods; null where it is another sort of {@code Bytes}. */
        private final OnHeapBytes onHeap;

        private byte[] scratch = {};
        private boolean direct;

        /** The store whose arrays were last asked for, and those arrays: a store keeps its array. */
        private BytesStore<?, ?> store;

        private byte[] backing;

        /** The array behind a view, whose own method copies a byte at a time. */
        private byte[] viewed;

        BytesTarget(Bytes<?> bytes) {
            Memory.noteBytes();
            this.bytes = bytes;
            this.onHeap = bytes instanceof OnHeapBytes own ? own : null;
        }

        private byte[] backingArray() {
            BytesStore<?, ?> present = bytes.bytesStore();
            if (present != store || present == null) {
                store = present;
                byte[] own = BytesAccess.backingArray(bytes);
                backing = own == null || own.length > MAX_LENGTH ? null : own;
                viewed = own == null ? BytesAccess.readableArray(bytes) : null;
            }
            return backing;
        }

        /** Appends to the array behind the Bytes, where there is one with room. */
        boolean append(byte[] from, int offset, int length) {
            byte[] to = backing;
            long at = bytes.writePosition();
            if (to == null || bytes.bytesStore() != store || length > Math.min(to.length, onHeap.writeLimit()) - at) {
                return false;
            }
            System.arraycopy(from, offset, to, (int) at, length);
            bytes.writePosition(at + length);
            return true;
        }

        /** As {@link #append(byte[], int, int)}, for bytes that have not gone to memory. */
        boolean append(long word, int length) {
            OnHeapBytes to = onHeap;
            byte[] array = backing;
            if (to == null || array == null || to.bytesStore() != store) {
                return false;
            }
            long position = to.writePosition();
            if (length > Math.min(array.length, to.writeLimit()) - position) {
                return false;
            }
            int at = (int) position;
            int rest = length * Byte.SIZE;
            if (length >= Integer.BYTES) {
                Words.putInt(array, at, (int) word);
                Words.putInt(array, at + length - Integer.BYTES, (int) (word >>> rest - Integer.SIZE));
            } else {
                Words.putShort(array, at, (short) word);
                Words.putByte(array, at + length - 1, (byte) (word >>> rest - Byte.SIZE));
            }
            moveOn(to, position, length);
            return true;
        }

        /**
         * Moves the write position behind what has been written. To skip it takes half as many looks at bounds as to set the position; but
         * with assertions it also looks at which thread it is, which is none of a wire's business.
         */
        private static void moveOn(OnHeapBytes to, long position, long length) {
            if (SKIPS) {
                to.writeSkip(length);
            } else {
                to.writePosition(position + length);
            }
        }

        @Override
        void begin(OutputBuffer buffer) {
            OnHeapBytes to = onHeap;
            if (to == null || to.bytesStore() != store || backing == null) {
                backingArray();
            }
            byte[] array = backing;
            if (array != null) {
                long at = to.writePosition();
                // Not where its owner has set a limit, behind which there may be something else.
                if (at <= MAX_DIRECT && to.writeLimit() >= array.length) {
                    if (buffer.array != array) { // a reference that is stored tells the garbage collector
                        buffer.array = array;
                        direct = true;
                    }
                    buffer.position = (int) at;
                    return;
                }
            }
            beginCopied(buffer);
        }

        private void beginCopied(OutputBuffer buffer) {
            direct = false;
            if (scratch.length == 0) {
                scratch = new byte[INITIAL];
            }
            if (buffer.array != scratch) {
                buffer.array = scratch;
            }
            buffer.position = 0;
        }

        void commit(OutputBuffer buffer) {
            if (buffer.array == backing && onHeap.bytesStore() == store) {
                try {
                    long from = onHeap.writePosition();
                    moveOn(onHeap, from, buffer.position - from);
                } catch (BufferOverflowException e) { // it has grown beyond a limit that its owner has set
                    requireRoom(buffer.messageLength(), room(), "Bytes");
                    throw e;
                }
                return;
            }
            commit(buffer, buffer.start, buffer.messageLength());
        }

        @Override
        void commit(OutputBuffer buffer, int offset, int length) {
            if (bytes.refCount() <= 0) {
                throw new IllegalStateException("the Bytes has been released");
            }
            requireRoom(length, room(), "Bytes");
            if (viewed != null) {
                int at = (int) bytes.writePosition();
                System.arraycopy(buffer.array, offset, viewed, at, length);
                bytes.writePosition(at + length);
            } else {
                bytes.write(buffer.array, offset, length);
            }
            if (!direct && scratch != buffer.array) {
                scratch = buffer.array;
            }
        }

        @Override
        long room() {
            return bytes.writeRemaining();
        }

        /** Lets the Bytes grow its own array; false where it cannot, and a copy has to do. */
        boolean growBacking(OutputBuffer buffer, int size) {
            if (!direct || !bytes.isElastic() || buffer.array != backingArray()) {
                return false;
            }
            byte[] old = buffer.array;
            bytes.ensureCapacity(size);
            byte[] grown = backingArray();
            if (grown == null || grown.length < size) {
                return false;
            }
            System.arraycopy(old, buffer.start, grown, buffer.start, buffer.position - buffer.start);
            buffer.array = grown;
            return true;
        }
    }
}
