package io.deltawire.cli.command;

import io.deltawire.cli.input.DumpIndex;
import io.deltawire.cli.input.FaultDescriber;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputCursor;
import io.deltawire.cli.input.InputOptions;
import io.deltawire.cli.input.Progress;
import io.deltawire.cli.input.Unpacking;
import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.MessageTimes;
import io.deltawire.cli.message.Position;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.output.Output;
import io.deltawire.cli.output.PauseFlush;
import io.deltawire.cli.output.SplitOutput;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.cli.transform.KeyCheck;
import io.deltawire.cli.transform.MissingFieldCheck;
import io.deltawire.cli.transform.NameRemoval;
import io.deltawire.cli.transform.Selection;
import io.deltawire.cli.transform.Transforms;
import io.deltawire.csv.CsvFormat;
import io.deltawire.csv.CsvReader;
import io.deltawire.delta.IndexFile;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.token.Discard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code wire convert}: copies the selected messages of the inputs to the output.
 *
 * <p>A message is copied directly from the reader to the writer if no option needs its content. Otherwise it is copied
 * to a tape and then passed through the {@link Transforms}. Selection, {@code --split}, {@code --show} and {@code --key}
 * see the message as it is in the input. Faults are reported after all good messages before them.
 */
public final class Conversion {
    private enum Shown {
        NUMBER,
        OFFSET,
        SIZE,
        KEY,
        TIME
    }

    private static final Discard NOWHERE = new Discard();

    /** The options that need the messages in their order, so that one thread has to read them. */
    private static final List<Option> IN_ORDER = List.of(
            Option.FROM,
            Option.TO,
            Option.MAX,
            Option.LAST,
            Option.EVERY,
            Option.CHANGES,
            Option.SPLIT,
            Option.HEX,
            Option.SHOW,
            Option.FOLLOW);

    private final Arguments arguments;
    private final Console console;
    private final List<Transforms.Stage> stages;
    private final int threads;
    private final Input.Settings settings;
    private WireOptions readOptions;
    private boolean hasChosenNames;
    /** Whether the first input is a table that is copied to a table, and its header has not been read. */
    private boolean awaitsHeader;
    /** The columns of the table that is copied to a table; empty if there is none. */
    private List<String> columns = List.of();

    private boolean hasPlainNames;
    private final List<String> keys;
    private final KeyCheck keyCheck;
    private final Set<Shown> shown;
    private final Selection selection;
    private final MissingFieldCheck sought;
    private final Transforms transforms;
    private final Progress progress;
    private final SplitOutput output;
    private final PauseFlush pauses;
    private final HexView hex;
    private final MessageTape tape = new MessageTape();
    /**
     * The message read last if its size is to be shown, which only the offset of the next one determines. Otherwise
     * null.
     */
    private MessageTape unsized;

    private boolean unsizedIsDue;
    /** Faults to be reported after the messages wanted from the end; null if faults are reported immediately. */
    private final List<Held> held;
    /** The message that is being written, if it is not the one read last. */
    private MessageTape late;

    private boolean isSingleInput;
    private long written;
    /** The number of the last message of the input whose output has been appended in parts. */
    private long suppressed;

    private int worst;
    /** Whether no message has been read after a hole at the start of the input. */
    private boolean seeksStart;

    /**
     * A fault to be reported later.
     *
     * @param rest text after the number of messages written by then; null if the number is not reported
     */
    private record Held(FaultDescriber.Fault fault, String rest) {}

    public Conversion(Arguments arguments, Console console) {
        this(arguments, console, Transforms.STAGES);
    }

