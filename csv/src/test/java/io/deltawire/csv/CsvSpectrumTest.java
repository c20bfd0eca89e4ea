package io.deltawire.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The suite csv-spectrum: reading every file as text gives its JSON. */
class CsvSpectrumTest {
    @Test
    void everyFileGivesItsJson() throws IOException {
        Path suites = Csv.folder("suites", CsvSpectrumTest.class);
        if (suites == null) {
            return;
        }
        int files = 0;
        try (Stream<Path> paths = Files.list(suites.resolve("csv-spectrum/csvs"))) {
            for (Path path : paths.sorted().toList()) {
                check(path);
                files++;
            }
        }
        assertEquals(11, files);
    }

    private static void check(Path path) throws IOException {
        String name = path.getFileName().toString().replace(".csv", "");
        String csv = Files.readString(path, StandardCharsets.UTF_8);
        if (name.endsWith("_crlf")) {
            // The files are stored with LF; git is configured to check them out with CR LF.
            csv = csv.replace("\r\n", "\n").replace("\n", "\r\n");
        }
        Path json = path.resolveSibling("../json/" + name + ".json");
        List<?> expected = new ObjectMapper().readValue(json.toFile(), List.class);
        Map<String, ColumnType> text = new LinkedHashMap<>();
        try (CsvReader in = Csv.reader(Csv.DEFAULTS, csv)) {
            in.columnTypes().keySet().forEach(column -> text.put(column, ColumnType.TEXT));
        }
        WireOptions asText = Csv.DEFAULTS.with(CsvFormat.TYPES, text);
        assertEquals(expected, Csv.read(asText, csv), name);
    }
}
