package io.deltawire.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeTableTest {
    @TempDir
    private Path folder;

    @Test
    void tableHasARowForEachFormat() throws Exception {
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
        assertTrue(bytesOf(table, "**delta, each record flushed**") < bytesOf(table, "csv") / 2, table);
        assertEquals(15, table.lines().filter(line -> line.startsWith("|")).count() - 1, table);
    }

    /** Too few records to train a dictionary, records that are not objects, and records that a table cannot hold. */
    @Test
    void oddFilesHaveATableToo() throws Exception {
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
    void sizeOfFlushedRecordsIncludesChecksumAndEnd() throws Exception {
        Path file = Files.writeString(folder.resolve("one.jsonl"), "{\"a\":1}\n");
        String table = SizeTable.table(file, List.of());
        // A block saves nothing for a single record.
        assertEquals(
                bytesOf(table, "**delta, in blocks (file)**"), bytesOf(table, "**delta, each record flushed**"), table);
    }

    private static long bytesOf(String table, String row) {
        String line = table.lines()
                .filter(l -> l.startsWith("| " + row + " |"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.split("\\|")[2].strip());
    }
}