    Conversion(Arguments arguments, Console console, List<Transforms.Stage> stages) {
        this.arguments = arguments;
        this.console = console;
        this.stages = stages;
        threads = threads(arguments);
        settings = Input.Settings.of(arguments);
        readOptions = InputOptions.readerOptions(arguments);
        keys = KeyOption.keyFields(arguments);
        shown = shown(arguments);
        selection = new Selection(arguments);
        held = selection.last() > 0 ? new ArrayList<>() : null;
        progress = new Progress(console, arguments);
        arguments.choice(Option.COLOR, Option.COLOR.choices()); // checks the value; the console has decided already
        hex = hex(stages);
        output = new SplitOutput(arguments, console);
        pauses = new PauseFlush(output);
        transforms = transforms(stages);
        sought = new MissingFieldCheck(arguments, transforms.fields());
        boolean hasRecords = hasRecords();
        keyCheck = new KeyCheck(hasRecords || transforms.usesKey() ? keys : List.of(), hasRecords);
        if (!shown.isEmpty() && !output.format().features().contains(Feature.COMMENTS)) {
            output.abandon();
            throw Failure.usage(
                    "--show writes comments, which " + output.format().name() + " has no place for");
        }
    }

    private Transforms transforms(List<Transforms.Stage> stages) {
        try {
            return new Transforms(stages, arguments, output.format());
        } catch (Failure e) {
            output.discard();
            throw e;
        }
    }

    private static int threads(Arguments arguments) {
        long threads = arguments.count(Option.THREADS, 1);
        if (threads > PartedCopy.MAX_THREADS) {
            throw Failure.usage("option --threads: at most " + PartedCopy.MAX_THREADS + " but was " + threads);
        }
        return (int) threads;
    }

    private boolean hasRecords() {
        return output.format().features().contains(Feature.RECORDS);
    }

    private HexView hex(List<Transforms.Stage> stages) {
        if (!arguments.has(Option.HEX)) {
            return null;
        }
        List<Option> refused =
                new ArrayList<>(List.of(Option.OUT, Option.OUTPUT, Option.SPLIT, Option.COMPRESS, Option.SHOW));
        refused.addAll(Transforms.options(stages));
        for (Option option : refused) {
            if (arguments.has(option)) {
                throw Failure.usage("--hex shows the bytes of the input as they are; it does not go with " + option);
            }
        }
        return new HexView(console, selection.last());
    }

