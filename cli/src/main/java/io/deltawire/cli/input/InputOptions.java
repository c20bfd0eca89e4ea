package io.deltawire.cli.input;

import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.LimitOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.TableOptions;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The options of commands that read: the inputs, the options of readers, and what to do after a fault. */
public final class InputOptions {
    /** The suffix of a Chronicle Queue's data files. Its index of files has another one, {@code .cq4t}. */
    private static final String QUEUE_FILE = ".cq4";

    private InputOptions() {}

    /**
     * The names of the inputs; standard input if none is given. A folder stands for the files of a Chronicle Queue in
     * it, whose names are in the order of time.
     */
    public static List<String> names(Arguments arguments, Console console) {
        if (arguments.operands().isEmpty()) {
            if (console.isTerminal(Console.Terminal.IN)) {
                throw Failure.usage("no FILE given, and standard input is a terminal; - reads it nevertheless");
            }
            return List.of("-");
        }
        if (Collections.frequency(arguments.operands(), "-") > 1) {
            throw Failure.usage("- is given twice, but standard input can be read once");
        }
        List<String> names = new ArrayList<>();
        for (String name : arguments.operands()) {
            List<String> files = queueFiles(name);
            if (files.isEmpty()) {
                names.add(name);
            } else {
                names.addAll(files);
            }
        }
        return names;
    }

    private static List<String> queueFiles(String folder) {
        Path path = Path.of(folder);
        if (folder.isEmpty() || Input.isStandardInput(folder) || !Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(QUEUE_FILE))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw Failure.io(folder + ": cannot be listed: " + e.getMessage());
        }
    }

    public static InputCursor.Manner manner(Arguments arguments) {
        return arguments.has(Option.KEEP_GOING) ? InputCursor.Manner.KEEP_GOING : InputCursor.Manner.STOP;
    }

    public static WireOptions readerOptions(Arguments arguments) {
        // The output format may need each name to be unique.
        WireOptions options = WireOptions.DEFAULTS.with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ERROR);
        // Messages are counted, so that repeated ones must not come, wherever in a dump reading begins.
        options = options.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE);
        options = options.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.CHECKED_THEN_RECOVER);
        if (arguments.has(Option.TYPES)) {
            options = options.with(CsvFormat.TYPES, arguments.parse(Option.TYPES, Map.of(), CsvFormat::parseTypes));
        }
        if (arguments.has(Option.NO_HEADER)) {
            options = options.with(CsvFormat.HEADER, CsvFormat.Header.ABSENT)
                    .with(CsvFormat.COLUMNS, TableOptions.columns(arguments));
        } else if (arguments.has(Option.COLUMNS) && !arguments.takes(Option.OUTPUT)) {
            throw Failure.usage(
                    "--columns names the columns of an input without a header, which --no-header says it is");
        }
        options = options.with(
                        CsvFormat.SKIPPED_LINES, (int) Math.min(Integer.MAX_VALUE, arguments.number(Option.SKIP, 0)))
                .with(CsvFormat.COMMENT, TableOptions.comment(arguments))
                .with(WireOptions.LIMITS, LimitOption.limits(arguments, WireLimits.DEFAULTS));
        if (arguments.has(Option.DECIMAL_COMMA)) {
            options = options.with(CsvFormat.DECIMAL_MARK, CsvFormat.DecimalMark.COMMA);
        }
        if (arguments.has(Option.DELIMITER)) {
            options = options.with(CsvFormat.DELIMITER, TableOptions.delimiter(arguments));
        }
        if (arguments.has(Option.UNWRAP)) {
            options = options.with(JsonFormat.UNWRAP_ARRAY, JsonFormat.TopLevelArray.UNWRAP);
        }
        if (arguments.has(Option.FOLLOW)) {
            // Looking ahead for the types of columns, or waiting for a checksum, would delay the messages of a live
            // feed.
            options = options.with(CsvFormat.SAMPLE, 0).with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE);
        }
        if (arguments.has(Option.SAMPLE)) {
            options = options.with(
                    CsvFormat.SAMPLE, (int) Math.min(Integer.MAX_VALUE, arguments.number(Option.SAMPLE, 0)));
        }
        return options;
    }
}
