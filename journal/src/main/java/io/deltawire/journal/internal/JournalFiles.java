package io.deltawire.journal.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of a journal. It owns the names of the files: {@code 20261129-083000.123-0000000000000042.delta} was
 * created at that time (UTC), its first message has the number 42, and its format is delta. With {@code -keyframe} before
 * the format, it begins with the newest state of all keys. The order of names is the order of messages.
 *
 * <p>The files of a Chronicle Queue, such as {@code 20261129F.cq4}, can be read too. They hold no number of their first
 * message, so it comes from their time. Immutable.
 */
public final class JournalFiles {
    private static final String ALL_RECORDS = "-keyframe";
    private static final Pattern NAME =
            Pattern.compile("(\\d{8}-\\d{6}\\.\\d{3})-(\\d{16,19})(" + ALL_RECORDS + ")?\\.([a-z][a-z0-9-]*)");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String LOCK = ".lock";

    /** A file of a Chronicle Queue, by the time at which its cycle began; letters name the kind of cycle. */
    private static final Pattern QUEUE_NAME = Pattern.compile("(\\d{8})(?:-(\\d{2}|\\d{4}|\\d{6}))?[A-Z]*\\.cq4");

    private static final String QUEUE_FORMAT = "binary";

    /** The number of the first message of a queue's file is its time in seconds, shifted by this. */
    private static final int QUEUE_SHIFT = 32;

    private final Path folder;

    public JournalFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * A file of the journal.
     *
     * @param path the path
     * @param created when it was created
     * @param firstMessage the number of its first message
     * @param hasAllRecords whether it begins with the newest state of all keys
     * @param format the name of its format
     */
    public record Entry(Path path, Instant created, long firstMessage, boolean hasAllRecords, String format)
            implements Comparable<Entry> {
        /** Returns whether this is a file of a Chronicle Queue. */
        public boolean isOfQueue() {
            return path.toString().endsWith(".cq4");
        }

        /** Compares by time. A later file has no earlier message. */
        @Override
        public int compareTo(Entry other) {
            return created.compareTo(other.created);
        }
    }

    /** Returns the folder. */
    public Path folder() {
        return folder;
    }

    /** Returns the file whose lock the process of the appender holds. */
    public Path lockFile() {
        return folder.resolve(LOCK);
    }

    /** Returns the files in the order of their messages. Files with other names are none of the journal's. */
    public List<Entry> list() throws IOException {
        return listAfter("");
    }

    /** Returns the files after a file, in the order of their messages. */
    public List<Entry> listAfter(Entry file) throws IOException {
        return listAfter(file.path.getFileName().toString());
    }

    /**
     * Lists twice. A listing may have a file and lack one that was created before it, if both are created meanwhile. The
     * second listing has all files that are older than the last one of the first listing.
     */
    private List<Entry> listAfter(String before) throws IOException {
        List<Entry> first = listOnce(before);
        if (first.isEmpty()) {
            return first;
        }
        Entry last = first.get(first.size() - 1);
        List<Entry> second = listOnce(before);
        second.removeIf(each -> each.compareTo(last) > 0);
        return second;
    }

    private List<Entry> listOnce(String before) throws IOException {
        List<Entry> found = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                // Names are compared first, since most are of files that have been read.
                Entry entry = path.getFileName().toString().compareTo(before) > 0 ? entry(path) : null;
                if (entry != null) {
                    found.add(entry);
                }
            }
        } catch (NoSuchFileException e) {
            return found;
        }
        Collections.sort(found);
        return found;
    }

    /** Returns the entry of a new file, whose name comes after that of the last file. */
    public Entry create(Entry last, long firstMessage, boolean hasAllRecords, String format) {
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        if (last != null && !now.isAfter(last.created)) {
            now = last.created.plusMillis(1); // the clock was set back, or the last file is as new as this
        }
        String mark = hasAllRecords ? ALL_RECORDS : "";
        String name = String.format(Locale.ROOT, "%s-%016d%s.%s", TIME.format(now), firstMessage, mark, format);
        return new Entry(folder.resolve(name), now, firstMessage, hasAllRecords, format);
    }

    /** Returns options for a reader that gives each message of a file once. */
    public static WireOptions forCounting(WireFormat format, WireOptions options) {
        return format.forCounting(options.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE));
    }

    private static Entry entry(Path path) {
        Matcher queue = QUEUE_NAME.matcher(path.getFileName().toString());
        if (queue.matches()) {
            return queueEntry(path, queue);
        }
        Matcher name = NAME.matcher(path.getFileName().toString());
        if (!name.matches() || WireFormats.find(name.group(4)).isEmpty()) {
            return null;
        }
        try {
            return new Entry(
                    path,
                    TIME.parse(name.group(1), Instant::from),
                    Long.parseLong(name.group(2)),
                    name.group(3) != null,
                    name.group(4));
        } catch (RuntimeException e) {
            return null; // digits that are no time or no number
        }
    }

    private static Entry queueEntry(Path path, Matcher name) {
        String time = name.group(2) == null ? "" : name.group(2);
        try {
            Instant created =
                    TIME.parse(name.group(1) + '-' + (time + "000000").substring(0, 6) + ".000", Instant::from);
            return new Entry(path, created, created.getEpochSecond() << QUEUE_SHIFT, false, QUEUE_FORMAT);
        } catch (RuntimeException e) {
            return null; // digits that are no time
        }
    }
}
