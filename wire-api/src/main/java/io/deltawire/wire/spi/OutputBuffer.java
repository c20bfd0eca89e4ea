package io.deltawire.wire.spi;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.MemoryAccess;
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
 * The output of a writer: an array into which it encodes one message, and the target that receives the message when it
 * is complete. The fields {@link #array} and {@link #position} are public, and writers change the position directly: a
 * byte or number is then a single store. Not thread-safe.
 *
 * <p><b>Protocol.</b> A writer calls {@link #begin}, and writes to {@link #array} from {@link #position} on. It calls
 * {@link #ensure} first, whenever it needs room. Then it calls {@link #commit} or {@link #rollback}. After
 * {@code begin} and {@code ensure}, reload {@link #array}. {@link #position} changes at {@code begin}, and the array of
 * a {@code Bytes} can have bytes before it that belong to others: see {@link #messageStart}.
 *
 * <p><b>Targets.</b> The target receives nothing before the commit, and then the whole message in one step. The array
 * of an on-heap {@code Bytes} is written in place, and a commit moves its write position. Any other target gets the
 * message by a single bulk write.
 */
public final class OutputBuffer implements Closeable {
    /**
     * The largest length of {@link #array}, so that an index has at most 30 bits. Messages further on in a
     * {@code Bytes} are written by a copy.
     */
    public static final int MAX_LENGTH = (1 << 30) - 1;

    /**
     * A message that begins after this index of a {@code Bytes} is written by a copy. A message before it can be as
     * long again.
     */
    private static final int MAX_DIRECT = MAX_LENGTH / 2;

    private static final int INITIAL = 512;

    /** The array that holds the message. {@link #begin} and {@link #ensure} may replace it. */
    public byte[] array;

    /** Index of the next byte to write. */
    public int position;

    private int start;
    private boolean needsWholeMessages;
    /** Whether a line break precedes {@link #start}, which a commit writes with the message. */
    private boolean isOnNewLine;

    private Target target;

    /** The target if it is open and a {@code Bytes}; otherwise null. */
    private BytesTarget bytesTarget;

    private OutputBuffer(byte[] array, Target target) {
        this.array = array;
        this.target = target;
        this.bytesTarget = target instanceof BytesTarget bytes ? bytes : null;
    }

    /** Returns a buffer that writes each message to a stream in one call. */
    public static OutputBuffer of(OutputStream stream) {
        return new OutputBuffer(new byte[INITIAL], new StreamTarget(Objects.requireNonNull(stream, "stream")));
    }

    /**
     * Returns a buffer that appends each message to a {@code Bytes} at its write position. A message that exceeds its
     * write limit is a {@link WireDataException}, and then nothing is written.
     */
    public static OutputBuffer of(Bytes<?> bytes) {
        return new OutputBuffer(new byte[0], new BytesTarget(Objects.requireNonNull(bytes, "bytes")));
    }

    /**
     * Returns a buffer that puts each message into a {@code ByteBuffer} (heap, direct or mapped) at its position. A
     * message that exceeds its limit is a {@link WireDataException}, and then nothing is written.
     *
     * @throws IllegalArgumentException if the buffer is read-only
     */
    public static OutputBuffer of(ByteBuffer buffer) {
        if (Objects.requireNonNull(buffer, "buffer").isReadOnly()) {
            throw new IllegalArgumentException("the ByteBuffer is read-only");
        }
        return new OutputBuffer(new byte[INITIAL], new BufferTarget(buffer));
    }

    /**
     * Returns a buffer without a target. Committed messages stay in {@link #array}, from 0 to {@link #position}, until
     * {@link #clear}.
     */
    public static OutputBuffer inMemory() {
        return new OutputBuffer(new byte[INITIAL], null);
    }

    /**
     * Makes {@link #begin} refuse a message, or no longer, if the target may hold only a part of an earlier one. This is
     * for a format whose readers find no message after such a part.
     */
    public void requireWholeMessages(boolean isRequired) {
        needsWholeMessages = isRequired;
    }

    /**
     * Begins a message.
     *
     * @throws IllegalStateException if this is closed, or {@link #requireWholeMessages} forbids it
     */
    public void begin() {
        if (bytesTarget != null) {
            bytesTarget.begin(this);
        } else if (target != null) {
            target.begin(this);
        }
        start = position;
    }

    /**
     * Begins a message of a text format. If the target may end in a part of a message, a line break is written before
     * this one.
     */
    public void beginLine() {
        begin();
        isOnNewLine = hasPartialWrite();
        if (isOnNewLine) {
            ensure(1);
            array[position++] = '\n';
            start = position;
        }
    }

    /** Returns the number of bytes of the open message so far. */
    public int messageLength() {
        return position - start;
    }

    /** Returns the index in {@link #array} at which the open message starts. */
    public int messageStart() {
        return start;
    }

    /**
     * Ensures room for {@code count} more bytes from {@link #position} on.
     *
     * @throws WireDataException if the message would exceed the largest array
     */
    public void ensure(int count) {
        if (array.length - position < count) {
            grow(count);
        }
    }

    /**
     * Writes the message to the target.
     *
     * @throws WireDataException if the target has no room; nothing is written then
     * @throws UncheckedIOException if the target fails
     */
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

    /** Writes a complete message from another array: {@link #begin}, a copy and {@link #commit} in one. */
    public void writeMessage(byte[] from, int offset, int length) {
        if (bytesTarget == null || !bytesTarget.append(from, offset, length)) {
            begin();
            ensure(length);
            System.arraycopy(from, offset, array, position, length);
            position += length;
            commit();
        }
    }

    /**
     * Writes a message of two to eight bytes if the target is an array with room for it, like
     * {@link #writeMessage(byte[], int, int)}.
     *
     * @param bytes the message, its first byte lowest
     * @return whether the message has been written
     */
    public boolean writeShortMessage(long bytes, int length) {
        return bytesTarget != null && bytesTarget.append(bytes, length);
    }

    /** Drops the open message. */
    public void rollback() {
        position = start;
    }

    /**
     * Returns whether a failed commit or flush may have left a part of a message in the target, and no message on a new
     * line follows it. A {@code Bytes} or {@code ByteBuffer} receives all of a message or nothing. A stream can be sure
     * of that only if it is a {@link AtomicWrites}.
     */
    public boolean hasPartialWrite() {
        return target != null && target.isTorn();
    }

    /** Returns the number of bytes for which the target has room now, or {@link Long#MAX_VALUE} for a stream. */
    public long remaining() {
        return target == null ? Long.MAX_VALUE : target.room();
    }

    /**
     * Flushes the target.
     *
     * @throws UncheckedIOException if the target fails
     */
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
     * Flushes the target and closes it if it is a stream, which is closed even if the flush fails. Afterwards
     * {@link #begin} throws {@link IllegalStateException}.
     *
     * @throws UncheckedIOException if the target fails
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

    /** Returns whether {@link #close} has been called. */
    public boolean isClosed() {
        return target == Closed.OUTPUT;
    }

    /** Drops the messages that a buffer {@linkplain #inMemory() in memory} holds. */
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

        /** Checks that the target has room for the whole message, before any of it is written. */
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
            int lineBreak = buffer.isOnNewLine ? 1 : 0;
            boolean staysFailed = hasFailed && lineBreak == 0;
            hasFailed = true;
            stream.write(buffer.array, offset - lineBreak, length + lineBreak);
            hasFailed = staysFailed;
            buffer.position = 0;
        }

        @Override
        void begin(OutputBuffer buffer) {
            buffer.position = 0;
            if (hasFailed && buffer.needsWholeMessages && isTorn()) {
                throw new IllegalStateException("a write has failed, and the stream may hold a part of a message, after"
                        + " which no reader finds another; write to a new stream. A file is repaired by opening it to"
                        + " append");
            }
        }

        @Override
        void flush() throws IOException {
            boolean hadFailed = hasFailed; // a flush does not complete the part of a message
            hasFailed = true;
            stream.flush();
            hasFailed = hadFailed;
        }

        @Override
        boolean isTorn() {
            return hasFailed && !(stream instanceof AtomicWrites whole && whole.isAtomic());
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
        /**
         * The same object if it has the most common class, so that the compiler can inline its methods; otherwise null.
         */
        private final OnHeapBytes onHeap;

        private byte[] scratch = {};
        private boolean isDirect;

        /**
         * The store for which {@link #backing} and {@link #viewArray} were looked up. A store never changes its array.
         */
        private BytesStore<?, ?> store;

        private byte[] backing;

        /** The array of a view, whose own bulk write copies byte by byte. */
        private byte[] viewArray;

        BytesTarget(Bytes<?> bytes) {
            MemoryAccess.enable();
            this.bytes = bytes;
            this.onHeap = bytes instanceof OnHeapBytes own ? own : null;
        }

        private byte[] backingArray() {
            BytesStore<?, ?> present = bytes.bytesStore();
            if (present != store || present == null) {
                store = present;
                byte[] own = BytesAccess.backingArray(bytes);
                backing = own == null || own.length > MAX_LENGTH ? null : own;
                viewArray = own == null ? BytesAccess.readableArray(bytes) : null;
            }
            return backing;
        }

        /** Appends a message to the backing array, if there is one with room. */
        boolean append(byte[] from, int offset, int length) {
            byte[] to = backing;
            long index = bytes.writePosition();
            if (to == null
                    || bytes.bytesStore() != store
                    || length > Math.min(to.length, onHeap.writeLimit()) - index) {
                return false;
            }
            System.arraycopy(from, offset, to, (int) index, length);
            bytes.writePosition(index + length);
            return true;
        }

        /** Appends a message like {@link #append(byte[], int, int)}, from a register. */
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
            int index = (int) position;
            int rest = length * Byte.SIZE;
            if (length >= Integer.BYTES) {
                ArrayAccess.putInt(array, index, (int) word);
                ArrayAccess.putInt(array, index + length - Integer.BYTES, (int) (word >>> rest - Integer.SIZE));
            } else {
                ArrayAccess.putShort(array, index, (short) word);
                ArrayAccess.putByte(array, index + length - 1, (byte) (word >>> rest - Byte.SIZE));
            }
            advance(to, position, length);
            return true;
        }

        /**
         * Advances the write position past a message. {@code writeSkip} makes half as many bounds checks as
         * {@code writePosition}. With assertions enabled, however, it also checks the current thread, which a wire does
         * not restrict.
         */
        private static void advance(OnHeapBytes to, long position, long length) {
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
                long index = to.writePosition();
                // Not if the owner has set a write limit: other data may follow it.
                if (index <= MAX_DIRECT && to.writeLimit() >= array.length) {
                    if (buffer.array != array) { // avoids the garbage collector's barrier of a redundant store
                        buffer.array = array;
                        isDirect = true;
                    }
                    buffer.position = (int) index;
                    return;
                }
            }
            beginCopy(buffer);
        }

        private void beginCopy(OutputBuffer buffer) {
            isDirect = false;
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
                    advance(onHeap, from, buffer.position - from);
                } catch (BufferOverflowException e) { // the message exceeds a limit that the owner has set
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
            if (viewArray != null) {
                int index = (int) bytes.writePosition();
                System.arraycopy(buffer.array, offset, viewArray, index, length);
                bytes.writePosition(index + length);
            } else {
                bytes.write(buffer.array, offset, length);
            }
            if (!isDirect && scratch != buffer.array) {
                scratch = buffer.array;
            }
        }

        @Override
        long room() {
            return bytes.writeRemaining();
        }

        /**
         * Lets the {@code Bytes} grow its own array. Returns false if it cannot, and then the message continues in a
         * copy.
         */
        boolean growBacking(OutputBuffer buffer, int size) {
            if (!isDirect || !bytes.isElastic() || buffer.array != backingArray()) {
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
