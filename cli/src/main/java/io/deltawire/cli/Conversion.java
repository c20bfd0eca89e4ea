package io.deltawire.cli;

import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code wire convert}: copies the selected messages of the inputs to the output. */
final class Conversion {
    private enum Shown {
        NUMBER,
        OFFSET,
        KEY,
        TIME
    }

    private final Arguments arguments;
    private final Console console;
    private final Input.Settings settings;
    private final WireOptions readOptions;
    private final List<String> keys;
    private final Set<Shown> shown;
    private final Selection selection;
    private final Projection projection;
    private final Changes changes;
    private final Progress progress;
    private final Output output;
    private final MessageTape tape = new MessageTape();
    private boolean keysSeen;
    /** Where faults are kept while it is not known whether the same bytes are going to be read again; or null. */
    private List<Faults.Fault> deferred;

    private long written;
    private int worst;

    Conversion(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
        settings = Input.Settings.of(arguments);
        readOptions = Reading.options(arguments);
        keys = Reading.keyFields(arguments);
        shown = shown(arguments);
        selection = new Selection(arguments);
        List<String> fields = arguments.list(Option.FIELDS);
        projection = fields.isEmpty() ? null : new Projection(fields);
        changes = arguments.has(Option.CHANGES) ? new Changes(Reading.recordFields(arguments)) : null;
        progress = new Progress(console, arguments);
        output = Output.open(arguments, console);
        if (!shown.isEmpty() && !output.format().name().equals("yaml")) {
            output.abandon();
            throw Failure.usage(
                    "--show writes comments, which " + output.format().name() + " has no place for");
        }
    }

