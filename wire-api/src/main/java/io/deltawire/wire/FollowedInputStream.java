package io.deltawire.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reads a file while it is written. At the end of the file a read waits for more bytes, so a reader waits
 * inside an incomplete message. The stream ends only when the file has been truncated or another file has its name;
 * then {@link #nextFile} opens the present file.
 *
 * <pre>{@code
 * try (FollowedInputStream file = FollowedInputStream.open(path)) {
 *     do {
 *         WireIn in = format.newReader(file, options);
 *         do {
 *             while (in.nextMessage()) {
 *                 ...
 *             }
 *         } while (file.awaitChange());
 *     } while (file.nextFile());
 * }
 * }</pre>
 *
 * <p>A reader returns false before the stream ends where the file has room for messages that are not written yet, such
 * as the zeros of a preallocated file. {@link #awaitChange} then waits. For a delta file set {@code
 * DeltaFormat.READ_MODE} to {@code LIVE}; in other modes messages wait for their checksum.
 *
 * <p><b>Replaced bytes.</b> A writer that continues a file of a killed writer may cut off an incomplete message.
 * Readers (of delta with {@code LIVE}) read incomplete bytes again and never join them with other bytes. A reader of
 * JSON throws a {@link TruncatedWireException} for a message that is cut off while it is read, and continues with the
 * next one.
 *
 * <p><b>Truncation</b> is noticed by the length. If the file has grown again meanwhile, it is noticed by changed bytes
 * before the position. Bytes that are written and truncated between two reads cannot be read, and an incomplete message
 * is dropped. A file that is renamed is read to its end before the next one begins.
 *
 * <p><b>Polling.</b> With a limited patience, a read that has waited for this time throws an {@link
 * InterruptedIOException}. A reader passes it on as an {@link java.io.UncheckedIOException}; its next call continues,
 * and returns an unfinished message again.
 *
 * <p>Not thread-safe. An interrupt of a waiting thread is an {@link InterruptedIOException}. The thread can read on after
 * it, and an interrupted thread can read what is there.
 */
public final class FollowedInputStream extends InputStream implements RewindableStream {
    private static final long POLL_MILLIS = 50;
    /** The number of bytes before the position that must be unchanged when the file has another length. */
    private static final int COMPARED = 4096;
    /** The number of bytes after the position whose change ends {@link #awaitChange}. */
    private static final int AWAITED = 64;

    private static final int ZEROS_CHUNK = 1 << 16;

    private static final int MAX_RETAINED = 1 << 20;

    /** Why the stream has ended. */
    private enum End {
        REPLACED,
        TRUNCATED
    }

    private final Path path;
    /** The longest wait of a read in nanoseconds. */
    private final long patience;

    private SeekableByteChannel channel;
    /** The key by which the file system identifies the open file, or null if it has no keys. */
    private Object identity;

    private long position;

    /** The length of the file when the bytes before the position were compared last; -1 if they must be compared. */
    private long comparedSize;

    /** The time of the last change of the file of this name, in milliseconds, when they were compared last. */
    private long comparedTime;

    /** The time of the last change of the file of this name, in milliseconds, as of the present read. */
    private long changeTime;

    /** The last bytes read: those before {@link #position}, and {@link #rewound} bytes after it. */
    private byte[] retained = new byte[2 * COMPARED];

    private int retainedCount;

    /** The number of bytes after the position that have been read before. */
    private int rewound;

    private End end;
    private boolean isComplete;
    /** Whether the open file is read on although another file has its name. */
    private boolean isPinned;

    /** The bytes at the end of each message, if what follows the last ones is held back; else empty. */
    private byte[] messageEnd = {};

    /** The offset after the last end of a message that was found. */
    private long messagesEnd;

    private volatile boolean isClosed;

    private FollowedInputStream(Path path, long patience) {
        this.path = path;
        this.patience = patience;
    }

    /**
     * Opens a file, and waits without limit where it ends.
     *
     * @throws IOException if the file cannot be opened
     */
    public static FollowedInputStream open(Path path) throws IOException {
        return open(path, Duration.ofNanos(Long.MAX_VALUE));
    }

    /**
     * Opens a file.
     *
     * @param patience the longest wait of a read; zero for none
     * @throws IOException if the file cannot be opened
     */
    public static FollowedInputStream open(Path path, Duration patience) throws IOException {
        boolean isLong = patience.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0;
        FollowedInputStream stream = new FollowedInputStream(
                Objects.requireNonNull(path, "path"), isLong ? Long.MAX_VALUE : Math.max(0, patience.toNanos()));
        stream.openFile();
        return stream;
    }

    private void openFile() throws IOException {
        SeekableByteChannel opened = Files.newByteChannel(path);
        try {
            identity = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        channel = opened;
        position = 0;
        comparedSize = -1;
        retainedCount = 0;
        rewound = 0;
        end = null;
        isComplete = false;
        messagesEnd = 0;
    }

    /**
     * Tells the stream that nothing more is written to the open file. It then ends where the file ends, as if another
     * file had its name.
     */
    public void endAtEndOfFile() {
        isComplete = true;
    }

    /**
     * Tells the stream that the open file is the one to read, even when another file has its name. It then ends only when
     * it is truncated, or {@linkplain #endAtEndOfFile complete}.
     */
    public void stayAtFile() {
        isPinned = true;
    }

    /**
     * Holds back what follows the last message that has an end, for text formats whose messages end with the same bytes.
     * So a reader never begins a message that is not whole.
     *
     * @param end the bytes at the end of each message, such as a line feed
     */
    public void holdBackPartOf(byte[] end) {
        messageEnd = end.clone();
    }

    /**
     * Returns the start of what is held back after the last message that has an end.
     *
     * @param most the number of bytes wanted
     * @throws IOException if the file cannot be read
     */
    public byte[] heldBack(int most) throws IOException {
        boolean isInterrupted = Thread.interrupted(); // an interrupt closes a channel
        try {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(most, channel.size() - position)));
            channel.position(position);
            while (bytes.hasRemaining() && channel.read(bytes) > 0) {
                // a channel may return fewer bytes than requested
            }
            return Arrays.copyOf(bytes.array(), bytes.position());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the stream has ended, because the file was truncated or replaced, or is complete. */
    public boolean isEnded() {
        return end != null;
    }

    /** Returns whether the stream has ended because the file was truncated. */
    public boolean isTruncated() {
        return end == End.TRUNCATED;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        long started = System.nanoTime();
        while (true) {
            int read = isEnded() ? -1 : readPresent(into, offset, length);
            if (read != 0) {
                return read;
            }
            pause(started);
        }
    }

    /** Reads without waiting; returns 0 if there are no new bytes, and -1 at the end of the stream. */
    private int readPresent(byte[] into, int offset, int length) throws IOException {
        boolean isInterrupted = Thread.interrupted(); // an interrupt closes a channel
        try {
            while (true) {
                try {
                    return tryReadPresent(into, offset, length);
                } catch (ClosedByInterruptException e) {
                    isInterrupted = true;
                    reopen(e);
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Opens the file again after an interrupt has closed its channel. */
    private void reopen(ClosedByInterruptException interrupt) throws IOException {
        Thread.interrupted();
        SeekableByteChannel opened;
        try {
            opened = Files.newByteChannel(path);
        } catch (NoSuchFileException e) {
            interrupt.addSuppressed(e);
            throw interrupt;
        }
        if (isReplacedByOther()) {
            opened.close();
            throw interrupt;
        }
        channel = opened;
        if (isClosed) {
            opened.close();
        }
    }

    private boolean isReplacedByOther() throws IOException {
        return identity != null
                && !identity.equals(
                        Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    private int tryReadPresent(byte[] into, int offset, int length) throws IOException {
        boolean isReplaced = isReplaced(); // before the length is read, since a file that was renamed is complete
        long size = channel.size();
        if (!isIntact(size)) {
            end = End.TRUNCATED;
            return -1;
        }
        if (!hasMore(size)) {
            if (!isReplaced) {
                return 0;
            }
            if (size == position) {
                end = End.REPLACED;
                return -1;
            }
            // An incomplete message stays as it is, so its bytes come again before the end.
        }
        int count = length;
        if (messageEnd.length > 0) {
            count = (int) Math.min(length, endOfMessages(size) - position);
            if (count <= 0) {
                return 0;
            }
        }
        channel.position(position);
        int read = channel.read(ByteBuffer.wrap(into, offset, count));
        if (read > 0) {
            retain(into, offset, read);
            end = isReplaced && position >= size ? End.REPLACED : null;
        }
        return Math.max(0, read);
    }

    /** Returns the offset after the last end of a message before an offset, or the position if there is none after it. */
    private long endOfMessages(long size) throws IOException {
        int overlap = messageEnd.length - 1;
        ByteBuffer chunk = ByteBuffer.allocate(COMPARED + overlap);
        for (long to = size; messagesEnd <= position && to > position; to -= COMPARED) {
            long from = Math.max(0, Math.max(position, to - COMPARED) - overlap);
            chunk.clear().limit((int) (to - from));
            channel.position(from);
            while (chunk.hasRemaining() && channel.read(chunk) > 0) {
                // a channel may return fewer bytes than requested
            }
            for (int i = chunk.position(); i >= messageEnd.length && messagesEnd <= position; i--) {
                boolean isEnd =
                        Arrays.equals(chunk.array(), i - messageEnd.length, i, messageEnd, 0, messageEnd.length);
                messagesEnd = isEnd ? from + i : messagesEnd;
            }
        }
        return Math.max(messagesEnd, position);
    }

    /** Whether there are bytes after the position other than those that have been read before. */
    private boolean hasMore(long size) throws IOException {
        return size > position && (size - position != rewound || !isUnchanged(rewound, rewound));
    }

    /** Whether the bytes before the position are those that were read. */
    private boolean isIntact(long size) throws IOException {
        // A file that was truncated may have grown to the same length again. Within a clock tick its time is also the
        // same. So the bytes are also compared where a read would find nothing.
        if (size != comparedSize || changeTime != comparedTime || size <= position + rewound) {
            int before = Math.max(0, Math.min(COMPARED, retainedCount - rewound));
            if (size < position || !isUnchanged(before + rewound, before)) {
                return false;
            }
            comparedSize = size;
            comparedTime = changeTime;
        }
        return true;
    }

    /**
     * Compares retained bytes with the file.
     *
     * @param back where they begin: the number of bytes before the end of those retained
     * @param count how many are compared
     */
    private boolean isUnchanged(int back, int count) throws IOException {
        int from = Math.max(0, retainedCount - back);
        ByteBuffer now = ByteBuffer.allocate(Math.max(0, count - (from - (retainedCount - back))));
        channel.position(position + rewound - (retainedCount - from));
        while (now.hasRemaining() && channel.read(now) > 0) {
            // a channel may return fewer bytes than requested
        }
        return !now.hasRemaining()
                && Arrays.equals(now.array(), 0, now.capacity(), retained, from, from + now.capacity());
    }

    private void retain(byte[] bytes, int offset, int count) {
        dropRewound();
        position += count;
        if (count > retained.length - retainedCount && retained.length < MAX_RETAINED) {
            retained = Arrays.copyOf(retained, Math.min(MAX_RETAINED, 2 * (retainedCount + count)));
        }
        int taken = Math.min(count, retained.length);
        if (taken > retained.length - retainedCount) {
            // Half of the room is freed, so that small reads do not move all bytes each time.
            int kept = Math.min(retainedCount, Math.min(retained.length - taken, retained.length / 2));
            System.arraycopy(retained, retainedCount - kept, retained, 0, kept);
            retainedCount = kept;
        }
        System.arraycopy(bytes, offset + count - taken, retained, retainedCount, taken);
        retainedCount += taken;
    }

    /** Returns true, because the stream waits at the end of the file. */
    @Override
    public boolean isFollowed() {
        return true;
    }

    private void dropRewound() {
        retainedCount = Math.max(0, retainedCount - rewound);
        rewound = 0;
    }

    /**
     * Moves back, so that the last bytes can be read again. The next read waits until these bytes or their number have
     * changed. It does not wait if more bytes follow them.
     */
    @Override
    public boolean rewind(int count) {
        if (count > position || isEnded()) {
            return false;
        }
        position -= count;
        rewound += count;
        comparedSize = -1;
        return true;
    }

    @Override
    public long zerosToEnd() throws IOException {
        boolean isInterrupted = Thread.interrupted(); // an interrupt closes a channel
        try {
            ByteBuffer chunk = ByteBuffer.allocate(ZEROS_CHUNK);
            long zeros = 0;
            channel.position(position);
            while (channel.read(chunk) > 0) {
                for (int i = 0; i < chunk.position(); i++) {
                    if (chunk.get(i) != 0) {
                        return -1;
                    }
                }
                zeros += chunk.position();
                chunk.clear();
            }
            return zeros;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Waits until the file has changed after the last message. Call it when a reader of this stream has no further
     * message.
     *
     * @return false if the stream has ended, so that {@link #nextFile} must follow
     * @throws InterruptedIOException if that takes longer than the patience, or the thread is interrupted
     * @throws IOException if the file cannot be read
     */
    public boolean awaitChange() throws IOException {
        long started = System.nanoTime();
        while (!isEnded()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for more of " + path);
            }
            boolean isReplaced = isReplaced();
            long size;
            try {
                size = channel.size();
            } catch (ClosedByInterruptException e) {
                reopen(e);
                Thread.currentThread().interrupt();
                continue;
            }
            int awaited = Math.min(rewound, AWAITED);
            if (!isIntact(size)) {
                end = End.TRUNCATED;
            } else if (size < position + rewound || (rewound == 0 ? size > position : !isUnchanged(rewound, awaited))) {
                dropRewound();
                return true;
            } else if (isReplaced) {
                end = End.REPLACED;
            } else {
                pause(started);
            }
        }
        return false;
    }

    /**
     * Begins with the file that has the name now, after this stream has ended. Waits until there is one.
     *
     * @return false if the stream has not ended
     * @throws InterruptedIOException if that takes longer than the patience, or the thread is interrupted
     * @throws IOException if the file cannot be opened
     */
    public boolean nextFile() throws IOException {
        if (!isEnded()) {
            return false;
        }
        long started = System.nanoTime();
        channel.close();
        while (true) {
            try {
                openFile();
                return true;
            } catch (NoSuchFileException e) {
                pause(started);
            }
        }
    }

    private boolean isReplaced() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            changeTime = attributes.lastModifiedTime().toMillis();
            return isComplete || !isPinned && identity != null && !identity.equals(attributes.fileKey());
        } catch (NoSuchFileException e) {
            return isComplete; // the old file has been removed, and the new one does not exist yet
        }
    }

    private void pause(long started) throws IOException {
        if (System.nanoTime() - started >= patience) {
            throw new InterruptedIOException(path + " has nothing more yet");
        }
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for more of " + path);
        }
    }

    @Override
    public int available() throws IOException {
        boolean isInterrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    long size = channel.size();
                    return isEnded() || !hasMore(size) ? 0 : (int) Math.min(Integer.MAX_VALUE, size - position);
                } catch (ClosedByInterruptException e) {
                    isInterrupted = true;
                    reopen(e);
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        channel.close();
    }
}
