package io.deltawire.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.message.Position;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.cli.testing.CommandRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static Arguments parse(String... words) {
        return new Arguments(Arguments.parse(CommandModel.of(Command.CONVERT), List.of(words)));
    }

    private static String fault(String... words) {
        Failure failure = assertThrows(Failure.class, () -> parse(words));
        assertEquals(Exit.USAGE, failure.code());
        return failure.getMessage();
    }

    @Test
    void takesEverySpellingOfAnOption() {
        for (String[] words : new String[][] {
            {"--max", "5", "f"}, {"--max=5", "f"}, {"-n", "5", "f"}, {"-n5", "f"}, {"f", "-vn", "5"}, {"-vn5", "f"}
        }) {
            Arguments parsed = parse(words);
            assertEquals(5, parsed.count(Option.MAX, 1), String.join(" ", words));
            assertEquals(List.of("f"), parsed.operands());
        }
    }

    @Test
    void doubleDashEndsOptionsAndDashIsAFile() {
        assertEquals(
                List.of("-", "--max", "-n"), parse("-", "--", "--max", "-n").operands());
    }

    @Test
    void lastValueOfAnOptionWinsAndListsKeepAllValues() {
        Arguments parsed = parse("-o", "json", "-o", "csv", "--grep", "a", "--grep", "b", "--fields", "x,y");
        assertEquals("csv", parsed.get(Option.OUTPUT));
        assertEquals(List.of("a", "b"), parsed.all(Option.GREP));
        assertEquals(List.of("x", "y"), parsed.list(Option.FIELDS));
    }

    @Test
    void suggestsTheClosestOption() {
        assertEquals("unknown option --folow; did you mean --follow?; --help lists the options", fault("--folow"));
        assertEquals("unknown option -X; --help lists the options", fault("-X"));
        assertEquals("unknown option --flush for this command; --help lists the options", fault("--flush", "1s"));
    }

    @Test
    void reportsWhatAValueMustBe() {
        assertEquals("missing required parameter for option '--max' (N)", fault("--max"));
        assertEquals("option '--follow' should be specified without 'x' parameter", fault("--follow=x"));
        Failure failure =
                assertThrows(Failure.class, () -> parse("--max", "ten").count(Option.MAX, 1));
        assertEquals(
                "option --max: expected a number such as 100, 0x1f40 or 64KiB but was \"ten\"", failure.getMessage());
    }

    @Test
    void parsesNumbersAsPeopleTypeThem() {
        assertEquals(1_000_000, TextFormat.parseNumber("1_000_000"));
        assertEquals(0x1f40, TextFormat.parseNumber("0x1f40"));
        assertEquals(64_000, TextFormat.parseNumber("64k"));
        assertEquals(65_536, TextFormat.parseNumber("64KiB"));
        assertEquals(1L << 40, TextFormat.parseNumber("1024GiB"));
        assertThrows(IllegalArgumentException.class, () -> TextFormat.parseNumber("99999999999GiB"));
        assertThrows(IllegalArgumentException.class, () -> TextFormat.parseNumber("-1"));
        assertThrows(IllegalArgumentException.class, () -> TextFormat.parseNumber(""));
    }

    @Test
    void parsesPositions() {
        assertEquals(new Position(Position.Kind.NUMBER, 100), Position.parse("100"));
        assertEquals(new Position(Position.Kind.NUMBER, 100), Position.parse("#100"));
        assertEquals(new Position(Position.Kind.OFFSET, 8000), Position.parse("@0x1f40"));
        assertEquals(new Position(Position.Kind.TIME, 1_469_188_800_000_000_000L), Position.parse("2016-07-22T12:00Z"));
        assertEquals(
                new Position(Position.Kind.TIME, 1_469_188_800_000_000_000L), Position.parse("2016-07-22T14:00+02:00"));
        assertThrows(IllegalArgumentException.class, () -> Position.parse("2016-07-32"));
    }

    @Test
    void durationsHaveOneFormInAllOptions() {
        String forms = "a duration such as 250ms, 5s, 1h30m or PT5S but was ";
        assertEquals(
                "wire: option --from: expected " + forms + "\"-5x\"\n",
                CommandRun.of("convert", "--from=-5x").err());
        assertEquals(
                "wire: option --flush: expected message, checked or " + forms + "\"5x\"\n",
                CommandRun.of("record", "--flush", "5x").err());
        for (String text : List.of("250ms", "100us", "1h30m", "1D12H", "PT5S", "1.5s")) {
            assertEquals(Position.Kind.TIME, Position.parse("-" + text).kind());
            assertTrue(CommandRun.of("record", "--flush", text).err().contains("needs --out"), text);
        }
        assertThrows(IllegalArgumentException.class, () -> Position.parse("-999999999999d"));
    }

    @Test
    void everyCommandExplainsEveryOptionItTakes() {
        for (Command command : Command.values()) {
            String help = CommandRun.of(command.word(), "--help").out();
            String words = help.replaceAll("\\s+", " ");
            command.options()
                    .forEach(option -> assertTrue(words.contains(command.help(option)), command + " " + option));
            assertEquals(help, CommandRun.of("help", command.word()).out());
        }
        assertTrue(CommandRun.of("help", "exit").out().contains("141"));
        assertTrue(CommandRun.of("man").out().contains(".SH WIRE CONVERT"));
    }

    @Test
    void examplesInHelpAreValidCommandLines() {
        for (Command command : Command.values()) {
            for (int i = 0; i < command.examples().size(); i += 2) {
                String example = command.examples().get(i);
                String words = example.substring(example.indexOf("wire ")).replaceAll(" \\|.*", "");
                List<String> all = List.of(words.split(" "));
                assertEquals(command.word(), all.get(1), example);
                Arguments.parse(CommandModel.of(command), all.subList(2, all.size()));
            }
        }
    }

    @Test
    void anUnknownCommandIsAUsageError() {
        CommandRun run = CommandRun.of("convrt");
        assertEquals(Exit.USAGE, run.code());
        assertTrue(run.err().contains("did you mean convert?"), run.err());
        assertTrue(CommandRun.of("zzz").err().startsWith("wire: no command \"zzz\". There are convert,"));
        assertEquals(Exit.USAGE, CommandRun.of().code());
    }
}