    private static Set<Shown> shown(Arguments arguments) {
        Set<Shown> shown = EnumSet.noneOf(Shown.class);
        for (String word : arguments.list(Option.SHOW)) {
            try {
                shown.add(Shown.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw Failure.usage("option --show: expected number, offset, key or time but was " + Text.quote(word));
            }
        }
        return shown;
    }

    /** Runs the conversion and returns the exit code. */
    int run() {
        boolean done = false;
        try {
            for (String name : Reading.inputs(arguments, console)) {
                convert(name);
                if (selection.isFull()) {
                    break;
                }
            }
            writeTail();
            end();
            done = true;
        } finally {
            progress.clear();
            if (!done) {
                output.discard();
            }
        }
        if (worst == Exit.OK && written == 0 && arguments.has(Option.EXIT_STATUS)) {
            return Exit.NO_MATCH;
        }
        return worst;
    }

    private void end() {
        if (worst == Exit.OK || arguments.has(Option.KEEP_GOING)) {
            output.complete();
            return;
        }
        if (written > 0) {
            output.abandon();
        } else {
            output.discard();
        }
    }

    private void convert(String name) {
        boolean again;
        do {
            again = false;
            try (Input input = Input.open(name, settings, console, output::beforeWait)) {
                if (input != null) {
                    note(input);
                    copy(input);
                    again = settings.follow() && !Input.isStandardInput(name) && !selection.isPast();
                }
            } catch (Failure e) {
                tell(new Faults.Fault(e.code(), e.getMessage(), List.of()));
            } catch (UncheckedIOException e) {
                if (e.getCause() instanceof DataOut.Failed) {
                    throw e;
                }
                tell(Reading.openFault(name, e));
            }
        } while (again);
    }

    private void note(Input input) {
        if (arguments.has(Option.VERBOSE)) {
            console.error(input.name() + ": reading " + input.format().name()
                    + (input.packed() == Unpacking.NONE
                            ? ""
                            : " packed by " + input.packed().name().toLowerCase(Locale.ROOT))
                    + ", writing " + output.format().name());
        }
    }

    /** Copies an input, beginning in its middle where nothing before is wanted and its index tells from where. */
    private void copy(Input input) {
        Position from = selection.start();
        boolean fromEnd = selection.wantedFromEnd() > 0 && arguments.operands().size() == 1;
        boolean seeks = input.canSeek() && (from != null || fromEnd || selection.lastTime() != null);
        Index index = seeks
                ? Index.of(Path.of(input.name()), input.format().name().equals("delta"), selection.timeField())
                : null;
        if (index == null) {
            copyAll(input);
            return;
        }
        Index.Place first = from == null ? index.places().get(0) : index.before(from);
        if (selection.lastTime() != null) {
            selection.endAt(index.endOf(selection.lastTime().value()));
        }
        if (fromEnd) {
            copyLast(input, index, first);
        } else {
            if (first.offset() > 0) {
                input.startAt(first);
            }
            copyAll(input);
        }
    }

    /** Reads from a place near the end on, and from further and further back until there are enough messages. */
    private void copyLast(Input input, Index index, Index.Place first) {
        List<Faults.Fault> faults = new ArrayList<>();
        deferred = faults;
        Index.Place place;
        int back = 1;
        do {
            int at = Math.max(index.places().size() - back, index.places().indexOf(first));
            place = index.places().get(at);
            faults.clear();
            selection.restart();
            input.startAt(place);
            copyAll(input);
            back *= 2;
        } while (!selection.hasLast() && !place.equals(first));
        deferred = null;
        faults.forEach(this::tell);
    }

    private void copyAll(Input input) {
        selection.nextInput();
        Cursor cursor = new Cursor(input, readOptions);
        boolean more = true;
        while (more) {
            try {
                more = copyNext(input, cursor);
            } catch (WireException e) {
                tell(input, cursor, e);
                more = arguments.has(Option.KEEP_GOING) && cursor.goOn(e);
            } catch (UncheckedIOException e) {
                tell(input, cursor, e);
                more = false;
            }
        }
    }

    private boolean copyNext(Input input, Cursor cursor) {
        if (selection.isPast() || !cursor.next()) {
            return false;
        }
        progress.message(input, cursor.number());
        if (selection.inRange(cursor.number(), cursor.offset())) {
            copyMessage(cursor);
        }
        return true;
    }

    private void tell(Input input, Cursor cursor, RuntimeException e) {
        Faults.Fault fault = Faults.of(input, cursor.number(), e);
        tell(fault.with("; " + Text.plural(written, "message") + " written" + where() + cursor.uncheckedRemark()));
    }

    /** Where what is good can be found, when a file is not going to take its name. */
    private String where() {
        return written == 0 || output.part() == null || arguments.has(Option.KEEP_GOING) ? "" : " to " + output.part();
    }

    private void copyMessage(Cursor cursor) {
        boolean direct = !selection.looksInside()
                && projection == null
                && changes == null
                && shown.isEmpty()
                && (keysSeen || keys.isEmpty());
        if (direct) {
            if (selection.take()) {
                output.begin();
                Transcoder.copyMessage(cursor.in(), output.wire());
                written++;
                output.end();
            }
            return;
        }
        cursor.read(tape);
        if (selection.fits(tape) && selection.take() && !selection.defer(tape)) {
            write(tape);
        }
    }

    private void write(MessageTape message) {
        MessageTape whole = message;
        MessageTape result = changes == null ? whole : changes.of(whole);
        result = projection == null ? result : projection.of(result);
        checkKeys(whole);
        output.begin();
        if (shown.isEmpty()) {
            result.play(output.wire());
        } else {
            playWithRemark(result, remark(whole));
        }
        written++;
        output.end();
    }

    /** A wrong key name shows at the first message, where the right ones can still be told. */
    private void checkKeys(MessageTape message) {
        boolean delta = output.format().name().equals("delta");
        if (keysSeen || !delta && changes == null) {
            return;
        }
        keysSeen = true;
        for (String key : keys) {
            // The delta writer takes paths as they are, from the outermost object on.
            if ((delta ? Paths.exact(message, key) : Paths.find(message, key)) < 0) {
                List<String> names = new ArrayList<>(Paths.scalars(message));
                String close = Paths.closest(key, names);
                throw Failure.usage("--key: the first message has no field " + Text.quote(key)
                        + (close == null ? "" : "; did you mean " + close + "?") + " It has "
                        + String.join(", ", names));
            }
        }
    }

    private void playWithRemark(MessageTape message, String remark) {
        WireOut wire = output.wire();
        wire.beginMessage(message.kind());
        boolean done = false;
        try {
            wire.comment(remark);
            message.play(wire, 0, message.size());
            wire.endMessage();
            done = true;
        } finally {
            if (!done) {
                wire.cancelMessage();
            }
        }
    }

    private String remark(MessageTape message) {
        StringBuilder remark = new StringBuilder();
        for (Shown what : shown) {
            String text = switch (what) {
                case NUMBER -> "#" + message.number();
                case OFFSET -> message.offset() < 0 ? "" : "@" + message.offset();
                case KEY -> "key=" + keyText(message);
                case TIME -> timeText(message);
            };
            remark.append(remark.length() == 0 || text.isEmpty() ? "" : " ").append(text);
        }
        return remark.toString();
    }

    private String keyText(MessageTape message) {
        List<String> parts = new ArrayList<>();
        for (String key : keys) {
            int index = Paths.find(message, key);
            parts.add(index < 0 ? "" : String.valueOf(Paths.scalarText(message, index)));
        }
        return String.join("/", parts);
    }

    private String timeText(MessageTape message) {
        Long nanos = Selection.time(message, arguments.get(Option.TIME));
        return nanos == null
                ? ""
                : Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L))
                        .toString();
    }

    private void writeTail() {
        while (!selection.tail().isEmpty()) {
            write(selection.tail().removeFirst());
        }
    }

    /** Prints a fault, after everything that was good before it. */
    private void tell(Faults.Fault fault) {
        if (deferred != null) {
            deferred.add(fault);
            return;
        }
        worst = Math.max(worst, fault.code());
        progress.clear();
        output.wire().cancelMessage();
        output.wire().flush();
        console.error(fault.line());
        fault.details().forEach(console::detail);
    }
}
