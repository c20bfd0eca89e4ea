package io.deltawire.cli;

import static io.deltawire.cli.options.Option.*;

import io.deltawire.cli.options.Option;
import io.deltawire.cli.transform.Transforms;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The commands, with their options and their help. */
@SuppressWarnings("ImmutableEnumChecker") // the collections are never changed
enum Command {
    CONVERT(
            "turn dumps of any format into any format",
            "[FILE|-]...",
            converting(
                    OUTPUT,
                    OUT,
                    SPLIT,
                    KEY,
                    COMPRESS,
                    DELETIONS,
                    FROM,
                    TO,
                    TIME,
                    TYPE,
                    EVENT,
                    GREP,
                    INVERT,
                    MAX,
                    LAST,
                    EVERY,
                    NAMES,
                    HEX,
                    SHOW,
                    FOLLOW,
                    THREADS,
                    KEEP_GOING,
                    EXIT_STATUS,
                    COLOR,
                    PROGRESS),
            List.of(
                    "wire convert dump.dw", "print a dump as YAML, whatever its format",
                    "wire convert --output jsonl dump.dw | jq .bid", "as JSON, one message a line",
                    "wire convert --key symbol --out quotes.dw quotes.csv", "CSV to a delta dump keyed by symbol",
                    "wire convert -g EURUSD --last 5 dump.dw", "the last five messages that mention EURUSD",
                    "wire convert -f --key symbol=EURUSD live.dw", "follow one record of a growing dump",
                    "zstd -dc old.zst | wire convert -n 1 -", "the first message of a stream")),
    STATS(
            "say what a dump holds: messages, sizes, types, fields, keys",
            "[FILE|-]...",
            reading(KEY, TIME, FORMAT, TOP, PROGRESS),
            List.of(
                    "wire stats --key symbol quotes.dw", "with the ten busiest symbols",
                    "wire stats --format json dump.dw", "for programs",
                    "wire stats --format html dump.dw > dump.html", "as a picture")),
    VERIFY(
            "read a dump to its end and report damage",
            "[FILE|-]...",
            reading(KEEP_GOING, LIVE, PROGRESS),
            List.of(
                    "wire verify dump.dw", "exit code 0 when all is well",
                    "wire verify --keep-going dump.dw", "every damaged place, and what can still be read",
                    "wire verify --live dump.dw", "a dump that is being written")),
    INDEX(
            "list where the messages of a dump begin, or write an index beside it",
            "[FILE|-]...",
            reading(WRITE, TIME, EVERY, FORMAT, PROGRESS),
            List.of(
                    "wire index --every 1000 dump.dw", "the offset of each thousandth message",
                    "wire index --write dump.jsonl",
                            "from now on --from and --last go there without reading what is before")),
    RECORD(
            "append messages from standard input or files to a dump",
            "--out FILE [FILE|-]...",
            reading(OUTPUT, OUT, KEY, DELETIONS, FLUSH, FOLLOW),
            List.of(
                    "feed | wire record --key symbol --out quotes.dw", "record a live feed of JSON lines or CSV",
                    "feed | wire record --flush message --out all.dw", "give every message to the disk at once"));

    private static final Set<Option> EVERYWHERE = EnumSet.of(QUIET, VERBOSE, HELP, VERSION);

    private final String summary;
    private final String operands;
    private final Set<Option> options;
    private final List<String> examples;

    Command(String summary, String operands, Set<Option> options, List<String> examples) {
        this.summary = summary;
        this.operands = operands;
        this.options = options;
        this.examples = examples;
    }

    /** The given options, those of inputs, and those of every command. */
    private static Set<Option> reading(Option first, Option... rest) {
        EnumSet<Option> all = EnumSet.of(first, rest);
        all.addAll(EnumSet.of(
                INPUT,
                DECOMPRESS,
                TYPES,
                COLUMNS,
                NO_HEADER,
                SKIP,
                COMMENT,
                DECIMAL_COMMA,
                SAMPLE,
                DELIMITER,
                UNWRAP,
                ENCODING,
                LIMIT));
        all.addAll(EnumSet.of(QUIET, VERBOSE, HELP, VERSION));
        return all;
    }

    /** As {@link #reading}, with the options that ask for transforms. */
    private static Set<Option> converting(Option first, Option... rest) {
        Set<Option> all = reading(first, rest);
        all.addAll(Transforms.options(Transforms.STAGES));
        return all;
    }

    /** The word that is typed. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String summary() {
        return summary;
    }

    /** The positional arguments in help. */
    String operands() {
        return operands;
    }

    /** The options, in the order in which help lists them. */
    Set<Option> options() {
        return options;
    }

    /** The help of one of the command's options. */
    String help(Option option) {
        if (this == STATS && option == KEY) {
            return "fields that together name a record";
        }
        return this == RECORD && option == OUT ? "the dump to append to; made where there is none" : option.help();
    }

    /** The name of the argument of one of the command's options. */
    String argument(Option option) {
        return this == STATS && option == KEY ? "A,B" : option.argument();
    }

    /** Pairs of a command line and what it does. */
    List<String> examples() {
        return examples;
    }

    /** The options of every command and of {@code wire} itself. */
    static Set<Option> everywhere() {
        return EVERYWHERE;
    }
}
