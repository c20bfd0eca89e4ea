package io.deltawire.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    static class Quote extends AbstractMarshallable {
        @Key
        String symbol;

        double bid;
        long sequence;
        String note;

        Quote() {}

        Quote(String symbol, double bid, long sequence, String note) {
            this.symbol = symbol;
            this.bid = bid;
            this.sequence = sequence;
            this.note = note;
        }
    }

    interface Feed {
        void quote(Quote quote);

        void text(String text);

        Text to(String destination);
    }

    interface Text {
        void text(String text);
    }

    @TempDir
    Path folder;

    static WireOptions options(String format) {
        return WireOptions.DEFAULTS.with(JournalOptions.FORMAT, format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void everyTailerGetsEveryMessageOnceOverFilesAndRestarts(String format) {
        for (int seed = 1; seed <= 6; seed++) {
            Random random = new Random(seed);
            Path path = folder.resolve(format + seed);
            JournalOptions.Flush flush = List.of(JournalOptions.Flush.values()).get(random.nextInt(3));
            WireOptions options = options(format)
                    .with(JournalOptions.FLUSH, flush)
                    .with(JournalOptions.FILE_BYTES, 200L + random.nextInt(3000));
            List<Quote> written = new ArrayList<>();
            List<JournalTailer> tailers = new ArrayList<>();
            List<List<Quote>> read = new ArrayList<>();
            Journal readers = Journal.open(path, options(format));
            for (int run = 0; run < 4; run++) {
                try (Journal journal = Journal.open(path, options)) {
                    JournalAppender appender = journal.appender();
                    assertEquals(written.size(), appender.nextIndex(), () -> format + " " + flush);
                    int count = random.nextInt(120);
                    for (int i = 0; i < count; i++) {
                        Quote quote = new Quote(
                                "s" + random.nextInt(9),
                                random.nextInt(1000) / 100.0,
                                written.size(),
                                random.nextInt(4) == 0 ? null : "n" + random.nextInt(5));
                        assertEquals(written.size(), appender.write("quote", quote));
                        written.add(quote);
                        if (random.nextInt(20) == 0) {
                            tailers.add(readers.tailer());
                            read.add(new ArrayList<>());
                        }
                        for (int t = 0; t < tailers.size(); t++) {
                            if (random.nextInt(5) == 0) {
                                readAll(tailers.get(t), read.get(t));
                                assertEquals(written.subList(0, read.get(t).size()), read.get(t));
                                if (flush != JournalOptions.Flush.BATCH) {
                                    awaitAll(tailers.get(t), read.get(t), written.size());
                                }
                            }
                        }
                    }
                }
                for (int t = 0; t < tailers.size(); t++) {
                    awaitAll(tailers.get(t), read.get(t), written.size());
                    assertEquals(written, read.get(t), format + " seed " + seed + " tailer " + t);
                }
            }
            for (int i = 0; i < 5 && !written.isEmpty(); i++) {
                int from = random.nextInt(written.size());
                try (JournalTailer tailer = readers.tailer().toMessage(from)) {
                    assertTrue(tailer.next());
                    assertEquals(from, tailer.index());
                    assertEquals(written.get(from), tailer.read(Quote.class));
                }
            }
            readers.close();
        }
    }

    private static void readAll(JournalTailer tailer, List<Quote> into) {
        while (tailer.next()) {
            assertEquals(into.size(), tailer.index());
            assertEquals("quote", tailer.event());
            into.add(tailer.read(Quote.class));
        }
    }

    /** Reads until there are so many messages; the listing of files may lag by a millisecond. */
    private static void awaitAll(JournalTailer tailer, List<Quote> into, int count) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (into.size() < count && System.nanoTime() < end) {
            readAll(tailer, into);
            if (into.size() < count) {
                tailer.await(Duration.ofMillis(10));
            }
        }
        assertEquals(count, into.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void eachFileCanBeReadAlone(String format) throws IOException {
        int count = 0;
        try (Journal journal = Journal.open(folder, options(format).with(JournalOptions.FILE_BYTES, 150L))) {
            for (int i = 0; i < 300; i++) {
                journal.appender().write("quote", new Quote("s" + i % 3, i, i, null));
            }
            assertTrue(journal.files().size() > 3, () -> journal.files().toString());
            for (Path file : journal.files()) {
                Quote last = null;
                Map<String, Quote> newest = new HashMap<>();
                try (InputStream stream = Files.newInputStream(file)) {
                    Wire wire = Wire.of(format, stream, DeltaFormat.forRecovery(WireOptions.DEFAULTS));
                    boolean hasMore = true;
                    while (hasMore) {
                        try {
                            hasMore = wire.next();
                        } catch (TruncatedWireException e) {
                            assertEquals(file, newest(journal), "only the file that is written has no end");
                            continue;
                        }
                        if (hasMore) {
                            last = wire.read(Quote.class);
                            newest.put(last.symbol, last);
                        }
                    }
                }
                assertTrue(last.sequence >= count);
                count = (int) last.sequence;
                if (format.equals("delta") && count > 10) {
                    assertEquals(3, newest.size(), "the key frame has all keys");
                }
            }
        }
        assertEquals(299, count);
    }

    private static Path newest(Journal journal) {
        List<Path> files = journal.files();
        return files.get(files.size() - 1);
    }

    @Test
    void manyThreadsWriteEachMessageOnceAndChainsStayTogether() throws Exception {
        try (Journal journal = Journal.open(folder, options("delta").with(JournalOptions.FILE_BYTES, 20_000L))) {
            ExecutorService pool = Executors.newFixedThreadPool(4);
            List<Future<?>> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int thread = t;
                threads.add(pool.submit(() -> {
                    Feed feed = journal.appender().methodWriter(Feed.class);
                    for (int i = 0; i < 3000; i++) {
                        if (i % 3 == 0) {
                            feed.to("d" + thread).text(thread + ":" + i);
                        } else if (i % 3 == 1) {
                            feed.quote(new Quote("s" + thread, i, i, null));
                        } else {
                            journal.appender().write("quote", new Quote("s" + thread, i, i, null));
                        }
                    }
                }));
            }
            for (Future<?> each : threads) {
                each.get();
            }
            pool.shutdown();
            assertEquals(12_000, journal.appender().nextIndex());
            long[] next = new long[4];
            JournalTailer tailer = journal.tailer();
            String[] to = {null};
            MethodReader reader = tailer.methodReader(new Feed() {
                @Override
                public void quote(Quote quote) {
                    assertEquals(next[quote.symbol.charAt(1) - '0']++, quote.sequence);
                }

                @Override
                public void text(String text) {
                    assertEquals("d" + text.charAt(0), to[0]);
                    assertEquals(next[text.charAt(0) - '0']++, Long.parseLong(text.substring(2)));
                }

                @Override
                public Text to(String destination) {
                    to[0] = destination;
                    return this::text;
                }
            });
            int count = 0;
            while (count < 12_000) {
                if (reader.readOne()) {
                    assertEquals(count++, reader.index());
                } else {
                    assertTrue(tailer.await(Duration.ofSeconds(30)));
                }
            }
            assertFalse(reader.readOne());
        }
    }

    @Test
    void anUnfinishedChainIsDroppedAndOtherThreadsGoOn() throws Exception {
        try (Journal journal = Journal.open(folder)) {
            Feed feed = journal.appender().methodWriter(Feed.class);
            feed.to("nowhere");
            assertThrows(IllegalStateException.class, () -> feed.text("another message"));
            Thread other = new Thread(() -> journal.appender().write("text", "other"));
            other.start();
            other.join(30_000);
            assertEquals(1, journal.appender().nextIndex());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aMessageThatCannotBeWrittenLeavesNothing(String format) {
        try (Journal journal = Journal.open(folder, options(format))) {
            JournalAppender appender = journal.appender();
            appender.write("quote", new Quote("a", 1, 0, null));
            assertThrows(RuntimeException.class, () -> appender.write("quote", new Thread("not data")));
            assertEquals(1, appender.write("quote", new Quote("a", 2, 1, null)));
            JournalTailer tailer = journal.tailer();
            assertEquals(0, tailer.read(Quote.class).sequence);
            assertEquals(1, tailer.read(Quote.class).sequence);
            assertNull(tailer.read(Quote.class));
        }
    }

    /** A file of binary YAML that ends with a zero looks as if a loss of power had taken its last bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aLastMessageThatEndsWithAZeroStays(String format) throws IOException {
        for (int i = 0; i < 4; i++) {
            try (Journal journal = Journal.open(folder, options(format))) {
                assertEquals(i, journal.appender().nextIndex());
                journal.appender().write("number", 0);
            }
        }
        try (Journal journal = Journal.open(folder, options(format))) {
            JournalTailer tailer = journal.tailer();
            for (int i = 0; i < 4; i++) {
                assertTrue(tailer.next(), "message " + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aTornMessageIsCutOffAndItsNumberIsUsedAgain(String format) throws IOException {
        for (int cut = 1; cut < 12; cut++) {
            Path path = folder.resolve(format + cut);
            Path file;
            byte[] bytes;
            try (Journal journal = Journal.open(path, options(format))) {
                for (int i = 0; i < 5; i++) {
                    journal.appender().write("quote", new Quote("a" + i % 2, i, i, "note"));
                }
                file = journal.files().get(0);
                bytes = Files.readAllBytes(file); // what a killed process leaves
            }
            Files.write(file, Arrays.copyOf(bytes, bytes.length - cut));
            try (Journal journal = Journal.open(path, options(format))) {
                long next = journal.appender().nextIndex();
                assertTrue(next <= 5 && next >= 1, format + " cut " + cut + " next " + next);
                assertEquals(next, journal.appender().write("quote", new Quote("a1", 9, 99, null)));
                List<Long> sequences = new ArrayList<>();
                JournalTailer tailer = journal.tailer();
                while (tailer.next()) {
                    assertEquals(sequences.size(), tailer.index());
                    sequences.add(tailer.read(Quote.class).sequence);
                }
                assertEquals(next + 1, sequences.size(), format + " cut " + cut);
                assertEquals(99, sequences.get((int) next));
            }
        }
    }

    @Test
    void theNewestRecordsComeFromTheLastFileAlone() {
        WireOptions options = options("delta").with(JournalOptions.FILE_BYTES, 500L);
        try (Journal journal = Journal.open(folder, options)) {
            for (int run = 0; run < 3; run++) {
                for (int i = 0; i < 200; i++) {
                    journal.appender().write("quote", new Quote("run" + run, i, i, null));
                }
                journal.appender().write("quote", new Quote("gone", 0, run, null));
                journal.appender().delete("quote", new Quote("gone", 0, run, null));
            }
        }
        try (Journal journal = Journal.open(folder, options)) {
            Map<String, Long> newest = new HashMap<>();
            JournalTailer tailer = journal.tailer().toNewestRecords();
            int count = 0;
            while (tailer.next()) {
                count++;
                if (tailer.isDeletion()) {
                    newest.remove(tailer.read(Quote.class).symbol);
                    continue;
                }
                Quote quote = tailer.read(Quote.class);
                newest.put(quote.symbol, quote.sequence);
            }
            assertEquals(Map.of("run0", 199L, "run1", 199L, "run2", 199L), newest);
            assertTrue(count < 400, "it read " + count + " messages");
        }
    }

    @Test
    void aDeletedFileIsReported() throws IOException {
        WireOptions options = options("json").with(JournalOptions.FILE_BYTES, 300L);
        try (Journal journal = Journal.open(folder, options)) {
            JournalTailer slow = journal.tailer();
            journal.appender().write("text", "first");
            assertEquals("first", slow.read(String.class));
            for (int i = 0; i < 100; i++) {
                journal.appender().write("text", "number " + i);
            }
            List<Path> files = journal.files();
            Files.delete(files.get(1));
            List<Long> indexes = new ArrayList<>();
            List<String> errors = new ArrayList<>();
            while (indexes.isEmpty() || indexes.get(indexes.size() - 1) < 100) {
                try {
                    if (slow.next()) {
                        indexes.add(slow.index());
                        assertEquals("number " + (slow.index() - 1), slow.read(String.class));
                    }
                } catch (WireDataException e) {
                    errors.add(e.getMessage());
                }
            }
            assertEquals(1, errors.size(), errors::toString);
            assertTrue(errors.get(0).contains("are missing"), errors::toString);
            assertTrue(indexes.size() < 100);
        }
    }

    @Test
    void retentionDeletesTheOldestFiles() {
        WireOptions options =
                options("json").with(JournalOptions.FILE_BYTES, 300L).with(JournalOptions.RETAINED_BYTES, 1000L);
        try (Journal journal = Journal.open(folder, options)) {
            for (int i = 0; i < 500; i++) {
                journal.appender().write("text", "number " + i);
            }
            assertTrue(journal.files().size() <= 5, () -> journal.files().toString());
            JournalTailer tailer = journal.tailer();
            assertTrue(tailer.next());
            assertEquals("number " + tailer.index(), tailer.read(String.class));
            assertThrows(IllegalArgumentException.class, () -> tailer.toMessage(0));
        }
    }

    @Test
    void aSecondAppenderIsRefused() {
        try (Journal one = Journal.open(folder);
                Journal two = Journal.open(folder)) {
            one.appender().write("text", "a");
            assertThrows(UncheckedIOException.class, two::appender);
            assertEquals("a", two.tailer().read(String.class));
        }
    }

    @Test
    void aTruncatedFileIsReportedByAppenderAndTailer() throws IOException {
        try (Journal journal = Journal.open(folder, options("json"))) {
            JournalAppender appender = journal.appender();
            JournalTailer tailer = journal.tailer();
            for (int i = 0; i < 10; i++) {
                appender.write("text", "number " + i);
            }
            for (int i = 0; i < 10; i++) {
                assertEquals("number " + i, tailer.read(String.class));
            }
            try (FileChannel channel = FileChannel.open(journal.files().get(0), StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            assertThrows(TruncatedWireException.class, tailer::next);
            appender.flush(); // notices it
            appender.write("text", "number 10");
            assertEquals(2, journal.files().size());
            String read = null;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (read == null && System.nanoTime() < end) {
                read = tailer.read(String.class);
            }
            assertEquals("number 10", read);
            assertEquals(10, tailer.index());
        }
    }

    @Test
    void theEndAndTheStartArePositions() {
        try (Journal journal = Journal.open(folder, options("yaml"))) {
            JournalTailer early = journal.tailer().toEnd();
            assertFalse(early.await(Duration.ofMillis(5)));
            journal.appender().write("text", "a");
            assertTrue(early.await(Duration.ofSeconds(30)));
            assertEquals("a", early.read(String.class));
            JournalTailer tailer = journal.tailer().toEnd();
            assertNull(tailer.read(String.class));
            journal.appender().write("text", "b");
            assertEquals("b", tailer.read(String.class));
            assertEquals(1, tailer.index());
            assertEquals("a", tailer.toStart().read(String.class));
            assertEquals("c", ahead(journal, tailer.toMessage(2)));
        }
    }

    private static String ahead(Journal journal, JournalTailer tailer) {
        assertNull(tailer.read(String.class));
        journal.appender().write("text", "c");
        return tailer.read(String.class);
    }

    @Test
    void csvIsRefusedWithAdvice() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Journal.open(folder, options("csv")));
        assertTrue(e.getMessage().contains("delta, binary, json or yaml"), e::getMessage);
    }

    @Test
    void theDumpShowsEachFile() {
        try (Journal journal = Journal.open(folder)) {
            journal.appender().write("quote", new Quote("a", 1, 0, null));
            assertTrue(journal.dump().startsWith("# file: "), journal::dump);
            assertTrue(journal.dump().contains("symbol: a"), journal::dump);
        }
    }
}
