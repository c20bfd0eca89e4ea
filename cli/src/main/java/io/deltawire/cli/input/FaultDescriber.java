package io.deltawire.cli.input;

import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.options.LimitOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.OptionNames;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Turns exceptions into a line for people and an exit code for scripts. */
public final class FaultDescriber {
    private FaultDescriber() {}

    /**
     * A fault that can be printed.
     *
     * @param code the exit code
     * @param line what happened, where, and what was expected
     * @param details the bytes around the fault, and how to go on
     */
    public record Fault(int code, String line, List<String> details) {
        /** Returns the fault with more text at the end of its line. */
        public Fault with(String more) {
            return new Fault(code, line + more, details);
        }
    }

    /**
     * Describes the fault of an input.
     *
     * @param cursor at the message that could not be read, or after it
     * @param message the number of that message
     * @param goesOn whether reading continues after it, or no option can make it continue
     */
    public static Fault of(Input input, InputCursor cursor, long message, RuntimeException e, boolean goesOn) {
        if (e instanceof WireException wire) {
            String what = InputCursor.isInInput(wire)
                    ? OptionNames.ofCommand(e.getMessage()) + counted(input, wire) + ", message " + message
                    : notWritten(message, wire);
            List<String> details = new ArrayList<>(around(input, wire));
            // This comes after the bytes around the fault, which reading on may push out of the memory.
            details.addAll(recovery(cursor, wire, goesOn));
            if (input.format() instanceof JsonFormat // whose option that is
                    && wire.getMessage().startsWith("csv: expected a record but was a list")) {
                details.add("  to write the items of an array as messages: " + Option.UNWRAP);
            }
            details.addAll(advice(input, cursor, wire, message));
            return new Fault(code(wire), input.name() + ": " + what, details);
        }
        if (e instanceof UncheckedIOException io) {
            IOException cause = io.getCause();
            if (cause instanceof DataOut.Failed) {
                throw e;
            }
            int code = cause instanceof EOFException
                    ? Exit.TRUNCATED
                    : cause instanceof Unpacking.Damaged ? Exit.CORRUPT : Exit.IO;
            return new Fault(
                    code, input.name() + ": " + cause.getMessage() + ", after message " + (message - 1), List.of());
        }
        throw e;
    }

    /** The options by which the input could be read. */
    private static List<String> advice(Input input, InputCursor cursor, WireException e, long message) {
        List<String> lines = new ArrayList<>();
        String limit = LimitOption.advice(e.getMessage(), cursor.limits());
        if (limit != null) {
            lines.add(limit);
        }
        boolean isText = !input.format().isBinary();
        if (isText && e.getMessage().contains("expected UTF-8")) {
            lines.add("  to read text in another encoding: " + Option.ENCODING + " windows-1252, for example");
        }
        if (message == 1 && e.getMessage().contains("cells as in the header but found")) {
            lines.add("  if lines before the header are titles or comments: " + Option.SKIP + " N or " + Option.COMMENT
                    + " '#'");
        }
        if (input.isGuessed()) {
            lines.add("  it was read as " + input.format().name() + " by guess; " + Option.INPUT + " names the format");
        }
        return lines;
    }

    /** Describes the fault of the message at a cursor. */
    public static Fault of(Input input, InputCursor cursor, RuntimeException e, boolean goesOn) {
        return of(input, cursor, cursor.number(), e, goesOn);
    }

    /** Describes the fault of an input whose first bytes could not be read. */
    public static Fault ofOpening(String name, UncheckedIOException e) {
        IOException cause = e.getCause();
        int code = cause instanceof EOFException
                ? Exit.TRUNCATED
                : cause instanceof Unpacking.Damaged ? Exit.CORRUPT : Exit.IO;
        return new Fault(code, Input.shown(name) + ": " + cause.getMessage(), List.of());
    }

    /** Describes the fault of a retained message that the output cannot hold. */
    public static Fault ofOutput(long message, WireException e) {
        return new Fault(code(e), notWritten(message, e), List.of());
    }

    /** Describes that the message at a cursor does not fit into memory. */
    public static Fault outOfMemory(Input input, InputCursor cursor) {
        return new Fault(
                Exit.INTERNAL,
                input.name() + ": message " + cursor.number() + ": " + MessageMemory.exhausted(),
                List.of());
    }

    private static String notWritten(long message, WireException e) {
        String verb = e.format().equals(MessageMemory.FORMAT) ? " cannot be examined: " : " cannot be written: ";
        return "message " + message + verb + OptionNames.ofCommand(e.getMessage());
    }

    private static List<String> recovery(InputCursor cursor, WireException e, boolean goesOn) {
        Recovery recovery = cursor.recovery(e);
        if (recovery != null) {
            return recovery.lines(goesOn);
        }
        boolean advises = !goesOn
                && InputCursor.isInInput(e)
                && !(e instanceof TruncatedWireException)
                && cursor.findsMoreAfter(e);
        return advises ? List.of(Recovery.advice("")) : List.of();
    }

    private static int code(WireException e) {
        if (e instanceof TruncatedWireException) {
            return Exit.TRUNCATED;
        }
        return e instanceof MissingBaseException ? Exit.NO_BASE : Exit.CORRUPT;
    }

    /** Line numbers count from where reading began. */
    private static String counted(Input input, WireException e) {
        boolean inMiddle = input.start().offset() > 0
                && e.location() != null
                && e.location().line() > 0;
        return inMiddle ? " (line 1 is at byte " + input.start().offset() + ")" : "";
    }

    private static List<String> around(Input input, WireException e) {
        boolean binary = !(e instanceof TruncatedWireException)
                && e.location() != null
                && e.location().offset() >= 0
                && e.location().line() == 0;
        return binary ? HexDump.around(input.bytes(), e.location().offset()) : List.of();
    }
}
