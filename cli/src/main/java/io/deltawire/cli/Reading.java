package io.deltawire.cli;

import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What all commands that read have in common: their inputs and the options of the readers. */
final class Reading {
    private Reading() {}

    /** The inputs named, or standard input where none is. */
    static List<String> inputs(Arguments arguments, Console console) {
        if (arguments.operands().isEmpty()) {
            if (console.isTerminal(Console.Terminal.IN)) {
                throw Failure.usage("no FILE given, and standard input is a terminal; - reads it nevertheless");
            }
            return List.of("-");
        }
        if (Collections.frequency(arguments.operands(), "-") > 1) {
            throw Failure.usage("- is given twice, but standard input can be read once");
        }
        return arguments.operands();
    }

    /** What to do about a fault. */
    static Cursor.Manner manner(Arguments arguments) {
        return arguments.has(Option.KEEP_GOING) ? Cursor.Manner.KEEP_GOING : Cursor.Manner.STOP;
    }

    /** The options of readers. */
    static WireOptions options(Arguments arguments) {
        // What goes on to another format must have each name once.
        WireOptions options = WireOptions.DEFAULTS.with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ERROR);
        // Messages are counted, wherever in a dump reading begins.
        options = options.with(DeltaFormat.REPEATS, DeltaFormat.Repeats.NONE);
        options = options.with(DeltaFormat.TRUST, DeltaFormat.Trust.CHECKED_THEN_REST);
        if (arguments.has(Option.TYPES)) {
            options = options.with(CsvFormat.TYPES, arguments.parse(Option.TYPES, Map.of(), CsvFormat::parseTypes));
        }
        if (arguments.has(Option.NO_HEADER)) {
            if (!arguments.has(Option.COLUMNS)) {
                throw Failure.usage("--no-header needs --columns, the names of the columns");
            }
            options =
                    options.with(CsvFormat.HEADER, CsvFormat.Header.ABSENT).with(CsvFormat.COLUMNS, columns(arguments));
        } else if (arguments.has(Option.COLUMNS) && !arguments.takes(Option.OUTPUT)) {
            throw Failure.usage(
                    "--columns names the columns of an input without a header, which --no-header says it is");
        }
        if (arguments.has(Option.DELIMITER)) {
            options = options.with(CsvFormat.DELIMITER, delimiter(arguments));
        }
        if (arguments.has(Option.UNWRAP)) {
            options = options.with(JsonFormat.UNWRAP_ARRAY, JsonFormat.TopLevelArray.UNWRAP);
        }
        if (arguments.has(Option.FOLLOW)) {
            // Looking ahead for the types of columns, or waiting for a checksum, would hold back what a live feed has
            // sent.
            options = options.with(CsvFormat.SAMPLE, 0).with(DeltaFormat.TRUST, DeltaFormat.Trust.LIVE);
        }
        return options;
    }

    /** The options of a writer. */
    static WireOptions writing(Arguments arguments, WireFormat format) {
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, keyFields(arguments))
                .with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER) // nobody asks for one
                .with(WireOptions.LIMITS, limitsForHeap(Runtime.getRuntime().maxMemory()));
        if (format.features().contains(Feature.TABLE)) {
            // LF: what the tools that a CSV is piped into take for the end of a line.
            options = options.with(CsvFormat.LINE_END, CsvFormat.LineEnd.LF);
            if (arguments.has(Option.COLUMNS)) {
                options = options.with(CsvFormat.COLUMNS, columns(arguments));
            }
            if (arguments.has(Option.DELIMITER)) {
                options = options.with(CsvFormat.DELIMITER, delimiter(arguments));
            }
        } else if (arguments.has(Option.COLUMNS) && !arguments.has(Option.NO_HEADER)) {
            throw Failure.usage("--columns: only CSV has columns, not " + format.name()
                    + "; with --no-header they are those" + " of the input"
                    + (arguments.takes(Option.FIELDS) ? ", and --fields selects fields" : ""));
        }
        if (arguments.has(Option.COMPRESS)) {
            if (!(format instanceof DeltaFormat)) {
                throw new Failure(Exit.USAGE, "--compress: only delta output is compressed, not " + format.name());
            }
            options = options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE);
        }
        return options;
    }

    /** The columns named, which a table can have. */
    private static List<String> columns(Arguments arguments) {
        List<String> columns = arguments.list(Option.COLUMNS);
        try {
            tryCsv(WireOptions.DEFAULTS.with(CsvFormat.COLUMNS, columns));
            return columns;
        } catch (IllegalArgumentException e) {
            throw Failure.usage("option " + OptionNames.ofCommand(e.getMessage()));
        }
    }

    /** Makes a writer of nothing: options that CSV cannot have are to be told before anything is read. */
    private static void tryCsv(WireOptions options) {
        new CsvFormat().newWriter(OutputStream.nullOutputStream(), options);
    }

    private static char delimiter(Arguments arguments) {
        return arguments.parse(Option.DELIMITER, ',', text -> {
            String plain = text.equals("tab") || text.equals("\\t") ? "\t" : text;
            if (plain.length() != 1) {
                throw new IllegalArgumentException("expected one character");
            }
            tryCsv(WireOptions.DEFAULTS.with(CsvFormat.DELIMITER, plain.charAt(0)));
            return plain.charAt(0);
        });
    }

    /** The fields named by {@code --key}. */
    static List<String> keyFields(Arguments arguments) {
        List<String> names = new ArrayList<>();
        for (String value : arguments.all(Option.KEY)) {
            if (Filter.isCondition(value)) {
                continue;
            }
            for (String name : value.split(",", -1)) {
                if (name.isEmpty()) {
                    throw Failure.usage("option --key has an empty name in " + Text.quote(value));
                }
                names.add(name);
            }
        }
        return names;
    }

    /** The fields that tell records apart: those named by {@code --key}, and those that its conditions look at. */
    static List<String> recordFields(Arguments arguments) {
        List<String> names = new ArrayList<>(keyFields(arguments));
        for (String value : arguments.all(Option.KEY)) {
            if (Filter.isCondition(value)) {
                names.add(value.substring(0, Filter.endOfPath(value)));
            }
        }
        return names;
    }

    /** The fault of an input whose first bytes could not be read. */
    static Faults.Fault openFault(String name, UncheckedIOException e) {
        IOException cause = e.getCause();
        int code = cause instanceof EOFException
                ? Exit.TRUNCATED
                : cause instanceof Unpacking.Damaged ? Exit.CORRUPT : Exit.IO;
        return new Faults.Fault(code, Input.shown(name) + ": " + cause.getMessage(), List.of());
    }

    /** In a small heap, a keyed writer keeps fewer records, and writes those of more keys in full. */
    static WireLimits limitsForHeap(long heapBytes) {
        WireLimits limits = WireLimits.DEFAULTS;
        return heapBytes >= 3 * limits.maxStateBytes()
                ? limits
                : limits.withMaxKeys(limits.maxKeys(), Math.max(1, heapBytes / 6));
    }
}
