package io.deltawire.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads and other programs do to a journal: interrupts, closing, deleted, truncated and damaged files. */
class JournalFaultsTest {
    interface Feed {
        Feed to(String name);

        void text(String text);
    }

    interface Numbers {
        void number(long number);
    }

    @TempDir
    Path folder;

    private static WireOptions options(String format, long fileBytes) {
        return WireOptions.DEFAULTS.with(JournalOptions.FORMAT, format).with(JournalOptions.FILE_BYTES, fileBytes);
    }

    private static void write(Journal journal, int from, int to) {
        for (int i = from; i < to; i++) {
            journal.appender().write("number", i);
        }
    }

    /** Reads until a number; the texts of errors are added to a list. */
    private static List<Long> readThrough(JournalTailer tailer, long last, List<String> errors) {
        List<Long> read = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (read.isEmpty() || read.get(read.size() - 1) != last) {
            assertTrue(System.nanoTime() < end, () -> "read " + read + ", errors " + errors);
            try {
                Long number = tailer.read(Long.class);
                if (number != null) {
                    read.add(number);
                }
            } catch (WireException e) {
                errors.add(e.getMessage());
            }
        }
        return read;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(JournalOptions.Flush.class)
    void anInterruptedThreadWritesOn(JournalOptions.Flush flush) {
        for (String format : List.of("delta", "binary", "json", "yaml")) {
            WireOptions options = options(format, 200).with(JournalOptions.FLUSH, flush);
            try (Journal journal = Journal.open(folder.resolve(format), options)) {
                write(journal, 0, 3);
                Thread.currentThread().interrupt();
                write(journal, 3, 60);
                assertTrue(Thread.interrupted(), "the flag stays");
                write(journal, 60, 63);
                journal.appender().flush();
                assertEquals(range(0, 63), readThrough(journal.tailer(), 62, new ArrayList<>()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void anInterruptedThreadReadsOn(String format) throws Exception {
        try (Journal journal = Journal.open(folder, options(format, 200))) {
            write(journal, 0, 60);
            JournalTailer tailer = journal.tailer();
            assertEquals(0L, tailer.read(Long.class));
            Thread.currentThread().interrupt();
            assertEquals(range(1, 60), readThrough(tailer, 59, new ArrayList<>()));
            assertTrue(Thread.interrupted(), "the flag stays");
            while (tailer.next()) {}
            Thread reader = Thread.currentThread();
            Thread other = new Thread(reader::interrupt);
            other.start();
            try {
                IllegalStateException e =
                        assertThrows(IllegalStateException.class, () -> tailer.await(Duration.ofSeconds(60)));
                assertTrue(e.getMessage().contains("interrupted"), e::getMessage);
            } finally {
                Thread.interrupted();
                other.join();
            }
            write(journal, 60, 61);
            assertEquals(List.of(60L), readThrough(tailer, 60, new ArrayList<>()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aTailerGoesOnAfterFilesThatWereDeleted(String format) throws IOException {
        try (Journal journal = Journal.open(folder, options(format, 60))) {
            write(journal, 0, 100);
            JournalTailer beforeStart = journal.tailer().toMessage(1);
            JournalTailer beforeNext = journal.tailer();
            assertEquals(0L, beforeNext.read(Long.class));
            int count = journal.files().size();
            readThrough(beforeNext, 30, new ArrayList<>()); // all files are listed now
            for (Path file : journal.files().subList(0, count - 1)) {
                Files.delete(file);
            }
            Files.delete(journal.files().get(0));
            write(journal, 100, 140);
            for (JournalTailer tailer : List.of(beforeStart, beforeNext)) {
                List<String> errors = new ArrayList<>();
                readThrough(tailer, 139, errors);
                assertEquals(1, errors.size(), errors::toString);
                assertTrue(errors.get(0).contains("are missing"), errors::toString);
                assertEquals(139, tailer.index());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aRenamedFileIsReadToItsEnd(String format) throws IOException {
        try (Journal journal = Journal.open(folder, options(format, 1 << 20))) {
            write(journal, 0, 10);
            JournalTailer tailer = journal.tailer();
            readThrough(tailer, 9, new ArrayList<>());
            Path file = journal.files().get(0);
            Files.move(file, folder.resolve("renamed.1"));
            Files.createFile(file);
            assertFalse(tailer.next());
            write(journal, 10, 600);
            assertEquals(range(10, 600), readThrough(tailer, 599, new ArrayList<>()));
            assertEquals(599, tailer.index());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void theWriterLeavesAFileThatWasTruncatedBetweenItsMessages(String format) throws IOException {
        for (int kept : new int[] {0, 20}) {
            try (Journal journal = Journal.open(folder.resolve(format + kept), options(format, 1 << 20))) {
                write(journal, 0, 300);
                Path file = journal.files().get(0);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(kept);
                }
                write(journal, 300, 1000);
                assertEquals(2, journal.files().size(), () -> journal.files().toString());
                List<String> errors = new ArrayList<>();
                List<Long> read = readThrough(journal.tailer(), 999, errors);
                assertTrue(read.containsAll(range(600, 1000)), read::toString);
                assertFalse(errors.isEmpty());
                JournalTailer tailer = journal.tailer().toMessage(800);
                assertEquals(800L, tailer.read(Long.class));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void noNumberIsUsedTwiceAfterDamage(String format) throws IOException {
        Path file;
        try (Journal journal = Journal.open(folder, options(format, 1 << 20))) {
            write(journal, 0, 300);
            file = journal.files().get(0);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(100), channel.size() / 2);
        }
        try (Journal journal = Journal.open(folder, options(format, 1 << 20))) {
            long next = journal.appender().nextIndex();
            assertTrue(next >= 300, () -> format + " " + next);
            write(journal, 1000, 1001);
            List<String> errors = new ArrayList<>();
            JournalTailer tailer = journal.tailer();
            readThrough(tailer, 1000, errors);
            assertEquals(next, tailer.index());
            assertFalse(errors.isEmpty());
        }
    }

    @Test
    void closingEndsReadersAndWriters() throws Exception {
        for (String format : List.of("delta", "binary", "json", "yaml")) {
            TreeSet<String> errors = new TreeSet<>();
            for (int i = 0; i < 10; i++) {
                Journal journal = Journal.open(folder.resolve(format + i), options(format, 500));
                write(journal, 0, 100);
                JournalTailer tailer = journal.tailer();
                JournalAppender appender = journal.appender();
                Thread reader = endless(errors, () -> {
                    if (tailer.next()) {
                        tailer.event();
                    } else {
                        tailer.await(Duration.ofSeconds(60));
                    }
                });
                Thread writer = endless(errors, () -> appender.write("number", 1));
                Thread.sleep(i);
                journal.close();
                reader.join(30_000);
                writer.join(30_000);
                assertFalse(reader.isAlive() || writer.isAlive());
            }
            for (String error : errors) {
                assertTrue(error.contains("IllegalStateException") && error.contains("is closed"), errors::toString);
            }
        }
    }

    private static Thread endless(Set<String> errors, Runnable step) {
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    step.run();
                }
            } catch (RuntimeException e) {
                synchronized (errors) {
                    errors.add(e.toString());
                }
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void aChainOfAThreadThatHasEndedDoesNotKeepTheJournalOpen() throws Exception {
        try (Journal journal = Journal.open(folder)) {
            write(journal, 0, 1);
            Thread thread = new Thread(() ->
                    assertNotNull(journal.appender().methodWriter(Feed.class).to("nowhere")));
            thread.start();
            thread.join();
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> write(journal, 1, 2));
            assertTrue(e.getMessage().contains("has ended"), e::getMessage);
        }
        try (Journal journal = Journal.open(folder)) {
            write(journal, 1, 2);
            assertEquals(range(0, 2), readThrough(journal.tailer(), 1, new ArrayList<>()));
        }
    }

    @Test
    void theNewestRecordsComeFromAFileWhoseKeyFrameIsWhole() throws IOException {
        Path copy = folder.resolve("copy");
        try (Journal journal = Journal.open(folder.resolve("whole"), options("delta", 400))) {
            for (int i = 0; i < 300; i++) {
                journal.appender().write("quote", new JournalTest.Quote("s" + i % 20, i, i, null));
            }
            List<Path> files = journal.files();
            Path last = files.get(files.size() - 1);
            byte[] bytes = Files.readAllBytes(last);
            for (int cut = 0; cut < 200; cut += 7) {
                Files.createDirectories(copy);
                for (Path file : files) {
                    Files.write(
                            copy.resolve(file.getFileName()),
                            file.equals(last) ? Arrays.copyOf(bytes, cut) : Files.readAllBytes(file));
                }
                try (Journal torn = Journal.open(copy)) {
                    TreeSet<String> symbols = new TreeSet<>();
                    JournalTailer tailer = torn.tailer().toNewestRecords();
                    while (tailer.next()) {
                        symbols.add(tailer.read(JournalTest.Quote.class).symbol);
                    }
                    assertEquals(20, symbols.size(), "with " + cut + " bytes of the last file");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(JournalOptions.Flush.class)
    void aServiceContinuesInTheSameProcess(JournalOptions.Flush flush) {
        WireOptions options = options("delta", 500).with(JournalOptions.FLUSH, flush);
        try (Journal input = Journal.open(folder.resolve("in"), options("delta", 500));
                Journal output = Journal.open(folder.resolve("out"), options)) {
            MessageHistory history = new MessageHistory();
            for (int run = 0; run < 4; run++) {
                Numbers numbers = output.appender()
                        .methodWriterBuilder(Numbers.class)
                        .history(history)
                        .build();
                write(input, 20 * run, 20 * run + 20);
                MethodReader reader = input.tailer()
                        .afterLastWritten(1, output)
                        .methodReader(builder -> builder.history(1, history).build(numbers));
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                while (reader.index() < input.appender().nextIndex() - 1 && System.nanoTime() < end) {
                    reader.readOne();
                }
            }
            output.appender().flush();
            List<Long> answers = new ArrayList<>();
            JournalTailer tailer = output.tailer();
            MethodReader reader = tailer.methodReader((Numbers) answers::add);
            while (reader.readOne() || tailer.await(Duration.ofMillis(20))) {}
            assertEquals(range(0, 80), answers);
        }
    }

    @Test
    void aKeyFrameThatIsLongerThanAFileDoesNotBeginAFileForEachMessage() {
        try (Journal journal = Journal.open(folder, options("delta", 300))) {
            for (int i = 0; i < 2000; i++) {
                journal.appender().write("quote", new JournalTest.Quote("symbol" + i % 100, i, i, "n" + i));
            }
            assertTrue(
                    journal.files().size() < 150,
                    () -> "files: " + journal.files().size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void whatIsCutOffIsReported(String format) throws IOException {
        List<String> logged = new ArrayList<>();
        Handler handler = recorder(logged);
        Logger logger = Logger.getLogger("io.deltawire.journal");
        logger.addHandler(handler);
        try {
            for (int cut = 0; cut < 9; cut += 4) {
                Path path = folder.resolve(format + cut);
                Path file;
                byte[] bytes;
                try (Journal journal = Journal.open(path, options(format, 1 << 20))) {
                    assertNull(journal.appender().repair());
                    for (int i = 0; i < 5; i++) {
                        journal.appender().write("quote", new JournalTest.Quote("a", i, i, "a long note " + i));
                    }
                    file = journal.files().get(0);
                    bytes = Files.readAllBytes(file); // what a killed process leaves
                }
                Files.write(file, Arrays.copyOf(bytes, bytes.length - cut));
                logged.clear();
                try (Journal journal = Journal.open(path, options(format, 1 << 20))) {
                    JournalRepair repair = journal.appender().repair();
                    if (cut == 0) {
                        assertNull(repair, format);
                        assertEquals(List.of(), logged);
                        continue;
                    }
                    assertEquals(file, repair.file());
                    assertEquals(bytes.length - cut, repair.offset() + repair.bytes(), format);
                    assertTrue(repair.offset() > 0 && repair.bytes() > 0, repair::toString);
                    assertEquals(1, logged.size(), logged::toString);
                    assertTrue(logged.get(0).contains(file.getFileName().toString()), logged::toString);
                    assertTrue(logged.get(0).contains(repair.bytes() + " bytes from offset " + repair.offset()));
                }
            }
        } finally {
            logger.removeHandler(handler);
        }
    }

    private static Handler recorder(List<String> logged) {
        return new Handler() {
            @Override
            public synchronized void publish(LogRecord record) {
                assertEquals(Level.WARNING, record.getLevel());
                logged.add(new SimpleFormatter().formatMessage(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Test
    void aFileThatIsTruncatedWhileItIsWrittenIsLoggedOnce() throws IOException {
        List<String> logged = new ArrayList<>();
        Handler handler = recorder(logged);
        Logger logger = Logger.getLogger("io.deltawire.journal");
        logger.addHandler(handler);
        try (Journal journal = Journal.open(folder, options("binary", 1 << 20))) {
            write(journal, 0, 10);
            try (FileChannel channel = FileChannel.open(journal.files().get(0), StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            write(journal, 10, 1000);
            assertEquals(1, logged.size(), logged::toString);
            assertTrue(
                    logged.get(0).contains(journal.files().get(0).getFileName().toString()), logged::toString);
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void filesThatAreDeletedByOthersDoNotStopTheWriter() throws Exception {
        WireOptions options = options("binary", 100).with(JournalOptions.RETAINED_BYTES, 2000L);
        try (Journal journal = Journal.open(folder, options)) {
            write(journal, 0, 10);
            Thread deleting = new Thread(() -> {
                while (!Thread.interrupted()) {
                    List<Path> files = journal.files();
                    for (Path file : files.subList(0, files.size() / 2)) {
                        try {
                            Files.deleteIfExists(file);
                        } catch (IOException e) {
                            return; // interrupted
                        }
                    }
                }
            });
            deleting.start();
            write(journal, 10, 5000);
            deleting.interrupt();
            deleting.join();
            assertEquals(5000, journal.appender().nextIndex());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aFileThatEndsInsideAMessageBeforeAnotherFileGivesNoPartOfIt(String format) throws IOException {
        for (int cut = 1; cut < 30; cut++) {
            Path path = folder.resolve(format + cut);
            try (Journal journal = Journal.open(path, options(format, 100))) {
                for (long i = 0; i < 60; i++) {
                    journal.appender().write("number", 1_000_000 + i);
                }
                Path first = journal.files().get(0);
                byte[] bytes = Files.readAllBytes(first);
                Files.write(first, Arrays.copyOf(bytes, bytes.length - cut));
                List<String> errors = new ArrayList<>();
                List<Long> read = readThrough(journal.tailer(), 1_000_059, errors);
                assertEquals(read.stream().filter(each -> each >= 1_000_000).toList(), read, format + " cut " + cut);
                assertTrue(read.size() == 60 || !errors.isEmpty(), format + " cut " + cut + ": " + read);
                assertTrue(errors.size() <= 2, errors::toString);
            }
        }
    }

    /** A file that has nothing but what was repaired is no damage. */
    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aFileThatIsTornInItsFirstMessageIsRepairedWithoutAnError(String format) throws IOException {
        for (int left = 0; left < 30; left++) {
            Path path = folder.resolve(format + left);
            Path file;
            byte[] bytes;
            try (Journal journal = Journal.open(path, options(format, 1 << 20))) {
                write(journal, 0, 1);
                file = journal.files().get(0);
                bytes = Files.readAllBytes(file);
            }
            if (left >= bytes.length) {
                return;
            }
            Files.write(file, Arrays.copyOf(bytes, left));
            try (Journal journal = Journal.open(path, options(format, 1 << 20))) {
                long next = journal.appender().nextIndex();
                write(journal, 7, 8);
                List<String> errors = new ArrayList<>();
                List<Long> read = readThrough(journal.tailer(), 7, errors);
                assertEquals(List.of(), errors, format + " " + left);
                assertEquals(next + 1, read.size());
            }
        }
    }
}
