package io.deltawire.yaml.internal.document;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Utf8;
import io.deltawire.yaml.internal.text.ByteWords;
import io.deltawire.yaml.internal.text.YamlSyntax;

/**
 * Cuts the input into documents. A line that begins with {@code ---} or {@code ...} can be nothing else than a mark
 * between documents, in any scalar (YAML 1.2, production 206, c-forbidden), so that no parser is needed to find it. Keeps
 * one document in memory, whatever the length of the input, and gives each to the parser alone: that is also how a
 * document without a mark is read after {@code ...}, which SnakeYAML rejects. Not thread-safe.
 */
public final class YamlDocumentFramer {
    private static final int MARK_LENGTH = 3;
    private static final int MAX_FAILED_OPENS = 4;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;

    private final InputBuffer in;
    private final WireLimits limits;

    /** Line of the input buffer's position, from 1. */
    private int line = 1;

    /** The rest of a document that was too long, and that is still to be passed over. */
    private boolean overflowed;

    /** Line breaks that were gone over since the buffer's position last moved. */
    private int pendingLines;

    /** The bits of the bytes that were gone over, or'ed: where the top ones are clear, all is ASCII. */
    private long byteBits;

    /** Length of the document before, or 0 where the next one is not to be opened before its end is found. */
    private int lastLength;

    /** How many documents were opened that the scanner could not find the end of: then it is not tried any more. */
    private int failedOpens;

    private boolean isOpen;
    private byte[] cachedArray;
    private long cachedLimitOffset;
    private int cachedLimit;
    private int cachedLineEnd;

    /** The bytes of the present document: {@code array[start..end)}. */
    private byte[] array;

    private int start;
    private int end;

    /** Line of the document's first byte, from 1. */
    private int firstLine;

    /** Offset of the document's first byte in the input. */
    private long offset = -1;

    /** True where the input ends with this document. */
    private boolean isLast;

