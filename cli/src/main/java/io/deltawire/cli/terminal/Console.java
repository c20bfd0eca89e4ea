package io.deltawire.cli.terminal;

import io.deltawire.wire.spi.text.Printable;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Set;

/**
 * The environment of a command: its three streams, which of them are terminals, and the name it was called by.
 *
 * @param in standard input, unbuffered
 * @param out standard output, unbuffered, for data only
 * @param err standard error, for everything else
 * @param program the name in front of messages
 * @param terminals the streams that are terminals
 * @param colour whether text on a terminal is coloured
 */
public record Console(
        InputStream in, OutputStream out, PrintStream err, String program, Set<Terminal> terminals, boolean colour) {
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    public enum Terminal {
        IN('i', 0),
        OUT('o', 1),
        ERR('e', 2);

        private final char letter;
        private final int descriptor;

        Terminal(char letter, int descriptor) {
            this.letter = letter;
            this.descriptor = descriptor;
        }

        public int descriptor() {
            return descriptor;
        }

        /** The letter by which the launcher names the stream. */
        public char letter() {
            return letter;
        }
    }

    public boolean isTerminal(Terminal stream) {
        return terminals.contains(stream);
    }

    /** Prints the program's name and a line of text, with everything escaped that a terminal would act on. */
    public void error(String text) {
        boolean red = colour && isTerminal(Terminal.ERR);
        err.println((red ? RED : "") + program + ":" + (red ? PLAIN : "") + " " + harmless(text));
    }

    /** Prints a line that belongs to the one before. */
    public void detail(String text) {
        err.println(harmless(text));
    }

    /** Returns the text with control characters and similar ones escaped, at full length. */
    public static String harmless(CharSequence text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); ) {
            int point = Character.codePointAt(text, i);
            if (Printable.isHazard(point)) {
                safe.append(point > 0xFFFF ? String.format("\\U%08X", point) : String.format("\\u%04X", point));
            } else {
                safe.appendCodePoint(point);
            }
            i += Character.charCount(point);
        }
        return safe.toString();
    }
}
