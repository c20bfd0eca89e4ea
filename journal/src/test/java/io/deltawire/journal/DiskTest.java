package io.deltawire.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.journal.JournalOptions.Flush;
import io.deltawire.journal.JournalTest.Quote;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each flush policy promises if the disk is full or power is lost. {@code -Dseeds=1000} tries more.
 */
class DiskTest {
    private static final int SEEDS = Integer.getInteger("seeds", 4);

    @TempDir
    Path folder;

    private static WireOptions options(String format, Flush flush, Random random) {
        return WireOptions.DEFAULTS
                .with(JournalOptions.FORMAT, format)
                .with(JournalOptions.FLUSH, flush)
                .with(JournalOptions.FILE_BYTES, 300L + random.nextInt(3000));
    }

    private static Quote quote(Random random, long number) {
        return new Quote(
                "s" + random.nextInt(5), random.nextInt(9), number, random.nextInt(4) == 0 ? "x".repeat(90) : null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aFullDiskLosesNoMessageThatWasTakenAndKeepsNoneThatFailed(String format) {
        int failures = 0;
        for (Flush flush : Flush.values()) {
            for (int seed = 1; seed <= SEEDS; seed++) {
                Random random = new Random(seed);
                FaultyDisk disk = new FaultyDisk();
                Path path = folder.resolve(format + flush + seed);
                List<Long> taken = new ArrayList<>();
                try (Journal journal = Journal.open(path, options(format, flush, random), disk)) {
                    disk.room = random.nextInt(2000);
                    for (int i = 0; i < 200; i++) {
                        try {
                            journal.appender().write("quote", quote(random, i));
                            taken.add((long) i);
                            if (random.nextInt(8) == 0) {
                                journal.appender().flush();
                            }
                        } catch (UncheckedIOException e) {
                            failures++;
                            if (e.getMessage().contains("the message is written")) {
                                taken.add((long) i);
                            }
                            disk.room = random.nextInt(3) == 0 ? random.nextInt(1500) : 0;
                        }
                    }
                    disk.room = Long.MAX_VALUE;
                }
                List<Long> read = new ArrayList<>();
                List<String> errors = new ArrayList<>();
                readAll(path, format, read, new ArrayList<>(), errors);
                assertEquals(taken, read, format + " " + flush + " seed " + seed);
                assertEquals(List.of(), errors);
            }
        }
        assertTrue(failures > SEEDS, "failures: " + failures);
    }

    /** Reads all messages of a journal that nobody writes. */
    private static void readAll(Path path, String format, List<Long> read, List<Long> indexes, List<String> errors) {
        try (Journal journal = Journal.open(path, WireOptions.DEFAULTS.with(JournalOptions.FORMAT, format))) {
            JournalTailer tailer = journal.tailer();
            long idleSince = System.nanoTime();
            while (System.nanoTime() - idleSince < 5_000_000) { // the listing of files may lag by a millisecond
                try {
                    if (tailer.next()) {
                        long index = tailer.index();
                        read.add(tailer.read(Quote.class).sequence);
                        indexes.add(index);
                        idleSince = System.nanoTime();
                    }
                } catch (WireException e) {
                    errors.add(e.getMessage());
                    idleSince = System.nanoTime();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aLossOfPowerLosesNothingThatWasForcedAndInventsNothing(String format) throws IOException {
        for (Flush flush : Flush.values()) {
            for (int seed = 1; seed <= SEEDS; seed++) {
                Random random = new Random(seed);
                FaultyDisk disk = new FaultyDisk();
                WireOptions options = options(format, flush, random);
                Path copy = folder.resolve("copy" + format + flush + seed);
                long forced = 0;
                int count = random.nextInt(150);
                try (Journal journal = Journal.open(folder.resolve(format + flush + seed), options, disk)) {
                    for (int i = 0; i < count; i++) {
                        journal.appender().write("quote", quote(random, i));
                        if (flush == Flush.FORCED) {
                            forced = i + 1L;
                        } else if (random.nextInt(40) == 0) {
                            journal.appender().force();
                            forced = i + 1L;
                        }
                    }
                    disk.losePower(journal.files(), copy, random);
                }
                String what = format + " " + flush + " seed " + seed + " forced " + forced + " of " + count;
                try (Journal journal = Journal.open(copy, options)) {
                    long next = journal.appender().nextIndex();
                    assertTrue(next >= forced, what);
                    journal.appender().write("quote", quote(random, next));
                }
                List<Long> read = new ArrayList<>();
                List<Long> indexes = new ArrayList<>();
                List<String> errors = new ArrayList<>();
                readAll(copy, format, read, indexes, errors);
                assertTrue(
                        read.containsAll(LongStream.range(0, forced).boxed().toList()), () -> what + " read " + read);
                assertEquals(indexes, read, what);
                boolean hasGap = read.get(read.size() - 1) - read.get(0) != read.size() - 1;
                assertFalse(hasGap && errors.isEmpty(), () -> what + " skipped in silence: " + read);
            }
        }
    }
}
