package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.internal.text.YamlTextEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the line breaks, indents and comments of a message, and knows where the current line starts. The buffer is
 * passed to each call, so that the compiler sees that it is the one the caller writes to. Not thread-safe.
 */
final class LineWriter {
    private static final int MAX_COLUMN = 100;

    private final List<String> comments = new ArrayList<>();

    /** Whether comments wait for the next line. */
    private boolean hasComments;

    /** Index in the buffer of the current line's first byte. */
    private int start;

    boolean hasComments() {
        return hasComments;
    }

    void startAt(int index) {
        start = index;
    }

    /** Begins a message on its own line, without comments. */
    void beginMessage(OutputBuffer out) {
        comments.clear();
        hasComments = false;
        start = out.position;
    }

    /** Adds a comment, to be written before the next line that starts with an entry. */
    void addComment(String text) {
        comments.addAll(text.lines().toList());
        hasComments = !comments.isEmpty();
    }

    /** Returns whether the line is so long that a list should continue on the next. */
    boolean isLong(OutputBuffer out) {
        return out.position - start > MAX_COLUMN;
    }

    /** Starts a new line, with the waiting comments before it. */
    void nextLine(OutputBuffer out, int indent) {
        if (hasComments) {
            writeCommentsAfter(out, indent);
        }
        breakLine(out, indent);
    }

    /** Ends the line and writes the waiting comments, each on its own line, without the last line break. */
    void writeCommentsAfter(OutputBuffer out, int indent) {
        if (hasComments) {
            put(out, '\n');
            writeComments(out, indent);
            out.position--;
        }
    }

    /** Ends the line and indents the next one. */
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

    /** Writes the waiting comments, one per line. The position is at the start of a line before and after. */
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
