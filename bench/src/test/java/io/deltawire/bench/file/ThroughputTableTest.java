package io.deltawire.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThroughputTableTest {
    @TempDir
    private Path folder;

    @Test
    void tableHasBothDirections() throws Exception {
        Path file = Files.writeString(folder.resolve("quotes.jsonl"), """
                {"symbol":"A","bid":1.5,"levels":[{"price":1.25,"note":null}]}
                {"symbol":"A","bid":1.75,"levels":[{"price":1.25,"note":"x"}]}
                """);
        String table = ThroughputTable.table(file, List.of("symbol"), 1_000_000);
        List<String> rows = table.lines()
                .filter(line -> line.startsWith("| json") || line.startsWith("| yaml") || line.startsWith("| delta"))
                .toList();
        assertEquals(7, rows.size(), table);
        assertTrue(table.contains("2 messages: JSON " + Files.size(file) + " bytes, YAML "), table);
        for (String row : rows) {
            assertTrue(Long.parseLong(row.split("\\|")[3].strip()) >= 0, row);
        }
    }
}
