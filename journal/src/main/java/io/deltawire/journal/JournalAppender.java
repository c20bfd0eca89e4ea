package io.deltawire.journal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.journal.internal.FileAccess;
import io.deltawire.journal.internal.FileTail;
import io.deltawire.journal.internal.InheritedRecords;
import io.deltawire.journal.internal.JournalFiles;
import io.deltawire.journal.internal.JournalFiles.Entry;
import io.deltawire.journal.internal.RollingOutput;
import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.MessageLock;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.AppendedFiles;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes the messages of a {@link Journal}. Any thread may use it: messages are written one after another. It is the
 * journal's only writer, and its process holds the lock of the journal until the journal is closed.
 *
 * <p>A message is one call of {@code write} or of a method writer. When the call returns, the message is where {@link
 * JournalOptions#FLUSH} says. If the call fails, the message is not written, unless the exception says that only the
 * force to the disk failed.
 */
public final class JournalAppender {
    /** How long a thread waits for another one that writes a message. */
    private static final long PATIENCE_SECONDS = 60;

    /** The number of messages after which the file is checked. */
    private static final int CHECK_INTERVAL = 256;

    /** The number of writes of collected messages after which the content of the file is checked. */
    private static final int CHECKED_DRAINS = 8;

    private static final System.Logger LOGGER = System.getLogger("io.deltawire.journal");

    private final JournalFiles files;
    private final FileAccess access;
    private final WireFormat format;
    private final WireOptions options;
    private final JournalOptions.Flush flush;
    private final long fileBytes;
    private final Duration fileInterval;

    private final AppendedFiles.LockedFile processLock;
    private final AnsweredInputs answered;
    private final RollingOutput out;
    private final Wire wire;
    private final OwnedLock lock = new OwnedLock();
    private final AppendLock messageLock = new AppendLock();

    /** The file that is written, or the last one that an earlier appender has written; null if there is none. */
    private Entry file;

    /** The number of the next message. */
    private long next;

    /** The number of the message that the present call writes first, if it can. */
    private long firstOfCall;

    /** Whether the writer has the records of all messages, also of earlier appenders. */
    private boolean hasAllRecords;

    /** The records of earlier appenders that are not adopted yet; null if there are none. */
    private volatile InheritedRecords inherited;

    /** Whether the file lacks the key frame that it begins with. */
    private boolean lacksKeyFrame;

    /** The size at which the file is full. */
    private long fullSize;

    /** How often collected messages have been written. */
    private int drains;

    private boolean mustRoll;

    /** The first file whose messages may not have been forced to the disk; null if they have been. */
    private Entry unforcedFrom;

    /** What was cut off the last file, or null. */
    private JournalRepair repair;

    private volatile boolean isClosed;

    JournalAppender(
            JournalFiles files, WireFormat format, WireOptions options, AnsweredInputs answered, FileAccess access)
            throws IOException {
        this.files = files;
        this.access = access;
        this.answered = answered;
        this.format = format;
        this.options = options.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                .with(YamlFormat.DOCUMENT_MARKS, YamlFormat.DocumentMarks.START_AND_END);
        this.flush = options.get(JournalOptions.FLUSH);
        this.fileBytes = options.get(JournalOptions.FILE_BYTES);
        this.fileInterval = options.get(JournalOptions.FILE_INTERVAL);
        Files.createDirectories(files.folder());
        this.processLock = AppendedFiles.open(files.lockFile());
        this.out = new RollingOutput(flush == JournalOptions.Flush.BATCH, access);
        this.wire = Wire.of(format, out, this.options);
        try {
            continueFiles();
        } catch (IOException | RuntimeException | Error e) {
            processLock.close();
            throw e;
        }
        unforcedFrom = file;
        if (flush == JournalOptions.Flush.BATCH) {
            startFlushing(this, options.get(JournalOptions.FLUSH_INTERVAL));
        }
    }

    // ---- beginning

    /** Repairs the last file, and counts its messages. */
    private void continueFiles() throws IOException {
        List<Entry> all = files.list();
        for (Entry each : all) {
            if (each.isOfQueue()) {
                throw new IOException(files.folder() + " is the folder of a Chronicle Queue ("
                        + each.path().getFileName()
                        + "), which can be read here but not written; open the journal in another folder");
            }
        }
        if (!all.isEmpty()) {
            file = all.get(all.size() - 1);
            next = file.firstMessage() + repair(file);
        }
        if (!format.features().contains(WireFormat.Feature.RECORDS)) {
            return;
        }
        hasAllRecords = next == 0;
        if (!hasAllRecords) {
            inherited = InheritedRecords.of(all, options);
            checkInherited();
        }
    }

    /** Notes whether the records of earlier appenders are adopted, or cannot be. */
    private void checkInherited() {
        if (inherited != null && inherited.isDone()) {
            hasAllRecords = inherited.isAdopted();
            inherited = null;
        }
    }

    /** Repairs a file and returns the number of its messages. */
    private long repair(Entry last) throws IOException {
        WireFormat of = WireFormats.byName(last.format());
        WireOptions counting = options.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE);
        FileTail before = FileTail.of(last.path());
        long size = before.size();
        long[] count = {0};
        try {
            if (of.isBinary()) {
                // No reading is given: then a last message of binary YAML that ends with a zero stays. It may have
                // been forced, and nobody writes it again.
                of.newAppender(last.path(), counting).close();
                count[0] = countAll(last.path(), of, size);
            } else {
                of.newAppender(last.path(), counting, in -> count[0] = count(in, size))
                        .close();
            }
            reportRepair(last, before);
        } catch (MalformedWireException e) {
            LOGGER.log(
                    System.Logger.Level.WARNING, "{0} is damaged and stays as it is: {1}", last.path(), e.getMessage());
            // The file is damaged, and stays as it is. Readers report the damage.
            count[0] = size + countAll(last.path(), of, 0);
        }
        return count[0];
    }

    private long countAll(Path path, WireFormat of, long countOfDamage) throws IOException {
        try (InputStream stream = Files.newInputStream(path)) {
            return count(of.newReader(stream, JournalFiles.forCounting(of, options)), countOfDamage);
        }
    }

    private void reportRepair(Entry last, FileTail before) throws IOException {
        long unchanged = before.findUnchanged();
        if (unchanged < before.size()) {
            repair = new JournalRepair(last.path(), unchanged, before.size() - unchanged);
            LOGGER.log(System.Logger.Level.WARNING, "{0}", repair);
        }
    }

    /**
     * Counts messages. Damaged bytes may have been any number of messages. So a damaged file counts as one for each of
     * its bytes more, and no number is used twice.
     */
    private static long count(WireIn in, long countOfDamage) {
        long count = 0;
        boolean isDamaged = false;
        boolean hasMore = true;
        while (hasMore) {
            try {
                hasMore = in.nextMessage();
                count += hasMore ? 1 : 0;
            } catch (WireException e) {
                isDamaged = true; // the messages after it count
            }
        }
        return isDamaged ? count + countOfDamage : count;
    }

    private static void startFlushing(JournalAppender appender, Duration interval) {
        WeakReference<JournalAppender> target = new WeakReference<>(appender);
        long millis = Math.max(1, interval.toMillis());
        Thread thread = new Thread(() -> flushRepeatedly(target, millis), "deltawire-journal-flush");
        thread.setDaemon(true);
        thread.start();
    }

    private static void flushRepeatedly(WeakReference<JournalAppender> target, long millis) {
        try {
            while (true) {
                Thread.sleep(millis);
                JournalAppender appender = target.get();
                if (appender == null || appender.isClosed) {
                    return;
                }
                appender.tryDrain();
            }
        } catch (InterruptedException e) {
            // The thread has no other purpose.
        }
    }

    /** Writes what is pending. A failure is left to the next call, because the bytes stay pending. */
    private void tryDrain() throws InterruptedException {
        if (!lock.tryLock(1, TimeUnit.SECONDS)) {
            return; // a thread writes a long message
        }
        try {
            if (!isClosed) {
                drain();
            }
        } catch (IOException e) {
            // The next write or flush reports it.
        } finally {
            lock.unlock();
        }
    }

    /** Writes what was collected, and checks the file, which is not checked after each message then. */
    private void drain() throws IOException {
        if (out.hasPending()) {
            checkFile(!out.isCutOff()); // afterwards the gap is filled, and only its content tells
            out.drain();
            if (++drains % CHECKED_DRAINS == 0) {
                checkFile(out.checkIntact());
            }
        }
    }

    // ---- writing

    /**
     * Writes an object as a message.
     *
     * @return the number of the message
     * @throws io.deltawire.wire.WireDataException if the object cannot be written, or not in this format
     * @throws UncheckedIOException if the file cannot be written
     */
    public long write(Object object) {
        if (inherited != null) {
            adoptRecords(in -> in.ofObject(null, object));
        }
        messageLock.enter();
        try {
            wire.write(object);
            messageLock.onWritten();
            return next - 1;
        } finally {
            messageLock.exit();
        }
    }

    /**
     * Writes an object as the value of an event, which is a message of its own.
     *
     * @return the number of the message
     * @throws io.deltawire.wire.WireDataException if the object cannot be written, or not in this format
     * @throws UncheckedIOException if the file cannot be written
     */
    public long write(String event, Object object) {
        if (inherited != null) {
            adoptRecords(in -> in.ofObject(event, object));
        }
        messageLock.enter();
        try {
            wire.write(event, object);
            messageLock.onWritten();
            return next - 1;
        } finally {
            messageLock.exit();
        }
    }

    /**
     * Writes a message that the record of an object no longer exists: see {@link Wire#delete(Object)}.
     *
     * @return the number of the message
     * @throws io.deltawire.wire.WireDataException if the format keeps no records
     * @throws UncheckedIOException if the file cannot be written
     */
    public long delete(Object object) {
        if (inherited != null) {
            adoptRecords(in -> in.ofObject(null, object));
        }
        messageLock.enter();
        try {
            wire.delete(object);
            messageLock.onWritten();
            return next - 1;
        } finally {
            messageLock.exit();
        }
    }

    /**
     * Writes a message that the record of an event's object no longer exists: see {@link Wire#delete(String, Object)}.
     *
     * @return the number of the message
     * @throws io.deltawire.wire.WireDataException if the format keeps no records
     * @throws UncheckedIOException if the file cannot be written
     */
    public long delete(String event, Object object) {
        if (inherited != null) {
            adoptRecords(in -> in.ofObject(event, object));
        }
        messageLock.enter();
        try {
            wire.delete(event, object);
            messageLock.onWritten();
            return next - 1;
        } finally {
            messageLock.exit();
        }
    }

    /**
     * Returns an object that writes each call of a method as an event: see {@link Wire#methodWriter}. Take one for each
     * thread, since a chain of calls belongs to the thread that began it. Other threads wait until the chain is
     * complete.
     */
    public <T> T methodWriter(Class<T> type, Class<?>... more) {
        return methodWriterBuilder(type, more).build();
    }

    /** Returns a builder of customised method writers. It has the lock of the appender. */
    public <T> MethodWriterBuilder<T> methodWriterBuilder(Class<T> type, Class<?>... more) {
        if (inherited != null) {
            adoptRecords(in -> in.ofMethods(type, more));
        }
        lock.acquire();
        try {
            return wire.methodWriterBuilder(type, more).lock(messageLock).resume(answered);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns what was cut off the last file when this appender was opened. It is also logged as a warning, by the
     * {@link System.Logger} {@code io.deltawire.journal}.
     *
     * @return null if nothing was
     */
    public JournalRepair repair() {
        return repair;
    }

    /** Returns the number that the next message will have. */
    public long nextIndex() {
        lock.acquire();
        try {
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes what {@link JournalOptions.Flush#BATCH} has collected to the file.
     *
     * @throws UncheckedIOException if the file cannot be written; what was collected is kept, and the next call tries
     *     again
     */
    public void flush() {
        lock.acquire();
        try {
            flushWire();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does what {@link #flush} does, and forces the file to the disk.
     *
     * @throws UncheckedIOException if the file cannot be written or forced
     */
    public void force() {
        lock.acquire();
        try {
            flushWire();
            forceFinishedFiles();
            out.force();
        } catch (IOException e) {
            throw notForced("the messages are", e);
        } catch (UncheckedIOException e) {
            throw notForced("the messages are", e.getCause());
        } finally {
            lock.unlock();
        }
    }

    private static UncheckedIOException notForced(String subject, IOException cause) {
        return new UncheckedIOException(subject + " written, but could not be forced to the disk", cause);
    }

    private void markUnforced(Entry first) {
        if (unforcedFrom == null && flush != JournalOptions.Flush.FORCED) {
            unforcedFrom = first;
        }
    }

    /** Forces the files that were finished without, and their names. */
    private void forceFinishedFiles() throws IOException {
        if (unforcedFrom == null) {
            return;
        }
        for (Entry each : files.list()) {
            if (each.compareTo(unforcedFrom) >= 0
                    && !(out.isOpen() && each.path().equals(file.path()))) {
                access.force(each.path());
            }
        }
        access.forceFolder(files.folder());
        unforcedFrom = null;
    }

    private void flushWire() throws IOException {
        if (out.isOpen() && !isClosed) {
            wire.flush();
            out.drain();
            checkFile(!out.isCutOff());
        }
    }

    // ---- records of earlier appenders

    /** Finds records, and throws no exception but {@link IOException}. */
    private interface Finding {
        InheritedRecords.Found find(InheritedRecords in) throws IOException;
    }

    /** Takes over the records of earlier appenders for objects that the application is about to write. */
    private void adoptRecords(Finding finding) {
        lock.acquire();
        try {
            if (inherited == null || isClosed || messageLock.isInMessage()) {
                return; // in a chain of calls, nothing may be written
            }
            try {
                InheritedRecords.Found found = finding.find(inherited);
                if (found != null) {
                    adopt(found);
                }
                checkInherited();
            } catch (IOException e) {
                inherited = null; // a file was deleted, so the next files do not begin with all keys
            }
        } finally {
            lock.unlock();
        }
    }

    private void adopt(InheritedRecords.Found found) throws IOException {
        if (out.isOpen()) {
            finishFile(); // its readers do not know these records, so they begin with the next file
        }
        lacksKeyFrame = true;
        out.setDiscarding(true);
        try {
            found.copyTo(wire.out());
            wire.flush();
        } finally {
            out.setDiscarding(false);
        }
    }

    // ---- files

    /** Makes sure that a file is open for the next message. */
    private void prepareFile() throws IOException {
        if (out.isOpen() && !mustRoll && out.size() < fullSize && !isOld()) {
            return;
        }
        if (out.isOpen() && (mustRoll || out.size() > 0) && file.firstMessage() < next) {
            lacksKeyFrame = true;
            finishFile();
        }
        if (!out.isOpen()) {
            Entry created = files.create(file, next, hasAllRecords, format.name());
            out.open(created.path());
            if (flush == JournalOptions.Flush.FORCED) {
                access.forceFolder(files.folder());
            }
            file = created;
            markUnforced(file);
            fullSize = fileBytes;
            mustRoll = false;
            deleteOld();
        }
        if (lacksKeyFrame) {
            wire.keyFrame();
            out.drain();
            lacksKeyFrame = false;
            fullSize = Math.max(fileBytes, 2 * out.size()); // or each message would need a file with a key frame
        }
    }

    /** Begins a new file with the next message, and says why, if another program has changed the present one. */
    private void checkFile(boolean isIntact) {
        if (!isIntact && !mustRoll) {
            mustRoll = true;
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "{0} was truncated, deleted or overwritten by another program; messages in it may be lost, and the next one begins a new file",
                    file.path());
        }
    }

    private boolean isOld() {
        return !fileInterval.isZero()
                && Duration.between(file.created(), Instant.now()).compareTo(fileInterval) >= 0;
    }

    private void finishFile() throws IOException {
        wire.flush();
        out.drain();
        if (flush == JournalOptions.Flush.FORCED) {
            out.force();
        }
        markUnforced(file);
        boolean isIntact = out.checkIntact();
        checkFile(isIntact);
        out.closeFile();
        if (isIntact && format.features().contains(WireFormat.Feature.BLOCKS)) {
            addEndMark();
        }
    }

    /** Adds the mark that the file is complete. Without it the file is as good as that of a killed writer. */
    private void addEndMark() {
        boolean isInterrupted = Thread.interrupted(); // an interrupt would close the file
        try {
            format.newAppender(file.path(), options).close();
        } catch (IOException | UncheckedIOException | WireException e) {
            // The disk is full, or the file was damaged meanwhile, which readers report.
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Deletes files that are no longer wanted. A failure is no reason not to write: the next file tries again. */
    private void deleteOld() {
        try {
            deleteUnretained();
        } catch (IOException | UncheckedIOException e) {
            LOGGER.log(System.Logger.Level.WARNING, "old files of " + files.folder() + " could not be deleted", e);
        }
    }

    private void deleteUnretained() throws IOException {
        long maxBytes = options.get(JournalOptions.RETAINED_BYTES);
        Duration maxAge = options.get(JournalOptions.RETAINED_TIME);
        if (maxBytes <= 0 && maxAge.isZero()) {
            return;
        }
        List<Entry> all = files.list();
        long bytes = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            Entry each = all.get(i);
            Instant lastChanged;
            try {
                bytes += Files.size(each.path());
                lastChanged = Files.getLastModifiedTime(each.path()).toInstant();
            } catch (NoSuchFileException e) {
                continue; // somebody else has deleted it
            }
            boolean isTooOld =
                    !maxAge.isZero() && lastChanged.isBefore(Instant.now().minus(maxAge));
            if (!each.path().equals(file.path()) && (maxBytes > 0 && bytes > maxBytes || isTooOld)) {
                all.subList(0, i + 1).forEach(JournalAppender::delete);
                return;
            }
        }
    }

    private static void delete(Entry old) {
        try {
            Files.deleteIfExists(old.path());
        } catch (IOException e) {
            // Another program has it open, and its system does not allow this. The next file tries again.
        }
    }

    /** Waits for the messages of other threads. A chain that a thread has left unfinished is not written. */
    void close() {
        boolean isInterrupted = Thread.interrupted(); // the journal is closed all the same
        boolean isLocked = lock.tryLock();
        try {
            isLocked = isLocked || lock.tryAcquire();
            if (!isClosed) {
                isClosed = true;
                closeFiles();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (isLocked) {
                lock.unlock();
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeFiles() throws IOException {
        try {
            if (out.isOpen()) {
                wire.close();
                out.drain();
                if (flush == JournalOptions.Flush.FORCED) {
                    out.force();
                }
            }
        } finally {
            try {
                out.closeFile();
            } finally {
                processLock.close();
            }
        }
    }

    // ---- the lock

    /** A lock that knows its owner. */
    private static final class OwnedLock extends ReentrantLock {
        private static final long serialVersionUID = 1;

        /**
         * Waits for other threads.
         *
         * @throws IllegalStateException if one of them has left a chain of calls unfinished
         */
        void acquire() {
            if (!tryLock() && !tryAcquire()) {
                Thread owner = getOwner();
                throw new IllegalStateException("thread " + (owner == null ? "?" : owner.getName())
                        + (isOwnerDead()
                                ? " has ended and left a chain of calls unfinished; close the journal and open it again"
                                : " has been writing a message for " + PATIENCE_SECONDS
                                        + " s; has it left a chain of calls unfinished?"));
            }
        }

        /** Waits until this thread has the lock, the thread that has it ends, or it takes too long. */
        boolean tryAcquire() {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            try {
                boolean isAcquired = false;
                while (!isAcquired && !isOwnerDead() && System.nanoTime() < end) {
                    isAcquired = tryLock(50, TimeUnit.MILLISECONDS);
                }
                return isAcquired;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while another thread writes a message", e);
            }
        }

        boolean isOwnerDead() {
            Thread owner = getOwner();
            return owner != null && !owner.isAlive();
        }
    }

    /**
     * Encloses each message: opens files before it, and flushes after it. One message enters several times, and only the
     * first entry takes the lock.
     */
    private final class AppendLock implements MessageLock {
        /** How often the thread that has the lock has entered. */
        private int depth;

        @Override
        public void enter() {
            if (lock.isHeldByCurrentThread() && depth > 0) {
                depth++;
                return;
            }
            lock.acquire();
            depth = 1;
            try {
                if (isClosed) {
                    throw new IllegalStateException("the journal " + files.folder() + " is closed");
                }
                firstOfCall = next;
                if (out.isFull()) {
                    drain();
                }
                prepareFile();
            } catch (IOException e) {
                release();
                throw new UncheckedIOException(e);
            } catch (RuntimeException | Error e) {
                release();
                throw e;
            }
        }

        private void release() {
            depth = 0;
            lock.unlock();
        }

        boolean isInMessage() {
            return depth > 0;
        }

        @Override
        public void exit() {
            if (depth > 1) {
                depth--;
                return;
            }
            try {
                if (firstOfCall < next) {
                    finishMessage();
                }
            } catch (IOException e) {
                throw notForced("the message is", e);
            } catch (UncheckedIOException e) {
                throw notForced("the message is", e.getCause());
            } finally {
                release();
            }
        }

        private void finishMessage() throws IOException {
            if (flush == JournalOptions.Flush.FORCED) {
                flushWire();
                out.force();
            }
            if (flush != JournalOptions.Flush.BATCH && next % CHECK_INTERVAL == 0) {
                checkFile(out.checkIntact());
            }
        }

        @Override
        public void onWritten() {
            next++;
        }
    }
}
