package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON Lines in which one writer has left a torn line, and another has continued. */
class TornLinesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":2,\"b\":\"xy",
                "{\"a\":2,\"b\":{\"c\":1",
                "{\"a\":2,\"b\":{\"c\":1,",
                "{\"a\":2,\"b\":",
                "{\"a\":2,\"b\":[1,",
                "{\"a\":2,\"b\":[",
                "{\"q\":{\"@dw:Q\":{\"a\":2,\"b\":",
                "{",
                "[",
                "tru"
            })
    void lineAfterATornOneIsRead(String torn) {
        String first = "{\"a\":1}\n";
        for (String rest : new String[] {"{\"a\":3}\n", "{\"a\":3}\n{\"a\":4}\n", "[3]\n{\"a\":4}\n[5]\n", ""}) {
            CommandRun run =
                    CommandRun.withInput(first + torn + "\n" + rest, "convert", "--keep-going", "--output", "json");
            assertEquals(first + rest, run.out(), run.err());
        }
    }

    @Test
    void eachOfSeveralTornLinesCostsItselfAlone() {
        String torn = "{\"a\":[\n";
        CommandRun run = CommandRun.withInput(
                torn + torn + "{\"x\":1}\n" + torn + torn + "{\"x\":2}\n",
                "convert",
                "--keep-going",
                "--output",
                "json");
        assertEquals("{\"x\":1}\n{\"x\":2}\n", run.out(), run.err());
        assertEquals(4, run.err().lines().count(), run.err());
    }

    @Test
    void restOfAMessageOfSeveralLinesIsNoMessage() {
        String cut = "{\n  \"b\": {\n    \"c\": [\n      1\n    ],\n    \"d\": \"x\"\n  },\n";
        CommandRun run = CommandRun.withInput("{\"a\":1}\n" + cut, "convert", "--keep-going", "--output", "json");
        assertEquals("{\"a\":1}\n", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertEquals(Exit.TRUNCATED, run.code());
    }

    /** A fault inside the last wanted message is reported, unlike one after it. */
    @Test
    void faultInTheLastWantedMessageIsReported() {
        String[][] faults = {
            {"{\"a\":1x}\n", "1"},
            {"{\"a\":1}\n{\"a\":1x}\n{\"a\":2}\n", "2"},
            {"{\"a\":1}\n{\"a\":2", "2"},
            {"---\na: 1\n---\na: [1,\n---\na: 3\n", "2"},
            {"{\"a\":1}\n{\"a\":2}\n{\"b\":3}\n", "3"}
        };
        for (String[] fault : faults) {
            String output = fault[1].equals("3") ? "csv" : "jsonl";
            CommandRun run = CommandRun.withInput(fault[0], "convert", "--max", fault[1], "-o", output);
            assertTrue(run.code() == 4 || run.code() == 5, fault[0] + " ended with " + run.code());
            assertFalse(run.err().isEmpty(), fault[0]);
        }
        CommandRun behind = CommandRun.withInput("{\"a\":1}\n{\"a\":1x}\n", "convert", "--max", "1", "-o", "jsonl");
        assertEquals(0, behind.code(), behind.err());
        CommandRun on = CommandRun.withInput(
                "{\"a\":1x}\n{\"a\":2}\n{\"a\":3}\n", "convert", "--max", "1", "-o", "jsonl", "--keep-going");
        assertEquals("{\"a\":2}\n", on.out());
        assertEquals(4, on.code(), on.err());
    }
}
