package io.deltawire.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitOutputTest {
    private static final String LINES = """
            {"trade":{"symbol":"A/B","n":1}}
            {"trade":{"symbol":"C","n":2}}
            {"cancel":{"symbol":"A/B","n":3}}
            """;

    @TempDir
    Path dir;

    private CommandRun split(String how, String out, String input) {
        return CommandRun.withInput(
                input,
                "convert",
                "--split",
                how,
                "--key",
                "symbol",
                "--out",
                dir.resolve(out).toString());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void eachKeyGetsAFileWhoseNameIsSafe() throws IOException {
        assertEquals("", split("key", "q.jsonl", LINES).err());
        assertEquals(List.of("q-A%2FB.jsonl", "q-C.jsonl"), names());
        assertEquals(
                "{\"trade\":{\"symbol\":\"A/B\",\"n\":1}}\n{\"cancel\":{\"symbol\":\"A/B\",\"n\":3}}\n",
                Files.readString(dir.resolve("q-A%2FB.jsonl")));
    }

    @Test
    void eachTextHasANameOfItsOwn() {
        List<String> texts = List.of(
                "?",
                "\uD800",
                "\uDFFF",
                "\uD800x",
                "\uD83D\uDE00",
                "\uDE00\uD83D",
                "%3F",
                "\u0000",
                "a/b",
                "a%2Fb",
                "\u00E9",
                "e\u0301");
        assertEquals(
                texts.size(),
                texts.stream().map(SplitOutput::fileName).distinct().count());
        assertEquals("%3F", SplitOutput.fileName("?"));
        assertEquals("%ED%A0%80x", SplitOutput.fileName("\uD800x"));
        assertEquals("%F0%9F%98%80", SplitOutput.fileName("\uD83D\uDE00"));
    }

    @Test
    void differentKeysGetDifferentFiles() throws IOException {
        String lines = """
                {"symbol":"","n":1}
                {"symbol":null,"n":1}
                {"n":1}
                {"symbol":"null","n":1}
                {"symbol":"A+B","n":"C"}
                {"symbol":"A","n":"B+C"}
                """;
        CommandRun run = CommandRun.withInput(
                lines,
                "convert",
                "--split=key",
                "--key=symbol",
                "--key=n",
                "--out",
                dir.resolve("q.jsonl").toString());
        assertEquals("", run.err());
        assertEquals(
                List.of(
                        "q-%absent+1.jsonl",
                        "q-%null+1.jsonl", "q-+1.jsonl", "q-A%2BB+C.jsonl", "q-A+B%2BC.jsonl", "q-null+1.jsonl"),
                names());
    }

    @Test
    void eachEventGetsAFile() throws IOException {
        assertEquals("", split("event", "q.json", LINES).err());
        assertEquals(List.of("q-cancel.json", "q-trade.json"), names());
    }

    @Test
    void everyNMessagesGetAFile() throws IOException {
        assertEquals(
                "",
                split("2", "q.csv", "{\"symbol\":1}\n{\"symbol\":2}\n{\"symbol\":3}\n")
                        .err());
        assertEquals(List.of("q-000001.csv", "q-000002.csv"), names());
        assertEquals("symbol\n3\n", Files.readString(dir.resolve("q-000002.csv")));
    }

    @Test
    void afterDamageTheFilesKeepTheNameOfParts() throws IOException {
        CommandRun run = split("key", "q.jsonl", LINES + "{\"trade\":\n");
        assertEquals(Exit.TRUNCATED, run.code(), run.err());
        assertTrue(run.err().contains("3 messages written to 2 files *.part"), run.err());
        assertEquals(List.of("q-A%2FB.jsonl.part", "q-C.jsonl.part"), names());
    }

    @Test
    void longKeysGetShortNamesThatDiffer() throws IOException {
        String key = "k/".repeat(400);
        String lines = "{\"symbol\":\"" + key + "1\"}\n{\"symbol\":\"" + key + "2\"}\n{\"symbol\":\"A\"}\n";
        CommandRun run = split("key", "q.jsonl", lines);
        assertEquals("", run.err());
        List<String> names = names();
        assertEquals(3, names.size());
        for (String name : names) {
            assertTrue(name.length() + ".part".length() <= 255, name);
            assertTrue(name.matches("q-(A|(k%2F)*k?%h[0-9a-f]{24})\\.jsonl"), name);
        }
        assertEquals("", split("key", "q.jsonl", lines).err());
        assertEquals(names, names(), "the names are the same each time");
    }

    @Test
    void tooManyFilesAreRefusedAndLeaveNothing() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 501; i++) {
            lines.append("{\"symbol\":").append(i).append("}\n");
        }
        CommandRun run = split("key", "q.jsonl", lines.toString());
        assertEquals(Exit.USAGE, run.code());
        assertTrue(run.err().contains("more than 500 files"), run.err());
        assertEquals(List.of(), names());
    }

    @Test
    void reportsWhatSplittingNeeds() {
        assertTrue(
                CommandRun.withInput(LINES, "convert", "--split", "key").err().contains("needs --out"));
        assertTrue(CommandRun.withInput(LINES, "convert", "--split", "key", "--out", dir + "/x.dw")
                .err()
                .contains("needs --key"));
        assertTrue(split("day", "q.dw", LINES).err().contains("expected key, type, event or a number of messages"));
    }
}
