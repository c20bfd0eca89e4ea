package io.deltawire.journal;

import io.deltawire.journal.internal.FileAccess;
import io.deltawire.journal.internal.JournalFiles;
import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.WireDump;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Messages in a folder of files. One process writes, from any number of threads; any number of processes read, while it
 * writes and afterwards. Messages are numbered from 0.
 *
 * <pre>{@code
 * try (Journal journal = Journal.open(Path.of("quotes"))) {
 *     journal.appender().write("quote", new Quote("EURUSD", 1.25));
 *     JournalTailer tailer = journal.tailer();
 *     while (tailer.next()) {
 *         System.out.println(tailer.index() + " " + tailer.read(Quote.class));
 *     }
 * }
 * }</pre>
 *
 * <p><b>Files.</b> A new file begins when an appender is opened, and when the present file has reached a size or an age
 * ({@link JournalOptions}). Its name has the time, the number of its first message, and the format. Each file can be
 * read alone by any tool: a delta file begins with a key frame. Files of several formats may be in one journal. Tailers
 * read the files of a Chronicle Queue too ({@code .cq4}).
 *
 * <p><b>After a crash</b> the next appender repairs the last file: it cuts off a message that was not written
 * completely. Messages that were acknowledged according to {@link JournalOptions.Flush} are there.
 *
 * <p>Instances are thread-safe, and so is the appender. A tailer belongs to one thread at a time.
 */
public final class Journal implements Closeable {
    private final JournalFiles files;
    private final WireOptions options;
    private final FileAccess access;
    private final WireFormat format;
    private JournalAppender appender;
    private final List<JournalTailer> tailers = new ArrayList<>();
    private boolean isClosed;
    /**
     * What this journal had answered when it was asked last. Sources that nobody has asked for are found in {@link
     * #earlierFiles} at their first output. The thread of that output has the lock of the appender, so this object
     * may not wait for the monitor of the journal.
     */
    private final AnsweredInputs answered = new AnsweredInputs(this::answeredEarlier);

    /** The files that were there before the appender wrote its first one. */
    private volatile List<JournalFiles.Entry> earlierFiles = List.of();

    private Journal(Path folder, WireOptions options, FileAccess access) {
        this.access = access;
        this.files = new JournalFiles(folder);
        this.options = options;
        this.format = WireFormats.byName(options.get(JournalOptions.FORMAT));
        if (format.features().contains(WireFormat.Feature.TABLE)) {
            throw new IllegalArgumentException("a journal cannot be in " + format.name()
                    + ", whose files cannot be continued; take delta, binary, json or yaml");
        }
    }

    /** Opens the journal in a folder with the default options, which is in format {@code delta}. */
    public static Journal open(Path folder) {
        return open(folder, WireOptions.DEFAULTS);
    }

    /**
     * Opens the journal in a folder. The folder need not exist; the appender creates it.
     *
     * @param options {@link JournalOptions} and the options of the format
     * @throws IllegalArgumentException if the class path has no such format, or it cannot be a journal's
     */
    public static Journal open(Path folder, WireOptions options) {
        return open(folder, options, new FileAccess());
    }

    /** Opens a journal whose appender writes its files by other means. */
    static Journal open(Path folder, WireOptions options, FileAccess access) {
        return new Journal(
                Objects.requireNonNull(folder, "folder"), Objects.requireNonNull(options, "options"), access);
    }

    /**
     * Returns the appender of this journal. The first call locks the journal for this process, repairs the last file and
     * counts its messages. All calls return the same object, which any thread may use.
     *
     * @throws UncheckedIOException if the folder cannot be read or written, or another process or journal appends to it
     */
    public synchronized JournalAppender appender() {
        requireOpen();
        if (appender == null) {
            try {
                appender = new JournalAppender(files, format, options, answered, access);
                earlierFiles = files.list();
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
        return appender;
    }

    /** Returns a new tailer that begins at the first message. */
    public synchronized JournalTailer tailer() {
        requireOpen();
        JournalTailer tailer = new JournalTailer(files, options, this::forget);
        tailers.add(tailer);
        return tailer;
    }

    private synchronized void forget(JournalTailer tailer) {
        tailers.remove(tailer);
    }

    /** Returns the paths of the files, in the order of their messages. */
    public List<Path> files() {
        try {
            return files.list().stream().map(JournalFiles.Entry::path).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all messages as YAML for people. */
    public String dump() {
        StringBuilder text = new StringBuilder();
        dump(text);
        return text.toString();
    }

    /**
     * Writes all messages as YAML for people. Each file is preceded by a comment with its name.
     *
     * @param target receives the text
     */
    public void dump(Appendable target) {
        try {
            for (JournalFiles.Entry file : files.list()) {
                target.append("# file: ")
                        .append(file.path().getFileName().toString())
                        .append('\n');
                try (InputStream stream = Files.newInputStream(file.path())) {
                    WireFormat of = WireFormats.byName(file.format());
                    WireDump.copy(of.newReader(stream, JournalFiles.forCounting(of, options)), target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns which messages of a source have led to output in this journal, by the histories of its messages. It reads
     * the last file, and files before it only as long as the source does not occur.
     *
     * @param sourceId the source id by which the service reads its input
     */
    synchronized AnsweredInputs answered(int sourceId) throws IOException {
        if (appender != null) {
            appender.flush();
        }
        answered.addSource(sourceId, answersIn(files.list(), sourceId));
        return answered;
    }

    private AnsweredInputs answeredEarlier(int sourceId) {
        try {
            return answersIn(earlierFiles, sourceId);
        } catch (IOException e) {
            throw new UncheckedIOException("what this journal has answered cannot be read: " + e.getMessage(), e);
        }
    }

    private AnsweredInputs answersIn(List<JournalFiles.Entry> all, int sourceId) throws IOException {
        AnsweredInputs found = new AnsweredInputs();
        // One message may have outputs in two files. They are all found if an earlier message has outputs.
        for (int i = all.size() - 1; i >= 0 && found.last(sourceId) == found.first(sourceId); i--) {
            WireFormat of = WireFormats.byName(all.get(i).format());
            AnsweredInputs inFile = new AnsweredInputs();
            try (InputStream stream = Files.newInputStream(all.get(i).path())) {
                inFile.addOutputs(of.newReader(stream, JournalFiles.forCounting(of, options)));
            } catch (NoSuchFileException e) {
                break; // deleted by the retention, with all files before it
            }
            found.addEarlier(inFile);
        }
        return found;
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the journal " + files.folder() + " is closed");
        }
    }

    /** Closes the appender and the tailers. Closing again has no effect. */
    @Override
    public synchronized void close() {
        isClosed = true;
        for (JournalTailer tailer : List.copyOf(tailers)) {
            tailer.close();
        }
        if (appender != null) {
            appender.close();
        }
    }

    @Override
    public String toString() {
        return "journal " + files.folder() + " of " + format.name();
    }
}
