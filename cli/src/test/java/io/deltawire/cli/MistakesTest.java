package io.deltawire.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.input.DumpIndex;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the command says to people who mistype something, or expect something that does not exist. */
class MistakesTest {
    private static final String QUOTES = """
            {"quote":{"symbol":"A","bid":1.25}}
            {"quote":{"symbol":"B","bid":1.5,"note":"x"}}
            """;

    @TempDir
    Path dir;

    @Test
    void fieldsThatNoMessageHasAreReported() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "-o", "jsonl", "--fields", "symbl,note");
        assertEquals(Exit.OK, run.code());
        assertEquals("wire: --fields: no field \"symbl\" in 2 messages; did you mean symbol?\n", run.err());
        run = CommandRun.withInput(QUOTES, "convert", "--key", "bidd=1", "--time", "when", "--from", "2020-01-01");
        assertEquals("""
                wire: --key: no field "bidd" in 2 messages; did you mean bid?
                wire: --time: no field "when" in 2 messages
                """, run.err());
        assertEquals(
                "",
                CommandRun.withInput(QUOTES, "convert", "-q", "--fields", "symbl")
                        .err());
        assertEquals(
                "wire: --key symbol=C: fits none of 2 messages\n",
                CommandRun.withInput(QUOTES, "convert", "--key", "symbol=C", "--fields", "quote.note,bid")
                        .err());
    }

    @Test
    void filtersThatSelectNothingAreReported() throws IOException {
        for (String[] words : new String[][] {
            {"--key symbol=C or symbol=D: fits none of 2 messages", "--key", "symbol=C", "--key", "symbol=D"},
            {"--event onQuote: fits none of 2 messages", "--event", "onQuote"},
            {"--type Quote: fits none of 2 messages", "--type", "Quote"},
            {"--grep xyz: fits none of 2 messages", "--grep", "xyz"},
            {"the options together select none of 2 messages", "--key", "symbol=A", "--grep", "note"},
            {"the options together select none of 2 messages", "--event", "quote", "--invert"}
        }) {
            List<String> command = new ArrayList<>(List.of("convert", "-o", "json"));
            command.addAll(List.of(words).subList(1, words.length));
            CommandRun run = CommandRun.withInput(QUOTES, command.toArray(String[]::new));
            assertEquals("wire: " + words[0] + "\n", run.err());
            assertEquals(Exit.OK, run.code());
            command.add("--quiet");
            assertEquals(
                    "",
                    CommandRun.withInput(QUOTES, command.toArray(String[]::new)).err());
        }
        CommandRun record = CommandRun.withInput(
                QUOTES,
                "record",
                "--key",
                "symbol=C",
                "--out",
                dir.resolve("r.jsonl").toString());
        assertEquals("wire: --key symbol=C: fits none of 2 messages\n", record.err());
        assertEquals("", CommandRun.withInput("", "convert", "--grep", "x").err());
    }

    /** What is printed selects, in every notation of a number. */
    @Test
    void conditionsTakeValuesAsTheyArePrinted() {
        String line = "{\"price\":5.0,\"big\":1e21,\"n\":-3,\"b\":true,\"none\":null,\"v\":\"5\",\"raw\":\"007\"}\n";
        for (String fits : List.of(
                "price=5",
                "price=5.0",
                "price=5.00",
                "price=5e0",
                "big=1.0E+21",
                "big=1e21",
                "n=-3",
                "n=-3.0",
                "b=true",
                "none=null",
                "v=5",
                "raw=007",
                "price~^5.0$",
                "price~^5$",
                "big~e21")) {
            assertEquals(
                    line,
                    CommandRun.withInput(line, "convert", "-o", "json", "--key", fits)
                            .out(),
                    fits);
        }
        for (String other : List.of("price=5.1", "v=5.0", "raw=7", "none=", "b=1", "n=3")) {
            assertEquals(
                    "",
                    CommandRun.withInput(line, "convert", "-o", "json", "--key", other)
                            .out(),
                    other);
        }
    }

    /** A stream may begin with messages that have no key, such as a greeting. */
    @Test
    void keyMayBeInLaterMessagesOnly() throws IOException {
        String lines = "{\"hello\":\"x\"}\n{\"id\":1,\"v\":1}\n{\"ping\":1}\n{\"id\":1,\"v\":2}\n";
        Path dump = dir.resolve("k.dw");
        for (String command : List.of("convert", "record")) {
            CommandRun run = CommandRun.withInput(lines, command, "--key", "id", "--out", dump.toString());
            assertEquals("", run.err());
            assertEquals(
                    lines,
                    CommandRun.of("convert", "-o", "json", dump.toString()).out());
            Files.delete(dump);
            String late = "{\"hello\":1}\n".repeat(300) + lines;
            run = CommandRun.withInput(late, command, "--key", "id", "--out", dump.toString());
            assertEquals(Exit.USAGE, run.code());
            assertTrue(run.err().contains("none of the first 256 messages has a field \"id\""), run.err());
            assertTrue(Files.notExists(dump));
            run = CommandRun.withInput("{\"hello\":1}\n{\"x\n", command, "--key", "id", "--out", dump.toString());
            assertTrue(run.err().contains("1 message "), run.err());
            Files.deleteIfExists(dump);
        }
    }

    @Test
    void positionsAreTimesAsLogsAndDatabasesWriteThem() {
        String lines = "{\"t\":\"2021-06-08 15:09:11\",\"n\":1}\n{\"t\":\"2021-06-08 15:10:11\",\"n\":2}\n";
        String second = lines.substring(lines.indexOf('\n') + 1);
        for (String from : List.of(
                "2021-06-08 15:10",
                "2021/06/08 15:10:00",
                "2021-06-08 15:10:11,000",
                "2021-06-08 17:10:11 +0200",
                "2021-06-08t17:10:11+02",
                "2021-06-08 15:10:11 UTC",
                "2021-06-08T15:10:11Z")) {
            assertEquals(
                    second,
                    CommandRun.withInput(lines, "convert", "-o", "json", "--from", from)
                            .out(),
                    from);
        }
        assertEquals(
                "", CommandRun.withInput(lines, "convert", "--from", "-1d12h").out());
        assertEquals(
                "{\"ts\":\"2021-06-08T15:09:11\"}\n",
                CommandRun.withInput(
                                "ts,x\n2021-06-08 15:09:11,\n",
                                "convert",
                                "-i",
                                "csv",
                                "-o",
                                "json",
                                "--types",
                                "ts:temporal",
                                "--fields",
                                "ts")
                        .out());
    }

    /** Another run, or somebody else's link, has the name of the incomplete file. */
    @Test
    void incompleteFilesOfOthersAreNotWrittenTo() throws IOException {
        Path target = dir.resolve("out.json");
        Path part = dir.resolve("out.json.part");
        Path victim = Files.writeString(dir.resolve("victim"), "precious");
        Files.createSymbolicLink(part, victim);
        String[] words = {"convert", "--out", target.toString()};
        CommandRun run = CommandRun.withInput(QUOTES, words);
        assertEquals(Exit.IO, run.code());
        assertTrue(run.err().contains("out.json.part: is in the way"), run.err());
        assertEquals("precious", Files.readString(victim));
        Files.delete(part);
        try (FileChannel other = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            other.lock();
            run = CommandRun.withInput(QUOTES, words);
            assertEquals(Exit.IO, run.code());
            assertTrue(run.err().contains("another run is writing it"), run.err());
            assertTrue(Files.notExists(target));
        }
        Files.delete(part);
        Files.createLink(part, victim);
        assertEquals(Exit.OK, CommandRun.withInput(QUOTES, words).code());
        assertEquals("precious", Files.readString(victim));
        assertEquals(QUOTES, Files.readString(target));
        assertTrue(Files.notExists(part));
    }

    @Test
    void timesThatNoMessageHasAreReported() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "--from", "2020-01-01");
        assertEquals("wire: --from and --to: no message has a time; --time names the field that tells it\n", run.err());
        assertEquals("", run.out());
        String timed = "{\"at\":\"2016-07-22T12:00Z\"}\n";
        assertEquals(
                "",
                CommandRun.withInput(timed, "convert", "--from", "2020-01-01").err());
    }

    @Test
    void fieldWithoutTimesIsReported() throws IOException {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "--time", "symbol", "--from", "2020-01-01");
        assertEquals("wire: --time: no message has a time in the field \"symbol\"\n", run.err());
        Path dump = dir.resolve("q.dw");
        CommandRun.withInput(QUOTES, "convert", "-o", "delta", "--out", dump.toString());
        run = CommandRun.of("index", "--write", "--time", "symbol", dump.toString());
        assertTrue(run.err().contains("--time: no message has a time in the field \"symbol\"\n"), run.err());
        assertEquals("", CommandRun.of("index", "--write", dump.toString()).err());
    }

    @Test
    void standardInputIsReadOnce() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "-", "-");
        assertEquals(Exit.USAGE, run.code());
        assertEquals("wire: - is given twice, but standard input can be read once\n", run.err());
    }

    @Test
    void positionsAreNumbersOffsetsOrTimes() {
        CommandRun run = CommandRun.withInput(QUOTES, "convert", "--from", "foo");
        assertEquals(Exit.USAGE, run.code());
        assertEquals(
                "wire: option --from: expected a message number, @OFFSET or a time such as 2016-07-22T12:00Z but was"
                        + " \"foo\"\n",
                run.err());
    }

    /** A skipped message has its number, even if it turns out to be unreadable. */
    @Test
    void faultsOfSkippedMessagesCountOnce() {
        String input = "{\"a\":1}\n{\"a\":2,\"b\":[1,}\n{\"a\":3}\n{\"a\":4}\n";
        CommandRun run = CommandRun.withInput(input, "convert", "-o", "json", "--keep-going", "--from", "4");
        assertEquals("{\"a\":4}\n", run.out());
        assertTrue(run.err().contains(", message 2; "), run.err());
    }

    @Test
    void recordingAfterAnOpenLineIsReported() throws IOException {
        Path file = Files.writeString(dir.resolve("r.jsonl"), "{\"a\":1}\n{\"a\":");
        CommandRun run = CommandRun.withInput("{\"z\":1}\n", "record", "--out", file.toString());
        assertEquals("{\"a\":1}\n{\"a\":\n{\"z\":1}\n", Files.readString(file));
        assertTrue(run.err().contains("the last line was not ended"), run.err());
        assertEquals(
                "",
                CommandRun.withInput("{\"z\":1}\n", "record", "--out", file.toString())
                        .err());
    }

    @Test
    void valueThatCannotBeWrittenIsReportedWithItsPath() {
        String input = "{\"a\":{\"b\":\"x\"}}\n{\"a\":{\"b\":\"\\ud800\"}}\n";
        String said = "message 2 cannot be written: csv: text has a lone surrogate at index 0, which UTF-8 cannot hold"
                + " at path $.a.b";
        for (String way : List.of("--quiet", "--grep=a", "--fields=a.b")) {
            CommandRun run = CommandRun.withInput(input, "convert", "-o", "csv", way);
            assertTrue(run.err().contains(said), way + ": " + run.err());
            assertEquals("a.b\nx\n", run.out());
        }
    }

    @Test
    void nothingIsWrittenUnpackedUnderTheNameOfAPackedFile() {
        for (String extension : List.of(".gz", ".zst", ".LZ4")) {
            Path file = dir.resolve("q.csv" + extension);
            CommandRun run = CommandRun.withInput(QUOTES, "convert", "-o", "csv", "--out", file.toString());
            assertEquals(Exit.USAGE, run.code());
            assertTrue(run.err().contains("what is written is not packed; use a pipe"), run.err());
            assertTrue(Files.notExists(file));
        }
    }

    @Test
    void keysSelectForRecordAndAreRefusedForStats() throws IOException {
        Path file = dir.resolve("b.jsonl");
        CommandRun run = CommandRun.withInput(QUOTES, "record", "--key", "symbol=B", "--out", file.toString());
        assertEquals(Exit.OK, run.code(), run.err());
        assertEquals("{\"quote\":{\"symbol\":\"B\",\"bid\":1.5,\"note\":\"x\"}}\n", Files.readString(file));
        for (String key : List.of("symbol=B", "symbol~B")) {
            run = CommandRun.withInput(QUOTES, "stats", "--key", key);
            assertEquals(Exit.USAGE, run.code());
            assertTrue(run.err().startsWith("wire: option --key: wire stats selects no records"), run.err());
        }
    }

    @Test
    void namesThatTheLocaleCannotEncodeAreReported() {
        for (String line :
                List.of("convert,a\0b", "stats,a\0b", "record,-o,yaml,--out,a\0b", "convert,-o,yaml,--out,a\0b")) {
            CommandRun run = CommandRun.withInput(QUOTES, line.split(","));
            assertEquals(Exit.IO, run.code(), run.err());
            assertTrue(run.err().contains("cannot be the name of a file in this locale; LC_ALL=C.UTF-8"), run.err());
        }
    }

    @Test
    void recordRefusesStandardOutput() {
        CommandRun run = CommandRun.withInput(QUOTES, "record", "-o", "yaml", "--out", "-");
        assertEquals(Exit.USAGE, run.code());
        assertEquals(
                "wire: --out -: wire record appends to a file; wire convert writes to standard output\n", run.err());
    }

    /** An option without effect is not silently ignored. */
    @Test
    void optionsWithoutEffectAreRefused() {
        refuses("--to 1 is before --from 3", "convert", "--from", "3", "--to", "1");
        refuses("--to @16 is before --from @0x20", "convert", "--from", "@0x20", "--to", "@16");
        refuses("--to 2020-01-01 is before", "convert", "--from", "2020-01-02", "--to", "2020-01-01");
        refuses("only CSV has columns, not yaml", "convert", "--columns", "symbol");
        refuses("which --no-header says", "verify", "--columns", "symbol");
        refuses("it does not go with --output", "convert", "--hex", "--output", "json");
        refuses("option --key has an empty name in \"=A\"", "convert", "--key", "=A");
        refuses("option --types: expected NAME:TYPE but found \"symbol\"", "convert", "--types", "symbol");
        refuses("option --delimiter: cannot be a delimiter: \"x\"", "convert", "-o", "csv", "--delimiter", "x");
        refuses("the name of an input is empty", "convert", "");
        assertEquals(
                Exit.OK,
                CommandRun.withInput(QUOTES, "convert", "--from", "@3", "--to", "@3")
                        .code());
    }

    private static void refuses(String said, String... words) {
        CommandRun run = CommandRun.withInput(QUOTES, words);
        assertEquals(Exit.USAGE, run.code(), run.err());
        assertTrue(
                run.err().endsWith("\n")
                        && run.err().lines().count() == 1
                        && run.err().contains(said),
                run.err());
        assertEquals("", run.out());
    }

    @Test
    void utf16IsRecognised() {
        for (String input : List.of(QUOTES, "symbol,bid\nA,1.5\n", "symbol: A\n")) {
            CommandRun run = CommandRun.withInput(("\ufeff" + input).getBytes(StandardCharsets.UTF_16LE), "convert");
            assertEquals(Exit.OK, run.code(), run.err());
            assertEquals(CommandRun.withInput(input, "convert").out(), run.out());
        }
    }

    @Test
    void emptyInputOfIndexIsReported() throws IOException {
        Path empty = Files.createFile(dir.resolve("empty.dw"));
        assertEquals(
                empty + ": empty; no index is written\n",
                CommandRun.of("index", "--write", empty.toString()).out());
        assertTrue(Files.notExists(DumpIndex.pathFor(empty)));
    }

    @Test
    void linkRemainsAndFileKeepsItsPermissions() throws IOException {
        Assumptions.assumeTrue(Files.getFileStore(dir).supportsFileAttributeView("posix"), "permissions of POSIX");
        Path file = Files.createFile(Files.createDirectory(dir.resolve("data")).resolve("q.jsonl"));
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-r-----");
        Files.setPosixFilePermissions(file, permissions);
        Path near = Files.createSymbolicLink(dir.resolve("data/near.jsonl"), Path.of("q.jsonl"));
        Path link = Files.createSymbolicLink(dir.resolve("link.jsonl"), Path.of("data/near.jsonl"));
        assertEquals(
                Exit.OK,
                CommandRun.withInput(QUOTES, "convert", "--out", link.toString())
                        .code());
        assertEquals(Path.of("data/near.jsonl"), Files.readSymbolicLink(link));
        assertEquals(Path.of("q.jsonl"), Files.readSymbolicLink(near));
        assertEquals(2, Files.readAllLines(file).size());
        assertEquals(permissions, Files.getPosixFilePermissions(file));
        Path dangling = Files.createSymbolicLink(dir.resolve("dangling.jsonl"), Path.of("data/new.jsonl"));
        assertEquals(
                Exit.OK,
                CommandRun.withInput(QUOTES, "convert", "--out", dangling.toString())
                        .code());
        assertEquals(2, Files.readAllLines(dir.resolve("data/new.jsonl")).size());
        CommandRun run = CommandRun.withInput("", "convert", "--out", file.toString(), link.toString());
        assertEquals(Exit.USAGE, run.code(), run.err());
        run = CommandRun.withInput("", "convert", "--out", link.toString(), file.toString());
        assertEquals(Exit.USAGE, run.code(), run.err());
    }

    @Test
    void unsupportedPackersAreNamed() {
        for (String head : List.of("\u00fd7zXZ\0\0\4 xz", "BZh91AY&SY\u0097\0 bzip2", "PK\3\4\24\0\10\10 zip")) {
            CommandRun run = CommandRun.withInput(head.getBytes(StandardCharsets.ISO_8859_1), "convert");
            assertEquals(Exit.CORRUPT, run.code());
            String program = head.substring(head.indexOf(' ') + 1);
            assertTrue(run.err().endsWith(", as what " + program + " has packed; unpack it first\n"), run.err());
        }
    }

    /**
     * In a live feed of CSV, rows are recorded as they come, before a thousand of them would have shown the types of
     * columns.
     */
    @Test
    @Timeout(60)
    void rowsOfCsvAreRecordedAsTheyCome() throws Exception {
        Path dump = dir.resolve("q.jsonl");
        PipedOutputStream feed = new PipedOutputStream();
        Console console = new Console(
                new PipedInputStream(feed),
                new java.io.ByteArrayOutputStream(),
                new PrintStream(System.err, true),
                "wire",
                Set.of(),
                false);
        Thread recorder = new Thread(() -> new CommandRunner(console)
                .run(List.of("record", "-i", "csv", "--flush", "message", "--out", dump.toString())));
        recorder.start();
        feed.write("symbol,bid\nA,1.5\nB,2\n".getBytes(StandardCharsets.UTF_8));
        feed.flush();
        String first = "{\"symbol\":\"A\",\"bid\":1.5}\n";
        while (Files.notExists(dump) || Files.size(dump) < first.length()) {
            Thread.sleep(10);
        }
        feed.close();
        recorder.join();
        assertEquals(first + "{\"symbol\":\"B\",\"bid\":2}\n", Files.readString(dump));
    }

    @Test
    void keysThatAreObjectsOrListsAreReported() {
        String input = "{\"customer\":{\"id\":1},\"tags\":[1,2],\"v\":1}\n";
        String out = dir.resolve("out.dw").toString();
        for (String command : List.of("convert", "record")) {
            CommandRun run = CommandRun.withInput(input, command, "--out", out, "--key", "customer");
            assertEquals(Exit.USAGE, run.code());
            assertEquals(
                    "wire: --key: \"customer\" is an object in the first message; a key is a value, such as customer.id\n",
                    run.err());
            run = CommandRun.withInput(input, command, "--out", out, "--key", "v,tags");
            assertEquals(
                    "wire: --key: \"tags\" is a list in the first message; a key is one value or several\n", run.err());
            run = CommandRun.withInput(input, command, "--out", out, "--key", "customer.idd");
            assertEquals(
                    "wire: --key: the first message has no field \"customer.idd\"; did you mean customer.id? It has customer.id, v\n",
                    run.err());
            assertTrue(Files.notExists(Path.of(out)));
        }
    }

    @Test
    void statsReportsKeysAndTimesThatNoMessageHas() {
        CommandRun run = CommandRun.withInput(QUOTES, "stats", "--key", "symbl", "--time", "when");
        assertEquals("""
                wire: --key: no field "symbl" in 2 messages; did you mean symbol?
                wire: --time: no field "when" in 2 messages
                """, run.err());
        assertEquals(Exit.OK, run.code());
        assertEquals(
                "",
                CommandRun.withInput(QUOTES, "stats", "--key", "quote.symbol").err());
    }

    @Test
    void nothingIsRecordedFromUnreadableInput() throws IOException {
        Path dump = dir.resolve("new.dw");
        CommandRun run = CommandRun.withInput(
                "", "record", "--out", dump.toString(), dir.resolve("none").toString());
        assertEquals(Exit.IO, run.code());
        assertTrue(Files.notExists(dump));

        assertEquals(
                Exit.OK,
                CommandRun.withInput("", "record", "--out", dump.toString()).code());
        CommandRun.withInput(
                "", "record", "--out", dump.toString(), dir.resolve("none").toString());
        assertTrue(Files.exists(dump), "which was there before");
    }

    @Test
    void keepGoingIsAdvisedIfItFindsMore() throws IOException {
        Path file = Files.writeString(dir.resolve("in.csv"), "a,b\n1,2\n1,2,3\n");
        String advice = "--keep-going";
        assertTrue(!CommandRun.of("convert", file.toString()).err().contains(advice), "nothing is behind it");
        assertTrue(
                !CommandRun.of("convert", "--types", "c:text", file.toString())
                        .err()
                        .contains(advice),
                "the header");
        Files.writeString(file, "a,b\n1,2\n1,2,3\n3,4\n");
        assertTrue(CommandRun.of("convert", file.toString()).err().contains(advice));
    }
}
