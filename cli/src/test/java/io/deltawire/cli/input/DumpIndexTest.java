package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.message.Position;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seeking finds the same messages as reading from the start. */
class DumpIndexTest {
    private static final int MESSAGES = 8_000;
    private static final String[][] SELECTIONS = {
        {"--last", "1"},
        {"--last", "300"},
        {"--last", "9000"},
        {"--last", "3", "--grep", "symbol: S7\\b"},
        {"--last", "3", "--from", "7500"},
        {"--last", "5", "--every", "3"},
        {"--from", "1"},
        {"--from", "5999", "--max", "3"},
        {"--from", "@70000", "--max", "2"},
        {"--from", "@0", "--max", "1"},
        {"--from", "7999"},
        {"--from", "8001"},
        {"--from", "2016-07-22T12:00:05Z", "--max", "4"},
        {"--from", "2016-07-22T12:00:05Z", "--to", "2016-07-22T12:00:05.020Z"},
        {"--to", "2016-07-22T12:00:01Z"},
        {"--time", "other", "--from", "1970-01-01T00:00:07Z"},
        {"--from", "6000", "--max", "2", "--changes", "--key", "symbol"},
    };

    @TempDir
    Path dir;

    private Path lines;

    @BeforeEach
    void makeDump() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < MESSAGES; i++) {
            // Times sometimes go back, like those of several writers.
            long millis = 1_469_188_800_000L + i - random.nextInt(20);
            text.append("{\"symbol\":\"S")
                    .append(random.nextInt(50))
                    .append("\",\"time\":\"")
                    .append(Instant.ofEpochMilli(millis))
                    .append("\",\"price\":")
                    .append(random.nextInt(1_000_000) / 100.0)
                    .append(",\"other\":")
                    .append(i / 1000)
                    .append(",\"note\":\"")
                    .append(Long.toHexString(random.nextLong()))
                    .append("\"}\n");
        }
        lines = Files.writeString(dir.resolve("q.jsonl"), text);
    }

    private Path dump(String name, String... options) {
        Path target = dir.resolve(name);
        List<String> words = new ArrayList<>(List.of("convert", "--out", target.toString(), lines.toString()));
        words.addAll(List.of(options));
        assertEquals(0, CommandRun.of(words.toArray(String[]::new)).code());
        return target;
    }

    private static CommandRun select(Path file, String... options) {
        List<String> words = new ArrayList<>(List.of("convert", "--output", "yaml", "--show", "number,offset"));
        words.addAll(List.of(options));
        words.add(file.toString());
        return CommandRun.of(words.toArray(String[]::new));
    }

    /** Reads without an index and without seeking: from a pipe. */
    private static CommandRun fromStart(Path file, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("convert", "--output", "yaml", "--show", "number,offset"));
        words.addAll(List.of(options));
        return CommandRun.withInput(Files.readAllBytes(file), words.toArray(String[]::new));
    }

    private static void assertSelectsAlike(Path file) throws IOException {
        for (String[] options : SELECTIONS) {
            CommandRun expected = fromStart(file, options);
            CommandRun run = select(file, options);
            assertEquals("", run.err());
            assertEquals(expected.out(), run.out(), file + " " + String.join(" ", options));
        }
    }

    private static void index(Path file) {
        CommandRun run = CommandRun.of("index", "--write", file.toString());
        assertEquals("", run.err());
        assertTrue(run.out().startsWith(file + ".widx: "), run.out());
        assertTrue(
                DumpIndex.open(file, file.toString().endsWith(".dw"), "")
                                .places()
                                .size()
                        > 2,
                run.out());
    }

    @Test
    void deltaDumpNeedsAnIndexForTimesOnly() throws IOException {
        Path file = dump("q.dw", "--key", "symbol");
        assertTrue(DumpIndex.open(file, true, "").places().size() > 2);
        assertSelectsAlike(file);
        index(file);
        assertSelectsAlike(file);
        Position noon = Position.parse("2016-07-22T12:00:05Z");
        assertTrue(DumpIndex.open(file, true, "").before(noon).messages() > 1_000);
        assertEquals(
                0, DumpIndex.open(file, true, "other").before(noon).messages(), "an index of another field's times");
    }

    @Test
    void anIndexServesEveryFormatThatCanBeReadFromItsMiddle() throws IOException {
        for (String name : new String[] {"q.binary", "q.yaml", "q.json"}) {
            Path file = dump(name);
            assertEquals(null, DumpIndex.open(file, false, ""));
            index(file);
            assertSelectsAlike(file);
        }
    }

    @Test
    void csvCannotBeReadFromItsMiddle() {
        Path file = dump("q.csv");
        CommandRun run = CommandRun.of("index", "--write", file.toString());
        assertEquals(Exit.USAGE, run.code());
        assertTrue(run.err().contains("csv cannot be read from its middle; no index is written"), run.err());
        assertFalse(Files.exists(DumpIndex.pathFor(file)));
    }

    @Test
    void indexServesAGrownFileButNoOtherFile() throws IOException {
        Path file = dump("q.jsonl2", "-o", "json");
        index(file);
        Files.writeString(file, "{\"symbol\":\"NEW\",\"time\":\"2016-07-22T12:00:00Z\"}\n", StandardOpenOption.APPEND);
        assertSelectsAlike(file);
        assertTrue(select(file, "--last", "1").out().contains("symbol: NEW"));
        assertTrue(DumpIndex.open(file, false, "").places().size() > 2);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOfRange(bytes, 1000, bytes.length));
        assertEquals(null, DumpIndex.open(file, false, ""), "shorter");
        bytes[5] ^= 1;
        Files.write(file, bytes);
        assertEquals(null, DumpIndex.open(file, false, ""), "another beginning");
    }

    @Test
    void anIndexThatIsDamagedIsNotUsed() throws IOException {
        Path file = dump("q.binary");
        index(file);
        Path index = DumpIndex.pathFor(file);
        byte[] bytes = Files.readAllBytes(index);
        for (int i = 0; i < bytes.length; i += 7) {
            byte[] changed = bytes.clone();
            changed[i] ^= 0x11;
            Files.write(index, changed);
            assertEquals(null, DumpIndex.open(file, false, ""), "byte " + i);
        }
        assertEquals(0, select(file, "--last", "1").code());
    }

    @Test
    void numbersAndOffsetsInFaultsCountFromTheStart() throws IOException {
        Path file = dump("q.dw", "--key", "symbol");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 40] ^= 1;
        Files.write(file, bytes);
        CommandRun expected = fromStart(file, "--last", "5");
        CommandRun run = select(file, "--last", "5");
        assertEquals(Exit.CORRUPT, run.code());
        String place =
                expected.err().substring(0, expected.err().indexOf("^^")).replace("standard input", file.toString());
        assertEquals(place, run.err().substring(0, run.err().indexOf("^^")));
        assertEquals(expected.out(), run.out());
    }

    /** Chronicle's old delta codes: 88 gives an object its number, 89 changes the object of a number. */
    @Test
    void formatWhoseMessagesDependOnEarlierOnesGetsNoIndex() throws IOException {
        byte[] first = HexFormat.of().parseHex("87000373617988000" + "44e6573748207000000" + "87010169" + "a50500");
        byte[] change = HexFormat.of().parseHex("ba0089008004ba01a4ff");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(first);
        for (int i = 0; i < 20_000; i++) {
            bytes.write(change);
        }
        Path file = Files.write(dir.resolve("old.bin"), bytes.toByteArray());
        CommandRun all = CommandRun.of("convert", "--last", "1", file.toString());
        assertEquals("", all.err());
        CommandRun run = CommandRun.of("index", "--write", file.toString());
        assertEquals(Exit.USAGE, run.code(), run.out());
        assertTrue(run.err().contains("cannot be read from its middle"), run.err());

        CommandRun middle = CommandRun.withInput(change, "convert", "--input", "binary");
        assertEquals(Exit.NO_BASE, middle.code(), middle.err());
    }
}
