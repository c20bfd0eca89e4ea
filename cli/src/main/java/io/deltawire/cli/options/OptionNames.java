package io.deltawire.cli.options;

import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireOption;
import java.util.List;
import java.util.regex.Pattern;

/** Translates option names in the errors of formats: programs set options by other names than the command line. */
public final class OptionNames {
    private record Name(Pattern ofFormat, String ofCommand) {
        static Name of(WireOption<?> format, Option command) {
            // A name in quotes is part of the input.
            return new Name(
                    Pattern.compile("(?<![\\w.\"'])" + Pattern.quote(format.name()) + "(?![\\w.\"'])"),
                    command.toString());
        }
    }

    private static final List<Name> NAMES = List.of(
            Name.of(CsvFormat.COLUMNS, Option.COLUMNS),
            Name.of(CsvFormat.TYPES, Option.TYPES),
            Name.of(CsvFormat.DELIMITER, Option.DELIMITER),
            Name.of(CsvFormat.NAMES, Option.NAMES),
            Name.of(CsvFormat.HEADER, Option.NO_HEADER),
            Name.of(JsonFormat.UNWRAP_ARRAY, Option.UNWRAP),
            Name.of(DeltaFormat.COMPRESSION, Option.COMPRESS));

    private OptionNames() {}

    /** Returns the message of a format with the options named as on the command line. */
    public static String ofCommand(String message) {
        String text = message.replace(
                "name all columns by " + CsvFormat.COLUMNS.name(),
                "name all columns by --columns, or give each kind of message a file of its own by --split event");
        for (Name name : NAMES) {
            text = name.ofFormat.matcher(text).replaceAll(name.ofCommand);
        }
        return text;
    }
}
