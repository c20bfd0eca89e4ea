package io.deltawire.cli.input;

import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.TextFormat;
import java.util.Locale;

/**
 * Shows the progress of a long job in a line on the terminal. Nothing is shown in a pipe, and the line is removed when
 * the job ends.
 */
public final class Progress {
    private static final long FIRST_NANOS = 1_000_000_000L;
    private static final long STEP_NANOS = 250_000_000L;
    private static final int CHECK = 255;
    private static final String ERASE = "\r\u001b[K";

    private final Console console;
    private final boolean wanted;
    private final long start = System.nanoTime();
    private long next = start + FIRST_NANOS;
    private boolean shown;

    public Progress(Console console, Arguments arguments) {
        this.console = console;
        boolean isRefused =
                arguments.choice(Option.PROGRESS, Option.PROGRESS.choices()).equals("never");
        this.wanted = console.isTerminal(Console.Terminal.ERR)
                // The line would be drawn over the data.
                && !(console.isTerminal(Console.Terminal.OUT) && !arguments.has(Option.OUT))
                && !arguments.has(Option.QUIET)
                && !isRefused;
    }

    /** Redraws the line if enough time has passed. */
    public void message(Input input, long messages) {
        if ((messages & CHECK) == 0) {
            part(input, messages);
        }
    }

    /** Redraws the line after several messages if enough time has passed. */
    public void part(Input input, long messages) {
        if (wanted && System.nanoTime() >= next) {
            draw(input, messages);
        }
    }

    private void draw(Input input, long messages) {
        long now = System.nanoTime();
        next = now + STEP_NANOS;
        shown = true;
        double seconds = (now - start) / 1e9;
        double part = input.progress();
        StringBuilder line = new StringBuilder(ERASE).append(Console.harmless(input.name()));
        if (part >= 0) {
            int bars = (int) (20 * part);
            line.append(String.format(
                    Locale.ROOT, "  %3d%% [%s%s]", (int) (100 * part), "=".repeat(bars), " ".repeat(20 - bars)));
        }
        line.append(String.format(
                Locale.ROOT,
                "  %.1f MB/s  %s messages",
                input.rawCount() / 1e6 / seconds,
                TextFormat.grouped(messages)));
        if (part > 0) {
            line.append(String.format(Locale.ROOT, "  %.0f s left", seconds / part - seconds));
        }
        console.err().print(line);
        console.err().flush();
    }

    /** Removes the line. */
    public void clear() {
        if (shown) {
            console.err().print(ERASE);
            console.err().flush();
            shown = false;
        }
    }
}