    public YamlDocumentFramer(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    public byte[] array() {
        return array;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    public int firstLine() {
        return firstLine;
    }

    public long offset() {
        return offset;
    }

    public boolean isLast() {
        return isLast;
    }

    /** Whether someone has moved the read position of the {@code Bytes} that is read, since the present document was begun. */
    public boolean isMoved() {
        return in.isMoved();
    }

    /** Goes to where a {@code Bytes} is to be read now, if {@link #isMoved}; lines are counted from there. */
    public boolean followMovedInput() {
        if (!in.follow()) {
            return false;
        }
        isOpen = false;
        overflowed = false;
        line = 1;
        pendingLines = 0;
        cachedArray = null;
        return true;
    }

    /** Moves to the next document; false where there is none. */
    public boolean next() {
        if (overflowed) {
            skipOverflow();
        }
        return (startsWithMarkLine() || skipToContent()) && frame(findEnd());
    }

    /**
     * Begins a document that is likely to end before the end of the window, without looking for its end: {@link #closeAt} or
     * {@link #closeByScan} has to follow.
     *
     * @return false where nothing is begun, and {@link #next} is to be called
     */
    public boolean tryOpen() {
        // Twice the last one's length and a mark; otherwise its end is looked for.
        if (overflowed
                || lastLength == 0
                || (in.limit - in.position) / 2 < lastLength + MARK_LENGTH
                || !startsWithMark()) {
            return false;
        }
        int last = lastLineEnd();
        if ((last - in.position) / 2 < lastLength) {
            return false;
        }
        array = in.array;
        start = in.position;
        end = (int) Math.min(last, (long) start + limits.maxMessageBytes());
        if (end < last) {
            return false;
        }
        firstLine = line;
        offset = in.offset();
        isLast = false;
        isOpen = true;
        in.begin();
        return true;
    }

    /** Whether the present document's end has still to be found. */
    public boolean isOpen() {
        return isOpen;
    }

    /** Takes note of where the document begun by {@link #tryOpen} ends. */
    public void closeAt(int documentEnd, int lines) {
        isOpen = false;
        end = documentEnd;
        lastLength = end - start;
        pendingLines = lines;
        consume(lastLength);
    }

    /** Finds the end of the document begun by {@link #tryOpen}, as {@link #next} does. */
    public void closeByScan() {
        isOpen = false;
        frame(findEnd());
    }

    /** As {@link #closeByScan}, for a document that the scanner did not get through. */
    public void closeAfterFailure() {
        failedOpens++;
        closeByScan();
    }

    private boolean startsWithMark() {
        int at = in.position;
        byte[] bytes = in.array;
        return failedOpens < MAX_FAILED_OPENS
                && bytes[at] == '-'
                && bytes[at + 1] == '-'
                && bytes[at + 2] == '-'
                && (bytes[at + 3] == '\n' || bytes[at + 3] == ' ');
    }

    /** Index after the last line break of the window. */
    private int lastLineEnd() {
        if (cachedArray == in.array && cachedLimitOffset == in.offset(in.limit) && cachedLimit == in.limit) {
            return cachedLineEnd;
        }
        int i = in.limit;
        while (i > in.position && in.array[i - 1] != '\n') {
            i--;
        }
        cachedArray = in.array;
        cachedLimitOffset = in.offset(in.limit);
        cachedLimit = in.limit;
        cachedLineEnd = i;
        return i;
    }

    /** Passes over blank lines, comments, byte order marks and end marks in front of a document. */
    private boolean skipToContent() {
        while (in.fill(1)) {
            if (byteAt(0) == '-' || byteAt(0) == '!' || byteAt(0) >= 'a' && byteAt(0) <= 'z') {
                return true;
            }
            if (in.fill(MARK_LENGTH) && byteAt(0) == 0xEF && byteAt(1) == 0xBB && byteAt(2) == 0xBF) {
                in.position += MARK_LENGTH;
            }
            boolean mark = isMark(0, '.');
            int significant = indexOfContent(mark ? MARK_LENGTH : 0);
            if (significant >= 0) {
                if (mark) {
                    throw failure("expected nothing after the mark ...", significant);
                }
                return true;
            }
            consume(indexOfNextLine(0));
        }
        in.mark();
        return false;
    }

    /**
     * Returns the index, from the buffer's position, of the first character in the line from {@code from} on that is not
     * space or comment; or -1, where there is none.
     */
    private int indexOfContent(int from) {
        int i = from;
        while (in.fill(i + 1)) {
            int b = byteAt(i);
            boolean comment = b == '#' && (i == from || byteAt(i - 1) == ' ' || byteAt(i - 1) == '\t');
            if (comment || b == '\n' || b == '\r') {
                return -1;
            }
            if (b != ' ' && b != '\t') {
                return i;
            }
            checkLength(++i);
        }
        return -1;
    }

    /** Returns the index after the document that begins at the buffer's position; index and position in one buffer. */
    private int findEnd() {
        boolean marked = startsWithMarkLine();
        boolean content = false;
        int directive = -1;
        int i = marked ? MARK_LENGTH + 1 : 0;
        pendingLines += marked ? 1 : 0;
        byteBits = 0;
        isLast = false;
        while (in.fill(i + 1)) {
            if ((marked || content) && directive < 0 && !mayStartMark(byteAt(i))) {
                checkLength(i);
                int after = skipPlainLines(i);
                i = after > i ? after : indexOfNextLine(i);
                continue;
            }
            if (isMark(i, '-')) {
                if (marked || content) {
                    checkDirective(directive);
                    return i;
                }
                marked = true;
            } else if (isMark(i, '.')) {
                return indexOfNextLine(i);
            } else if (byteAt(i) == '%') {
                directive = marked || content ? i : -1;
            } else if (!marked || directive >= 0) {
                boolean significant = indexOfContent(i) >= 0;
                content |= significant;
                directive = significant ? -1 : directive;
            }
            checkLength(i);
            i = indexOfNextLine(i);
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
            pendingLines = linesBefore(index);
            WireLocation where = WireLocation.ofLine(line + pendingLines, 1, "");
            consume(indexOfNextLine(index));
            throw new MalformedWireException(
                    YamlSyntax.FORMAT_NAME, "expected the mark ... between a document and a directive", where);
        }
    }

    private int linesBefore(int index) {
        int lines = 0;
        for (int i = 0; i < index; i++) {
            lines += byteAt(i) == '\n' || byteAt(i) == '\r' && byteAt(i + 1) != '\n' ? 1 : 0;
        }
        return lines;
    }

    private boolean startsWith(int index, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!in.fill(index + i + 1) || byteAt(index + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index of the first byte of the next line, or of the end of the input. */
    private int indexOfNextLine(int from) {
        int i = from;
        while (true) {
            i = indexOfLineBreak(i);
            if (i >= 0) {
                pendingLines++;
                return byteAt(i) == '\r' && in.fill(i + 2) && byteAt(i + 1) == '\n' ? i + 2 : i + 1;
            }
            i = -1 - i;
            checkLength(i);
            if (!in.fill(i + 1)) {
                return i;
            }
        }
    }

    /** Whether the line that comes is the mark {@code ---} and nothing else. */
    private boolean startsWithMarkLine() {
        int at = in.position;
        byte[] bytes = in.array;
        return in.limit - at > MARK_LENGTH
                && bytes[at] == '-'
                && bytes[at + 1] == '-'
                && bytes[at + 2] == '-'
                && bytes[at + 3] == '\n';
    }

    /** Whether a line that begins so may be a mark or a directive. */
    private static boolean mayStartMark(int b) {
        return b == '-' || b == '.' || b == '%';
    }

    /**
     * Passes over the lines in the window that end with a line feed, up to one that {@link #mayStartMark}; returns the index
     * of the first line that it has not passed.
     */
    private int skipPlainLines(int from) {
        byte[] bytes = in.array;
        int limit = in.limit - 8;
        int i = in.position + from;
        int next = i;
        int lines = 0;
        long seen = byteBits;
        search:
        while (i < limit) {
            long eight = (long) ByteWords.LONG.get(bytes, i);
            seen |= eight;
            for (long found = lowBytes(eight); found != 0; found &= found - 1) {
                int at = i + (Long.numberOfTrailingZeros(found) >> 3);
                if (bytes[at] == '\n') {
                    lines++;
                    next = at + 1;
                    if (mayStartMark(bytes[next])) {
                        break search;
                    }
                } else if (bytes[at] == '\r') {
                    break search;
                }
            }
            i += 8;
        }
        pendingLines += lines;
        byteBits = seen;
        return next - in.position;
    }

    /** Index of the first line break in the window from {@code from} on, or -1 minus the index of the window's end. */
    private int indexOfLineBreak(int from) {
        byte[] bytes = in.array;
        int limit = in.limit;
        int i = in.position + from;
        long seen = byteBits;
        while (i <= limit - 8) {
            long eight = (long) ByteWords.LONG.get(bytes, i);
            seen |= eight;
            long found = lowBytes(eight);
            if (found == 0) {
                i += 8;
                continue;
            }
            i += Long.numberOfTrailingZeros(found) >> 3;
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                byteBits = seen;
                return i - in.position;
            }
            i++; // a tab, or a control character that the parser refuses
        }
        for (; i < limit; i++) {
            seen |= bytes[i];
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                byteBits = seen;
                return i - in.position;
            }
        }
        byteBits = seen;
        return -1 - (limit - in.position);
    }

    /** The top bits of the bytes below 14, exact for the lowest of them (A. Mycroft, 1987). */
    private static long lowBytes(long eight) {
        return eight - ONES * ('\r' + 1) & ~eight & TOP_BITS;
    }

    private boolean frame(int length) {
        if (length > limits.maxMessageBytes()) {
            throw tooLong(length);
        }
        array = in.array;
        start = in.position;
        end = start + length;
        firstLine = line;
        offset = in.offset();
        lastLength = length;
        consume(length);
        int invalid = (byteBits & TOP_BITS) == 0 ? Utf8.VALID : Utf8.validate(array, start, end);
        if (invalid != Utf8.VALID) {
            throw new MalformedWireException(
                    YamlSyntax.FORMAT_NAME,
                    String.format("expected UTF-8 but found byte 0x%02X", array[invalid] & 0xFF),
                    locationOf(invalid, ""));
        }
        return true;
    }

    /** The place of an index of {@link #array}. */
    public WireLocation locationOf(int index, String path) {
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

    /** Moves the buffer's position past whole lines, all of which {@link #indexOfNextLine} has gone over. */
    private void consume(int length) {
        line += pendingLines;
        pendingLines = 0;
        in.position += length;
        in.mark();
    }

    /** Passes over the rest of a document that was too long, up to the next mark, without keeping it. */
    private void skipOverflow() {
        while (in.fill(1)) {
            int at = indexOfLineBreak(0);
            consume(at < 0 ? -1 - at : indexOfNextLine(at));
            if (at >= 0 && (isMark(0, '-') || isMark(0, '.'))) {
                break;
            }
        }
        overflowed = false;
    }

    /** Checks what there is of a document whose end is not in sight. */
    private void checkLength(int length) {
        if (length > limits.maxMessageBytes()) {
            overflowed = true;
            throw tooLong(length);
        }
    }

    private MalformedWireException tooLong(int length) {
        WireLocation where = WireLocation.ofLine(line, 1, "");
        consume(length);
        return new MalformedWireException(
                YamlSyntax.FORMAT_NAME,
                "expected a document of at most " + limits.maxMessageBytes() + " bytes but it goes on",
                where);
    }

    /** True for three of the character at the start of a line, with a space or line end after it. */
    private boolean isMark(int i, char c) {
        if (!in.fill(i + 1) || byteAt(i) != c || !in.fill(i + MARK_LENGTH) || byteAt(i + 1) != c || byteAt(i + 2) != c) {
            return false;
        }
        if (!in.fill(i + MARK_LENGTH + 1)) {
            return true;
        }
        int after = byteAt(i + MARK_LENGTH);
        return after == ' ' || after == '\t' || after == '\n' || after == '\r';
    }

    private int byteAt(int i) {
        return in.array[in.position + i] & 0xFF;
    }

    private MalformedWireException failure(String problem, int index) {
        WireLocation where = WireLocation.ofLine(line, index + 1, "");
        consume(indexOfNextLine(index));
        return new MalformedWireException(YamlSyntax.FORMAT_NAME, problem, where);
    }
}
