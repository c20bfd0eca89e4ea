package io.deltawire.cli.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.testing.CommandRun;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What {@code wire stats} reports about the input as a delta dump, and about the key that it should have. */
class KeyGuessTest {
    /** Disks of hosts, whose counters advance: both together identify a record. */
    private static String disks() {
        Random random = new Random(7);
        long[][] counters = new long[12][2];
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            int disk = random.nextInt(counters.length);
            counters[disk][0] += random.nextInt(1 + disk * 100);
            counters[disk][1] += 512L * random.nextInt(9);
            lines.append("{\"io\":{\"at\":%d,\"host\":\"h%d\",\"disk\":\"sd%c\",\"reads\":%d,\"bytes\":%d}}%n"
                    .formatted(
                            i,
                            disk / 4,
                            'a' + disk % 4,
                            1_000_000L * disk + counters[disk][0],
                            77_777_777L * disk + counters[disk][1]));
        }
        return lines.toString();
    }

    private static int dumped(String lines, String... key) {
        String[] words = {"convert", "--output", "delta", key.length == 0 ? "--input=json" : "--key=" + key[0]};
        CommandRun run = CommandRun.withInput(lines, words);
        assertEquals(0, run.code(), run.err());
        return run.bytes().length;
    }

    @Test
    void findsTheFieldsThatIdentifyARecord() {
        String lines = disks();
        CommandRun run = CommandRun.withInput(lines, "stats");
        assertEquals(0, run.code(), run.err());
        assertTrue(run.out().contains("\n  delta by --key io.host,io.disk "), run.out());
        assertTrue(run.out().contains(" bytes a message in place of "), run.out());
        assertTrue(run.out().contains(", tried on 750 messages\n"), run.out());
        assertTrue(2 * dumped(lines, "io.host,io.disk") < dumped(lines) * 1.5);
        assertFalse(
                CommandRun.withInput(lines, "stats", "--key", "io.host").out().contains("delta by --key"));
    }

    @Test
    void reportsTheSizeAsADeltaDump() {
        String lines = disks();
        String json = CommandRun.withInput(lines, "stats", "--format", "json").out();
        assertTrue(json.contains("\"deltaBytes\":" + dumped(lines) + ",\"keysTried\":{\"messages\":750,"), json);
        assertTrue(json.contains("\"keys\":[{\"fields\":[\"io.host\",\"io.disk\"],\"deltaBytes\":"), json);
        String keyed = CommandRun.withInput(lines, "stats", "--key", "io.host,io.disk", "--format", "json")
                .out();
        assertTrue(keyed.contains("\"deltaBytes\":" + dumped(lines, "io.host,io.disk") + ","), keyed);
        assertFalse(keyed.contains("keysTried"), keyed);
        // The key of a dump is a full path. For stats it may be the end of one.
        String part = CommandRun.withInput(lines, "stats", "--key", "host", "--format", "json")
                .out();
        assertFalse(part.contains("deltaBytes"), part);
    }

    @Test
    void reportsNoKeyIfNoneMakesTheDumpSmaller() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            lines.append("{\"n\":").append(i).append(",\"kind\":\"a\"}\n");
        }
        assertFalse(CommandRun.withInput(lines.toString(), "stats").out().contains("--key"));
        assertFalse(CommandRun.withInput("{}\n[1]\n5\n", "stats").out().contains("--key"));
        assertFalse(CommandRun.withInput("", "stats").out().contains("as delta"));
    }
}
