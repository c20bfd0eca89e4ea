package io.deltawire.cli.command;

import io.deltawire.cli.input.DumpIndex;
import io.deltawire.cli.input.FaultDescriber;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputOptions;
import io.deltawire.cli.input.InputScan;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.MessageTimes;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.output.Output;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.LinePrinter;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.delta.IndexFile;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code wire index --write}: writes the index files of dumps.
 *
 * <p>A delta dump says itself where reading can begin. For other formats each place is tried: a second reader begins
 * there and must give the same messages up to the next place. So a format whose messages depend on earlier ones gets no
 * index.
 */
public final class IndexWriter implements InputScan.Visitor {
    /** The number of bytes between two places of a format that can begin at every message. */
    private static final long STEP = 1 << 16;

    private final Console console;
    private final InputScan scan;
    private final LinePrinter report;
    private final WireOptions options;
    private final String timeField;
    /** Whether a message of the present input has a time. */
    private boolean hasTime;

    private final List<IndexFile.Place> places = new ArrayList<>();
    private final MessageTape tried = new MessageTape();
    private String name;
    private Path file;
    private WireFormat format;
    private List<IndexFile.Place> starts;
    private WireIn trial;
    private boolean stateful;
    private long messages;
    private IndexFile.Place open;
    private int worst;

    public IndexWriter(Arguments arguments, Console console) {
        this.console = console;
        scan = new InputScan(arguments, console);
        report = new LinePrinter(console);
        options = InputOptions.readerOptions(arguments);
        timeField = arguments.get(Option.TIME);
    }

    public int run() {
        int code = scan.run(this);
        report.flush();
        return Math.max(code, worst);
    }

    @Override
    public void begin(String input, Input opened) {
        name = input;
        places.clear();
        messages = 0;
        stateful = false;
        hasTime = false;
        open = null;
        file = opened != null && opened.canSeek() ? Path.of(input) : null;
        if (opened == null) {
            report.line(input + ": empty; no index is written");
            return;
        }
        if (file == null) {
            throw Failure.usage(input + ": only a file that is not packed can have an index");
        }
        format = opened.format();
        starts = null;
        if (format.features().contains(Feature.BLOCKS)) {
            DumpIndex own = DumpIndex.open(file, true, "");
            starts = own == null ? List.of(new IndexFile.Place(0, 0)) : own.places();
        }
    }

    @Override
    public void message(MessageTape tape, long number, long offset) {
        messages = number;
        IndexFile.Place next = due(number, offset);
        if (next != null) {
            begin(next);
        }
        if (trial != null && !triedAlike(tape)) {
            stateful = true;
            closeTrial();
        }
        Long time = MessageTimes.time(tape, timeField);
        hasTime |= time != null;
        if (time != null) {
            open = new IndexFile.Place(
                    open.offset(), open.messages(), Math.min(open.from(), time), Math.max(open.to(), time));
        }
    }

    /** The place that begins with this message; null if the message belongs to the place before. */
    private IndexFile.Place due(long number, long offset) {
        if (open == null) {
            return new IndexFile.Place(0, 0);
        }
        if (starts != null) {
            int next = places.size() + 1;
            return next < starts.size() && starts.get(next).messages() < number ? starts.get(next) : null;
        }
        return stateful || offset < open.offset() + STEP ? null : new IndexFile.Place(offset, number - 1);
    }

    private void begin(IndexFile.Place place) {
        if (open != null) {
            places.add(open);
        }
        open = new IndexFile.Place(place.offset(), place.messages(), Long.MAX_VALUE, Long.MIN_VALUE);
        if (starts == null && place.offset() > 0) {
            closeTrial();
            try {
                trial = format.newReader(Input.from(file, place.offset()), place.offset(), options);
            } catch (IOException e) {
                throw Failure.io(name + ": cannot be read again: " + e.getMessage());
            }
        }
    }

    private boolean triedAlike(MessageTape tape) {
        try {
            if (!trial.nextMessage()) {
                return false;
            }
            Transcoder.copyMessage(trial, tried);
            return tried.isSameAs(tape);
        } catch (WireException e) {
            return false;
        }
    }

    private void closeTrial() {
        if (trial != null) {
            trial.close();
            trial = null;
        }
    }

    @Override
    public void end(String input, long bytes, FaultDescriber.Fault fault) {
        closeTrial();
        if (fault != null) {
            report.flush();
            scan.report(fault.with("; no index is written"));
            return;
        }
        if (open == null) {
            return;
        }
        places.add(open);
        if (stateful || format.features().contains(Feature.TABLE)) {
            report.flush();
            console.error(input + ": " + format.name() + " cannot be read from its middle; no index is written");
            worst = Math.max(worst, Exit.USAGE);
            return;
        }
        try {
            new DumpIndex(places).write(file, format.name(), bytes, messages, timeField == null ? "" : timeField);
        } catch (DataOut.Failed e) { // its message names the file
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw Output.cannotWrite(DumpIndex.pathFor(file).toString(), e);
        }
        if (timeField != null && !hasTime) {
            report.flush();
            console.error(input + ": --time: no message has a time in the field " + TextFormat.quote(timeField));
        }
        report.line(DumpIndex.pathFor(file) + ": " + TextFormat.plural(places.size(), "place") + " to begin at, "
                + TextFormat.plural(messages, "message"));
    }
}
