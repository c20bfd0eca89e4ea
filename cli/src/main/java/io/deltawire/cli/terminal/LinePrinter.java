package io.deltawire.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Prints lines of text to standard output, with everything escaped that a terminal would act on. */
public final class LinePrinter {
    private final DataOut out;

    public LinePrinter(Console console) {
        out = new DataOut(console.out(), "standard output");
    }

    public void line(String text) {
        try {
            out.write((Console.harmless(text) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pads a text on the left to the width of a column. */
    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** Pads a text on the right to the width of a column. */
    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