    private static Set<Shown> shown(Arguments arguments) {
        Set<Shown> shown = EnumSet.noneOf(Shown.class);
        for (String word : arguments.list(Option.SHOW)) {
            try {
                shown.add(Shown.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw Failure.usage(
                        "option --show: expected number, offset, size, key or time but was " + TextFormat.quote(word));
            }
        }
        return shown;
    }

    public int run() {
        boolean done = false;
        pauses.begin();
        try {
            List<String> names = InputOptions.names(arguments, console);
            isSingleInput = names.size() == 1;
            for (String name : names) {
                convert(name);
                if (selection.isFull()) {
                    break;
                }
            }
            writeTail();
            end();
            reportMissingFields();
            done = true;
        } catch (OutOfMemoryError e) {
            if (written > 0) {
                output.abandon();
                done = true;
                progress.clear();
                if (output.parts() != null) {
                    // The number is unknown: a delta dump may lack messages of the frame that failed.
                    console.error("what was handed over before is in " + output.parts());
                }
            }
            throw e;
        } finally {
            progress.clear();
            if (!done) {
                output.discard();
            }
            pauses.end();
        }
        if (worst == Exit.OK && written == 0 && arguments.has(Option.EXIT_STATUS)) {
            return Exit.NO_MATCH;
        }
        return worst;
    }

    private void end() {
        keyCheck.requireFields();
        if (worst == Exit.OK || arguments.has(Option.KEEP_GOING)) {
            if (written == 0 && !columns.isEmpty()) {
                output.useColumns(hasPlainNames ? columnsInOutput() : columns);
            }
            output.complete();
            return;
        }
        if (written > 0) {
            output.abandon();
        } else {
            output.discard();
        }
    }

    /** The columns of a table without rows as the transforms leave them. */
    private List<String> columnsInOutput() {
        tape.beginMessage();
        tape.beginObject();
        for (String column : columns) {
            tape.field(column);
            tape.nullValue();
        }
        tape.endObject();
        tape.endMessage();
        MessageTape row = transforms.apply(tape);
        List<String> names = new ArrayList<>();
        for (int i = 1; i < row.size() - 1; i = row.after(i + 1)) {
            names.add((String) row.value(i));
        }
        return names;
    }

    /** Reports names that no message has, since they may be misspelt. */
    private void reportMissingFields() {
        if (!arguments.has(Option.QUIET)) {
            progress.clear();
            sought.remarks().forEach(console::error);
            transforms.lostKeys().forEach(console::error);
            if (!arguments.has(Option.EXIT_STATUS)) { // which tells it already
                selection.filterRemarks(sought).forEach(console::error);
            }
            String times = selection.timesRemark();
            if (times != null && !sought.lacks(Option.TIME)) {
                console.error(times);
            }
        }
    }

    private void convert(String name) {
        boolean again;
        do {
            again = false;
            try (Input input = Input.open(name, settings, console, pauses)) {
                if (input != null) {
                    note(input);
                    copy(input);
                    again = input.isReplaced() && !selection.isPast();
                    noteReplaced(again, input);
                } else {
                    again = Input.isFollowed(name, settings); // it was replaced while it was still empty
                }
            } catch (Failure e) {
                if (e.code() == Exit.USAGE) {
                    throw e;
                }
                report(new Held(new FaultDescriber.Fault(e.code(), e.getMessage(), List.of()), null));
            } catch (UncheckedIOException e) {
                if (e.getCause() instanceof DataOut.Failed) {
                    throw e;
                }
                report(new Held(FaultDescriber.ofOpening(name, e), null));
            }
        } while (again);
    }

    private void noteReplaced(boolean isRead, Input input) {
        if (isRead && !arguments.has(Option.QUIET)) {
            progress.clear();
            output.flush();
            console.error(input.replacedNote());
        }
    }

    private void note(Input input) {
        if (arguments.has(Option.VERBOSE)) {
            console.error(input.name() + ": reading " + input.format().name()
                    + (input.packed() == Unpacking.NONE
                            ? ""
                            : " packed by " + input.packed().program())
                    + ", writing " + output.format().name());
        }
    }

    /** Says why an input is read by one thread; null if it can be read in parts. */
    private String reasonForOneThread(Input input) {
        for (Option option : IN_ORDER) {
            if (arguments.has(option)) {
                return option + " needs the messages in their order";
            }
        }
        if (!output.format().features().contains(Feature.INDEPENDENT_MESSAGES)) {
            return "in " + output.format().name() + " output a message depends on those before it";
        }
        if (!input.format().features().contains(Feature.BLOCKS)) {
            return "only delta dumps have parts";
        }
        return input.canSeek() ? null : "only a file that is not packed has parts";
    }

    /** Copies a dump by several threads, and the rest by this one from the first fault on. */
    private void copyInParts(Input input) {
        chooseNames(input);
        selection.nextInput();
        long messages = 0;
        try (PartedCopy parts =
                new PartedCopy(Path.of(input.name()), threads, arguments, stages, readOptions, output.single())) {
            PartedCopy.Part before = null;
            PartedCopy.Part part = parts.next();
            while (part != null && !part.isAll()) {
                while (part.appendNext()) {
                    pauses.messageEnded();
                    progress.part(input, messages + part.appendedRead());
                }
                if (!part.isWhole()) {
                    suppressed = messages + part.appendedRead();
                    break;
                }
                if (before != null) {
                    count(before);
                    input.startAt(new IndexFile.Place(part.offset(), messages));
                }
                before = part;
                messages += part.appendedRead();
                part = parts.next();
            }
            if (part == null) {
                if (before != null) {
                    count(before);
                }
                return;
            }
        } catch (IOException e) {
            suppressed = messages; // reading the file by this thread fails the same way, and reports it
        }
        copyAll(input);
    }

    private void count(PartedCopy.Part part) {
        selection.add(part.selection());
        sought.add(part.sought());
        written += part.written();
    }

    /** Copies an input. Begins in its middle if no earlier message is wanted and an index gives the offset. */
    private void copy(Input input) {
        suppressed = 0;
        if (threads > 1) {
            String reason = reasonForOneThread(input);
            if (reason == null) {
                copyInParts(input);
                return;
            }
            if (!arguments.has(Option.QUIET)) {
                progress.clear();
                console.error(input.name() + ": is read by one thread: " + reason);
            }
        }
        Position from = selection.start();
        boolean fromEnd = selection.wantedFromEnd() > 0 && isSingleInput;
        boolean seeks = input.canSeek() && (from != null || fromEnd || selection.lastTime() != null);
        if (seeks && !fromEnd && selection.lastTime() == null && startAtBlock(input, from)) {
            copyAll(input);
            return;
        }
        DumpIndex index = seeks
                ? DumpIndex.open(
                        Path.of(input.name()),
                        input.format().features().contains(Feature.BLOCKS),
                        selection.timeField())
                : null;
        if (index == null) {
            copyAll(input);
            return;
        }
        IndexFile.Place first = from == null ? index.places().get(0) : index.before(from);
        if (selection.lastTime() != null) {
            selection.setEnd(index.endOf(selection.lastTime().value()));
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

    /** Begins at the block of a delta dump whose offset is given. Returns false if no block begins there. */
    private static boolean startAtBlock(Input input, Position from) {
        boolean isOffset = from != null && from.kind() == Position.Kind.OFFSET;
        if (!isOffset || !input.format().features().contains(Feature.BLOCKS)) {
            return false;
        }
        IndexFile.Place block = DumpIndex.startAt(Path.of(input.name()), from.value());
        if (block == null) {
            return false;
        }
        input.startAt(block);
        return true;
    }

    /** Reads from an offset near the end, and from ever earlier ones until there are enough messages. */
    private void copyLast(Input input, DumpIndex index, IndexFile.Place first) {
        int before = held.size();
        IndexFile.Place place;
        int back = 1;
        do {
            int at = Math.max(index.places().size() - back, index.places().indexOf(first));
            place = index.places().get(at);
            held.subList(before, held.size()).clear(); // they will come again
            selection.restart();
            input.startAt(place);
            copyAll(input);
            back *= 2;
        } while (!selection.hasLast() && !place.equals(first));
    }

    private void copyAll(Input input) {
        selection.nextInput();
        if (hex != null) {
            hex.begin(input, readOptions.limits());
        }
        InputCursor.Manner manner = InputOptions.manner(arguments);
        boolean isTable = input.format().features().contains(Feature.TABLE);
        boolean goesOn = manner == InputCursor.Manner.KEEP_GOING || settings.follow() && !isTable;
        FaultDescriber.Fault hole = input.holeFault(goesOn);
        if (hole != null) {
            report(new Held(hole, ""));
            if (!goesOn) {
                return;
            }
        }
        seeksStart = hole != null;
        chooseNames(input);
        InputCursor cursor = new InputCursor(input, readOptions, manner);
        if (hex != null && input.format().isBinary()) {
            tape.trackPositions(() -> cursor.in().tokenOffset());
        }
        boolean more = true;
        while (more) {
            boolean past = selection.isPast();
            long taken = selection.selected();
            try {
                more = copyNext(input, cursor);
            } catch (WireException e) {
                ended(-1);
                selection.revertTo(taken);
                // A fault after all wanted messages does not matter.
                more = !(past && InputCursor.isInInput(e)) && fails(input, cursor, e);
            } catch (UncheckedIOException e) {
                ended(-1);
                selection.revertTo(taken);
                if (!input.isReplaced()) { // else a part of a message was read, and its file was truncated
                    report(input, cursor, e);
                }
                more = false;
            } catch (OutOfMemoryError e) {
                ended(-1);
                selection.revertTo(taken);
                report(new Held(FaultDescriber.outOfMemory(input, cursor), ""));
                more = false;
            }
        }
    }

    /**
     * Decides by the first input how the names of columns are interpreted. From table to table, a name is copied as a
     * name and a cell as text.
     */
    private void chooseNames(Input input) {
        if (hasChosenNames) {
            awaitsHeader = false;
            return;
        }
        hasChosenNames = true;
        boolean toTable = output.format().features().contains(Feature.TABLE);
        boolean isCopy = toTable && input.format().features().contains(Feature.TABLE);
        boolean asked = NameRemoval.isAskedFor(arguments);
        boolean looksAtNames = arguments.has(Option.EVENT) || arguments.has(Option.TYPE) || output.looksAtNames();
        if (asked || isCopy && !looksAtNames && !arguments.has(Option.NAMES)) {
            hasPlainNames = true;
            output.usePlainNames();
            readOptions = readOptions.with(CsvFormat.NAMES, CsvFormat.Names.PLAIN);
        }
        awaitsHeader = isCopy;
        if (isCopy) {
            readOptions = readOptions.with(CsvFormat.SAMPLE, 0);
        } else if (output.format().isBinary()) {
            readOptions = readOptions.with(CsvFormat.KINDS, CsvFormat.Kinds.EXACT);
        }
    }

    private boolean fails(Input input, InputCursor cursor, WireException e) {
        report(input, cursor, e);
        // After a hole, reading begins inside a delta dump, and continues where that can be read.
        return (arguments.has(Option.KEEP_GOING) || seeksStart) && cursor.tryGoOn(e);
    }

    private boolean copyNext(Input input, InputCursor cursor) {
        boolean past = selection.isPast();
        if (past && !(unsized != null || hex != null && hex.isWaiting())) {
            return false;
        }
        boolean found = cursor.next();
        if (awaitsHeader && cursor.in() instanceof CsvReader table) {
            awaitsHeader = false;
            Map<String, String> headings = table.headings();
            columns = List.copyOf(headings.keySet());
            output.useHeadings(headings);
        }
        ended(found ? cursor.offset() : input.bytes().count());
        if (past || !found) {
            return false;
        }
        seeksStart = false;
        pauses.messageEnded();
        progress.message(input, cursor.number());
        boolean inRange = selection.checkRange(cursor.number(), cursor.offset());
        if (hex != null) {
            show(cursor, inRange);
        } else if (inRange) {
            copyMessage(cursor);
        }
        return true;
    }

    private void show(InputCursor cursor, boolean inRange) {
        cursor.read(tape);
        sought.record(tape);
        boolean chosen = inRange && selection.fits(tape) && selection.select();
        if (chosen) {
            selection.retain(tape);
            written++;
        }
        hex.message(tape, chosen);
    }

    /** Called with the end of the message before, which is the start of the next one; -1 if unknown. */
    private void ended(long end) {
        if (hex != null) {
            hex.ended(end);
        }
        if (unsized != null) {
            MessageTape message = unsized;
            unsized = null;
            message.setEnd(end);
            if (unsizedIsDue) {
                late = message;
                write(message);
                late = null;
            }
        }
    }

    private void report(Input input, InputCursor cursor, RuntimeException e) {
        long number = late == null ? cursor.number() : late.number();
        late = null;
        FaultDescriber.Fault fault = FaultDescriber.of(input, cursor, number, e, arguments.has(Option.KEEP_GOING));
        report(new Held(fault, cursor.uncheckedRemark(!selection.isAll())));
    }

    private void report(Held fault) {
        if (held == null) {
            reportNow(fault);
        } else {
            held.add(fault);
        }
    }

    /** Prints where the good messages are, if the file does not get its name. */
    private String where() {
        return written == 0 || output.parts() == null || arguments.has(Option.KEEP_GOING)
                ? ""
                : " to " + output.parts();
    }

    private void copyMessage(InputCursor cursor) {
        MessageKind kind = cursor.in().messageKind();
        if (transforms.leavesOut(kind)) {
            return;
        }
        boolean direct = !selection.looksInside()
                && !output.isSplit()
                && shown.isEmpty()
                && keyCheck.isDone()
                && transforms.isDirect(kind);
        if (direct) {
            if (selection.select()) {
                Output target = output.single();
                transforms.copy(cursor.in(), cursor.number() > suppressed ? target.begin() : NOWHERE);
                written++;
                target.end();
            }
            return;
        }
        cursor.read(tape);
        sought.record(tape);
        if (selection.fits(tape) && selection.select()) {
            MessageTape deferred = selection.retain(tape);
            if (shown.contains(Shown.SIZE)) {
                unsized = deferred == null ? tape : deferred;
                unsizedIsDue = deferred == null;
            } else if (deferred == null) {
                write(tape);
            }
        }
    }

    /** Writes a message, or holds it until the fields of the key have been found. */
    private void write(MessageTape message) {
        if (!keyCheck.isDone()) {
            if (!keyCheck.check(message)) {
                return;
            }
            releaseHeld(message);
        }
        writeNow(message);
    }

    /**
     * Writes the messages that wait for the fields of the key.
     *
     * @param next the message after them, in which the last field was found; null after a fault
     */
    private void releaseHeld(MessageTape next) {
        List<MessageTape> released = keyCheck.release();
        if (written == 0 && hasRecords()) {
            followKeys(released, next);
        }
        MessageTape before = late;
        for (MessageTape message : released) {
            late = message;
            writeNow(message);
        }
        late = before;
    }

    /** Names the key of the output as the transforms leave it. The samples have the fields of the key. */
    private void followKeys(List<MessageTape> released, MessageTape next) {
        List<MessageTape> samples = new ArrayList<>(released);
        if (next != null) {
            samples.add(next);
        }
        List<String> after = transforms.followKeys(keys, samples);
        if (!after.equals(keys)) {
            output.useKeys(after);
        }
    }

    private void writeNow(MessageTape whole) {
        MessageTape result = transforms.apply(whole);
        Output target = output.outputFor(whole);
        WireOut out = whole.number() > suppressed ? target.begin() : NOWHERE;
        if (shown.isEmpty()) {
            result.play(out);
        } else {
            playWithRemark(out, result, remark(whole));
        }
        written++;
        target.end();
    }

    private static void playWithRemark(WireOut wire, MessageTape message, String remark) {
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
                case SIZE -> message.length() < 0 ? "" : TextFormat.plural(message.length(), "byte");
                case KEY -> "key=" + FieldPaths.keyText(message, keys);
                case TIME -> timeText(message);
            };
            remark.append(remark.length() == 0 || text.isEmpty() ? "" : " ").append(text);
        }
        return remark.toString();
    }

    private String timeText(MessageTape message) {
        Instant time = MessageTimes.instant(message, arguments.get(Option.TIME));
        return time == null ? "" : time.toString();
    }

    private void writeTail() {
        if (hex != null) {
            hex.flush(true);
            selection.tail().clear();
        }
        while (!selection.tail().isEmpty()) {
            MessageTape message = selection.tail().removeFirst();
            try {
                write(message);
            } catch (WireException e) {
                report(new Held(FaultDescriber.ofOutput(message.number(), e), ""));
                if (!arguments.has(Option.KEEP_GOING)) {
                    break;
                }
            }
        }
        if (held != null) {
            held.forEach(this::reportNow);
        }
    }

    /** Prints a fault, after all good messages before it. */
    private void reportNow(Held told) {
        releaseHeld(null);
        String done = "; " + TextFormat.plural(written, "message") + " written" + where() + told.rest();
        FaultDescriber.Fault fault =
                told.rest() == null ? told.fault() : told.fault().with(done);
        worst = Math.max(worst, fault.code());
        progress.clear();
        output.flush();
        if (hex != null) {
            hex.flush(false);
        }
        console.error(fault.line());
        fault.details().forEach(console::detail);
    }
}
