package io.deltawire.cli.input;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Reads inputs to their end, message by message, for commands that examine them. Reports faults and keeps the exit
 * code.
 */
public final class InputScan {
    private final Arguments arguments;
    private final Console console;
    private final Input.Settings settings;
    private final WireOptions options;
    private final Progress progress;
    private int worst;
    private int faults;

    public InputScan(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
        settings = Input.Settings.of(arguments);
        options = InputOptions.readerOptions(arguments);
        progress = new Progress(console, arguments);
    }

    /** Receives the messages of the inputs. */
    public interface Visitor {
        /** Begins an input, which is null if it is empty. */
        default void begin(String name, Input input) {}

        /** Whether messages are looked into. Otherwise each is read to its end, and the one received is empty. */
        default boolean looksInside() {
            return true;
        }

        /**
         * Receives a message, which is valid until the next call.
         *
         * @param number from 1
         * @param offset where it begins in the unpacked input, or -1
         */
        public void message(MessageTape tape, long number, long offset);

        /**
         * Called at the end of an input with the number of its messages that had no checksum when their dump was
         * continued.
         */
        default void sealedLater(long count) {}

        /** Is told how many frames had come before, and are not among the messages. */
        default void repeatedFrames(long count) {}

        /** Called after a fault if reading continues. */
        default void fault() {}

        /**
         * Ends the input.
         *
         * @param bytes the number of unpacked bytes that have been read
         * @param fault what ended it before its end, or null
         */
        default void end(String name, long bytes, FaultDescriber.Fault fault) {}
    }

    public int run(Visitor visitor) {
        try {
            for (String name : InputOptions.names(arguments, console)) {
                scan(name, visitor);
            }
        } finally {
            progress.clear();
        }
        return worst;
    }

    private void scan(String name, Visitor visitor) {
        FaultDescriber.Fault fault = null;
        long bytes = 0;
        try (Input input = Input.open(name, settings, console)) {
            visitor.begin(Input.shown(name), input);
            if (input != null) {
                fault = read(input, visitor);
                bytes = input.bytes().count();
            }
        } catch (Failure e) {
            fault = new FaultDescriber.Fault(e.code(), e.getMessage(), List.of());
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof DataOut.Failed) {
                throw e;
            }
            fault = FaultDescriber.ofOpening(name, e);
        }
        visitor.end(Input.shown(name), bytes, fault);
    }

    private FaultDescriber.Fault read(Input input, Visitor visitor) {
        InputCursor.Manner manner = InputOptions.manner(arguments);
        FaultDescriber.Fault hole = input.holeFault(!advises());
        if (hole != null && manner == InputCursor.Manner.STOP) {
            return hole;
        }
        if (hole != null) {
            visitor.fault();
            report(hole);
        }
        InputCursor cursor = new InputCursor(input, options, manner);
        FaultDescriber.Fault fault = read(input, cursor, visitor);
        visitor.sealedLater(cursor.sealedLater());
        visitor.repeatedFrames(cursor.repeatedFrames());
        return fault;
    }

    private FaultDescriber.Fault read(Input input, InputCursor cursor, Visitor visitor) {
        MessageTape tape = new MessageTape();
        while (true) {
            try {
                if (!readNext(input, cursor, tape, visitor)) {
                    return null;
                }
            } catch (WireException e) {
                FaultDescriber.Fault fault =
                        FaultDescriber.of(input, cursor, e, !advises()).with(cursor.uncheckedRemark());
                if (!arguments.has(Option.KEEP_GOING) || !cursor.tryGoOn(e)) {
                    return fault;
                }
                visitor.fault();
                report(fault);
            } catch (UncheckedIOException e) {
                return FaultDescriber.of(input, cursor, e, !advises()).with(cursor.uncheckedRemark());
            } catch (OutOfMemoryError e) {
                return FaultDescriber.outOfMemory(input, cursor);
            }
        }
    }

    /** Whether the option to continue exists for the command and has not been given. */
    private boolean advises() {
        return arguments.takes(Option.KEEP_GOING) && !arguments.has(Option.KEEP_GOING);
    }

    private boolean readNext(Input input, InputCursor cursor, MessageTape tape, Visitor visitor) {
        if (!cursor.next()) {
            return false;
        }
        long offset = cursor.offset();
        if (visitor.looksInside()) {
            cursor.read(tape);
        } else {
            cursor.discard();
        }
        visitor.message(tape, cursor.number(), offset);
        progress.message(input, cursor.number());
        return true;
    }

    /** The number of faults reported so far. */
    public int faultCount() {
        return faults;
    }

    /** Prints a fault and keeps its exit code. */
    public void report(FaultDescriber.Fault fault) {
        worst = Math.max(worst, fault.code());
        faults++;
        progress.clear();
        console.error(fault.line());
        fault.details().forEach(console::detail);
    }
}
