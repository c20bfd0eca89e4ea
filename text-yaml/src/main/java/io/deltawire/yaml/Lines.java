package io.deltawire.yaml;

import io.deltawire.wire.spi.OutputBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a message as they are written: where each begins, how far it is indented, and the comments that are kept
 * for the next one. The buffer is given each time, so that the compiler sees that it is the one that the caller writes to.
 * Not thread-safe.
 */
final class Lines {
    private static final int MAX_COLUMN = 100;

    private final List<String> comments = new ArrayList<>();

    /** Whether comments are kept. */
    boolean hasComments;

    /** Index in the buffer of the first byte of the present line. */
    int start;

    /** Begins a message: on a line of its own, and without comments. */
    void begin(OutputBuffer out) {
        comments.clear();
        hasComments = false;
        start = out.position;
    }

    /** Keeps a comment for the next line that begins with an entry. */
    void comment(String text) {
        comments.addAll(text.lines().toList());
        hasComments = !comments.isEmpty();
    }

    /** Whether the present line is so long that a list should go on on the next. */
    boolean isLong(OutputBuffer out) {
        return out.position - start > MAX_COLUMN;
    }

    /** Goes to a new line, with the comments kept before it. */
    void next(OutputBuffer out, int indent) {
        if (hasComments) {
            end(out, indent);
        }
        breakLine(out, indent);
    }

    /** Ends a line with the comments kept, each on a line of its own, and without the last line break. */
    void end(OutputBuffer out, int indent) {
        if (hasComments) {
            put(out, '\n');
            writeComments(out, indent);
            out.position--;
        }
    }

    /** Ends a line, and indents the next one. */
    void breakLine(OutputBuffer out, int indent) {
        out.ensure(indent + 1);
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '\n';
        start = at;
        for (int i = 0; i < indent; i++) {
            array[at++] = ' ';
        }
        out.position = at;
    }

    /** Writes the comments kept, a line each; the position is at the start of a line, before and after. */
    void writeComments(OutputBuffer out, int indent) {
        if (hasComments) {
            for (String comment : comments) {
                append(out, " ".repeat(indent));
                append(out, "# ");
                TextOut.writeComment(out, comment);
                put(out, '\n');
            }
            comments.clear();
            hasComments = false;
        }
        start = out.position;
    }

    static void put(OutputBuffer out, char ascii) {
        out.ensure(1);
        out.array[out.position++] = (byte) ascii;
    }

    static void append(OutputBuffer out, String ascii) {
        out.ensure(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            out.array[out.position++] = (byte) ascii.charAt(i);
        }
    }
}
