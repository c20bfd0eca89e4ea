package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.cli.testing.JsonLines;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class ConversionTest {
    public static final String QUOTES = """
            {"symbol":"A","bid":1.25,"size":100,"note":""}
            {"symbol":"B","bid":1.5,"size":90000000000,"note":null}
            {"symbol":"A","bid":1.25,"size":101,"note":""}
            {"symbol":"A","bid":0.30000000000000004,"size":101,"note":"x"}
            """;

    @TempDir
    Path dir;

    private String file(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content).toString();
    }

    @Test
    void everyFormatAndBackGivesTheSameLines() throws IOException {
        for (String format : Formats.all()) {
            CommandRun there = CommandRun.withInput(QUOTES, "convert", "--output", format, "--key", "symbol", "-");
            assertEquals(0, there.code(), format + there.err());
            CommandRun back = CommandRun.withInput(there.bytes(), "convert", "--output", "jsonl");
            assertEquals(0, back.code(), format + back.err());
            assertEquals(
                    JsonLines.tokens(QUOTES.getBytes(StandardCharsets.UTF_8)), JsonLines.tokens(back.bytes()), format);
        }
    }

    @Test
    void takesTheFormatFromTheNameOfTheOutputAndLeavesNoPart() throws IOException {
        Path dump = dir.resolve("q.dw");
        assertEquals(
                0,
                CommandRun.of("convert", "--out", dump.toString(), file("q.jsonl", QUOTES))
                        .code());
        assertEquals(
                QUOTES, CommandRun.of("convert", "-o", "json", dump.toString()).out());
        assertFalse(Files.exists(dir.resolve("q.dw.part")));
    }

    /** A single column has no delimiter that shows CSV, and any text may be YAML. */
    @Test
    void extensionDecidesIfTheContentDoesNot() throws IOException {
        String column = file("column.csv", "name\nx y\nz\n");
        assertEquals(
                "{\"name\":\"x y\"}\n{\"name\":\"z\"}\n",
                CommandRun.of("convert", "-o", "jsonl", column).out());
        assertEquals(
                "\"name x y z\"\n",
                CommandRun.of("convert", "-o", "jsonl", file("column.txt", "name\nx y\nz\n"))
                        .out());
        assertEquals(
                "{\"a\":1}\n",
                CommandRun.of("convert", "-o", "jsonl", file("other.csv", "---\na: 1\n"))
                        .out());
        Path latin =
                Files.write(dir.resolve("latin.csv"), new byte[] {'a', ',', 'b', '\n', (byte) 0xE9, ',', '1', '\n'});
        String error = CommandRun.of("convert", latin.toString()).err();
        assertTrue(error.contains("csv: expected UTF-8 but found byte 0xE9 at line 2, column 1"), error);
    }

    @Test
    void textNamedLikeABinaryFormatIsReadAsText() throws IOException {
        Map<String, String> formats = Map.of(
                "a: 1\n", "yaml",
                "words\n", "yaml",
                "{a: 1}\n", "yaml",
                "{\"a\":1}\n", "json",
                "a,b\n1,2\n", "csv");
        for (Map.Entry<String, String> entry : formats.entrySet()) {
            for (String extension : List.of("dw", "delta", "byaml")) {
                String misnamed = file("misnamed." + extension, entry.getKey());
                for (String command : List.of("convert", "verify", "stats", "index", "record --out=copy")) {
                    Path copy = Files.createTempFile(dir, "copy", ".dw");
                    String said = command.replace("copy", copy.toString());
                    CommandRun run = CommandRun.of((said + " " + misnamed).split(" "));
                    assertEquals(Exit.OK, run.code(), command + ": " + run.err());
                    String name = extension.equals("byaml") ? "binary" : "delta";
                    String remark = "wire: " + misnamed + ": is " + entry.getValue() + " by its content, not " + name
                            + " as its name says" + System.lineSeparator();
                    assertEquals(remark, run.err(), command);
                    assertEquals("", CommandRun.of("convert", "-q", misnamed).err());
                    String quiet = CommandRun.of("convert", "-i", entry.getValue(), misnamed)
                            .err();
                    assertEquals("", quiet, "the format was named");
                }
            }
        }
    }

    @Test
    void bytesThatAreNoTextKeepTheFormatOfTheirName() throws IOException {
        Path dump = dir.resolve("dump.dw");
        CommandRun.withInput("{\"a\":1}\n{\"a\":2}\n", "convert", "--out", dump.toString());
        byte[] bytes = Files.readAllBytes(dump);
        bytes[0] = 3;
        Files.write(dump, bytes);
        String damaged = CommandRun.of("verify", dump.toString()).err();
        assertTrue(damaged.contains("delta: expected the start of an epoch but was 0x3"), damaged);
        Files.write(dump, Arrays.copyOfRange(bytes, 9, bytes.length));
        String cut = CommandRun.of("verify", dump.toString()).err();
        assertTrue(cut.contains("delta: expected the start of an epoch"), cut);
        assertFalse(cut.contains("by its content"), cut);
    }

    @Test
    void unknownChoicesAreRefused() {
        for (String option : new String[] {"--color", "--progress"}) {
            CommandRun run = CommandRun.withInput(QUOTES, "convert", option + "=sometimes");
            assertEquals(Exit.USAGE, run.code());
            assertTrue(run.err().startsWith("wire: option " + option + ": expected one of auto, "), run.err());
        }
        assertEquals(
                0,
                CommandRun.withInput(QUOTES, "convert", "--color=auto", "--progress", "never")
                        .code());
    }

    @Test
    void refusesToOverwriteItsInput() throws IOException {
        String name = file("q.jsonl", QUOTES);
        CommandRun run = CommandRun.of("convert", "--out", name, name);
        assertEquals(Exit.USAGE, run.code());
        assertTrue(run.err().contains("would overwrite its own input"), run.err());
        assertEquals(QUOTES, Files.readString(Path.of(name)));
    }

    @Test
    void refusesToOverwriteThePartFileThatItReads() throws IOException {
        String part = file("q.jsonl.part", QUOTES);
        String name = part.substring(0, part.length() - ".part".length());
        CommandRun run = CommandRun.of("convert", "--out", name, part);
        assertEquals(Exit.USAGE, run.code());
        assertTrue(run.err().contains("is written as q.jsonl.part until it is complete"), run.err());
        assertEquals(QUOTES, Files.readString(Path.of(part)));
        Files.delete(Path.of(part));
        Files.writeString(Path.of(name), QUOTES);
        assertEquals(
                Exit.USAGE,
                CommandRun.of("convert", "--out", name, part).code(),
                "the output would be its empty input");
        assertEquals(QUOTES, Files.readString(Path.of(name)));
    }

    @Test
    void refusesToRecordToAFileOfAnotherFormat() throws IOException {
        for (String name : List.of("q.json", "q.csv", "q.yaml", "q.dw", "q.binary")) {
            String[] words = {"convert", "--out", dir.resolve(name).toString(), file("in.jsonl", QUOTES)};
            assertEquals(0, CommandRun.of(words).code());
        }
        Files.move(dir.resolve("q.dw"), dir.resolve("dump.yaml"));
        Files.move(dir.resolve("q.binary"), dir.resolve("dump"));
        for (String[] row : new String[][] {
            {"q.json", "yaml"},
            {"q.csv", "yaml"},
            {"q.csv", "json"},
            {"q.yaml", "json"},
            {"dump.yaml", "yaml"},
            {"dump", "json"}
        }) {
            Path out = dir.resolve(row[0]);
            byte[] before = Files.readAllBytes(out);
            CommandRun run = CommandRun.withInput("{\"a\":1}\n", "record", "-o", row[1], "--out", out.toString());
            assertEquals(Exit.USAGE, run.code(), String.join(" ", row) + run.err());
            assertTrue(run.err().contains("to which " + row[1] + " cannot be appended"), run.err());
            assertArrayEquals(before, Files.readAllBytes(out));
        }
        for (String name : List.of("q.json", "q.yaml")) {
            CommandRun run = CommandRun.withInput(
                    "{\"a\":1}\n", "record", "--out", dir.resolve(name).toString());
            assertEquals(0, run.code(), run.err());
            assertTrue(CommandRun.of("convert", "-o", "json", dir.resolve(name).toString())
                    .out()
                    .endsWith("{\"a\":1}\n"));
        }
    }

    @Test
    void refusesToRecordADumpIntoItself() throws IOException {
        String name = file("q.jsonl", QUOTES);
        CommandRun run = CommandRun.of("record", "--out", name, name);
        assertEquals(Exit.USAGE, run.code());
        assertTrue(run.err().contains("a dump cannot be appended to itself"), run.err());
        assertEquals(QUOTES, Files.readString(Path.of(name)));
    }

    /** A delta dump gives fields in an order of its own. */
    @Test
    void sortedDumpsOfEqualMessagesAreEqualText() {
        String lines =
                "{\"b\":1,\"a\":{\"z\":1,\"y\":[{\"d\":1,\"c\":2}]}}\n{\"c\":2,\"b\":1}\n{\"a\":{\"y\":[]},\"b\":3}\n";
        String sorted =
                "{\"a\":{\"y\":[{\"c\":2,\"d\":1}],\"z\":1},\"b\":1}\n{\"b\":1,\"c\":2}\n{\"a\":{\"y\":[]},\"b\":3}\n";
        for (String format : List.of("yaml", "json", "binary", "delta")) {
            CommandRun there = CommandRun.withInput(lines, "convert", "-o", format);
            assertEquals(
                    sorted,
                    CommandRun.withInput(there.bytes(), "convert", "-o", "json", "--sort")
                            .out(),
                    format);
        }
        assertEquals(
                "{\"@Map\":[]}\n{\"a\":1}\n",
                CommandRun.withInput("!Map []\n---\na: 1\n", "convert", "-o", "json", "--sort")
                        .out()
                        .replace("@dw:", "@"));
    }

    @Test
    void spreadsheetsGetNoFormulas() {
        String line =
                "{\"=n\":\"=cmd|' /C calc'!A0\",\"b\":\"@x\",\"c\":\"-5\",\"d\":-5,\"e\":\"+1+2\",\"f\":\"a=b\",\"g\":\"\\t=1\",\"h\":\"\"}\n";
        CommandRun run = CommandRun.withInput(line, "convert", "-o", "csv", "--csv-safe", "--delimiter", ";");
        assertEquals(
                "'=n;b;c;d;e;f;g;h\n'=cmd|' /C calc'!A0;'@x;\"-5\";-5;'+1+2;a=b;'\t=1;\"\"\n",
                run.out()
                        .replace("\"'=cmd|' /C calc'!A0\"", "'=cmd|' /C calc'!A0")
                        .replace("\"'\t=1\"", "'\t=1"));
        run = CommandRun.withInput(line, "convert", "-o", "json", "--csv-safe");
        assertEquals(Exit.USAGE, run.code());
    }

    @Test
    void aFolderStandsForTheFilesOfAQueue() throws IOException {
        Path queue = Files.createDirectory(dir.resolve("queue"));
        for (String name : List.of("20260102.cq4", "20260101.cq4")) {
            Files.write(
                    queue.resolve(name),
                    CommandRun.withInput("{\"day\":\"" + name + "\"}\n".repeat(1), "convert", "-o", "binary")
                            .bytes());
        }
        Files.writeString(queue.resolve("metadata.cq4t"), "other");
        CommandRun run = CommandRun.of("convert", "-o", "json", queue.toString());
        assertEquals("{\"day\":\"20260101.cq4\"}\n{\"day\":\"20260102.cq4\"}\n", run.out(), run.err());
        assertEquals(
                "{\"day\":\"20260102.cq4\"}\n",
                CommandRun.of("convert", "-o", "json", "--last", "1", queue.toString())
                        .out());
        assertTrue(CommandRun.of("verify", dir.toString()).err().contains("without files of a Chronicle Queue"));
    }

    @Test
    void namesTheFieldsIfTheKeyIsWrong() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "-o", "delta", "--key", "symbl", "-");
        assertEquals(Exit.USAGE, run.code());
        assertEquals(
                "wire: --key: none of the first 4 messages has a field \"symbl\"; did you mean symbol?"
                        + " The first has symbol, bid, size, note\n",
                run.err());
        run = CommandRun.withInput(QUOTES, "convert", "-o", "delta", "--key", "other", "-");
        assertEquals(
                "wire: --key: none of the first 4 messages has a field \"other\". The first has symbol, bid, size, note\n",
                run.err());
        run = CommandRun.withInput(QUOTES, "convert", "-o", "pdf", "-");
        assertTrue(run.err().startsWith("wire: option --output: no format \"pdf\". There are binary,"), run.err());
        for (String option : List.of("--output", "--input")) {
            for (String name : List.of("DELTA_BINARY", "FIELDLESS_BINARY", "BINARY_LIGHT", "JSON_ONLY", "raw")) {
                run = CommandRun.withInput(QUOTES, "convert", option, name, "-");
                assertEquals(Exit.USAGE, run.code());
                assertTrue(run.err().contains(WireFormats.adviceFor(name).orElseThrow()), run.err());
            }
        }
    }

    @Test
    void printsTheMessagesBeforeABrokenLine() {
        String broken = QUOTES.lines().limit(2).reduce("", (a, b) -> a + b + "\n") + "{\"symbol\": tru}\n";
        CommandRun run = CommandRun.withInput(broken, "convert", "-o", "json");
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals(2, run.out().lines().count());
        assertTrue(run.err().startsWith("wire: standard input: json: "), run.err());
        assertTrue(run.err().contains("line 3") && run.err().contains("message 3; 2 messages written"), run.err());
        assertTrue(run.err().endsWith("\n  to go on behind it: --keep-going\n"), run.err());
        assertEquals(2, run.err().lines().count());
    }

    @Test
    void goesOnAfterABrokenLineWithKeepGoing() {
        CommandRun run =
                CommandRun.withInput("{\"a\":1}\n{\"a\":}\n{\"a\":3}\n", "convert", "-o", "json", "--keep-going");
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals("{\"a\":1}\n{\"a\":3}\n", run.out());
    }

    @Test
    void reportsTheLineOfAMissingCell() {
        CommandRun run = CommandRun.withInput("a,b,c\n1,2,3\n4,5\n", "convert", "-i", "csv", "-o", "json");
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals("{\"a\":1,\"b\":2,\"c\":3}\n", run.out());
        assertTrue(run.err().contains("line 3"), run.err());
    }

    @Test
    void givesTheWholeMessagesOfADumpThatIsCutOff() {
        byte[] dump = CommandRun.withInput(QUOTES, "convert", "-o", "delta", "--key", "symbol")
                .bytes();
        int most = 0;
        for (int length = 1; length < dump.length; length++) {
            CommandRun run = CommandRun.withInput(Arrays.copyOf(dump, length), "convert", "-i", "delta", "-o", "json");
            assertTrue(QUOTES.startsWith(run.out()), length + ": " + run.out());
            assertEquals(Exit.TRUNCATED, run.code(), length + ": " + run.err());
            most = Math.max(most, (int) run.out().lines().count());
        }
        assertEquals(4, most);
    }

    @Test
    void reportsEveryChangedByteOfADeltaDump() {
        byte[] dump = CommandRun.withInput(QUOTES, "convert", "-o", "delta", "--key", "symbol")
                .bytes();
        for (int i = 0; i < dump.length; i++) {
            byte[] damaged = dump.clone();
            damaged[i] ^= 0x10;
            CommandRun run = CommandRun.withInput(damaged, "convert", "-i", "delta", "-o", "json");
            assertTrue(run.code() == Exit.CORRUPT || run.code() == Exit.TRUNCATED, i + ": " + run.code() + run.err());
            assertFalse(run.err().contains("internal"), i + ": " + run.err());
        }
    }

    @Test
    void showsTheBytesAroundABinaryFault() {
        byte[] dump = CommandRun.withInput(QUOTES, "convert", "-o", "delta").bytes();
        dump[dump.length / 2] ^= 0x55;
        CommandRun run = CommandRun.withInput(dump, "convert", "-o", "json");
        assertTrue(run.err().lines().anyMatch(line -> line.startsWith("  000000")), run.err());
    }

    @Test
    void keepsTheGoodMessagesUnderAnotherName() throws IOException {
        Path target = Files.writeString(dir.resolve("t.yaml"), "old");
        CommandRun run = CommandRun.withInput("{\"a\":1}\n{\"a\":}\n", "convert", "--out", target.toString(), "-");
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals("old", Files.readString(target));
        assertEquals("---\na: 1\n", Files.readString(dir.resolve("t.yaml.part")));
        assertTrue(run.err().contains("1 message written to " + target + ".part"), run.err());
    }

    @Test
    void unpacksGzipAndReportsItsTruncation() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(QUOTES.getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = packed.toByteArray();
        assertEquals(
                QUOTES, CommandRun.withInput(bytes, "convert", "-o", "json").out());
        CommandRun cut = CommandRun.withInput(Arrays.copyOf(bytes, bytes.length - 12), "convert", "-o", "json");
        assertEquals(Exit.TRUNCATED, cut.code());
        assertTrue(cut.err().contains("gzip data ends before its end mark"), cut.err());
        bytes[bytes.length - 6] ^= 1;
        assertEquals(
                Exit.CORRUPT,
                CommandRun.withInput(bytes, "convert", "-o", "json").code());
    }

    /** A truncated packed dump of a binary format gives all messages before the cut, like a truncated plain one. */
    @Test
    void packedDumpThatIsCutGivesItsWholeMessages() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            lines.append("{\"quote\":{\"symbol\":\"S")
                    .append(i % 7)
                    .append("\",\"bid\":")
                    .append(random.nextInt(1000))
                    .append("}}\n");
        }
        for (String format : List.of("delta", "binary")) {
            byte[] dump = CommandRun.withInput(lines.toString(), "convert", "-o", format)
                    .bytes();
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(dump);
            }
            byte[] damaged = packed.toByteArray();
            damaged[damaged.length - 6] ^= 1; // its checksum
            CommandRun whole = CommandRun.withInput(damaged, "convert", "-o", "json");
            assertEquals(Exit.CORRUPT, whole.code());
            assertEquals(lines.toString(), whole.out());
            for (int length : new int[] {packed.size() - 4, packed.size() * 2 / 3}) {
                byte[] cut = Arrays.copyOf(packed.toByteArray(), length);
                CommandRun run = CommandRun.withInput(cut, "convert", "-o", "json");
                assertEquals(Exit.TRUNCATED, run.code());
                long given = run.out().lines().count();
                assertTrue(given > 1500, given + " messages of " + format);
                assertEquals(lines.substring(0, run.out().length()), run.out());
                assertTrue(run.err().contains("gzip data ends before its end mark, after message " + given), run.err());
                assertEquals(Exit.TRUNCATED, CommandRun.withInput(cut, "verify").code());
            }
        }
    }

    @Test
    void emptyInputHasNoMessages() {
        CommandRun run = CommandRun.of("convert", "-o", "json");
        assertEquals(0, run.code());
        assertEquals("", run.out() + run.err());
    }

    @Test
    void showsTheFirstBytesOfAnUnknownFile() {
        byte[] noise = {(byte) 0xF5, 1, 2, (byte) 0xFE, 0, 5, 6, 7, 8};
        CommandRun run = CommandRun.withInput(noise, "convert");
        assertEquals(Exit.CORRUPT, run.code());
        assertTrue(run.err().contains("it begins with f5 01 02 fe 00 05 06 07"), run.err());
    }

    @Test
    void reportsAMissingFileAndGoesOnWithTheNext() throws IOException {
        CommandRun run = CommandRun.of(
                "convert", "-o", "json", dir.resolve("none").toString(), dir.toString(), file("q.jsonl", QUOTES));
        assertEquals(Exit.IO, run.code());
        assertEquals(QUOTES, run.out());
        assertTrue(run.err().contains("none: no such file\n"), run.err());
        assertTrue(run.err().contains(": is a directory"), run.err());
    }

    @Test
    void selectsByNumberCountContentAndKey() {
        assertEquals("2,3", sizes("--from", "2", "--to", "3"));
        assertEquals("1", sizes("--max", "1"));
        assertEquals("1,3", sizes("--every", "2"));
        assertEquals("3,4", sizes("--last", "2"));
        assertEquals("2,3", sizes("--last", "2", "--max", "3"));
        assertEquals("1,2", sizes("--last", "5", "--max", "2"));
        assertEquals("2", sizes("--key", "symbol=B"));
        assertEquals("1,3,4", sizes("--key", "symbol~[AC]"));
        assertEquals("2", sizes("--invert", "--key", "symbol=A"));
        assertEquals("1,3", sizes("--grep", "bid: 1.25"));
        assertEquals("3", sizes("--grep", "bid: 1.25", "--from", "2"));
        assertEquals("3,4", sizes("--from", "@90"));
        assertEquals("", sizes("--event", "none"));
    }

    /** The numbers of the messages selected. */
    private static String sizes(String... words) {
        String[] all = Arrays.copyOf(words, words.length + 3);
        String[] command = {"convert", "-o", "json"};
        System.arraycopy(words, 0, all, 3, words.length);
        System.arraycopy(command, 0, all, 0, 3);
        CommandRun run = CommandRun.withInput(QUOTES, all);
        assertEquals(0, run.code(), run.err());
        StringBuilder numbers = new StringBuilder();
        String[] lines = QUOTES.split("\n");
        int from = 0;
        for (String line : run.out().split("\n")) {
            while (from < lines.length && !lines[from].equals(line)) {
                from++;
            }
            if (from < lines.length) {
                numbers.append(numbers.length() == 0 ? "" : ",").append(++from);
            }
        }
        return numbers.toString();
    }

    @Test
    void selectsByTime() {
        String lines = """
                {"t":"2016-07-22T11:59:59Z","n":1}
                {"t":"2016-07-22T12:00:00Z","n":2}
                {"t":"2016-07-22T12:00:01.5Z","n":3}
                """;
        assertEquals(
                "{\"t\":\"2016-07-22T12:00:00Z\",\"n\":2}\n",
                CommandRun.withInput(
                                lines,
                                "convert",
                                "-o",
                                "json",
                                "--from",
                                "2016-07-22T12:00Z",
                                "--to",
                                "2016-07-22T12:00:01")
                        .out());
    }

    @Test
    void whatIsNoPositionIsToldAllForms() {
        for (String text : List.of("2021-6-8", "08/Jun/2021:10:00", "Tue, 08 Jun", "10:30", "1.5", "", "x")) {
            CommandRun run = CommandRun.withInput("{\"n\":1}\n", "convert", "--from=" + text);
            assertEquals(Exit.USAGE, run.code());
            assertTrue(run.err().contains("@OFFSET or a time such as"), run.err());
        }
    }

    /** Dates that stand for never and forever overflow nanoseconds in 64 bits. */
    @Test
    void timesOfAnyYearAreSelected() {
        String lines = "{\"t\":\"0001-01-01T00:00:00Z\"}\n{\"t\":\"2016-07-22\"}\n{\"t\":\"9999-12-31\"}\n";
        String[] line = lines.split("(?<=\n)");
        assertEquals(line[1] + line[2], fromTo(lines, "--from", "2016-07-22"));
        assertEquals(line[0] + line[1], fromTo(lines, "--to", "2262-04-11"));
        assertEquals(lines, fromTo(lines, "--from", "0001-01-01"));
        assertEquals(line[2], fromTo(lines, "--from", "9999-12-31"));
        assertEquals(lines, fromTo(lines, "--from=-99999999999d"));
        assertEquals(
                Exit.USAGE,
                CommandRun.withInput(lines, "convert", "--from=-9999999999999d").code());
        assertEquals(0, CommandRun.withInput(lines, "stats").code());
        assertEquals("", fromTo("{\"t\":99999999999999}\n", "--time", "t", "--to", "2016-07-22"));
    }

    private static String fromTo(String lines, String... words) {
        String[] command = Arrays.copyOf(new String[] {"convert", "-o", "json"}, words.length + 3);
        System.arraycopy(words, 0, command, 3, words.length);
        CommandRun run = CommandRun.withInput(lines, command);
        assertEquals(0, run.code(), run.err());
        return run.out();
    }

    @Test
    void exitStatusSaysThatNothingMatched() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "--grep", "nowhere", "--exit-status");
        assertEquals(Exit.NO_MATCH, run.code());
        assertEquals("", run.out() + run.err());
    }

    @Test
    void projectsFieldsAndShowsOnlyChanges() {
        assertEquals(
                "{\"symbol\":\"A\",\"bid\":1.25}\n",
                CommandRun.withInput(QUOTES, "convert", "-o", "json", "-n1", "--fields", "symbol,bid")
                        .out());
        assertEquals(
                """
                {"symbol":"A","bid":1.25,"size":100,"note":""}
                {"symbol":"B","bid":1.5,"size":90000000000,"note":null}
                {"symbol":"A","size":101}
                {"symbol":"A","bid":0.30000000000000004,"note":"x"}
                """,
                CommandRun.withInput(QUOTES, "convert", "-o", "json", "--changes", "--key", "symbol")
                        .out());
    }

    @Test
    void changesAreThoseOfTheRecordSelected() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "-o", "json", "--changes", "--key", "symbol~[AB]");
        assertEquals("""
                {"symbol":"A","bid":1.25,"size":100,"note":""}
                {"symbol":"B","bid":1.5,"size":90000000000,"note":null}
                {"symbol":"A","size":101}
                {"symbol":"A","bid":0.30000000000000004,"note":"x"}
                """, run.out());
    }

    @Test
    void showsPositionsAsComments() {
        CommandRun run = CommandRun.withInput(
                QUOTES,
                "convert",
                "--show",
                "number,offset,key",
                "--key",
                "symbol",
                "--fields",
                "size",
                "--from",
                "2",
                "--max",
                "1");
        assertEquals("---\n# #2 @47 key=B\nsize: 90000000000\n", run.out());
        assertEquals(
                0, CommandRun.withInput(run.bytes(), "convert", "-i", "yaml").code());
    }

    @Test
    void controlCharactersNeverReachATerminal() {
        String hostile = "{\"a\":\"\\u001b[31m \\u009b \\u202e\"}\n";
        for (String format : new String[] {"yaml", "json", "csv"}) {
            CommandRun run = CommandRun.on(
                    EnumSet.of(Console.Terminal.OUT),
                    hostile.getBytes(StandardCharsets.UTF_8),
                    "convert",
                    "-o",
                    format,
                    "-");
            assertEquals(0, run.code(), run.err());
            run.out()
                    .codePoints()
                    .forEach(point -> assertTrue(
                            point == '\n' || !io.deltawire.wire.spi.text.Printable.isHazard(point),
                            format + ": " + Integer.toHexString(point)));
        }
    }

    @Test
    void refusesToWriteBinaryToATerminal() {
        CommandRun run = CommandRun.on(
                EnumSet.of(Console.Terminal.OUT),
                QUOTES.getBytes(StandardCharsets.UTF_8),
                "convert",
                "-o",
                "delta",
                "-");
        assertEquals(Exit.USAGE, run.code());
        assertEquals(0, run.bytes().length);
    }

    @Test
    void outputGoesToAPipeUnchanged() {
        String text = "{\"a\":\"\u00e9 \ud83d\ude00\"}\n";
        assertArrayEquals(
                text.getBytes(StandardCharsets.UTF_8),
                CommandRun.withInput(text, "convert", "-o", "json").bytes());
    }

    @Test
    void unwrapsAJsonListAndReadsCsvWithoutHeader() {
        assertEquals(
                "{\"a\":1}\n{\"a\":2}\n",
                CommandRun.withInput("[{\"a\":1},\n{\"a\":2}]", "convert", "-o", "json", "--unwrap")
                        .out());
        assertEquals(
                "{\"x\":\"01\",\"y\":2}\n",
                CommandRun.withInput(
                                "01;2\n",
                                "convert",
                                "-i",
                                "csv",
                                "-o",
                                "json",
                                "--no-header",
                                "--columns",
                                "x,y",
                                "--delimiter",
                                ";",
                                "--types",
                                "x:text")
                        .out());
    }
}
