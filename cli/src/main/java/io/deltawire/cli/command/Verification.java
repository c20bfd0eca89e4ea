package io.deltawire.cli.command;

import io.deltawire.cli.input.FaultDescriber;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputScan;
import io.deltawire.cli.input.Unpacking;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.LinePrinter;
import io.deltawire.cli.terminal.TextFormat;

/**
 * {@code wire verify}: reads dumps to their end. Prints a line for each on standard output, and damage on standard
 * error.
 */
public final class Verification implements InputScan.Visitor {
    private final InputScan scan;
    /** Whether the inputs are still written, so that an end inside a message is no fault. */
    private final boolean isLive;

    private final LinePrinter report;
    private String format;
    private Input input;
    private long messages;
    private long sealedLater;
    private long repeatedFrames;
    private boolean isBegun;
    private int faultsBefore;

    public Verification(Arguments arguments, Console console) {
        scan = new InputScan(arguments, console);
        isLive = arguments.has(Option.LIVE);
        report = new LinePrinter(console);
    }

    public int run() {
        int code = scan.run(this);
        report.flush();
        return code;
    }

    @Override
    public void begin(String name, Input input) {
        this.input = input;
        isBegun = true;
        messages = 0;
        sealedLater = 0;
        repeatedFrames = 0;
        faultsBefore = scan.faultCount();
        format = input == null ? "empty" : input.format().name();
        if (input != null && input.packed() != Unpacking.NONE) {
            format += " in " + input.packed().program();
        }
    }

    @Override
    public boolean looksInside() {
        return false;
    }

    @Override
    public void message(MessageTape tape, long number, long offset) {
        messages++;
    }

    @Override
    public void sealedLater(long count) {
        sealedLater = count;
    }

    @Override
    public void repeatedFrames(long count) {
        repeatedFrames = count;
    }

    @Override
    public void end(String name, long bytes, FaultDescriber.Fault fault) {
        if (fault == null && scan.faultCount() > faultsBefore) {
            report.line(name + ": damaged, " + format + ", " + TextFormat.plural(messages, "message") + " can be read"
                    + remark() + ", " + bytes + " bytes");
            report.flush();
        } else if (fault == null) {
            report.line(
                    name + ": OK, " + format + ", " + TextFormat.plural(messages, "message") + remark() + ", " + bytes
                            + " bytes"
                            + (mayBeCut() ? "; there is no line end after its last value, which may be cut off" : ""));
            report.flush();
        } else if (isLive && isBegun && fault.code() == Exit.TRUNCATED && scan.faultCount() == faultsBefore) {
            report.line(name + ": OK so far, " + format + ", " + TextFormat.plural(messages, "message") + ", " + bytes
                    + " bytes; the last message, or its checksum, is not written to its end");
            report.flush();
        } else {
            report.flush();
            // An input that cannot be opened has no messages of its own.
            scan.report(
                    isBegun
                            ? fault.with("; " + TextFormat.plural(messages, "message") + " before it can be read")
                            : fault);
        }
        isBegun = false;
    }

    private String remark() {
        String later =
                sealedLater == 0 ? "" : ", " + sealedLater + " of them with a checksum that came later than they";
        return repeatedFrames == 0
                ? later
                : later + ", " + TextFormat.plural(repeatedFrames, "frame") + " that came again passed over";
    }

    /**
     * Whether the input may have been cut off after its last value: it ends without a line end or anything that closes
     * the value.
     */
    private boolean mayBeCut() {
        if (input == null || input.bytes().count() == 0) {
            return false;
        }
        byte last = input.bytes().at(input.bytes().count() - 1);
        return input.format().mayContinueAfter(last);
    }
}
