package io.deltawire.journal.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.time.temporal.WeekFields;
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
 * message, so it comes from their time. Names of other patterns are read by the pattern in the queue's metadata. Immutable.
 */
public final class JournalFiles {
    private static final String ALL_RECORDS = "-keyframe";
    private static final Pattern NAME =
            Pattern.compile("(\\d{8}-\\d{6}\\.\\d{3})-(\\d{16,19})(" + ALL_RECORDS + ")?\\.([a-z][a-z0-9-]*)");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String LOCK = ".lock";

    /** A file of a Chronicle Queue, by the time at which its cycle began; letters name the kind of cycle. */
    private static final Pattern QUEUE_NAME =
            Pattern.compile("(\\d{8})(?:-(\\d{2}|\\d{4}|\\d{6}))?(?:[A-Z]+\\d?)?\\.cq4");

    private static final String QUEUE_SUFFIX = ".cq4";

    /** The file of a queue that says, among others, how its files are named. */
    private static final String QUEUE_METADATA = "metadata.cq4t";

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
            return path.toString().endsWith(QUEUE_SUFFIX);
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

    private Entry entry(Path path) {
        Matcher queue = QUEUE_NAME.matcher(path.getFileName().toString());
        if (queue.matches()) {
            return queueEntry(path, queue);
        }
        if (path.toString().endsWith(QUEUE_SUFFIX)) {
            return queueEntryOfOtherCycle(path);
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
            return queueEntry(
                    path, TIME.parse(name.group(1) + '-' + (time + "000000").substring(0, 6) + ".000", Instant::from));
        } catch (RuntimeException e) {
            return null; // digits that are no time
        }
    }

    private static Entry queueEntry(Path path, Instant created) {
        return new Entry(path, created, created.getEpochSecond() << QUEUE_SHIFT, false, QUEUE_FORMAT);
    }

    /** Returns the entry of a file of a cycle of an application's own, such as a week, by the pattern in the metadata. */
    private Entry queueEntryOfOtherCycle(Path path) {
        String name = path.getFileName().toString();
        try {
            String pattern = queuePattern();
            if (pattern == null) {
                return null;
            }
            DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern(pattern);
            if (pattern.contains("w")) {
                builder.parseDefaulting(WeekFields.ISO.dayOfWeek(), 1); // the number of a week is no date
            }
            TemporalAccessor parsed =
                    builder.toFormatter(Locale.ROOT).parse(name.substring(0, name.length() - QUEUE_SUFFIX.length()));
            LocalDate date = parsed.query(TemporalQueries.localDate());
            LocalTime time = parsed.query(TemporalQueries.localTime());
            return date == null
                    ? null
                    : queueEntry(
                            path,
                            date.atTime(time == null ? LocalTime.MIN : time).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException | IllegalArgumentException e) {
            return null; // a name of another pattern
        }
    }

    /** Returns the pattern of the queue's file names; null if its metadata has none. */
    private String queuePattern() {
        try (InputStream stream = Files.newInputStream(folder.resolve(QUEUE_METADATA));
                WireIn in = WireFormats.byName(QUEUE_FORMAT).newReader(stream, WireOptions.DEFAULTS)) {
            return in.nextMessage() ? findPattern(in) : null;
        } catch (IOException | WireException e) {
            return null;
        }
    }

    /** Returns the text of the first field {@code format} of a value, at any depth. */
    private static String findPattern(WireIn in) {
        if (in.peek() != WireToken.BEGIN_OBJECT) {
            in.skipValue();
            return null;
        }
        in.beginObject();
        while (in.hasNext()) {
            if (in.peek() == WireToken.KEY) {
                in.key();
                in.skipValue();
                in.skipValue();
                continue;
            }
            boolean isPattern = in.fieldName().equals("format") && in.peek() == WireToken.TEXT;
            String found = isPattern ? in.text() : findPattern(in);
            if (found != null) {
                return found;
            }
        }
        in.endObject();
        return null;
    }
}
