package io.deltawire.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizesTest {
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
        String table = Sizes.table(file, List.of("symbol"));
        assertTrue(table.contains("| source file | " + lines.length() + " |"), table);
        assertTrue(table.endsWith("500 records. Compressed wholes cannot be read record by record.\n"), table);
        assertTrue(bytes(table, "**delta, each record flushed**") < bytes(table, "csv") / 2, table);
        assertEquals(12, table.lines().filter(line -> line.startsWith("|")).count() - 1, table);
    }

    private static long bytes(String table, String row) {
        String line = table.lines()
                .filter(l -> l.startsWith("| " + row + " |"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.split("\\|")[2].strip());
    }
}
