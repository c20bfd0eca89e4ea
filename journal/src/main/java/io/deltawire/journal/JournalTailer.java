package io.deltawire.journal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.journal.internal.InheritedRecords;
import io.deltawire.journal.internal.JournalFiles;
import io.deltawire.journal.internal.JournalFiles.Entry;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.TypeRef;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.FollowedInputStream;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.yaml.YamlFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads the messages of a {@link Journal} in their order, over all files, and goes on with what is written meanwhile. It
 * begins at the first message; the methods named {@code to...} and {@link #afterLastWritten} move it.
 *
 * <p>It never waits: {@link #next} and {@link MethodReader#readOne} return false where no whole message is there yet.
 * {@link #await} waits. Another process, or another thread of this one, may write meanwhile.
 *
 * <p>A message that is damaged is a {@link WireException}; the next call goes on with the message after it. So are
 * messages that are missing because their file was deleted or truncated. Nothing is skipped in silence.
 *
 * <p>A tailer belongs to one thread at a time.
 */
public final class JournalTailer implements Closeable {
    private static final long LIST_INTERVAL_NANOS = 1_000_000;
    private static final long POLL_NANOS = 100_000;

    /** The number of bytes that comments at the end of a file may have. */
    private static final int MAX_COMMENT = 1 << 10;

    /** The end of a message of JSON. */
    private static final byte[] END_OF_LINE = {'\n'};

    /** The end of a message of YAML, which the appender always writes. */
    private static final byte[] END_OF_DOCUMENT = {'\n', '.', '.', '.', '\n'};

    private final JournalFiles files;
    private final WireOptions options;
    private final Consumer<JournalTailer> onClose;

    /** The file that is read, or null before the first one. */
    private Entry file;

    private FollowedInputStream stream;
    private Wire wire;
    /** Whether the reader may have messages that it has taken from the stream. */
    private boolean mayHaveBuffered;

    /** Whether nothing more is written to the file. */
    private boolean isComplete;

    /** Whether the stream gives whole messages only. */
    private boolean holdsBack;

    /** Whether it was reported that the file ends inside a message. */
    private boolean isTornReported;

    /** Whether the file has messages that could not be read, so that its messages cannot be counted. */
    private boolean isCountUnsure;

    /** The file to begin with when the next file is opened, or null for the first one. */
    private Entry start;

    /** The number of the first message to return. */
    private long skipTo;

    /** The files after this one, that have been listed. */
    private final Deque<Entry> ahead = new ArrayDeque<>();

    private boolean isAtEvent;
    private boolean withRecords;
    private long lastListed;
    private volatile boolean isClosed;

    JournalTailer(JournalFiles files, WireOptions options, Consumer<JournalTailer> onClose) {
        this.files = files;
        this.options = options;
        this.onClose = onClose;
    }

    // ---- positions

    /** Moves to the first message that the journal has. */
    public JournalTailer toStart() {
        moveTo(null, 0);
        return this;
    }

    /** Moves after the last message: the next one is the first that is written from now on. */
    public JournalTailer toEnd() {
        Entry last = lastFile(list(), each -> true);
        moveTo(last, 0);
        if (last != null) {
            boolean hasMore = true;
            while (hasMore) {
                try {
                    hasMore = next();
                } catch (WireException e) {
                    // It is before the end.
                }
            }
        }
        return this;
    }

    /**
     * Moves to a message. If it is not there yet, the tailer waits for it.
     *
     * @param index the number of the message
     * @throws IllegalArgumentException if its file was deleted
     */
    public JournalTailer toMessage(long index) {
        List<Entry> all = list();
        Entry found = lastFile(all, each -> each.firstMessage() <= index);
        if (found == null && !all.isEmpty() || index < 0) {
            throw new IllegalArgumentException("there is no message " + index + "; the journal " + files.folder()
                    + (all.isEmpty()
                            ? " is empty"
                            : " begins with message " + all.get(0).firstMessage()));
        }
        moveTo(found, index);
        return this;
    }

    /**
     * Moves to the start of the file that was being written at a time. Messages have no time of their own, so the first
     * ones may be older. A journal with a small {@link JournalOptions#FILE_INTERVAL} is more exact.
     */
    public JournalTailer toTime(Instant time) {
        moveTo(lastFile(list(), each -> !each.created().isAfter(time)), 0);
        return this;
    }

    /**
     * Moves to the start of the last file that begins with the newest state of all keys, and first returns that state.
     * So a reader of a keyed journal gets all objects without reading all files. If there is no such file, this moves to
     * the first message. In that file {@link #index} is the number of the last message before it, since the records are
     * no messages of their own.
     *
     * <p>An appender that is opened later adopts the state of an event when the application first says how it writes the
     * event: by a method writer, or by an object. Its files begin with all keys once every event is written again.
     */
    public JournalTailer toNewestRecords() {
        List<Entry> all = list();
        int last;
        try {
            last = InheritedRecords.indexOfAllRecords(all, options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        moveTo(last < 0 ? null : all.get(last), 0);
        withRecords = last >= 0;
        return this;
    }

    /**
     * Moves to where a service continues after a restart: to the last message that is answered in all of its outputs, by
     * the histories there. The service reads that message again, since it may have been stopped between two of its
     * outputs; outputs that exist are not written again.
     *
     * <pre>{@code
     * MessageHistory history = new MessageHistory();
     * Results results = output.appender().methodWriterBuilder(Results.class).history(history).build();
     * MethodReader reader = input.tailer()
     *         .afterLastWritten(1, output)
     *         .methodReader(builder -> builder.history(1, history).build(new Service(results)));
     * }</pre>
     *
     * @param sourceId the source id by which the service reads this journal
     * @param outputs the journals that the service writes, with history
     */
    public JournalTailer afterLastWritten(int sourceId, Journal... outputs) {
        long last = outputs.length == 0 ? -1 : Long.MAX_VALUE;
        for (Journal output : outputs) {
            try {
                last = Math.min(last, output.answered(sourceId).last(sourceId));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return last < 0 ? toStart() : toMessage(last);
    }

    private void moveTo(Entry entry, long index) {
        requireOpen();
        closeFile();
        file = null;
        ahead.clear();
        start = entry;
        skipTo = index;
        withRecords = false;
    }

    /** Returns the last file that is wanted, or null. */
    private static Entry lastFile(List<Entry> all, Predicate<Entry> isWanted) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (isWanted.test(all.get(i))) {
                return all.get(i);
            }
        }
        return null;
    }

    private List<Entry> list() {
        try {
            return files.list();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- reading

    /**
     * Moves to the next event, in this message or the next one: see {@link Wire#next}.
     *
     * @return false if no whole message is there yet
     * @throws WireException if the message is damaged or missing
     */
    public boolean next() {
        isAtEvent = false;
        isAtEvent = advance(this::nextOfWire);
        return isAtEvent;
    }

    private boolean nextOfWire() {
        boolean isThere = wire.next();
        while (isThere && !withRecords && (index() < skipTo || isIndexOfQueue())) {
            isThere = wire.next();
        }
        return isThere;
    }

    /** Returns whether the message is one that a Chronicle Queue has written for itself. */
    private boolean isIndexOfQueue() {
        return file.isOfQueue() && wire.in().messageKind() == MessageKind.META;
    }

    /** Returns the name of the current event: see {@link Wire#event}. */
    public String event() {
        return wire == null ? "" : wire.event();
    }

    /** Returns the number of the current message, or one less than the number of the first one before it. */
    public long index() {
        return wire == null ? skipTo - 1 : file.firstMessage() + (withRecords ? -1 : wire.index());
    }

    /** Returns whether the current message says that its record no longer exists: see {@link Wire#isDeletion}. */
    public boolean isDeletion() {
        return wire != null && wire.isDeletion();
    }

    /** Reads the current value, or else the next one, as {@link Wire#read(Class)} does. */
    public <T> T read(Class<T> type) {
        return readValue((from, of) -> from.read(of), type);
    }

    /** Reads the current value, or else the next one, as {@link Wire#read(TypeRef)} does. */
    public <T> T read(TypeRef<T> type) {
        return readValue((from, of) -> from.read(of), type);
    }

    /** Reads the current value, or else the next one, into an object, as {@link Wire#read(Object)} does. */
    public <T> T read(T into) {
        return readValue((from, of) -> from.read(of), into);
    }

    /**
     * Reads the current value, or else the next one, into the one object of its key, as {@link Wire#readByKey} does. A
     * key gets a new object in each file.
     */
    public <T> T readByKey(Class<T> type) {
        return readValue((from, of) -> from.readByKey(of), type);
    }

    /** Reads the current value, or else the next one, into the tailer's object, as {@link Wire#readReused} does. */
    public <T> T readReused(Class<T> type) {
        return readValue((from, of) -> from.readReused(of), type);
    }

    /** Reads the current value, or else the next one, with the class that its type name stands for. */
    public Wire.Event read() {
        return readValue((from, none) -> from.read(), null);
    }

    /**
     * Reads the current value, or else the next one; null if there is none, or if its message has no end yet. The next
     * call begins that message again.
     *
     * @param how reads from the wire, and captures nothing, so that nothing is allocated
     */
    private <A, T> T readValue(BiFunction<Wire, A, T> how, A argument) {
        try {
            return moveToValue() ? how.apply(wire, argument) : null;
        } catch (UncheckedIOException e) {
            requireOpen();
            if (e.getCause() instanceof InterruptedIOException) {
                return null;
            }
            throw e;
        }
    }

    private boolean moveToValue() {
        boolean isThere = isAtEvent || next();
        isAtEvent = false;
        return isThere;
    }

    /** Returns a reader that calls components by the names of the events: see {@link Wire#methodReader}. */
    public MethodReader methodReader(Object... components) {
        return methodReader(builder -> builder.build(components));
    }

    /**
     * Returns a reader that calls components, as a function builds it. Its numbers of messages are the journal's, also in
     * histories. A file has its own reader, so the function is called once for each file.
     *
     * @param build builds the reader of one file
     */
    public MethodReader methodReader(Function<MethodReaderBuilder, MethodReader> build) {
        return new Methods(Objects.requireNonNull(build, "build"));
    }

    /**
     * Waits until there is something to read, at most for a time.
     *
     * @return whether there may be something
     * @throws IllegalStateException if the thread is interrupted
     */
    public boolean await(Duration patience) {
        long started = System.nanoTime();
        long limit = patience.compareTo(Duration.ofDays(365)) > 0 ? Long.MAX_VALUE : patience.toNanos();
        while (!mayHaveMore()) {
            if (System.nanoTime() - started >= limit) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while waiting for a message of " + files.folder());
            }
        }
        return true;
    }

    private boolean mayHaveMore() {
        requireOpen();
        try {
            return file == null
                    ? !files.list().isEmpty()
                    : mayHaveBuffered || stream.available() > 0 || stream.isEnded() && !isComplete || hasSuccessor();
        } catch (IOException e) {
            requireOpen();
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a step of the reader, and moves to the next file where one is complete. */
    private boolean advance(BooleanSupplier step) {
        requireOpen();
        try {
            while (true) {
                if (file == null && !openFirst()) {
                    return false;
                }
                if (mayHaveBuffered || isComplete || stream.available() > 0) {
                    mayHaveBuffered = true;
                    if (makeStep(step)) {
                        return true;
                    }
                    mayHaveBuffered = false;
                }
                if (stream.isEnded() && stream.isTruncated() && !isComplete) {
                    restartTruncated();
                } else if (!isComplete) {
                    if (!hasSuccessor()) {
                        return false;
                    }
                    isComplete = true;
                    stream.endAtEndOfFile();
                } else if (holdsBack && !isTornReported && isTorn()) {
                    reportTorn();
                } else if (!openNext()) {
                    return false;
                }
            }
        } catch (IOException e) {
            requireOpen();
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException e) {
            requireOpen(); // another thread has closed the journal
            throw e;
        }
    }

    private boolean makeStep(BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof InterruptedIOException) {
                return false; // no whole message is there yet
            }
            throw e;
        } catch (WireException e) {
            isCountUnsure = true;
            throw e;
        }
    }

    private boolean hasSuccessor() throws IOException {
        if (!ahead.isEmpty()) {
            return true;
        }
        long now = System.nanoTime();
        if (now - lastListed < LIST_INTERVAL_NANOS) {
            return false;
        }
        lastListed = now;
        ahead.addAll(files.listAfter(file));
        return !ahead.isEmpty();
    }

    /** Opens the first file, or the one that was moved to. */
    private boolean openFirst() throws IOException {
        if (start != null) {
            ahead.add(start);
        }
        ahead.addAll(start == null ? files.list() : files.listAfter(start));
        FollowedInputStream opened = openAhead();
        if (opened == null) {
            return false;
        }
        Entry first = ahead.removeFirst();
        boolean isOther = start != null && !first.equals(start);
        withRecords &= !isOther;
        begin(first, opened);
        if (isOther) {
            throw missing(Math.max(start.firstMessage(), skipTo), start);
        }
        return true;
    }

    /** Goes on with the next file that exists. */
    private boolean openNext() throws IOException {
        FollowedInputStream opened = hasSuccessor() ? openAhead() : null;
        if (opened == null) {
            return false;
        }
        Entry following = ahead.removeFirst();
        Entry before = file;
        long expected = Math.max(skipTo, before.firstMessage() + wire.index() + 1);
        boolean isGap = !isCountUnsure && !withRecords && !following.isOfQueue() && following.firstMessage() > expected;
        closeFile();
        withRecords = false;
        begin(following, opened);
        if (isGap) {
            throw missing(expected, before);
        }
        return true;
    }

    /** Opens the first of the listed files that still exists, and drops those before it; null if there is none. */
    private FollowedInputStream openAhead() throws IOException {
        FollowedInputStream opened = null;
        while (opened == null && !ahead.isEmpty()) {
            opened = open(ahead.getFirst());
            if (opened == null) {
                ahead.removeFirst(); // deleted since it was listed
            }
        }
        return opened;
    }

    private WireDataException missing(long expected, Entry before) {
        String reason = file.firstMessage() > expected
                ? "the messages " + expected + " to " + (file.firstMessage() - 1) + " are missing"
                : "the file " + before.path().getFileName() + " was deleted before it could be read";
        return new WireDataException(
                file.format(),
                reason + ": files between " + before.path().getFileName() + " and "
                        + file.path().getFileName() + " were deleted, or the first one is damaged",
                WireLocation.ofPath(file.path().toString()));
    }

    /** Opens a file; returns null if it does not exist. */
    private static FollowedInputStream open(Entry next) throws IOException {
        try {
            FollowedInputStream opened = FollowedInputStream.open(next.path(), Duration.ZERO);
            opened.stayAtFile();
            byte[] end = messageEnd(next);
            if (end != null) {
                opened.holdBackPartOf(end);
            }
            return opened;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Returns the bytes at the end of each message of a text format; null for other formats. */
    private static byte[] messageEnd(Entry entry) {
        WireFormat format = WireFormats.byName(entry.format());
        if (format instanceof YamlFormat) {
            return END_OF_DOCUMENT;
        }
        return format.features().contains(WireFormat.Feature.LINES) ? END_OF_LINE : null;
    }

    private void begin(Entry next, FollowedInputStream opened) throws IOException {
        file = next;
        stream = opened;
        openWire();
        isComplete = false;
        holdsBack = messageEnd(next) != null;
        isTornReported = false;
        isCountUnsure = false;
        if (isClosed) {
            opened.close();
            requireOpen();
        }
    }

    private void openWire() {
        WireFormat format = WireFormats.byName(file.format());
        DeltaFormat.KeyFrameMessages records =
                withRecords ? DeltaFormat.KeyFrameMessages.NEW : DeltaFormat.KeyFrameMessages.NONE;
        wire = Wire.of(format, stream, DeltaFormat.forLive(options).with(DeltaFormat.KEY_FRAME_MESSAGES, records));
        mayHaveBuffered = true;
    }

    /** Goes on at the start of a file that another program has truncated, and reports it. */
    private void restartTruncated() throws IOException {
        long lost = file.firstMessage() + wire.index() + 1;
        stream.nextFile();
        openWire();
        isCountUnsure = true;
        throw new TruncatedWireException(
                file.format(),
                "the file was truncated by another program; messages from number " + lost
                        + " on may be lost, and reading goes on at its start",
                WireLocation.ofPath(file.path().toString()));
    }

    /** Returns whether something follows the last whole message; the comment at the start of a new file is nothing. */
    private boolean isTorn() throws IOException {
        String rest = new String(stream.heldBack(MAX_COMMENT), StandardCharsets.UTF_8);
        return !rest.lines().allMatch(line -> line.isBlank() || line.startsWith("#"));
    }

    /** Reports that a file ends inside a message of text although another file follows, as after a loss of power. */
    private void reportTorn() {
        isTornReported = true;
        isCountUnsure = true;
        throw new TruncatedWireException(
                file.format(),
                "the file ends inside message " + (file.firstMessage() + wire.index() + 1)
                        + "; it and those after it in the file were lost",
                WireLocation.ofPath(file.path().toString()));
    }

    private void closeFile() {
        isAtEvent = false;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                stream = null;
                wire = null;
            }
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the tailer of " + files.folder() + " is closed");
        }
    }

    /** Closes the tailer. Another thread that reads gets an {@link IllegalStateException}. Closing again has no effect. */
    @Override
    public void close() {
        isClosed = true;
        FollowedInputStream open = stream; // a thread that reads still needs it and the wire
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            onClose.accept(this);
        }
    }

    /** Calls components, with one reader for each file. */
    private final class Methods implements MethodReader {
        private final Function<MethodReaderBuilder, MethodReader> build;
        private MethodReader reader;
        private Wire wireOfReader;

        Methods(Function<MethodReaderBuilder, MethodReader> build) {
            this.build = build;
        }

        @Override
        public boolean readOne() {
            isAtEvent = false;
            return advance(this::readOfWire);
        }

        private boolean readOfWire() {
            MethodReader of = reader();
            if (of.index() < skipTo - 1) {
                of.skipThrough(skipTo - 1);
                if (of.index() < skipTo - 1) {
                    return false;
                }
            }
            return of.readOne();
        }

        private MethodReader reader() {
            if (wireOfReader != wire) {
                wireOfReader = wire;
                reader = build.apply(wire.methodReaderBuilder().firstIndex(file.firstMessage() + wire.index() + 1));
            }
            return reader;
        }

        @Override
        public void skipThrough(long last) {
            skipTo = Math.max(skipTo, last + 1);
        }

        @Override
        public long index() {
            return reader == null ? JournalTailer.this.index() : reader.index();
        }
    }
}
