package io.deltawire.yaml;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Utf8;

/**
 * Cuts the input into documents. A line that begins with {@code ---} or {@code ...} can be nothing else than a mark
 * between documents, in any scalar (YAML 1.2, production 206, c-forbidden), so that no parser is needed to find it. Keeps
 * one document in memory, whatever the length of the input, and gives each to the parser alone: that is also how a
 * document without a mark is read after {@code ...}, which SnakeYAML rejects. Not thread-safe.
 */
final class Documents {
    private static final int MARK_LENGTH = 3;

    private final InputBuffer in;
    private final WireLimits limits;

    /** Line of the input buffer's position, from 1. */
    private int line = 1;

    /** The rest of a document that was too long, and that is still to be passed over. */
    private boolean overflowed;

    /** The bytes of the present document: {@code array[start..end)}. */
    byte[] array;

    int start;
    int end;

    /** Line of the document's first byte, from 1. */
    int firstLine;

    /** Offset of the document's first byte in the input. */
    long offset = -1;

    /** True where the input ends with this document. */
    boolean isLast;

    Documents(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Moves to the next document; false where there is none. */
    boolean next() {
        if (overflowed) {
            skipOverflow();
        }
        return skipBlankLines() && take(findEnd());
    }

    /** Passes over blank lines, comments, byte order marks and end marks in front of a document. */
    private boolean skipBlankLines() {
        while (in.fill(1)) {
            if (in.fill(MARK_LENGTH) && at(0) == 0xEF && at(1) == 0xBB && at(2) == 0xBF) {
                in.position += MARK_LENGTH;
            }
            boolean mark = isMark(0, '.');
            int significant = significant(mark ? MARK_LENGTH : 0);
            if (significant >= 0) {
                if (mark) {
                    throw failure("expected nothing after the mark ...", significant);
                }
                return true;
            }
            consume(-1 - significant);
        }
        in.mark();
        return false;
    }

    /**
     * Returns the index, from the buffer's position, of the first character in the line from {@code from} on that is not
     * space or comment; or -1 minus the index of the next line, where there is none.
     */
    private int significant(int from) {
        int i = from;
        while (in.fill(i + 1)) {
            int b = at(i);
            boolean comment = b == '#' && (i == from || at(i - 1) == ' ' || at(i - 1) == '\t');
            if (comment || b == '\n' || b == '\r') {
                return -1 - nextLine(i);
            }
            if (b != ' ' && b != '\t') {
                return i;
            }
            checkLength(++i);
        }
        return -1 - i;
    }

    /** Returns the index after the document that begins at the buffer's position; index and position in one buffer. */
    private int findEnd() {
        boolean marked = false;
        boolean content = false;
        int directive = -1;
        int i = 0;
        isLast = false;
        while (in.fill(i + 1)) {
            if (isMark(i, '-')) {
                if (marked || content) {
                    checkDirective(directive);
                    return i;
                }
                marked = true;
            } else if (isMark(i, '.')) {
                return nextLine(i);
            } else if (at(i) == '%') {
                directive = marked || content ? i : -1;
            } else if (!marked || directive >= 0) {
                boolean significant = significant(i) >= 0;
                content |= significant;
                directive = significant ? -1 : directive;
            }
            i = nextLine(i);
        }
        isLast = true;
        return i;
    }

    /**
     * Refuses directives in front of a mark {@code ---} where the document before them was not ended by {@code ...}
     * (YAML 1.2, section 9.2): SnakeYAML would drop them without a word.
     *
     * @param index of the last significant line of the document, where it begins with %; or -1
     */
    private void checkDirective(int index) {
        if (index >= 0 && (startsWith(index, "%YAML ") || startsWith(index, "%TAG "))) {
            WireLocation where = WireLocation.ofLine(line + linesBefore(index), 1, "");
            consume(nextLine(index));
            throw new MalformedWireException(
                    YamlFormat.NAME, "expected the mark ... between a document and a directive", where);
        }
    }

    private int linesBefore(int index) {
        int lines = 0;
        for (int i = 0; i < index; i++) {
            lines += at(i) == '\n' || at(i) == '\r' && at(i + 1) != '\n' ? 1 : 0;
        }
        return lines;
    }

    private boolean startsWith(int index, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!in.fill(index + i + 1) || at(index + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index of the first byte of the next line, or of the end of the input. */
    private int nextLine(int from) {
        int i = from;
        while (true) {
            byte[] bytes = in.array;
            int base = in.position;
            int limit = in.limit - base;
            while (i < limit) {
                byte b = bytes[base + i++];
                if (b == '\n') {
                    return i;
                }
                if (b == '\r') {
                    return in.fill(i + 1) && at(i) == '\n' ? i + 1 : i;
                }
            }
            checkLength(i);
            if (!in.fill(i + 1)) {
                return i;
            }
        }
    }

    private boolean take(int length) {
        checkLength(length);
        array = in.array;
        start = in.position;
        end = start + length;
        firstLine = line;
        offset = in.offset();
        consume(length);
        int invalid = Utf8.validate(array, start, end);
        if (invalid != Utf8.VALID) {
            throw new MalformedWireException(
                    YamlFormat.NAME,
                    String.format("expected UTF-8 but found byte 0x%02X", array[invalid] & 0xFF),
                    locationOf(invalid, ""));
        }
        return true;
    }

    /** The place of an index of {@link #array}. */
    WireLocation locationOf(int index, String path) {
        int lines = firstLine;
        int column = 1;
        for (int i = start; i < index; i++) {
            if (array[i] == '\n' || array[i] == '\r' && (i + 1 >= end || array[i + 1] != '\n')) {
                lines++;
                column = 1;
            } else if ((array[i] & 0xC0) != 0x80) {
                column++;
            }
        }
        return WireLocation.ofLine(lines, column, path);
    }

    /** Moves the buffer's position past whole lines. */
    private void consume(int length) {
        byte[] bytes = in.array;
        int to = in.position + length;
        for (int i = in.position; i < to; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r' && (i + 1 >= in.limit || bytes[i + 1] != '\n')) {
                line++;
            }
        }
        in.position = to;
        in.mark();
    }

    /** Passes over the rest of a document that was too long, up to the next mark, without keeping it. */
    private void skipOverflow() {
        while (in.fill(1)) {
            int i = 0;
            while (in.fill(i + 1) && at(i) != '\n' && at(i) != '\r' && i < limits.maxMessageBytes()) {
                i++;
            }
            if (in.fill(i + 1) && (at(i) == '\n' || at(i) == '\r')) {
                consume(nextLine(i));
                if (isMark(0, '-') || isMark(0, '.')) {
                    break;
                }
            } else {
                consume(i);
            }
        }
        overflowed = false;
    }

    private void checkLength(int length) {
        if (length > limits.maxMessageBytes()) {
            overflowed = true;
            WireLocation where = WireLocation.ofLine(line, 1, "");
            consume(length);
            throw new MalformedWireException(
                    YamlFormat.NAME,
                    "expected a document of at most " + limits.maxMessageBytes() + " bytes but it goes on",
                    where);
        }
    }

    /** True for three of the character at the start of a line, with a space or line end after it. */
    private boolean isMark(int i, char c) {
        if (!in.fill(i + 1) || at(i) != c || !in.fill(i + MARK_LENGTH) || at(i + 1) != c || at(i + 2) != c) {
            return false;
        }
        if (!in.fill(i + MARK_LENGTH + 1)) {
            return true;
        }
        int after = at(i + MARK_LENGTH);
        return after == ' ' || after == '\t' || after == '\n' || after == '\r';
    }

    private int at(int i) {
        return in.array[in.position + i] & 0xFF;
    }

    private MalformedWireException failure(String problem, int index) {
        WireLocation where = WireLocation.ofLine(line, index + 1, "");
        consume(nextLine(index));
        return new MalformedWireException(YamlFormat.NAME, problem, where);
    }
}
