package io.deltawire.cli.options;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;

/** The options of writers, from the command line. */
public final class WriterOptions {
    private WriterOptions() {}

    /**
     * Returns the options of every writer of the command, also of one whose output is only counted or searched. They
     * have the limits of {@code --limit}, because a message that was read must be writable.
     */
    public static WireOptions common(Arguments arguments) {
        return WireOptions.DEFAULTS
                .with(DeltaFormat.UNSEEN_KEY_FIELDS, DeltaFormat.UnseenKeyFields.ABSENT) // KeyCheck has checked them
                .with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER) // nobody requests key frames
                .with(
                        WireOptions.LIMITS,
                        LimitOption.limits(
                                arguments, limitsForHeap(Runtime.getRuntime().maxMemory())));
    }

    /** The options of the writer of an output. */
    public static WireOptions of(Arguments arguments, WireFormat format) {
        WireOptions options = common(arguments).with(WireOptions.KEY_FIELDS, KeyOption.keyFields(arguments));
        if (format.features().contains(Feature.TABLE)) {
            // Most tools in a pipe take LF for the end of a line.
            options = options.with(CsvFormat.LINE_END, CsvFormat.LineEnd.LF);
            if (arguments.has(Option.COLUMNS)) {
                options = options.with(CsvFormat.COLUMNS, TableOptions.columns(arguments));
            }
            if (arguments.has(Option.DELIMITER)) {
                options = options.with(CsvFormat.DELIMITER, TableOptions.delimiter(arguments));
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

    /** Limits the state of a keyed writer in a small heap. Records beyond that are written in full. */
    static WireLimits limitsForHeap(long heapBytes) {
        WireLimits limits = WireLimits.DEFAULTS;
        return heapBytes >= 3 * limits.maxStateBytes()
                ? limits
                : limits.withMaxKeys(limits.maxKeys(), Math.max(1, heapBytes / 6));
    }
}
