package io.deltawire.cli.options;

import io.deltawire.cli.terminal.Failure;
import io.deltawire.csv.CsvFormat;
import io.deltawire.wire.WireOptions;
import java.io.OutputStream;
import java.util.List;

/** Reads the options of tables: the columns and the delimiter. Invalid values fail before anything is read. */
public final class TableOptions {
    private TableOptions() {}

    /** The columns given, after checking that a table can have them. */
    public static List<String> columns(Arguments arguments) {
        List<String> columns = arguments.list(Option.COLUMNS);
        try {
            tryCsv(WireOptions.DEFAULTS.with(CsvFormat.COLUMNS, columns));
            return columns;
        } catch (IllegalArgumentException e) {
            throw Failure.usage("option " + OptionNames.ofCommand(e.getMessage()));
        }
    }

    /** Makes a writer without output, which checks the options. */
    private static void tryCsv(WireOptions options) {
        new CsvFormat().newWriter(OutputStream.nullOutputStream(), options);
    }

    /** The character that lines begin with which are no records; 0 if none is given. */
    public static char comment(Arguments arguments) {
        return arguments.parse(Option.COMMENT, CsvFormat.COMMENT.defaultValue(), text -> {
            boolean isOne = text.length() == 1 && text.charAt(0) > ' ' && text.charAt(0) < 0x7F && !text.equals("\"");
            if (!isOne) {
                throw new IllegalArgumentException("expected one character of ASCII");
            }
            return text.charAt(0);
        });
    }

    public static char delimiter(Arguments arguments) {
        return arguments.parse(Option.DELIMITER, ',', text -> {
            String plain = text.equals("tab") || text.equals("\\t") ? "\t" : text;
            if (plain.length() != 1) {
                throw new IllegalArgumentException("expected one character");
            }
            tryCsv(WireOptions.DEFAULTS.with(CsvFormat.DELIMITER, plain.charAt(0)));
            return plain.charAt(0);
        });
    }
}
