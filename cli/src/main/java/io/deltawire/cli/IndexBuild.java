package io.deltawire.cli;

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
 * {@code wire index --write}: makes the index files of dumps.
 *
 * <p>A delta dump says itself where reading can begin. Of the other formats each place is tried out: a second reader
 * begins there and must give the same messages up to the next place; so a format whose messages lean on earlier ones gets
 * no index, whatever the reason.
 */
final class IndexBuild implements Scan.Visitor {
    /** Bytes between two places of a format that can begin at every message. */
    private static final long STEP = 1 << 16;

    private final Console console;
    private final Scan scan;
    private final Report report;
    private final WireOptions options;
    private final String timeField;
    /** Whether a message of the present input has a time. */
    private boolean hasTime;

    private final List<Index.Place> places = new ArrayList<>();
    private final MessageTape tried = new MessageTape();
    private String name;
    private Path file;
    private WireFormat format;
    private List<Index.Place> starts;
    private WireIn trial;
    private boolean stateful;
    private long messages;
    private Index.Place open;
    private int worst;

    IndexBuild(Arguments arguments, Console console) {
        this.console = console;
        scan = new Scan(arguments, console);
        report = new Report(console);
        options = Reading.readerOptions(arguments);
        timeField = arguments.get(Option.TIME);
    }

    /** Makes all indexes and returns the exit code. */
    int run() {
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
            Index own = Index.of(file, true, "");
            starts = own == null ? List.of(new Index.Place(0, 0)) : own.places();
        }
    }

    @Override
    public void message(MessageTape tape, long number, long offset) {
        messages = number;
        Index.Place next = due(number, offset);
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
            open = new Index.Place(
                    open.offset(), open.messages(), Math.min(open.from(), time), Math.max(open.to(), time));
        }
    }

    /** The place that begins with this message, or null where it belongs to the one before. */
    private Index.Place due(long number, long offset) {
        if (open == null) {
            return new Index.Place(0, 0);
        }
        if (starts != null) {
            int next = places.size() + 1;
            return next < starts.size() && starts.get(next).messages() < number ? starts.get(next) : null;
        }
        return stateful || offset < open.offset() + STEP ? null : new Index.Place(offset, number - 1);
    }

    private void begin(Index.Place place) {
        if (open != null) {
            places.add(open);
        }
        open = new Index.Place(place.offset(), place.messages(), Long.MAX_VALUE, Long.MIN_VALUE);
        if (starts == null && place.offset() > 0) {
            closeTrial();
            try {
                trial = format.newReader(Input.from(file, place.offset()), options);
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
            return tried.sameAs(tape);
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
    public void end(String input, long bytes, Faults.Fault fault) {
        closeTrial();
        if (fault != null) {
            report.flush();
            scan.tell(fault.with("; no index is written"));
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
            new Index(places).write(file, format.name(), bytes, messages, timeField == null ? "" : timeField);
        } catch (DataOut.Failed e) { // which names the file
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw Output.cannotWrite(Index.pathFor(file).toString(), e);
        }
        if (timeField != null && !hasTime) {
            report.flush();
            console.error(input + ": --time: no message has a time in the field " + Text.quote(timeField));
        }
        report.line(Index.pathFor(file) + ": " + Text.plural(places.size(), "place") + " to begin at, "
                + Text.plural(messages, "message"));
    }
}
