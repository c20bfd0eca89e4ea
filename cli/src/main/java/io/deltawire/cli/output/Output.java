package io.deltawire.cli.output;

import io.deltawire.cli.input.FormatFinder;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.Unpacking;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.WriterOptions;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.PartFile;
import io.deltawire.cli.terminal.TerminalGuard;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.csv.CsvFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.yaml.YamlFormat;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes messages to standard output, or to a file. A file gets its name only when it is complete, so that nobody finds
 * an incomplete one.
 */
public final class Output {
    /** The size of the buffer of a single output, and of one of many. */
    static final int LARGE = 1 << 16;

    static final int SMALL = 1 << 13;

    /** The limit of Linux; a longer chain of links is a loop. */
    private static final int MAX_LINKS = 40;

    /** The links that show what the descriptors are open on. */
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");

    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private final WireFormat format;
    private final DataOut stream;
    private WireOptions options;

    /** The writer, or null before the first message: its options may depend on the input. */
    private WireOut wire;
    /** The file that is written, or null. */
    private final PartFile file;

    private final Flush flush;
    private boolean inMessage;
    private boolean flushDue;

    /** When converted messages are flushed, apart from the end. */
    enum Flush {
        BEFORE_WAIT,
        IN_PAUSE,
        NEVER
    }

    private Output(WireFormat format, DataOut stream, WireOptions options, PartFile file, Flush flush) {
        this.format = format;
        this.stream = stream;
        this.options = options;
        this.file = file;
        this.flush = flush;
    }

