package io.deltawire.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A writer that is killed at random loses nothing that it has acknowledged, and a tailer of another process reads each
 * number once. {@code -Dkills=100} kills it more often.
 */
class WriterKillTest {
    @TempDir
    Path folder;

    private static WireOptions options(String format, String flush) {
        return WireOptions.DEFAULTS
                .with(JournalOptions.FORMAT, format)
                .with(JournalOptions.FLUSH, JournalOptions.Flush.valueOf(flush))
                .with(JournalOptions.FLUSH_INTERVAL, Duration.ofMillis(1))
                .with(JournalOptions.FILE_BYTES, 3000L);
    }

    /** Writes until it is killed, and prints each number that is acknowledged. */
    public static void main(String[] arguments) {
        Random random = new Random();
        try (Journal journal = Journal.open(Path.of(arguments[0]), options(arguments[1], arguments[2]))) {
            JournalAppender appender = journal.appender();
            while (true) {
                long number = appender.nextIndex();
                String note = "x".repeat(random.nextInt(10) == 0 ? random.nextInt(20_000) : 5);
                appender.write("quote", new JournalTest.Quote("s" + number % 7, number, number, note));
                if (arguments[2].equals("BATCH")) {
                    appender.flush();
                }
                System.out.println(number);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void nothingAcknowledgedIsLostAndNothingComesTwice(String format) throws Exception {
        int kills = Math.max(3, Integer.getInteger("kills", 3));
        Random random = new Random(format.hashCode());
        long acknowledged = -1;
        long read = -1;
        try (Journal journal = Journal.open(folder.resolve("journal"))) {
            JournalTailer tailer = journal.tailer();
            for (int i = 0; i < kills; i++) {
                Process writer = start(format, new String[] {"MESSAGE", "BATCH", "FORCED"}[i % 3]);
                int limit = 1 + random.nextInt(300);
                try (BufferedReader lines = writer.inputReader()) {
                    int count = 0;
                    String line = lines.readLine();
                    while (line != null) {
                        assertEquals(line, Long.toString(Long.parseLong(line)), "the writer writes numbers");
                        acknowledged = Long.parseLong(line);
                        read = readAll(tailer, read);
                        if (++count == limit) {
                            writer.toHandle().destroyForcibly(); // the pipe stays readable
                        }
                        line = lines.readLine();
                    }
                }
                assertTrue(writer.waitFor(60, TimeUnit.SECONDS));
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (read < acknowledged && System.nanoTime() < end) {
                read = readAll(tailer, read);
            }
            assertTrue(read >= acknowledged, "read " + read + " of " + acknowledged);
            assertEquals(acknowledged, readUntil(journal.tailer(), acknowledged));
        }
    }

    private static long readAll(JournalTailer tailer, long last) {
        long read = last;
        while (tailer.next()) {
            assertEquals(read + 1, tailer.index());
            read = tailer.index();
            assertEquals(read, tailer.read(JournalTest.Quote.class).sequence);
        }
        return read;
    }

    private static long readUntil(JournalTailer tailer, long last) {
        long read = -1;
        while (read < last && tailer.await(Duration.ofSeconds(30))) {
            read = Math.min(last, readAll(tailer, read));
        }
        return read;
    }

    private Process start(String format, String flush) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WriterKillTest.class.getName(),
                        folder.resolve("journal").toString(),
                        format,
                        flush)
                .redirectError(folder.resolve("errors").toFile())
                .start();
    }
}
