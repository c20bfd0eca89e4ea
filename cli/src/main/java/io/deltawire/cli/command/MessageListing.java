package io.deltawire.cli.command;

import io.deltawire.cli.input.FaultDescriber;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputScan;
import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.LinePrinter;

/** {@code wire index}: lists where messages begin, how long they are, and what they are. */
public final class MessageListing implements InputScan.Visitor {
    private final InputScan scan;
    private final LinePrinter report;
    private final boolean json;
    private final long every;
    private String name;
    private String pending;
    private final MessageTape pendingMessage = new MessageTape();

    public MessageListing(Arguments arguments, Console console) {
        scan = new InputScan(arguments, console);
        report = new LinePrinter(console);
        json = arguments
                .choice(Option.FORMAT, java.util.List.of("text", "json"))
                .equals("json");
        every = arguments.count(Option.EVERY, 1);
    }

    public int run() {
        int code = scan.run(this);
        report.flush();
        return code;
    }

    @Override
    public void begin(String input, Input opened) {
        name = input;
        pending = null;
        if (!json) {
            report.line(LinePrinter.right("message", 12) + LinePrinter.right("offset", 14)
                    + LinePrinter.right("bytes", 10) + "  event");
        }
    }

    @Override
    public void message(MessageTape tape, long number, long offset) {
        close(offset);
        if ((number - 1) % every == 0) {
            pendingMessage.copyOrigin(tape);
            pending = json
                    ? "{\"file\":" + json(name) + ",\"message\":" + number + ",\"offset\":" + offset + ",\"event\":"
                            + json(MessageNames.event(tape)) + ",\"bytes\":"
                    : LinePrinter.right(String.valueOf(number), 12)
                            + LinePrinter.right(offset < 0 ? "?" : String.valueOf(offset), 14)
                            + "%s  " + MessageNames.event(tape).replace("%", "%%");
        }
    }

    /** Prints the message that ends at an offset. */
    private void close(long end) {
        if (pending == null) {
            return;
        }
        pendingMessage.setEnd(end);
        long bytes = pendingMessage.length();
        if (json) {
            report.line(pending + bytes + "}");
        } else {
            report.line(String.format(pending, LinePrinter.right(bytes < 0 ? "?" : String.valueOf(bytes), 10)));
        }
        pending = null;
    }

    private static String json(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < 0x20) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public void end(String input, long bytes, FaultDescriber.Fault fault) {
        close(fault == null ? bytes : -1);
        report.flush();
        if (fault != null) {
            scan.report(fault);
        }
    }
}
