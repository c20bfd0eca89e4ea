package io.deltawire.wire.spi;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.text.MemoryAccess;
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
 * The input of a reader: a window of bytes that are present, {@link #array}[{@link #position}..{@link #limit}), and the
 * means to get more. A reader consumes bytes by advancing {@link #position}. The public fields let it read a number
 * with a single load. Not thread-safe.
 *
 * <p><b>Terms.</b> An <i>index</i> is a position in {@link #array}; it changes whenever the window moves. An
 * <i>offset</i> counts bytes from the start of the input and never changes. The <i>mark</i> is the first byte that the
 * reader still needs. {@link #fill} may drop all bytes before the mark, and retains all bytes after it.
 *
 * <p><b>Input.</b> A byte array is its own window. So is a {@code Bytes} or {@code ByteBuffer} that has a backing
 * array. Other input is copied into a window that holds at least one message. Everything below about a {@code Bytes}
 * and its read position also applies to a {@code ByteBuffer} and its position.
 *
 * <p><b>Protocol.</b> The read position of a {@code Bytes} is shared with the application: it shows the application how
 * much has been consumed, and the application may move it. {@code nextMessage()} of a reader therefore takes these
 * steps: <ol>
 *   <li>{@link #syncPosition()}. It returns true if the application has moved the read position, for example after it
 *       cleared and refilled the {@code Bytes}. The window is then at the new position, and the reader drops whatever
 *       it derived from earlier bytes. If it returns false, the reader sets {@link #position} to the end of the last
 *       message.
 *   <li>{@link #mark()}. The bytes of the last message are released.
 *   <li>{@link #fill}{@code (n)} for as many bytes as it takes to find the length of the message, and then for the
 *       whole message. If it returns false, the input ends too early. If it {@link #mayGrow()}, the reader leaves
 *       {@link #position} at the start of the message and returns false: there is no message yet. Otherwise the message
 *       is truncated, or the input has ended.
 *   <li>{@link #consumeTo}{@code (end)}, with {@link #position} at the start of the message. The whole message stays in
 *       the window, and the application sees it as consumed.
 *   <li>The values of the message are read by advancing {@link #position}.
 * </ol>
 *
 * <p>If only parsing finds the end of a message, as in text, the reader calls {@link #markOpenMessage()} in step 4, and
 * {@link #consumeTo} when it reaches the end. Until then the read position is one byte after the start of the message.
 * An application that rewinds to the start of the message is thus noticed.
 *
 * <p>After each {@link #fill}, reload {@link #array}, {@link #position} and {@link #limit}. An index that has to
 * survive a fill is kept as an offset: see {@link #offset(int)} and {@link #index}.
 *
 * <p><b>A {@code Bytes} that is filled in parts.</b> {@link #limit} does not follow the write position: only
 * {@link #fill} checks for new bytes, and only if those present do not suffice. {@link #discardAhead()} makes it read
 * the bytes after {@link #position} again, if their writer may have changed them since.
 *
 * <p><b>Streams with state.</b> If messages build on earlier ones, as in delta, a reader cannot simply continue where
 * the application points. It calls {@link #pause()} whenever no complete message is present. The read position then
 * returns to the mark, and the application may compact the {@code Bytes}, or clear it if it is empty, and append to it.
 * When {@link #isRepositioned()} is true afterwards, {@link #resume()} finds the continuation and verifies that the
 * retained bytes are still there.
 *
 * <p><b>Streams that may block.</b> {@link #setNonBlocking} makes {@link #fill} return false instead of waiting.
 * {@link #setFrozen} makes it return false instead of reading anything.
 *
 * <p><b>Files that are still written.</b> A file may end with a part of a message, which another writer cuts off and
 * replaces. For a reader that calls {@link #enableReread}, that part is read again when more bytes arrive. {@link
 * #fill} throws {@link ChangedException} if it has changed.
 *
 * <p><b>Public fields.</b> Readers use {@link #array}, {@link #position} and {@link #limit} directly. They move the
 * position in most steps of a token, and hold all three in local variables in their loops.
 */
public final class InputBuffer {
    /** The largest value of {@link #limit}: see {@link OutputBuffer#MAX_LENGTH}. */
    public static final int MAX_LENGTH = OutputBuffer.MAX_LENGTH;

    private static final int MAX_MESSAGE = MAX_LENGTH - 64;
    private static final int CHUNK = 1 << 16;
    private static final int LARGE = 4 << 20;

    /** The window. {@link #fill} may replace it. */
    public byte[] array;

    /** Index of the next byte to read. */
    public int position;

    /** Index after the last byte that is present. */
    public int limit;

    private long base;
    private int mark;
    private InputSource source;

    /**
     * The stream if bytes at the end of a file are read again: see {@link #enableReread}. Otherwise null.
     */
    private InputSource.OfStream rereadable;

    /** Offset of the message whose incomplete bytes are read again. */
    private long rereadFrom;

    /** Whether the window ended at the end of the file when it was filled. */
    private boolean isEndTentative;

    /** True if a fill must not wait for a stream: see {@link #setNonBlocking}. */
    private boolean isNonBlocking;

    /** True if a fill must not read: see {@link #setFrozen}. */
    private boolean isFrozen;

    /** The source if it is memory; otherwise null. */
    private InputSource.Shared memory;

    /**
     * The {@code Bytes} of the source if it has the most common class, so that the compiler can inline its methods;
     * otherwise null.
     */
    private OnHeapBytes onHeap;

    /** Position in the memory of offset 0. */
    private long origin;

    /** True if the window is the backing array of the memory. */
    private boolean isAttached;

    /** The read position as this class last set it. */
    private long lastReadPosition;

    /** Checksum of the bytes from {@link #retainedFrom} to {@link #retainedTo}, which {@link #pause} has retained. */
    private final CRC32C checksum = new CRC32C();

    private boolean isRereadSuspended;

    private long retainedFrom = -1;
    private long retainedTo;

    /** Offset of {@link #position} at the last {@link #pause}. */
    private long pausedAt = -1;

    /**
     * The bytes of an incomplete message were replaced. {@link #position} is at the start of the message, which must be
     * read again.
     */
    public static final class ChangedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private ChangedException() {
            super("the end of the input was replaced", null, false, false);
        }
    }

    /**
     * Returns limits under which each message, and the first bytes after it, fit a window. These are the same limits
     * unless they allow messages larger than any array.
     */
    public static WireLimits capLimits(WireLimits limits) {
        return limits.maxMessageBytes() <= MAX_MESSAGE ? limits : limits.withMaxMessageBytes(MAX_MESSAGE);
    }

    private InputBuffer(byte[] array, int position, int limit, InputSource source) {
        this.array = array;
        this.position = position;
        this.mark = position;
        this.limit = limit;
        this.source = source;
        this.memory = source instanceof InputSource.Shared shared ? shared : null;
        this.onHeap = source instanceof InputSource.OfBytes ofBytes && ofBytes.bytes instanceof OnHeapBytes bytes
                ? bytes
                : null;
        if (memory != null) {
            this.origin = memory.next;
            this.lastReadPosition = origin;
        }
    }

    /**
     * Returns a window on a part of an array. The array is not copied, unless its end is beyond {@link #MAX_LENGTH}.
     * Offsets count from {@code offset}.
     *
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
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

    /** Returns a window on a stream, which is read as needed, and ahead of the messages. */
    public static InputBuffer of(InputStream stream) {
        return of(stream, 0);
    }

    /** Returns a window on a stream whose first byte has the given offset in the input. */
    public static InputBuffer of(InputStream stream, long offset) {
        InputSource source = new InputSource.OfStream(Objects.requireNonNull(stream, "stream"));
        InputBuffer buffer = new InputBuffer(new byte[0], 0, 0, source);
        buffer.base = offset;
        return buffer;
    }

    /**
     * Returns a window on a {@code Bytes}, from its read position on. The read position advances with the messages
     * read. Bytes written later can be read later. Only one reader may use the {@code Bytes}: each would take the
     * progress of another for a move by the application.
     */
    public static InputBuffer of(Bytes<?> bytes) {
        MemoryAccess.enable();
        return new InputBuffer(new byte[0], 0, 0, new InputSource.OfBytes(Objects.requireNonNull(bytes, "bytes")));
    }

    /**
     * Returns a window on a {@code ByteBuffer} (heap, direct or mapped), from its position to its limit. The position
     * advances with the messages read. The buffer may be refilled later, like a {@code Bytes}.
     */
    public static InputBuffer of(ByteBuffer buffer) {
        return new InputBuffer(new byte[0], 0, 0, new InputSource.OfBuffer(Objects.requireNonNull(buffer, "buffer")));
    }

    /** Returns the offset of {@link #position} in the input. */
    public long offset() {
        return base + position;
    }

    /** Returns the offset in the input of an index of {@link #array}. */
    public long offset(int index) {
        return base + index;
    }

    /** Returns the index in {@link #array} of an offset in the input, which must still be in the window. */
    public int index(long offset) {
        return Math.toIntExact(offset - base);
    }

    /**
     * Sets the mark to {@link #position}. The bytes before it are released, and the read position of a {@code Bytes}
     * moves there.
     */
    public void mark() {
        markFrom(position);
    }

    /**
     * Sets the mark to an index at or before {@link #position}, and moves the read position of a {@code Bytes} to
     * {@link #position}. Use it if released bytes are still needed, such as for a checksum.
     */
    public void markFrom(int index) {
        mark = index;
        advanceReadPosition(position);
    }

    /**
     * Sets the mark to {@link #position}, the start of a message, and moves the read position of a {@code Bytes} to the
     * end of the message. The message stays in the window.
     *
     * @param end index after the message
     */
    public void consumeTo(int end) {
        mark = position;
        advanceReadPosition(end);
    }

    /**
     * Sets the mark to {@link #position}, the start of a message whose end is not yet known; {@link #consumeTo} follows
     * when it is. The read position of a {@code Bytes} moves one byte further. So {@link #isRepositioned} notices if
     * the application rewinds it to the start of the message.
     */
    public void markOpenMessage() {
        mark = position;
        advanceReadPosition(position + 1);
    }

    /** Moves the read position of a {@code Bytes} to an index. */
    private void advanceReadPosition(int index) {
        OnHeapBytes usual = onHeap;
        if (usual != null) {
            long to = origin + base + index;
            lastReadPosition = to;
            usual.readPosition(to);
        } else if (memory != null) {
            lastReadPosition = origin + base + index;
            memory.position(lastReadPosition);
        }
    }

    /**
     * Returns whether the application has moved the read position of a {@code Bytes} since this class last set it. It
     * may have cleared and refilled the {@code Bytes}, or moved back or ahead.
     */
    public boolean isRepositioned() {
        OnHeapBytes usual = onHeap;
        return usual != null
                ? usual.readPosition() != lastReadPosition
                : memory != null && memory.position() != lastReadPosition;
    }

    /**
     * Moves the window to the read position of a {@code Bytes} if {@link #isRepositioned}. Offsets still count from the
     * position at which this buffer started, or from the new position if that is earlier.
     *
     * @return whether the window has moved
     */
    public boolean syncPosition() {
        if (!isRepositioned()) {
            return false;
        }
        long to = memory.position();
        goTo(to, to - Math.min(origin, to));
        return true;
    }

    /**
     * Suspends reading because the input has no complete message. The read position of a {@code Bytes} returns to the
     * mark, and the bytes from the mark on are retained by checksum. The application may then compact the
     * {@code Bytes}, or clear it if it is empty, and append to it: see {@link #resume}. No bytes are present after
     * {@link #position} until the next {@link #fill}. Does nothing for a stream or an array.
     */
    public void pause() {
        if (memory == null) {
            return;
        }
        advanceReadPosition(mark);
        long from = offset(mark);
        long to = offset(limit);
        if (from != retainedFrom || to < retainedTo) {
            checksum.reset();
            retainedFrom = from;
            retainedTo = from;
        }
        checksum.update(array, index(retainedTo), (int) (to - retainedTo));
        retainedTo = to;
        pausedAt = offset();
        discardAhead();
    }

    /**
     * Continues after {@link #pause} at the read position that the application has set. {@link #position} and the mark
     * keep their offsets.
     *
     * @return false if reading cannot continue, because the bytes retained by {@link #pause} are missing or have
     *     changed, or reading was not suspended
     */
    public boolean resume() {
        if (pausedAt != offset() || limit != position) {
            return false;
        }
        int count = (int) (retainedTo - retainedFrom);
        goTo(memory.position(), retainedFrom);
        if (!fill(count)) {
            return false;
        }
        long expected = checksum.getValue();
        checksum.reset();
        checksum.update(array, position, count);
        position = index(pausedAt);
        return checksum.getValue() == expected;
    }

    /** Moves the window to a position of the memory, which becomes the given offset. */
    private void goTo(long to, long offset) {
        lastReadPosition = to;
        memory.readFrom(to);
        origin = to - offset;
        base = offset;
        position = 0;
        mark = 0;
        limit = 0;
        attach();
    }

    /**
     * Makes the backing array of the memory the window. Returns false if there is no such array, or it is too large.
     */
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

    /**
     * Replaces a window that is the backing array of the memory by a copy, since nothing may be moved in that array.
     */
    private void detach() {
        if (isAttached) {
            isAttached = false;
            array = Arrays.copyOfRange(array, mark, limit);
            base += mark;
            position -= mark;
            limit -= mark;
            mark = 0;
            memory.readFrom(origin + base + limit);
        }
    }

    /** Returns the number of bytes present from {@link #position} on. */
    public int available() {
        return limit - position;
    }

    /**
     * Ensures that at least {@code count} bytes are present from {@link #position} on. Blocks for a stream, unless
     * {@link #setNonBlocking} or {@link #setFrozen} forbids that.
     *
     * @return false if the input ends earlier; the bytes before its end are then present
     * @throws MalformedWireException if these bytes and those from the mark on exceed the largest window: see
     *     {@link #capLimits}
     * @throws UncheckedIOException if the stream fails
     * @throws IllegalStateException if this is closed, or the {@code Bytes} has been released
     * @throws ChangedException if bytes were replaced: see {@link #enableReread}
     */
    public boolean fill(int count) {
        while (limit - position < count) {
            if (source == null || isFrozen || !fillMore(count)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Discards the bytes from {@link #position} on, so that {@link #fill} reads them again. This is for input that its
     * writer may have changed.
     *
     * @return false if the input cannot change (an array, most streams); nothing is discarded then
     */
    public boolean discardAhead() {
        if (memory != null) {
            memory.readFrom(origin + offset());
            limit = position;
            return true;
        }
        if (rereadable != null) {
            try {
                if (rereadable.rewind(limit - position)) {
                    limit = position;
                    return true;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return false;
    }

    /**
     * Returns how many bytes a file has after those present, if they are all zeros, which its writer may overwrite.
     *
     * @return the number; -1 if one of the bytes is not zero, or the input is no file that can be read again
     */
    public long zerosToEnd() {
        try {
            return rereadable == null ? -1 : rereadable.zerosToEnd();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes {@link #fill} read the bytes of an incomplete message again before it adds to them. Does nothing unless the
     * input is a stream that can move back, which streams of files can.
     */
    public void enableReread() {
        try {
            if (source instanceof InputSource.OfStream stream && stream.isRewindable() && stream.rewind(0)) {
                rereadable = stream;
                rereadFrom = offset();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Suspends {@link #enableReread} or resumes it. While it is suspended, {@link #fill} only adds bytes, and the bytes
     * in the window remain. This allows a search in later messages while one is being read.
     */
    public void setRereadSuspended(boolean isSuspended) {
        isRereadSuspended = isSuspended;
    }

    /** Moves {@link #position} to the bytes that {@link #fill} has read again, after a {@link ChangedException}. */
    public void returnToReread() {
        position = rereadStart();
    }

    /** Sets {@link #position} as the start of the message to which {@link #enableReread} refers. */
    public void beginReread() {
        rereadFrom = offset();
    }

    /**
     * Returns whether bytes may be appended to the input, so that a message without an end is incomplete rather than
     * truncated. That is true of a {@code Bytes} and a {@code ByteBuffer}. A stream reports its own end.
     */
    public boolean mayGrow() {
        return memory != null;
    }

    /** Returns whether the input is a stream that waits for more at the end of its file. */
    public boolean isFollowed() {
        return source instanceof InputSource.OfStream stream && stream.isFollowed();
    }

    /** Returns whether the input is a stream, so that {@link #fill} may block. */
    public boolean isStream() {
        return source instanceof InputSource.OfStream;
    }

    /**
     * Switches blocking off or on. While it is off, {@link #fill} treats a stream without available bytes
     * ({@link InputStream#available}) as ended.
     *
     * @param isOn true to switch blocking off
     */
    public void setNonBlocking(boolean isOn) {
        isNonBlocking = isOn;
    }

    /**
     * Switches reading off or on. While it is off, the bytes present are treated as the whole input. This matters for a
     * file that grows: a later byte must not be combined with a search that ended before it came.
     *
     * @param isOn true to switch reading off
     */
    public void setFrozen(boolean isOn) {
        isFrozen = isOn;
    }

    /**
     * Closes the input if it is a stream; a {@code Bytes} is left as it is. No bytes are present any more, and
     * {@link #fill} throws {@link IllegalStateException}. The content of {@link #array} stays as it is.
     *
     * @throws UncheckedIOException if the stream cannot be closed
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
     * Checks that the input is open. Readers call it before they return false for another reason, such as an error
     * already reported.
     *
     * @throws IllegalStateException if {@link #close} has been called
     */
    public void requireOpen() {
        if (source == InputSource.Closed.INPUT) {
            throw new IllegalStateException("the reader is closed");
        }
    }

    private boolean fillMore(int count) {
        try {
            requireOpen(); // before anything moves, because the position may be after the limit
            if (memory != null && attach()) {
                return limit - position >= count;
            }
            if (isNonBlocking && source instanceof InputSource.OfStream from && !from.hasAvailable()) {
                return false;
            }
            return rereadable != null && !isRereadSuspended && rewindMessage() ? reread(count) : readMore(count) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int readMore(int count) throws IOException {
        compact(count);
        int room = array.length - limit;
        int read = source.read(array, limit, room);
        isEndTentative = read < room;
        limit += Math.max(0, read);
        return read;
    }

    /** Returns the index of the first byte that is read again if the message is incomplete. */
    private int rereadStart() {
        return (int) Math.max(mark, Math.min(rereadFrom - base, position));
    }

    /** Moves the stream back to the start of the message if the window ends with incomplete bytes of it. */
    private boolean rewindMessage() throws IOException {
        int ahead = limit - rereadStart();
        return ahead > 0 && (isEndTentative || !rereadable.hasAvailable()) && rereadable.rewind(ahead);
    }

    /**
     * Reads the bytes of an incomplete message again, together with those after them. Joining bytes that were read at
     * different times could mix two messages.
     *
     * @return whether there are more than before
     */
    private boolean reread(int count) throws IOException {
        int start = rereadStart();
        int ahead = position - start;
        byte[] before = Arrays.copyOfRange(array, start, limit);
        // If the stream fails now, the message is read from its start.
        position = start;
        limit = start;
        int read = 1;
        while (read > 0 && (limit - position < before.length || limit - position == before.length && !isEndTentative)) {
            read = readMore(ahead + count);
        }
        int present = limit - position;
        if (present < before.length
                || Arrays.mismatch(array, position, position + before.length, before, 0, before.length) >= 0) {
            throw new ChangedException();
        }
        position += ahead;
        return present > before.length;
    }

    /** Moves the bytes from the mark on to the start of the window, and makes room for the bytes requested. */
    private void compact(int count) {
        int retained = limit - mark;
        // The sum is a long, because a hostile length must give an error and not a negative size.
        long needed = Math.max((long) (position - mark) + count, (long) retained + 1);
        if (needed > MAX_LENGTH) {
            throw new MalformedWireException(
                    "wire",
                    "expected at most " + MAX_LENGTH + " bytes at a time but a message takes " + needed,
                    WireLocation.ofOffset(base + mark, ""));
        }
        if (mark > 0 && (limit == array.length || needed > array.length - mark)) {
            System.arraycopy(array, mark, array, 0, retained);
            base += mark;
            position -= mark;
            limit = retained;
            mark = 0;
        }
        if (limit == array.length) {
            array = Arrays.copyOf(array, grown(array.length));
        }
    }

    /**
     * Returns the next size: at most twice the present one, so that memory grows with the bytes that really arrive. A
     * large window grows by a quarter, because the old and the new array must fit in the heap together.
     */
    private static int grown(int size) {
        long more = size < LARGE ? Math.max(CHUNK, size) : size / 4;
        return (int) Math.min(MAX_LENGTH, size + more);
    }
}
