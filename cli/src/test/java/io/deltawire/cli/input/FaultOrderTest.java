package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults are reported after the good messages before them, with the number of messages written. */
class FaultOrderTest {
    private static final String TORN = "{\"a\":1}\n{\"a\":2}\n{\"a\":3\n{\"a\":4}\n";
    private static final String LISTED = "{\"a\":1}\n{\"a\":2}\n[1,2]\n{\"a\":4}\n";

    /** A command line that reads these messages and writes lines. */
    private static CommandRun convert(String input, String... words) {
        List<String> all = new ArrayList<>(List.of("convert"));
        all.addAll(List.of(words));
        return CommandRun.withInput(input, all.toArray(String[]::new));
    }

    @Test
    void lastMessagesAreCounted() {
        CommandRun run = convert(TORN, "--last", "2", "-o", "jsonl");
        assertEquals("{\"a\":1}\n{\"a\":2}\n", run.out());
        assertTrue(run.err().contains(", message 3; 2 messages written\n"), run.err());
        assertEquals(Exit.CORRUPT, run.code());

        run = convert(TORN, "--last", "2", "-o", "jsonl", "--keep-going");
        assertEquals("{\"a\":2}\n{\"a\":4}\n", run.out());
        assertTrue(run.err().contains(", message 3; 2 messages written\n"), run.err());
    }

    @Test
    void lastMessagesThatCannotBeWrittenAreReported() {
        String said =
                "message 3 cannot be written: csv: expected a record but was a list or a scalar: a line of CSV holds"
                        + " a record at path $; ";
        CommandRun run = convert(LISTED, "--last", "3", "-o", "csv");
        assertEquals("a\n2\n", run.out());
        assertEquals("wire: " + said + "1 message written\n", run.err());
        assertEquals(Exit.CORRUPT, run.code());

        run = convert(LISTED, "--last", "3", "-o", "csv", "--keep-going");
        assertEquals("a\n2\n4\n", run.out());
        assertEquals("wire: " + said + "2 messages written\n", run.err());
        assertEquals(Exit.CORRUPT, run.code());
    }
}
