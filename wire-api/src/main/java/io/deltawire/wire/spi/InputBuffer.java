package io.deltawire.wire.spi;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.OnHeapBytes;

/**
 * A window on the input: the bytes {@link #array}[{@link #position}..{@link #limit}) are there to be read. A reader
 * takes bytes by moving {@link #position}, and calls {@link #fill} when it needs more than there are. Bytes before
 * {@link #mark} may be dropped by a fill; everything from the mark on stays, although its index may change.
 *
 * <p>The window of an array, or of a {@code Bytes} or {@code ByteBuffer} over one, is the array itself; other input is copied into a window
 * that holds at least one message. What is said of a {@code Bytes} and its read position holds for a {@code ByteBuffer} and its position. The
 * public fields are what makes reading a number cost one load. Not thread-safe.
 */
public final class InputBuffer {
    /** {@link #limit} is never larger: see {@link OutputBuffer#MAX_LENGTH}. */
    public static final int MAX_LENGTH = OutputBuffer.MAX_LENGTH;

    private static final int MAX_MESSAGE = MAX_LENGTH - 64;
    private static final int CHUNK = 1 << 16;
    private static final int LARGE = 4 << 20;

    /** The bytes; changes on {@link #fill}. */
    public byte[] array;

    /** Index of the next byte to be read. */
    public int position;

    /** Index after the last byte present. */
    public int limit;

    private long base;
    private int mark;
    private InputSource source;

    /** Whether no more than has come is taken: see {@link #lookAhead}. */
    private boolean isLookingAhead;

    /** Whether no more is taken at all: see {@link #freeze}. */
    private boolean isFrozen;

    /** The source where that is memory, or null. */
    private InputSource.Memory memory;

    /** The {@code Bytes} that is it, where it is of the usual sort, so that the compiler knows its methods. */
    private OnHeapBytes onHeap;

    /** The place in that memory of offset 0. */
    private long origin;

    /** Whether the window is its array. */
    private boolean isAttached;

    /** Where its read position was left. */
    private long left;

    /** Of what was there from {@link #keptFrom} to {@link #keptTo} at {@link #pause}. */
    private final CRC32C kept = new CRC32C();

    private long keptFrom = -1;
    private long keptTo;

    /** The offset of {@link #position} at {@link #pause}. */
    private long pausedAt = -1;

    /**
     * Returns limits whose messages fit a window, with some bytes of what comes after: the same, but where the user allows messages
     * larger than any array.
     */
    public static WireLimits within(WireLimits limits) {
        return limits.maxMessageBytes() <= MAX_MESSAGE ? limits : limits.withMaxMessageBytes(MAX_MESSAGE);
    }

    private InputBuffer(byte[] array, int position, int limit, InputSource source) {
        this.array = array;
        this.position = position;
        this.mark = position;
        this.limit = limit;
        this.source = source;
        this.memory = source instanceof InputSource.Memory held ? held : null;
        this.onHeap = source instanceof InputSource.OfBytes of && of.bytes instanceof OnHeapBytes bytes ? bytes : null;
        if (memory != null) {
            this.origin = memory.next;
            this.left = origin;
        }
    }

