package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which format ambiguous input is taken for. */
class FormatOfInputTest {
    @TempDir
    Path dir;

    @Test
    void linesOfListsAndTextsAreJson() throws IOException {
        for (String lines : List.of("[1,2]\n[3,4]\n", "\"a\"\n\"b\"\n", "[\"a\"]\n[1]\n", "\"a\"\n[1]\n")) {
            CommandRun run = CommandRun.withInput(lines, "convert", "--output", "json");
            assertEquals(Exit.OK, run.code(), run.err());
            assertEquals(lines, run.out());
        }
        Path column = Files.writeString(dir.resolve("column.csv"), "\"a\"\n\"b\"\n");
        assertEquals(
                "{\"a\":\"b\"}\n",
                CommandRun.of("convert", "--output", "json", column.toString()).out());
    }
}
