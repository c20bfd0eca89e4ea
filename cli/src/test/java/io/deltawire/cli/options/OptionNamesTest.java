package io.deltawire.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors name options as on the command line. */
class OptionNamesTest {
    private static void fails(int code, String told, String input, String... words) {
        CommandRun run = CommandRun.withInput(input, words);
        assertEquals(code, run.code(), run.err());
        assertTrue(run.err().contains(told), run.err());
        assertFalse(run.err().replace("\"csv.columns\"", "").contains("csv."), run.err());
        assertFalse(run.err().contains("internal fault"), run.err());
    }

    @Test
    void errorsOfFormatsNameOptionsAsOnTheCommandLine() {
        fails(
                Exit.CORRUPT,
                "field \"csv.columns\" is not in the header, which the first message has settled; name all columns by"
                        + " --columns, or give each kind of message a file of its own by --split event at path $",
                "{\"a\":1}\n{\"csv.columns\":3}\n",
                "convert",
                "-i",
                "json",
                "-o",
                "csv");
        fails(
                Exit.CORRUPT,
                "field \"b\" is not among the columns that --columns names at path $",
                "{\"a\":1,\"b\":3}\n",
                "convert",
                "-o",
                "csv",
                "--columns",
                "a");
        fails(
                Exit.CORRUPT,
                "a column named \"a[]\" in --columns takes it",
                "{\"a\":[1]}\n",
                "convert",
                "-i",
                "json",
                "-o",
                "csv",
                "--columns",
                "a");
        fails(
                Exit.CORRUPT,
                "--types names column \"b\", which is not among a",
                "a\n1\n",
                "convert",
                "-i",
                "csv",
                "--types",
                "b:long");
    }

    @Test
    void invalidColumnsAndDelimitersAreErrorsOfTheCommandLine() {
        String[] readers = {"convert", "-i", "csv", "-o", "json", "--no-header", "--columns", "a,a"};
        fails(Exit.USAGE, "option --columns: column \"a\" is in the header twice", "1,2\n", readers);
        String[] writers = {"convert", "-i", "json", "-o", "csv", "--columns", "a,a"};
        fails(Exit.USAGE, "option --columns: column \"a\" is in the header twice", "{}\n", writers);
        fails(
                Exit.USAGE,
                "option --delimiter: cannot be a delimiter: \"-\"",
                "a\n",
                "convert",
                "-i",
                "csv",
                "--delimiter",
                "-");
    }

    @Test
    void everyOptionOfAFormatIsNamedAsOnTheCommandLine() {
        List<WireOption<?>> options = List.of(
                CsvFormat.COLUMNS,
                CsvFormat.TYPES,
                CsvFormat.DELIMITER,
                CsvFormat.HEADER,
                JsonFormat.UNWRAP_ARRAY,
                DeltaFormat.COMPRESSION);
        for (WireOption<?> option : options) {
            String told = OptionNames.ofCommand("set " + option.name() + ", and \"" + option.name() + "\"");
            assertTrue(told.matches("set --[a-z-]+, and \"" + option.name() + "\""), told);
        }
    }
}