    /** Returns a window on an array, which is not copied, unless it is a very large one. Offsets count from {@code offset}. */
    public static InputBuffer of(byte[] bytes, int offset, int length) {
        Objects.requireNonNull(bytes, "bytes");
        if (offset < 0 || length < 0 || length > bytes.length - offset) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + ", length " + length + ", array of " + bytes.length);
        }
        if (offset + length > MAX_LENGTH) {
            return of(new ByteArrayInputStream(bytes, offset, length));
        }
        InputBuffer buffer = new InputBuffer(bytes, offset, offset + length, null);
        buffer.base = -offset;
        return buffer;
    }

    /** Returns a window on a stream, filled as needed. */
    public static InputBuffer of(InputStream stream) {
        return of(stream, 0);
    }

    /** Returns a window on a stream whose first byte is the one at this offset of the input. */
    public static InputBuffer of(InputStream stream, long offset) {
        InputSource source = new InputSource.OfStream(Objects.requireNonNull(stream, "stream"));
        InputBuffer buffer = new InputBuffer(new byte[0], 0, 0, source);
        buffer.base = offset;
        return buffer;
    }

    /**
     * Returns a window on a {@code Bytes}, from its read position on. Its read position follows the messages read, and
     * what is written to it later can be read later. One reader at a time: those that {@link #follow} would follow each
     * other.
     */
    public static InputBuffer of(Bytes<?> bytes) {
        Memory.noteBytes();
        return new InputBuffer(new byte[0], 0, 0, new InputSource.OfBytes(Objects.requireNonNull(bytes, "bytes")));
    }

    /**
     * Returns a window on a {@code ByteBuffer}, on the heap, direct or mapped, from its position to its limit. Its position follows the
     * messages read, and what is between them later can be read later, as with a {@code Bytes}.
     */
    public static InputBuffer of(ByteBuffer buffer) {
        return new InputBuffer(new byte[0], 0, 0, new InputSource.OfBuffer(Objects.requireNonNull(buffer, "buffer")));
    }

    /** The offset of {@link #position} from the start of the input. */
    public long offset() {
        return base + position;
    }

    /** The offset of an index of {@link #array} from the start of the input. */
    public long offset(int index) {
        return base + index;
    }

    /** The index in {@link #array} of an offset from the start of the input, which must still be in the window. */
    public int index(long offset) {
        return Math.toIntExact(offset - base);
    }

    /** Marks {@link #position}: bytes before it are no longer needed. */
    public void mark() {
        markFrom(position);
    }

    /**
     * Marks an index up to {@link #position}: bytes before it are no longer needed. The input is told that all before the
     * position has been read.
     */
    public void markFrom(int index) {
        mark = index;
        tell(position);
    }

    /**
     * Marks {@link #position}, and moves the read position of a {@code Bytes} to another index already: a reader that has all
     * of a message leaves it behind the message.
     */
    public void take(int end) {
        mark = position;
        tell(end);
    }

    /**
     * Marks {@link #position}, where a message begins whose end is not known yet, and is to be {@linkplain #take taken} when it is. The
     * read position of a {@code Bytes} is moved behind its first byte, so that it shows when somebody puts it back to where the message
     * began.
     */
    public void begin() {
        mark = position;
        tell(position + 1);
    }

    /** Moves the read position of a {@code Bytes} to an index. */
    private void tell(int index) {
        OnHeapBytes usual = onHeap;
        if (usual != null) {
            long to = origin + base + index;
            left = to;
            usual.readPosition(to);
        } else if (memory != null) {
            left = origin + base + index;
            memory.position(left);
        }
    }

    /**
     * Whether someone has moved the read position of a {@code Bytes} since {@link #mark}, {@link #begin}, {@link #take} or {@link #pause} did:
     * it was cleared and filled again, or goes back or ahead.
     */
    public boolean isMoved() {
        OnHeapBytes usual = onHeap;
        return usual != null ? usual.readPosition() != left : memory != null && memory.position() != left;
    }

    /**
     * Goes to where a {@code Bytes} is to be read now, if {@link #isMoved}.
     *
     * @return whether {@link #position} is another one
     */
    public boolean follow() {
        if (!isMoved()) {
            return false;
        }
        long to = memory.position();
        goTo(to, to - Math.min(origin, to));
        return true;
    }

    /**
     * Takes note that all there is of a {@code Bytes} has been looked at, and that what is there from the mark on is needed still: its
     * read position is moved back to the mark. It may be cleared then where that is its end, or compacted, and filled again; see
     * {@link #resume}. No bytes are present from {@link #position} on until the next {@link #fill}.
     */
    public void pause() {
        if (memory == null) {
            return;
        }
        tell(mark);
        long from = offset(mark);
        long to = offset(limit);
        if (from != keptFrom || to < keptTo) {
            kept.reset();
            keptFrom = from;
            keptTo = from;
        }
        kept.update(array, index(keptTo), (int) (to - keptTo));
        keptTo = to;
        pausedAt = offset();
        refresh();
    }

    /**
     * Goes to where a {@code Bytes} is to be read now, with what follows on what has been read: {@link #position} and the mark have the
     * offsets that they had.
     *
     * @return false where nothing can be read any more: other bytes than at {@link #pause} are needed still, or some of these are not there
     */
    public boolean resume() {
        if (pausedAt != offset() || limit != position) {
            return false;
        }
        int count = (int) (keptTo - keptFrom);
        goTo(memory.position(), keptFrom);
        if (!fill(count)) {
            return false;
        }
        long expected = kept.getValue();
        kept.reset();
        kept.update(array, position, count);
        position = index(pausedAt);
        return kept.getValue() == expected;
    }

    /** Goes to a place of the memory, which has this offset. */
    private void goTo(long to, long offset) {
        left = to;
        memory.next = to;
        origin = to - offset;
        base = offset;
        position = 0;
        mark = 0;
        limit = 0;
        attach();
    }

    /** Makes the window the array behind the memory; false where there is none, or too much in it. */
    private boolean attach() {
        byte[] backing = memory.end() > MAX_LENGTH ? null : memory.array();
        if (backing == null) {
            detach();
            return false;
        }
        isAttached = true;
        long ahead = base + origin;
        array = backing;
        base = -origin;
        position = (int) (ahead + position);
        mark = (int) (ahead + mark);
        limit = (int) memory.end();
        return true;
    }

    /** Goes on with a window of its own where that was the array behind the memory, which nothing may be moved in. */
    private void detach() {
        if (isAttached) {
            isAttached = false;
            array = Arrays.copyOfRange(array, mark, limit);
            base += mark;
            position -= mark;
            limit -= mark;
            mark = 0;
            memory.next = origin + base + limit;
        }
    }

    /** The number of bytes present from {@link #position} on. */
    public int available() {
        return limit - position;
    }

    /**
     * Makes at least {@code count} bytes present from {@link #position} on.
     *
     * @return false where the input ends before; what there is of it is present then
     * @throws MalformedWireException where no array is large enough for that and what is marked: see {@link #within}
     */
    public boolean fill(int count) {
        while (limit - position < count) {
            if (source == null || isFrozen || !more(count)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Forgets the bytes present from {@link #position} on, so that {@link #fill} reads them again: for input that its
     * writer may have changed since.
     *
     * @return false where the input cannot change (an array, a stream); nothing is forgotten then
     */
    public boolean refresh() {
        if (memory != null) {
            memory.next = origin + offset();
            limit = position;
            return true;
        }
        return false;
    }

    /**
     * Whether more may come where the input ends now, so that what ends in the middle of something is not cut off but not all
     * there: a {@code Bytes}, which its user may fill in pieces. A stream says itself when there is no more.
     */
    public boolean mayGrow() {
        return memory != null;
    }

    /** Whether the input is a stream, whose next bytes may be waited for. */
    public boolean isStream() {
        return source instanceof InputSource.OfStream;
    }

    /**
     * Begins or ends to look ahead: {@link #fill} does not wait then for what a stream has not yet ({@link InputStream#available}), as if
     * the input ended there.
     */
    public void lookAhead(boolean begins) {
        isLookingAhead = begins;
    }

    /**
     * Begins or ends to look at nothing but what is present, as if the input ended there: what comes meanwhile, in a file that grows, would be judged
     * with what was found before it came.
     */
    public void freeze(boolean begins) {
        isFrozen = begins;
    }

    /**
     * Closes the input, if it is one that closes. From now on there is nothing more, and to ask for it is an
     * {@link IllegalStateException}; the bytes that are present stay where they are, and a {@code Bytes} is left alone.
     */
    public void close() {
        InputSource open = source;
        source = InputSource.Closed.INPUT;
        memory = null;
        onHeap = null;
        limit = Math.min(limit, position);
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * To be called where there is nothing more for another reason, such as a fault that was told.
     *
     * @throws IllegalStateException where {@link #close} has been called
     */
    public void requireOpen() {
        if (source == InputSource.Closed.INPUT) {
            throw new IllegalStateException("the reader is closed");
        }
    }

    private boolean more(int count) {
        try {
            requireOpen(); // before anything is moved: a reader may be behind the limit
            if (memory != null && attach()) {
                return limit - position >= count;
            }
            if (isLookingAhead && source instanceof InputSource.OfStream from && !from.hasAvailable()) {
                return false;
            }
            compact(count);
            int read = source.read(array, limit, array.length - limit);
            if (read <= 0) {
                return false;
            }
            limit += read;
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Moves what is needed to the front and makes room for what is wanted. */
    private void compact(int count) {
        int kept = limit - mark;
        // In long: a hostile length must end in an error and not in a negative size.
        long needed = Math.max((long) (position - mark) + count, (long) kept + 1);
        if (needed > MAX_LENGTH) {
            throw new MalformedWireException(
                    "wire",
                    "expected at most " + MAX_LENGTH + " bytes at a time but a message takes " + needed,
                    WireLocation.ofOffset(base + mark, ""));
        }
        if (mark > 0 && (limit == array.length || needed > array.length - mark)) {
            System.arraycopy(array, mark, array, 0, kept);
            base += mark;
            position -= mark;
            limit = kept;
            mark = 0;
        }
        if (limit == array.length) {
            array = Arrays.copyOf(array, grown(array.length));
        }
    }

    /**
     * The size after this one: at most the double, so that memory follows the bytes that really come; a quarter more once
     * it is large, since the old array and the new one have to fit the heap together.
     */
    private static int grown(int size) {
        long more = size < LARGE ? Math.max(CHUNK, size) : size / 4;
        return (int) Math.min(MAX_LENGTH, size + more);
    }
}
