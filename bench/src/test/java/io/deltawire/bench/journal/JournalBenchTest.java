package io.deltawire.bench.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalBenchTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"binary:message", "delta:batch", "delta:forced"})
    void everyEventIsReadInItsOrder(String name) {
        List<Long> read = new ArrayList<>();
        try (EventLog log = LogProcess.open(name, folder.resolve("log"))) {
            for (long i = 0; i < 100; i++) {
                log.write(i);
            }
        }
        try (EventLog log = LogProcess.open(name, folder.resolve("log"))) {
            while (read.size() < 100) {
                log.read(read::add);
            }
            assertFalse(log.read(read::add));
        }
        assertEquals(LongStream.range(0, 100).boxed().toList(), read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta:message", "queue"})
    void anotherProcessReceivesTheEvents(String name) throws Exception {
        Path log = Files.createDirectories(folder.resolve("log"));
        Process reader = LogProcess.startReader(name, log, 10, 100);
        try (BufferedReader output = reader.inputReader()) {
            assertEquals("ready", LogProcess.readLine(output, log));
            assertEquals(0, LogProcess.startWriter(name, log, 110, 10_000).waitFor());
            LogProcess.Received received = LogProcess.parse(LogProcess.readLine(output, log));
            assertEquals(LogProcess.PERCENTILES.length, received.micros().length);
        } finally {
            reader.destroyForcibly().waitFor();
        }
    }

    @Test
    void aRunWithoutProcessesEndsWell() {
        assertEquals(
                0,
                new picocli.CommandLine(new JournalMain())
                        .execute("--count", "200", "--rounds", "1", "--no-processes"));
    }
}
