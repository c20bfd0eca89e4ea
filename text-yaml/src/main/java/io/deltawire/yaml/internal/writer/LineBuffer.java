package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.internal.text.YamlTextEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a message as they are written: where each begins, how far it is indented, and the comments that are kept
 * for the next one. The buffer is given each time, so that the compiler sees that it is the one that the caller writes to.
 * Not thread-safe.
 */
public final class LineBuffer {
    private static final int MAX_COLUMN = 100;

    private final List<String> comments = new ArrayList<>();

    /** Whether comments are kept. */
    private boolean hasComments;

    /** Index in the buffer of the first byte of the present line. */
    private int start;

    boolean hasComments() {
        return hasComments;
    }

    void startAt(int index) {
        start = index;
    }

    /** Begins a message: on a line of its own, and without comments. */
    void beginMessage(OutputBuffer out) {
        comments.clear();
        hasComments = false;
        start = out.position;
    }

    /** Keeps a comment for the next line that begins with an entry. */
    void addComment(String text) {
        comments.addAll(text.lines().toList());
        hasComments = !comments.isEmpty();
    }

    /** Whether the present line is so long that a list should go on on the next. */
    boolean isLong(OutputBuffer out) {
        return out.position - start > MAX_COLUMN;
    }

    /** Goes to a new line, with the comments kept before it. */
    void nextLine(OutputBuffer out, int indent) {
        if (hasComments) {
            writeCommentsAfter(out, indent);
        }
        breakLine(out, indent);
    }

    /** Ends a line with the comments kept, each on a line of its own, and without the last line break. */
    void writeCommentsAfter(OutputBuffer out, int indent) {
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
                YamlTextEncoder.writeComment(out, comment);
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
