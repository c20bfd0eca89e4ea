package io.deltawire.cli.command;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.cli.input.FaultDescriber;
import io.deltawire.cli.input.FormatFinder;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputCursor;
import io.deltawire.cli.input.InputOptions;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.WriterOptions;
import io.deltawire.cli.output.Output;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.cli.transform.DeletionMarks;
import io.deltawire.cli.transform.KeyCheck;
import io.deltawire.cli.transform.MessageFilter;
import io.deltawire.cli.transform.MissingFieldCheck;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.FileEnd;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code wire record}: appends messages to a dump, and flushes it as asked, so that a reader that follows the dump
 * finds them, also after a crash. A signal closes the dump properly.
 */
public final class DumpRecording {
    private static final long HOOK_MILLIS = 1000;
    private static final int HEAD_BYTES = 4096;
    private static final int LAST_BYTES = 64;

    private final Arguments arguments;
    private final Console console;
    private final Input.Settings settings;
    private final Path file;
    private final WireOut wire;
    private final DeletionMarks deletions;
    private final MessageFilter filter;
    private final MissingFieldCheck sought;
    private final KeyCheck keyCheck;
    /** Whether the file did not exist. */
    private final boolean isNew;

    private final FlushTime flushTime;
    /** Whether each message is flushed here, and not by the writer. */
    private final boolean flushesEach;

    private final ReentrantLock lock = new ReentrantLock();
    private boolean dirty;
    private boolean closed;
    private long written;
    private int worst;

    public DumpRecording(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
        settings = Input.Settings.of(arguments);
        flushTime = arguments.parse(Option.FLUSH, new FlushTime(Duration.ofSeconds(1), true), FlushTime::parse);
        filter = MessageFilter.of(arguments);
        sought = new MissingFieldCheck(arguments);
        String target = arguments.get(Option.OUT);
        if (target == null) {
            throw Failure.usage("wire record needs --out FILE, the dump to append to");
        }
        if (target.equals("-")) {
            throw Failure.usage("--out -: wire record appends to a file; wire convert writes to standard output");
        }
        file = Path.of(target);
        WireFormat format = Output.format(arguments, target);
        flushesEach = flushTime.isEachMessage() && (flushTime.isChecked() || !(format instanceof DeltaFormat));
        refuseCsv(format);
        refuseInput(arguments.operands());
        deletions = new DeletionMarks(arguments, format);
        keyCheck = new KeyCheck(
                format.features().contains(Feature.RECORDS) ? KeyOption.keyFields(arguments) : List.of(), true);
        isNew = Files.notExists(file);
        try {
            WireOptions options = WriterOptions.of(arguments, format);
            if (flushTime.isEachMessage() && !flushesEach) {
                options = options.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                wire = format.newWriter(new DataOut(new FileOutputStream(target, true), target), options);
                return;
            }
            FileChannel channel = open();
            if (format instanceof DeltaFormat) {
                options = options.with(DeltaFormat.APPEND_AT, repair(channel, options));
            } else if (format.isBinary()) {
                requireWhole(channel, format, options);
            }
            if (!format.isBinary()) {
                requireText(channel, format);
            }
            if (format instanceof YamlFormat yaml) {
                options = repairText(channel, yaml, options);
            }
            channel.position(channel.size());
            if (!format.isBinary()) {
                endLine(channel);
            }
            wire = format.newWriter(new DataOut(Channels.newOutputStream(channel), target), options);
        } catch (IOException e) {
            throw Output.cannotWrite(target, e);
        }
    }

