package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Utf8;

/**
 * Writes text of several lines as a block scalar: {@code |}, followed by the lines unchanged (YAML 1.2, section
 * 8.1.2).
 */
public final class BlockScalar {
    private BlockScalar() {}

    /**
     * Returns whether a block scalar can hold the text without an indentation indicator, so that all readers agree on
     * it. The text needs at least two lines. No line may start or end with white space, no character may need an
     * escape, and at most one line break may end the text.
     */
    public static boolean fits(CharSequence text) {
        int length = text.length();
        boolean found = false;
        char last = '\n';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                if (i == 0 || last == ' ' || last == '\n' && i == length - 1) {
                    return false;
                }
                found = true;
            } else if (c == ' ' ? last == '\n' : !isPlain(c)) {
                return false;
            }
            last = c;
        }
        return found && last != ' ';
    }

    /** Printable ASCII, and letters of every script in the basic plane. */
    private static boolean isPlain(char c) {
        return c > ' ' && c < 0x7F || c >= 0x80 && Character.isLetter(c) && !YamlTextEncoder.mustEscape(c);
    }

    /** Writes text that {@link #fits}, without the last line break. */
    public static void write(OutputBuffer out, CharSequence text, int indent) {
        int length = text.length();
        boolean isEnded = text.charAt(length - 1) == '\n';
        int end = isEnded ? length - 1 : length;
        out.ensure(2);
        out.array[out.position++] = '|';
        if (!isEnded) {
            out.array[out.position++] = '-';
        }
        for (int from = 0; from <= end; ) {
            int to = from;
            while (to < end && text.charAt(to) != '\n') {
                to++;
            }
            out.ensure(1 + indent + Utf8.maxBytes(to - from));
            out.array[out.position++] = '\n';
            // An empty line has no indent, which would be trailing white space.
            for (int i = 0; i < indent && to > from; i++) {
                out.array[out.position++] = ' ';
            }
            out.position = Utf8.encode(text.subSequence(from, to), out.array, out.position);
            from = to + 1;
        }
    }
}
