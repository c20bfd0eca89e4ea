package io.deltawire.cli.options;

import java.util.List;
import java.util.function.Supplier;

/** The options of all commands: the table from which parsing, help, completion and the manual are made. */
@SuppressWarnings("ImmutableEnumChecker") // the suppliers have no state
public enum Option {
    INPUT(
            "i",
            "input",
            "FORMAT",
            "format of the input (default: found from its content, then from its name)",
            () -> FormatNames.all("auto")),
    DECOMPRESS(
            "z",
            "decompress",
            "HOW",
            "auto, none, gzip, zstd or lz4 (default: auto, by content)",
            "auto",
            "none",
            "gzip",
            "zstd",
            "lz4"),
    TYPES(
            "",
            "types",
            "COL:KIND,...",
            "kinds of CSV columns: text, long, double, decimal, boolean, temporal, bytes, json; *:text for"
                    + " all columns"),
    COLUMNS("", "columns", "A,B,...", "CSV: the columns to write; with --no-header, those of the input"),
    NO_HEADER("", "no-header", "", "CSV input has no header line; --columns names its columns, or they are numbered"),
    SKIP("", "skip", "N", "CSV input: the first N lines are no part of the table"),
    COMMENT("", "comment", "CHAR", "CSV input: lines that begin with it are left out"),
    DECIMAL_COMMA("", "decimal-comma", "", "CSV input: 1,5 is a number, and what has a point is text"),
    SAMPLE("", "sample", "N", "CSV input: records that are examined ahead for the kinds of columns (default: 1000)"),
    DELIMITER("", "delimiter", "CHAR", "CSV: the character between cells; tab for a tab (default: found, comma)"),
    UNWRAP("", "unwrap", "", "JSON: the items of an outermost list are messages"),
    ENCODING(
            "",
            "encoding",
            "NAME",
            "encoding of text input, such as windows-1252 (default: UTF-8, or by its byte order mark)"),
    LIMIT("", "limit", "NAME=N,...", "accept more, or less: %s"),

    OUTPUT("o", "output", "FORMAT", "%s (default: by --out, then yaml)", FormatNames::withAlias),
    OUT("", "out", "FILE", "write to FILE, which appears when it is complete (default: standard output)"),
    SPLIT(
            "",
            "split",
            "HOW",
            "a file for each key, type or event, or for every N messages, named after --out",
            "key",
            "type",
            "event"),
    KEY("k", "key", "A,B | A=V | A~RE", "fields that together name a record; with = or ~: only records whose key fits"),
    COMPRESS("", "compress", "", "delta output: blocks compressed by DEFLATE; readers find it out"),

    DELETIONS(
            "",
            "deletions",
            "HOW",
            "of delta dumps, to other formats: mark (\"@dw:deleted\": true; default) or skip",
            "mark",
            "skip"),

    FROM("", "from", "POSITION", "begin at message N, at the first one from byte @N on, or at a time"),
    TO("", "to", "POSITION", "end after message N, before byte @N, or after a time"),
    TIME("", "time", "FIELD", "the field that tells the time (default: the first that is one)"),
    TYPE("t", "type", "NAME", "only messages with a value of this type (* and ? match; repeat for or)"),
    EVENT("e", "event", "NAME", "only messages whose first field has this name (* and ? match; repeat for or)"),
    GREP("g", "grep", "REGEX", "only messages whose YAML matches (repeat for or)"),
    INVERT("", "invert", "", "the messages that --key, --type, --event and --grep would leave out"),
    MAX("n", "max", "N", "stop after N messages"),
    LAST("", "last", "N", "only the last N messages"),
    EVERY("", "every", "N", "only every N-th message"),
    NAMES(
            "",
            "names",
            "HOW",
            "paths, or plain: names of events and types left out, CSV columns named as they are",
            "paths",
            "plain"),
    FIELDS("", "fields", "A,B.C", "only these fields, by their paths"),
    SORT("", "sort", "", "the fields of each object in the order of their names, to compare dumps"),
    CSV_SAFE("", "csv-safe", "", "a ' before text that a spreadsheet would take for a formula"),
    CHANGES("", "changes", "", "only what changed since the record's last message (give its --key)"),

    HEX("x", "hex", "", "each message's bytes, field by field, and what they mean"),
    SHOW(
            "",
            "show",
            "WHAT,...",
            "YAML comments before each message: number, offset, size, key, time",
            "number",
            "offset",
            "size",
            "key",
            "time"),
    FOLLOW("f", "follow", "", "keep reading as the file grows, is truncated or replaced (as tail -F)"),
    THREADS("", "threads", "N", "read delta dumps in parts by N threads; the output is the same (default: 1)"),
    KEEP_GOING("", "keep-going", "", "after damage go on at the next message that can be read"),
    LIVE("", "live", "", "the input is still written: it may end inside a message"),
    FLUSH(
            "",
            "flush",
            "WHEN",
            "message, checked (each message of a delta dump with a checksum, 5 bytes), or a time such as 500ms (default: 1s)"),
    FORMAT(
            "",
            "format",
            "FORM",
            "form of the report: text or json; of stats, svg and html too (default: text)",
            "text",
            "json",
            "svg",
            "html"),
    WRITE("", "write", "", "write FILE.widx, so that --from, --to and --last find their place at once"),
    TOP("", "top", "N", "how many keys to list (default: 10)"),

    EXIT_STATUS("", "exit-status", "", "exit with 1 when no message was written"),
    COLOR("", "color", "WHEN", "auto, always or never (NO_COLOR is respected)", "auto", "always", "never"),
    PROGRESS("", "progress", "WHEN", "auto (on a terminal, after a second) or never", "auto", "never"),
    QUIET("q", "quiet", "", "no progress and no notes; errors are still shown"),
    VERBOSE("v", "verbose", "", "say what was found and done; stack traces of internal faults"),
    HELP("h", "help", "", "print this help"),
    VERSION("V", "version", "", "print the version");

    private final String letter;
    private final String word;
    private final String argument;
    private final String help;
    private final Supplier<List<String>> choices;

    Option(String letter, String word, String argument, String help, String... choices) {
        this.letter = letter;
        this.word = word;
        this.argument = argument;
        this.help = help;
        List<String> words = List.of(choices);
        this.choices = words.isEmpty() ? null : () -> words;
    }

    /** Creates an option whose argument names a format. The formats are looked up only when they are listed. */
    Option(String letter, String word, String argument, String help, Supplier<List<String>> choices) {
        this.letter = letter;
        this.word = word;
        this.argument = argument;
        this.help = help;
        this.choices = choices;
    }

    /** The one-letter form without its dash, or empty. */
    public String letter() {
        return letter;
    }

    /** The long form without its dashes. */
    String word() {
        return word;
    }

    /** The name of the option's argument; empty if it takes none. */
    public String argument() {
        return argument;
    }

    public boolean takesArgument() {
        return !argument.isEmpty();
    }

    public String help() {
        return switch (this) {
            case OUTPUT -> String.format(help, FormatNames.listed());
            case LIMIT -> String.format(help, LimitOption.listed());
            default -> help;
        };
    }

    /** Whether completion offers words for the argument. */
    public boolean hasChoices() {
        return choices != null;
    }

    /** The words that completion offers for the argument, if it {@linkplain #hasChoices() has any}. */
    public List<String> choices() {
        return choices.get();
    }

    @Override
    public String toString() {
        return "--" + word;
    }
}
