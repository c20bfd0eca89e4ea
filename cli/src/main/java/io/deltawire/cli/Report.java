package io.deltawire.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Lines of text for standard output, harmless to a terminal. */
final class Report {
    private final DataOut out;

    Report(Console console) {
        out = new DataOut(console.out(), "standard output");
    }

    /** Prints one line. */
    void line(String text) {
        try {
            out.write((Console.harmless(text) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands over what there is. */
    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text on the right of a column. */
    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** The text on the left of a column. */
    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
