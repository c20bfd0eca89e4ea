package io.deltawire.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Lines of text for standard output, harmless to a terminal. */
public final class Report {
    private final DataOut out;

    public Report(Console console) {
        out = new DataOut(console.out(), "standard output");
    }

    /** Prints one line. */
    public void line(String text) {
        try {
            out.write((Console.harmless(text) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands over what there is. */
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text on the right of a column. */
    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** The text on the left of a column. */
    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
