package io.deltawire.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
    private static final String LINES = """
            {"update":{"symbol":"A","bid":1.5,"time":"2016-07-22T12:00:00Z"}}
            {"update":{"symbol":"B","bid":null,"time":"2016-07-22T12:00:01Z"}}
            {"trade":{"symbol":"A","bid":1.5,"time":"2016-07-22T12:00:02Z"}}
            {"update":{"symbol":"A","bid":1.5,"time":"2016-07-22T12:00:04Z"}}
            """;

    @TempDir
    Path dir;

    @Test
    void statisticsCountMessagesFieldsChangesAndKeys() throws IOException {
        CommandRun run = CommandRun.withInput(LINES, "stats", "--key", "symbol", "--format", "json");
        assertEquals(0, run.code(), run.err());
        String out = run.out();
        assertTrue(out.contains("\"format\":\"json\",\"messages\":4,\"bytes\":" + LINES.length()), out);
        assertTrue(out.contains("\"jsonBytes\":" + LINES.length()), out);
        assertTrue(out.contains("\"firstTime\":\"2016-07-22T12:00:00Z\",\"lastTime\":\"2016-07-22T12:00:04Z\""), out);
        assertTrue(out.contains("{\"event\":\"update\",\"messages\":3,\"bytes\":199}"), out);
        assertTrue(
                out.contains("{\"field\":\"update.bid\",\"present\":3,\"nulls\":1,\"changed\":2,\"jsonBytes\":31}"),
                out);
        assertTrue(out.contains("\"busiest\":[{\"key\":\"A\",\"messages\":2},{"), out);
        assertEquals(1, out.lines().count());
        JsonLines.tokens(run.bytes());
    }

    @Test
    void statisticsAreATextByDefault() {
        String out = CommandRun.withInput(LINES, "stats", "--key", "symbol").out();
        assertTrue(out.startsWith("standard input: json, 4 messages, "), out);
        assertTrue(out.contains("1.00 messages/s"), out);
    }

    @Test
    void indexTellsWhereMessagesBegin() {
        CommandRun run = CommandRun.withInput(LINES, "index", "--every", "2", "--format", "json");
        assertEquals("""
                {"file":"standard input","message":1,"offset":0,"event":"update","bytes":66}
                {"file":"standard input","message":3,"offset":133,"event":"trade","bytes":65}
                """, run.out());
    }

    @Test
    void verifyTellsGoodFromBad() throws IOException {
        String good = Files.writeString(dir.resolve("good.jsonl"), LINES).toString();
        String bad = Files.writeString(dir.resolve("bad.jsonl"), LINES + "{\"a\":,}\n{}\n")
                .toString();
        CommandRun run = CommandRun.of("verify", bad, good);
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals(good + ": OK, json, 4 messages, " + LINES.length() + " bytes\n", run.out());
        assertTrue(run.err().contains("line 5"), run.err());
        CommandRun going = CommandRun.of("verify", "--keep-going", bad);
        assertEquals(Exit.CORRUPT, going.code());
        assertTrue(going.out().contains("bad.jsonl: damaged, json, 5 messages can be read"), going.out());
    }

    @Test
    void recordAppendsToADump() throws IOException {
        for (String name : new String[] {"all.dw", "all.jsonl", "all.yaml", "all.binary"}) {
            String dump = dir.resolve(name).toString();
            String[] lines = LINES.split("(?<=\n)");
            for (String line : lines) {
                CommandRun run =
                        CommandRun.withInput(line, "record", "--flush", "message", "--key", key(line), "--out", dump);
                assertEquals(0, run.code(), name + run.err());
            }
            assertEquals(LINES, CommandRun.of("convert", "-o", "json", dump).out(), name);
        }
    }

    private static String key(String line) {
        return line.contains("update") ? "update.symbol" : "trade.symbol";
    }

    @Test
    void recordNeedsAFileAndRefusesToAppendToCsv() throws IOException {
        assertEquals(Exit.USAGE, CommandRun.withInput(LINES, "record").code());
        String csv = Files.writeString(dir.resolve("a.csv"), "a\n1\n").toString();
        assertEquals(
                Exit.USAGE,
                CommandRun.withInput("{\"a\":1}", "record", "--out", csv).code());
        assertEquals("a\n1\n", Files.readString(Path.of(csv)));
    }
}