    /**
     * Opens the output that the options ask for.
     *
     * @param target the file, or null or {@code -} for standard output
     * @param room the size of the buffer
     * @throws Failure if it cannot be written, or would overwrite an input
     */
    static Output open(Arguments arguments, Console console, String target, int room) {
        if (target == null || target.equals("-")) {
            WireFormat format = arguments.has(Option.OUTPUT) ? named(arguments) : new YamlFormat();
            refuseConsoleInput(arguments.operands());
            return toConsole(format, WriterOptions.of(arguments, format), console, arguments.has(Option.FOLLOW));
        }
        if (arguments.has(Option.FOLLOW)) {
            throw Failure.usage("--follow never ends, so a file could never be complete; write it with > " + target
                    + ", or by wire record");
        }
        WireFormat format = format(arguments, target);
        WireOptions options = WriterOptions.of(arguments, format);
        if (target.isEmpty()) {
            throw Failure.usage("the name of --out is empty");
        }
        Path named = Path.of(target); // the target of a link may have no name, such as a pipe as /dev/stdout
        if (Files.exists(named) && !Files.isRegularFile(named)) {
            if (Files.isDirectory(named)) {
                throw Failure.io(target + ": is a directory");
            }
            return toDevice(format, options, target);
        }
        Path file = behindLinks(named);
        refuseInput(file, arguments.operands());
        refusePart(file, arguments.operands());
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw Failure.io(
                    // although its directory would allow to replace it
                    target + ": cannot be written: permission denied");
        }
        try {
            PartFile part = PartFile.create(file);
            DataOut stream = new DataOut(part.stream(), target, room);
            return new Output(format, stream, options, part, Flush.NEVER);
        } catch (IOException e) {
            throw cannotWrite(target, e);
        }
    }

    /** The format that is given, or the one that the extension of the target stands for. */
    public static WireFormat format(Arguments arguments, String target) {
        for (Unpacking packing : Unpacking.values()) {
            if (packing.isExtensionOf(target.toLowerCase(Locale.ROOT))) {
                throw Failure.usage(
                        "--out " + target + ": what is written is not packed; use a pipe: wire convert ... | "
                                + packing.program() + " > " + target);
            }
        }
        if (arguments.has(Option.OUTPUT)) {
            return named(arguments);
        }
        WireFormat format = FormatFinder.byExtension(target);
        if (format == null) {
            throw Failure.usage("the name " + TextFormat.quote(target) + " does not tell a format; --output does");
        }
        return format;
    }

    private static WireFormat named(Arguments arguments) {
        return FormatFinder.named(Option.OUTPUT, arguments.get(Option.OUTPUT));
    }

    /** Follows symbolic links, so that the file is replaced and not the link. */
    private static Path behindLinks(Path target) {
        Path file = target;
        for (int i = 0; i < MAX_LINKS && Files.isSymbolicLink(file); i++) {
            try {
                file = file.resolveSibling(Files.readSymbolicLink(file));
            } catch (IOException e) {
                return target; // opening it will report what is wrong
            }
        }
        return file;
    }

    private static Output toConsole(WireFormat format, WireOptions options, Console console, boolean follow) {
        OutputStream out = console.out();
        if (console.isTerminal(Console.Terminal.OUT)) {
            if (format.isBinary()) {
                throw Failure.usage(
                        format.name() + " is binary, and standard output is a terminal; use --out FILE or a pipe");
            }
            out = new TerminalGuard(out, console.colour());
        }
        Flush flush = follow || !isRegularFile() ? Flush.BEFORE_WAIT : Flush.IN_PAUSE;
        DataOut stream = new DataOut(out, "standard output");
        return new Output(format, stream, options, null, flush);
    }

    private static Output toDevice(WireFormat format, WireOptions options, String target) {
        try {
            DataOut stream = new DataOut(new FileOutputStream(target), target);
            return new Output(format, stream, options, null, Flush.BEFORE_WAIT);
        } catch (IOException e) {
            throw cannotWrite(target, e);
        }
    }

    /** Whether standard output is a file. */
    private static boolean isRegularFile() {
        return Files.isRegularFile(STANDARD_OUTPUT);
    }

    private static void refuseInput(Path file, List<String> inputs) {
        for (String input : inputs) {
            if (!Input.isStandardInput(input) && isSame(file, Path.of(input))) {
                throw Failure.usage("--out " + file + " would overwrite its own input");
            }
        }
    }

    /** Whether a file is one of the inputs, under any name, or the source of standard input. */
    public static boolean isInput(Path file, List<String> inputs) {
        return orStandardInput(inputs).stream().anyMatch(input -> isSame(file, pathOf(input)));
    }

    /** Refuses to overwrite the incomplete file of an earlier run when it is an input. */
    private static void refusePart(Path file, List<String> inputs) {
        Path part = PartFile.partOf(file);
        if (isInput(part, inputs)) {
            throw Failure.usage("--out " + file + " is written as " + part.getFileName()
                    + " until it is complete, which would overwrite its own input; rename that file first");
        }
    }

    /**
     * Refuses {@code > FILE} and {@code >> FILE} of an input: the shell has emptied the file, or reading never ends.
     */
    private static void refuseConsoleInput(List<String> inputs) {
        if (!isRegularFile()) {
            return;
        }
        for (String input : orStandardInput(inputs)) {
            if (isSame(STANDARD_OUTPUT, pathOf(input))) {
                throw Failure.usage(Input.shown(input)
                        + " is also what standard output goes to; write to another file, or by --out and rename it");
            }
        }
    }

    private static List<String> orStandardInput(List<String> inputs) {
        return inputs.isEmpty() ? List.of("-") : inputs;
    }

    private static Path pathOf(String input) {
        return Input.isStandardInput(input) ? STANDARD_INPUT : Path.of(input);
    }

    /** Whether two names are of one file, or equal names of a file that does not exist yet. */
    private static boolean isSame(Path file, Path input) {
        try {
            return file.toAbsolutePath()
                            .normalize()
                            .equals(input.toAbsolutePath().normalize())
                    || Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input);
        } catch (IOException e) {
            return false; // opening the input will report what is wrong
        }
    }

    public static Failure cannotWrite(String target, IOException e) {
        Path parent = Path.of(target).toAbsolutePath().getParent();
        if (e instanceof NoSuchFileException) {
            return Failure.io(target + ": cannot be written: there is no directory " + parent);
        }
        return Failure.io(target + ": cannot be written: "
                + (e instanceof AccessDeniedException ? "permission denied" : e.getMessage()));
    }

    public WireFormat format() {
        return format;
    }

    private WireOut wire() {
        if (wire == null) {
            wire = format.newWriter(stream, options);
        }
        return wire;
    }

    /**
     * Names the columns of a table by the fields as they are.
     *
     * @throws IllegalStateException after the first message has begun
     */
    void usePlainNames() {
        requireNoWriter();
        options = options.with(CsvFormat.NAMES, CsvFormat.Names.PLAIN);
    }

    /**
     * Names the columns of a table, unless an option does. Has no effect after the first message has begun.
     *
     * @param headings what the header says for each column
     */
    void useColumns(List<String> columns, Map<String, String> headings) {
        if (wire != null) {
            return;
        }
        options = options.with(CsvFormat.HEADINGS, headings);
        if (options.get(CsvFormat.COLUMNS).isEmpty()) {
            options = options.with(CsvFormat.COLUMNS, columns);
        }
    }

    /**
     * Names the key fields as they are in the output.
     *
     * @throws IllegalStateException after the first message has begun
     */
    void useKeys(List<String> keys) {
        requireNoWriter();
        options = options.with(WireOptions.KEY_FIELDS, keys);
    }

    private void requireNoWriter() {
        if (wire != null) {
            throw new IllegalStateException("the writer has its options already");
        }
    }

    long bytes() {
        return stream.count();
    }

    /** Returns another writer with the options of this output, whose messages {@link #append} can take. */
    public WireOut newWriter(OutputStream target) {
        return format.newWriter(target, options);
    }

    /** Appends messages that another writer has written. Only a format of independent messages allows that. */
    public void append(byte[] messages) {
        wire().flush();
        try {
            stream.write(messages, 0, messages.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the writer for a message. Call {@link #end} after it. */
    public WireOut begin() {
        inMessage = true;
        return wire();
    }

    public void end() {
        inMessage = false;
        if (flushDue) {
            flushDue = false;
            wire.flush();
        }
    }

    /** Returns when converted messages are flushed. */
    Flush flushTime() {
        return flush;
    }

    /** Flushes the converted messages. */
    void handOn() {
        if (wire == null) {
            return; // nothing has been converted
        }
        if (inMessage) {
            // The message begun must remain in the writer; the ones before it can go.
            flushDue = true;
            try {
                stream.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        } else {
            wire.flush();
        }
    }

    /** Cancels an incomplete message, and flushes the others. */
    void flush() {
        if (wire != null) {
            wire.cancelMessage();
            wire.flush();
        }
    }

    /** Ends the output. A file gets its name. */
    void complete() {
        wire().close();
        if (file != null) {
            try {
                file.complete();
            } catch (IOException e) {
                throw failed(e);
            }
        }
    }

    /** Ends the output after a fault. A file remains incomplete, under the name of {@link #part}. */
    void abandon() {
        inMessage = false;
        wire().cancelMessage();
        wire().close();
        if (file != null) {
            try {
                file.leave();
            } catch (IOException e) {
                throw failed(e);
            }
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(new DataOut.Failed(file.path().toString(), e));
    }

    /** The name of a file until it is complete; null if the output is no file. */
    Path part() {
        return file == null ? null : file.path();
    }

    /** Deletes what has been written to a file. */
    void discard() {
        if (file != null) {
            file.discard();
        }
    }
}
