package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables and texts of other programs: their headers, titles, marks, encodings, and no format at all. */
class ForeignTextTest {
    @TempDir
    Path dir;

    private static CommandRun json(byte[] input, String... options) {
        List<String> words = new ArrayList<>(List.of("convert", "-o", "json"));
        words.addAll(List.of(options));
        return CommandRun.withInput(input, words.toArray(String[]::new));
    }

    private static String out(String input, String... options) {
        CommandRun run = json(input.getBytes(StandardCharsets.UTF_8), options);
        assertEquals("", run.err());
        return run.out();
    }

    @Test
    void tablesOfOtherProgramsAreRead() {
        assertEquals("{\"\":0,\"x\":1,\"y\":2}\n", out(",x,y\n0,1,2\n", "-i", "csv"));
        assertEquals("{\"a\":1,\"a_2\":2}\n", out("a,a\n1,2\n"));
        assertEquals("{\"a\":1,\"b\":2}\n", out("Report\n\na,b\n1,2\n", "--skip", "1"));
        assertEquals("{\"a\":1.5,\"b\":\"x\"}\n", out("# x\na;b\n#\n1,5;x\n", "--comment", "#", "--decimal-comma"));
        assertEquals("{\"column1\":1,\"column2\":2}\n", out("1\t2\n", "--no-header", "-i", "tsv"));
        assertEquals("{\"b\":1,\"c\":2}\n", out("a,a\n1,2\n", "--skip", "1", "--no-header", "--columns", "b,c"));
        assertEquals("{\"\":0,\"x\":null}\n", out("\uFEFF,x\r\n0,\r\n", "-i", "csv"));
        assertEquals("{\"a\":\"1\"}\n{\"a\":\"x\"}\n", out("a\n1\nx\n", "-i", "csv"));
        assertEquals("{\"a\":1}\n{\"a\":\"x\"}\n", out("a\n1\nx\n", "-i", "csv", "--sample", "0"));
    }

    @Test
    void linesBeforeTheHeaderAreExplained() {
        CommandRun run = json("Title\na,b\n1,2\n".getBytes(StandardCharsets.UTF_8), "-i", "csv");
        assertEquals(Exit.CORRUPT, run.code());
        assertTrue(run.err().contains("titles or comments: --skip N or --comment '#'"), run.err());
        run = json(new byte[0], "--comment", "##");
        assertEquals("wire: option --comment: expected one character of ASCII but was \"##\"\n", run.err());
    }

    @Test
    void otherEncodingsAreRead() {
        String text = "a,b\nx\u00E9\uD83D\uDE00" + "\u00FC".repeat(5000) + ",2\n";
        String expected = "{\"a\":\"" + text.substring(4, text.indexOf(",2")) + "\",\"b\":2}\n";
        for (String encoding : List.of("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32", "GB18030")) {
            for (String mark : encoding.equals("UTF-16") ? List.of("") : List.of("", "\uFEFF")) {
                CommandRun run =
                        json((mark + text).getBytes(Charset.forName(encoding)), "--encoding", encoding, "-i", "csv");
                assertTrue(expected.equals(run.out()), encoding + mark.length() + run.err());
            }
        }
        assertEquals(
                expected,
                json(("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE), "-i", "csv")
                        .out());
        assertEquals(
                expected,
                json(("\uFEFF" + text).getBytes(StandardCharsets.UTF_16BE), "-i", "csv")
                        .out());
        byte[] latin = "name: caf\u00E9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertTrue(
                json(latin).err().contains("--encoding windows-1252"),
                json(latin).err());
        assertEquals(
                "{\"name\":\"caf\u00E9\"}\n",
                json(latin, "--encoding", "windows-1252").out());
        CommandRun wrong = json(latin, "--encoding", "UTF-16");
        assertEquals(Exit.CORRUPT, wrong.code(), wrong.err());
        assertTrue(json(latin, "--encoding", "x-none").err().contains("expected an encoding such as"), "");
    }

    /** Any text may be YAML; whoever gives something else is told. */
    @Test
    void guessesAreSaid() throws IOException {
        String said = ": is read as yaml, which is a guess: its first message is one value; --input names the format\n";
        for (String text :
                List.of("127.0.0.1 localhost\n::1 ip6\n", "<a x=\"1\">t</a>\n", "level=info msg=x\n", "plain\n")) {
            assertEquals(
                    "wire: standard input" + said,
                    json(text.getBytes(StandardCharsets.UTF_8)).err(),
                    text);
            Path file = Files.writeString(dir.resolve("text.log"), text);
            assertEquals(
                    "wire: " + file + said,
                    CommandRun.of("convert", file.toString()).err());
            assertEquals(
                    "", json(text.getBytes(StandardCharsets.UTF_8), "--quiet").err());
            assertEquals(
                    "",
                    json(text.getBytes(StandardCharsets.UTF_8), "--input", "yaml")
                            .err());
        }
        for (String yaml :
                List.of("a: 1\n", "--- plain\n", "- a\n- b\n", "# x\na: 1\n", "{\"a\":1}\n", "[1,2]\n", "{a: 1}\n")) {
            assertEquals("", json(yaml.getBytes(StandardCharsets.UTF_8)).err(), yaml);
        }
        Path yaml = Files.writeString(dir.resolve("text.yaml"), "plain\n");
        assertEquals("", CommandRun.of("convert", yaml.toString()).err());
        CommandRun broken = json("<a>\n b: c: d\n".getBytes(StandardCharsets.UTF_8));
        assertTrue(broken.err().contains("it was read as yaml by guess; --input names the format"), broken.err());
    }
}