    /** Locks the dump for this process. Nobody can read what two writers append to one file. */
    private FileChannel open() throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        if (channel.tryLock() == null) {
            channel.close();
            throw Failure.io(file + ": another process is recording to it");
        }
        return channel;
    }

    /** Refuses to append to a file of another format: no reader could read the result. */
    private void requireText(FileChannel channel, WireFormat format) throws IOException {
        ByteBuffer head = ByteBuffer.allocate((int) Math.min(HEAD_BYTES, channel.size()));
        while (head.hasRemaining() && channel.read(head, head.position()) > 0) {
            // reads the rest
        }
        WireFormat found = head.position() == 0 ? null : FormatFinder.appendedTo(head.array(), file.toString(), format);
        if (found != null) {
            channel.close();
            throw Failure.usage(file + " is " + found.name() + ", to which " + format.name()
                    + " cannot be appended; record to another file, or with --output " + found.name());
        }
    }

    /** Ends the last line of a text, which an editor or a killed writer may have left open. A message begins a line. */
    private void endLine(FileChannel channel) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        if (channel.read(last, Math.max(0, channel.position() - 1)) == 1 && last.get(0) != '\n') {
            channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
            console.error(
                    file + ": the last line was not ended: a message there may be torn; recording goes on behind it");
        }
    }

    /**
     * Repairs YAML whose writer was killed as {@code Wire.append} does: a torn end is cut off. From here on messages
     * get marks at their ends. Without a mark, a message that is cut off at the end of a line seems whole.
     *
     * @return the options of the writer that continues
     */
    private WireOptions repairText(FileChannel channel, YamlFormat format, WireOptions options) throws IOException {
        long end = FileEnd.withoutZeros(channel);
        byte[] last = FileEnd.bytes(channel, Math.max(0, end - LAST_BYTES), end);
        try {
            WireOptions continuing = format.repairEnd(channel, options, false);
            if (channel.size() < end || !FileEnd.endsWith(channel, end, last)) {
                console.error(
                        file + ": its last message, up to byte " + end + ", is not ended and may be torn: it is cut"
                                + " off; recording goes on at byte " + channel.size());
            }
            return continuing;
        } catch (WireException e) {
            channel.close();
            throw new Failure(Exit.CORRUPT, file + ": " + e.getMessage());
        }
    }

    /** Repairs a dump whose writer was killed, and reports its state. */
    private AppendPoint repair(FileChannel channel, WireOptions options) throws IOException {
        try {
            AppendPoint end = AppendPoint.of(channel, options);
            end.repair(channel);
            if (end.tornBytes() > 0 || end.uncheckedMessages() > 0 || end.isDamaged()) {
                console.error(file + ": was not ended: " + end
                        + (end.tornBytes() > 0 ? ", which are cut off" : "")
                        + "; recording goes on there");
            }
            return end;
        } catch (WireException e) {
            channel.close();
            throw new Failure(Exit.CORRUPT, file + ": " + e.getMessage());
        }
    }

    /**
     * Refuses a binary file whose last message is torn: appended messages would be read as the rest of it. Nothing is
     * cut off, since without checksums a torn message cannot be distinguished from a damaged length before good
     * messages.
     */
    private void requireWhole(FileChannel channel, WireFormat format, WireOptions options) throws IOException {
        // Opening and closing another channel of the file would release the lock.
        InputBuffer in = InputBuffer.of(Channels.newInputStream(channel));
        WireIn reader = ((BufferFormat) format)
                .newReader(in, options.with(BinaryYamlFormat.FRAMING, BinaryYamlFormat.Framing.DOCUMENTS));
        WireException fault = null;
        boolean isEnd = false;
        while (!isEnd) {
            try {
                isEnd = !reader.nextMessage();
            } catch (WireException e) {
                fault = e; // a fault inside a message hides none after it
            }
        }
        long rest = channel.size() - in.offset();
        boolean aligns = fault == null && rest < 4 && channel.size() % 4 == 0; // zero bytes align the next header
        if (rest == 0 || aligns) {
            return;
        }
        channel.close();
        throw new Failure(
                fault == null || fault instanceof TruncatedWireException ? Exit.TRUNCATED : Exit.CORRUPT,
                file + ": " + (fault == null ? "the last " + rest + " bytes are no message" : fault.getMessage())
                        + "; what is recorded behind that could not be read: cut the file off at byte " + in.offset()
                        + ", or give a new name");
    }

    private void refuseCsv(WireFormat format) {
        try {
            if (format.features().contains(Feature.TABLE) && Files.exists(file) && Files.size(file) > 0) {
                throw Failure.usage(file + ": is there already, and CSV has its header only once; give a new name");
            }
        } catch (IOException e) {
            throw Output.cannotWrite(file.toString(), e);
        }
    }

    /** Refuses an input that is the dump itself: reading it would never end. */
    private void refuseInput(List<String> inputs) {
        if (Files.isRegularFile(file) && Output.isInput(file, inputs)) {
            throw Failure.usage("--out " + file + " is also the input; a dump cannot be appended to itself");
        }
    }

    public int run() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeOnSignal, "close-dump"));
        if (!flushTime.isEachMessage()) {
            Thread flusher = new Thread(this::flushRegularly, "flush-dump");
            flusher.setDaemon(true);
            flusher.start();
        }
        for (String name : InputOptions.names(arguments, console)) {
            record(name);
        }
        if (worst == Exit.OK) {
            try {
                keyCheck.requireFields();
            } catch (Failure e) {
                report(new FaultDescriber.Fault(e.code(), e.getMessage(), List.of()));
            }
        }
        close();
        if (worst != Exit.USAGE) {
            sought.remarks().forEach(console::error);
            if (filter != null) {
                filter.remarks(sought).forEach(console::error);
            }
        }
        discardUnused();
        if (arguments.has(Option.VERBOSE)) {
            console.error(file + ": " + TextFormat.plural(written, "message") + " appended");
        }
        return worst;
    }

    /** Deletes a dump that this run has created without recording anything. */
    private void discardUnused() {
        if (isNew && written == 0 && worst != Exit.OK && Files.isRegularFile(file)) {
            try {
                Files.delete(file);
            } catch (IOException e) {
                throw Output.cannotWrite(file.toString(), e);
            }
        }
    }

    private void record(String name) {
        boolean again;
        do {
            again = false;
            try (Input input = Input.open(name, settings, console)) {
                if (input != null) {
                    copy(input);
                    again = input.isReplaced();
                    if (again && !arguments.has(Option.QUIET)) {
                        console.error(input.replacedNote());
                    }
                } else {
                    again = Input.isFollowed(name, settings); // it was replaced while it was still empty
                }
            } catch (Failure e) {
                report(new FaultDescriber.Fault(e.code(), e.getMessage(), List.of()));
            } catch (UncheckedIOException e) {
                if (e.getCause() instanceof DataOut.Failed) {
                    throw e;
                }
                report(FaultDescriber.ofOpening(name, e));
            }
        } while (again);
    }

    private void copy(Input input) {
        // Each row is recorded when it comes. Looking ahead for the types of columns would delay a thousand of them.
        WireOptions options = InputOptions.readerOptions(arguments).with(CsvFormat.KINDS, CsvFormat.Kinds.EXACT);
        if (!arguments.has(Option.SAMPLE)) {
            options = options.with(CsvFormat.SAMPLE, 0);
        }
        FaultDescriber.Fault hole = input.holeFault(true);
        if (hole != null) {
            report(hole);
            if (!settings.follow() || input.format().features().contains(Feature.TABLE)) {
                return;
            }
        }
        InputCursor cursor = new InputCursor(input, options, InputCursor.Manner.STOP);
        MessageTape tape = new MessageTape();
        boolean seeksStart = hole != null;
        boolean more = true;
        while (more) {
            try {
                more = cursor.next();
                if (more) {
                    seeksStart = false;
                    // This happens outside the lock: waiting for a message must not delay the flush of earlier ones.
                    cursor.read(tape);
                    recordMessage(tape);
                }
            } catch (WireException | UncheckedIOException e) {
                releaseHeld();
                if (e instanceof UncheckedIOException && input.isReplaced()) {
                    return; // a part of a message was read, and its file was truncated
                }
                FaultDescriber.Fault fault = FaultDescriber.of(input, cursor, e, true);
                report(fault.with("; " + TextFormat.plural(written, "message") + " recorded"));
                // After a hole, reading begins inside a delta dump, and continues where that can be read.
                more = seeksStart && e instanceof WireException wire && cursor.tryGoOn(wire);
            } catch (OutOfMemoryError e) {
                report(FaultDescriber.outOfMemory(input, cursor)
                        .with("; " + TextFormat.plural(written, "message") + " recorded"));
                more = false;
            }
        }
    }

    private void recordMessage(MessageTape tape) {
        sought.record(tape);
        if (!deletions.leavesOut(tape.kind()) && (filter == null || filter.selectMessage(tape))) {
            append(tape);
        }
    }

    /** Appends a message, or holds it until the fields of the key have been found. */
    private void append(MessageTape tape) {
        lock.lock();
        try {
            if (closed) {
                awaitEnd();
            }
            if (keyCheck.isDone() || keyCheck.check(tape)) {
                keyCheck.release().forEach(this::appendNow);
                appendNow(tape);
            }
        } finally {
            lock.unlock();
        }
    }

    private void releaseHeld() {
        lock.lock();
        try {
            keyCheck.release().forEach(this::appendNow);
        } finally {
            lock.unlock();
        }
    }

    private void appendNow(MessageTape tape) {
        deletions.apply(tape).play(wire);
        written++;
        dirty = true;
        if (flushesEach) {
            flush();
        }
    }

    private void flush() {
        if (dirty && !closed) {
            wire.flush();
            dirty = false;
        }
    }

    private void flushRegularly() {
        try {
            while (true) {
                Thread.sleep(Math.max(1, TimeUnit.MILLISECONDS.convert(flushTime.interval())));
                lock.lock();
                try {
                    flush();
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException | UncheckedIOException e) {
            // If the disk is full, the next message or the end fails too, and is reported.
        }
    }

    private void close() {
        lock.lock();
        try {
            if (!closed) {
                keyCheck.release().forEach(this::appendNow);
                closed = true;
                wire.close();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end of the JVM after a signal, which decides the exit code. */
    private static void awaitEnd() {
        while (true) {
            LockSupport.park();
        }
    }

    private void closeOnSignal() {
        try {
            if (!lock.tryLock(HOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
            try {
                close();
            } finally {
                lock.unlock();
            }
        } catch (InterruptedException | UncheckedIOException e) {
            console.error(file + ": cannot be closed properly: " + e.getMessage());
        }
    }

    private void report(FaultDescriber.Fault fault) {
        worst = Math.max(worst, fault.code());
        console.error(fault.line());
        fault.details().forEach(console::detail);
    }
}
