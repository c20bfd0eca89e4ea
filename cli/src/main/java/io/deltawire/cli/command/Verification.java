package io.deltawire.cli.command;

import io.deltawire.cli.input.Faults;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputScan;
import io.deltawire.cli.input.Unpacking;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Report;
import io.deltawire.cli.terminal.TextFormat;

/** {@code wire verify}: reads dumps to their end; one line each on standard output, damage on standard error. */
public final class Verification implements InputScan.Visitor {
    private final InputScan scan;
    private final Report report;
    private String format;
    private Input input;
    private long messages;
    private long sealedLater;
    private boolean isBegun;
    private int faultsBefore;

    public Verification(Arguments arguments, Console console) {
        scan = new InputScan(arguments, console);
        report = new Report(console);
    }

    /** Verifies all inputs and returns the exit code. */
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
        faultsBefore = scan.faults();
        format = input == null ? "empty" : input.format().name();
        if (input != null && input.packed() != Unpacking.NONE) {
            format += " in " + input.packed().program();
        }
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
    public void end(String name, long bytes, Faults.Fault fault) {
        if (fault == null && scan.faults() > faultsBefore) {
            report.line(name + ": damaged, " + format + ", " + TextFormat.plural(messages, "message") + " can be read"
                    + remark() + ", " + bytes + " bytes");
            report.flush();
        } else if (fault == null) {
            report.line(name + ": OK, " + format + ", " + TextFormat.plural(messages, "message") + remark() + ", " + bytes
                    + " bytes"
                    + (mayBeCut() ? "; there is no line end after its last value, which may be cut off" : ""));
            report.flush();
        } else {
            report.flush();
            // A file that cannot be opened has no messages, and those of the file before are not its own.
            scan.tell(isBegun ? fault.with("; " + TextFormat.plural(messages, "message") + " before it can be read") : fault);
        }
        isBegun = false;
    }

    private String remark() {
        return sealedLater == 0 ? "" : ", " + sealedLater + " of them with a checksum that came later than they";
    }

    /** Whether the input ends in text that could go on: with no line end, nor what closes a value. */
    private boolean mayBeCut() {
        if (input == null || input.bytes().count() == 0) {
            return false;
        }
        byte last = input.bytes().at(input.bytes().count() - 1);
        return input.format().mayContinueAfter(last);
    }
}
