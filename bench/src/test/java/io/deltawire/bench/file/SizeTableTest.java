package io.deltawire.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeTableTest {
    @TempDir
    private Path folder;

    @Test
    void comparesTheFormatsOnAFile() throws Exception {
        StringBuilder lines = new StringBuilder("symbol,bid,size\n");
        for (int i = 0; i < 500; i++) {
            lines.append("SYM")
                    .append(i % 5)
                    .append(',')
                    .append(100 + i * 0.25)
                    .append(',')
                    .append(i)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("quotes.csv"), lines);
        String table = SizeTable.table(file, List.of("symbol"));
        assertTrue(table.contains("| source file | " + lines.length() + " |"), table);
        assertTrue(
                table.endsWith(
                        "500 records. Compressed wholes cannot be read record by record; the dictionary is not counted.\n"),
                table);
        assertTrue(bytes(table, "**delta, each record flushed**") < bytes(table, "csv") / 2, table);
        assertEquals(15, table.lines().filter(line -> line.startsWith("|")).count() - 1, table);
    }

    /** Few records, which no dictionary can be trained on; records that are no objects, or no table. */
    @Test
    void anyFileHasATable() throws Exception {
        for (String lines : List.of("{\"a\":1}\n", "{\"a\":1}\n\"text\"\n[1,{\"b\":null}]\n7\n")) {
            Path file = Files.writeString(folder.resolve("any.jsonl"), lines);
            String table = SizeTable.table(file, List.of());
            assertEquals(15, table.lines().filter(line -> line.startsWith("|")).count() - 1, table);
            assertEquals(
                    lines.contains("text"), table.contains("| old Chronicle delta | cannot hold these records"), table);
        }
        Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
        Exception none = assertThrows(IllegalArgumentException.class, () -> SizeTable.table(empty, List.of()));
        assertEquals(empty + ": expected records but there are none", none.getMessage());
    }

    @Test
    void flushedRecordsCountTheChecksumAndTheEndToo() throws Exception {
        Path file = Files.writeString(folder.resolve("one.jsonl"), "{\"a\":1}\n");
        String table = SizeTable.table(file, List.of());
        // one record: there is nothing that a block could save
        assertEquals(
                bytes(table, "**delta, in blocks (file)**"), bytes(table, "**delta, each record flushed**"), table);
    }

    @Test
    void oldDeltaMessagesHaveKeysInsideOfAnEvent() {
        byte[] stream = """
                {"trade":{"id":1,"price":1.5}}
                {"trade":{"id":2,"price":2.5}}
                {"trade":{"id":1,"price":1.5}}
                {"trade":{"id":2,"price":2.75}}
                """.getBytes(StandardCharsets.UTF_8);
        OldChronicleDelta delta = new OldChronicleDelta(List.of("trade.id"));
        List<String> messages = new ArrayList<>();
        try (WireIn in = WireFormats.byName("json").newReader(stream, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                messages.add(HexFormat.of().formatHex(delta.encode(in)));
            }
        }
        assertEquals(List.of("ba0089008000", "ba0089018005ba02929302"), messages.subList(2, 4));
    }

    @Test
    void throughputIsMeasuredBothWays() throws Exception {
        Path file = Files.writeString(folder.resolve("quotes.jsonl"), """
                {"symbol":"A","bid":1.5,"levels":[{"price":1.25,"note":null}]}
                {"symbol":"A","bid":1.75,"levels":[{"price":1.25,"note":"x"}]}
                """);
        String table = ThroughputTable.table(file, List.of("symbol"), 1_000_000);
        assertEquals(
                7,
                table.lines()
                        .filter(line ->
                                line.startsWith("| json") || line.startsWith("| yaml") || line.startsWith("| delta"))
                        .count(),
                table);
        assertTrue(table.contains("2 messages: JSON " + Files.size(file) + " bytes, YAML "), table);
        assertTrue(bytes(table.replace("| yaml | delta |", "| yaml to delta |"), "yaml to delta") >= 0, table);
    }

    @Test
    void sizesOfOldDeltaMessagesAreThoseOfTheArticle() {
        byte[] stream = """
                {"id":1,"changesA":3000000000,"changesB":123456.0}
                {"id":1,"changesA":3000000197,"changesB":123456.0}
                {"id":1,"changesA":3000000197,"changesB":123397.0}
                """.getBytes(StandardCharsets.UTF_8);
        OldChronicleDelta delta = new OldChronicleDelta(List.of("id"));
        List<String> messages = new ArrayList<>();
        try (WireIn in = WireFormats.byName("json").newReader(stream, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                messages.add(HexFormat.of().formatHex(delta.encode(in)));
            }
        }
        // The dump of the article, but for the numbers of the fields.
        assertEquals(List.of("ba0089008004ba02a8c5", "ba0089008004ba039a05"), messages.subList(1, 3));
    }

    private static long bytes(String table, String row) {
        String line = table.lines()
                .filter(l -> l.startsWith("| " + row + " |"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.split("\\|")[2].strip());
    }
}
