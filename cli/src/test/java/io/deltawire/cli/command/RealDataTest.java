package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deltawire.cli.testing.CommandRun;
import io.deltawire.cli.testing.JsonLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real data through every format and back, each value compared with the source. */
class RealDataTest {
    private static final Path DATA = Path.of(System.getProperty("data", ""));

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"ais.jsonl, mmsi", "bikes.jsonl, station_id", "crypto_quote.csv, symbol", "weather.csv, origin"})
    void everyValueComesBack(String name, String key) throws IOException {
        Path source = DATA.resolve(name);
        if (System.getProperty("data", "").isEmpty()) {
            System.out.println("RealDataTest left out: no folder given with -Ddata=...");
        }
        assumeTrue(Files.exists(source));
        List<List<String>> expected = name.endsWith(".csv") ? csv(source) : jsonLines(source);

        Path delta = step(source, "a.dw", "--key", key);
        assertSame(expected, jsonLines(step(delta, "b.jsonl")));
        Path yaml = step(step(delta, "c.bin", "--output", "binary"), "d.yaml");
        assertSame(expected, jsonLines(step(yaml, "e.jsonl")));
        Path again = step(step(yaml, "f.dw", "--key", key), "g.csv");
        assertSame(expected, jsonLines(step(again, "h.jsonl")));
        System.out.println(name + ": " + Files.size(source) + " bytes, delta " + Files.size(delta));
    }

    /** The first record that differs, and not all of them. */
    private static void assertSame(List<List<String>> expected, List<List<String>> actual) {
        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            assertEquals(expected.get(i), actual.get(i), "record " + (i + 1));
        }
        assertEquals(expected.size(), actual.size());
    }

    private Path step(Path from, String to, String... options) {
        Path target = dir.resolve(to);
        List<String> words = new ArrayList<>(List.of("convert", "--out", target.toString()));
        words.addAll(List.of(options));
        words.add(from.toString());
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertEquals("", run.err());
        assertEquals(0, run.code());
        return target;
    }

    private static List<List<String>> jsonLines(Path file) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JsonLines.tokens(line.getBytes(StandardCharsets.UTF_8)));
        }
        return lines;
    }

    /**
     * The data sets have no quotes, which is checked. An empty cell is null, and everything that looks like a number is
     * one.
     */
    private static List<List<String>> csv(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String[] names = lines.get(0).split(",");
        List<List<String>> records = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            assertTrue(line.indexOf('"') < 0, line);
            String[] cells = line.split(",", -1);
            List<String> tokens = new ArrayList<>(List.of("START_OBJECT"));
            for (int i = 0; i < names.length; i++) {
                tokens.add("name " + names[i]);
                tokens.add(cell(cells[i]));
            }
            tokens.add("END_OBJECT");
            records.add(tokens);
        }
        return records;
    }

    private static String cell(String text) {
        if (text.isEmpty()) {
            return "VALUE_NULL";
        }
        try {
            return "number " + JsonLines.number(text);
        } catch (NumberFormatException e) {
            return "text " + text;
        }
    }
}
