package io.deltawire.yaml.internal.document;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.yaml.internal.text.ByteWords;
import io.deltawire.yaml.internal.text.YamlSyntax;
import io.deltawire.yaml.internal.text.YamlTags;
import java.nio.charset.StandardCharsets;

/**
 * Splits the input into documents, without parsing them.
 *
 * <p>A line that starts with {@code ---} or {@code ...} is a document mark whatever scalar it may seem to be part of
 * (YAML 1.2, production 206, c-forbidden). So the end of a document is found by scanning for such lines. Only one
 * document is in memory at a time, and the parser sees each of them alone. That also lets a document without a mark
 * follow {@code ...}, which SnakeYAML rejects.
 *
 * <p>A document that probably ends within the window can be opened without finding its end first: {@link #tryOpen}.
 * The scanner then finds the end while it reads the tokens, and reports it by {@link #closeAt}. This saves a second
 * pass over most messages. Not thread-safe.
 */
public final class YamlDocumentFramer {
    /** The length of the shortest tag of metadata. */
    private static final int MIN_TAGGED = 11;

    private static final int MARK_LENGTH = 3;
    private static final int MAX_FAILED_OPENS = 4;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;

    private final InputBuffer in;
    private final WireLimits limits;

    /** Line of the input buffer's position, from 1. */
    private int line = 1;

    /** Whether the rest of a document that was too long must still be skipped. */
    private boolean overflowed;

    /** Line breaks scanned since the buffer's position last moved. */
    private int pendingLines;

    /** The scanned bytes, or'ed word by word. If no top bit is set, all of them are ASCII. */
    private long byteBits;

    /** Length of the last document, or 0 if the next one must not be opened early. */
    private int lastLength;

    /** Number of open documents whose end the scanner did not find. After a few, no more are opened. */
    private int failedOpens;

    private boolean isOpen;
    private byte[] cachedArray;
    private long cachedLimitOffset;
    private int cachedLimit;
    private int cachedLineEnd;

    /** The bytes of the current document: {@code array[start..end)}. */
    private byte[] array;

    private int start;
    private int end;

    /** Line of the document's first byte, from 1. */
    private int firstLine;

    /** Offset of the document's first byte in the input, or -1. */
    private long offset = -1;

    /** Whether the input ends with this document. */
    private boolean isLast;

    /** Whether the input ends inside this document. */
    private boolean isTruncated;

    public YamlDocumentFramer(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
        if (in.isFollowed()) {
            in.enableReread();
        }
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

    /** Returns whether the document begins as Chronicle prints metadata: {@code --- !!meta-data}. */
    public boolean isMetaData() {
        byte[] a = array();
        int i = start();
        int end = end();
        if (end - i < MIN_TAGGED || a[i] != '-' && a[i] != '!') {
            return false;
        }
        i = a[i] == '-' && a[i + 1] == '-' && a[i + 2] == '-' ? i + 3 : i;
        while (i < end && a[i] == ' ') {
            i++;
        }
        if (end - i < MIN_TAGGED || a[i] != '!' || a[i + 1] != '!') {
            return false;
        }
        int after = i;
        while (after < end && a[after] > ' ') {
            after++;
        }
        String tag = YamlTags.STANDARD + new String(a, i + 2, after - i - 2, StandardCharsets.US_ASCII);
        return YamlTags.messageKind(tag) == MessageKind.META;
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

    /** Returns whether the owner of the {@code Bytes} has moved its read position since the document started. */
    public boolean isMoved() {
        return in.isRepositioned();
    }

    /**
     * Continues at the read position of a {@code Bytes} if {@link #isMoved}. Lines are then counted from there.
     * Returns whether it was moved.
     */
    public boolean followMovedInput() {
        if (!in.syncPosition()) {
            return false;
        }
        isOpen = false;
        isTruncated = false;
        isLast = false;
        overflowed = false;
        line = 1;
        pendingLines = 0;
        cachedArray = null;
        return true;
    }

    /** Records that the input ends inside the document. If more comes, it is the next document again. */
    public void markTruncated() {
        isTruncated = true;
    }

    /**
     * Moves to the next document; returns false if there is none.
     *
     * <p>The end of the input ended the last document, so a file that grows may continue with the rest of it. An
     * incomplete document that a writer has cut off is dropped, and the next one begins there.
     *
     * @throws MalformedWireException if the last document was returned and continues
     */
    public boolean next() {
        while (true) {
            try {
                return findNext();
            } catch (InputBuffer.ChangedException e) {
                in.returnToReread();
                pendingLines = 0;
            }
        }
    }

    private boolean findNext() {
        if (overflowed) {
            skipOverflow();
        }
        if (isTruncated) {
            if (!in.fill(1)) {
                return false;
            }
            isTruncated = false;
            if (!isMark(0, '-') && !isMark(0, '.')) {
                in.position = in.index(offset);
                line = firstLine;
                isLast = false;
            }
        }
        boolean wasLast = isLast && !in.mayGrow();
        while (true) {
            if (!startsWithMarkLine() && !skipToContent()) {
                return false;
            }
            if (wasLast && !isMark(0, '-') && byteAt(0) != '%') {
                throw goesOn();
            }
            wasLast = false;
            frame(findEnd());
            if (!isEmpty()) {
                return true;
            }
            if (isLast) { // later bytes do not continue a document without content
                isLast = false;
                in.mark();
            }
        }
    }

    /**
     * Returns whether the document that was just framed has a mark and nothing else but comments and blank lines. Such
     * a document is no message.
     */
    private boolean isEmpty() {
        boolean isMarked = false;
        for (int i = start; i < end; i++) {
            byte b = array[i];
            boolean isLineStart = i == start || isLineBreak(array[i - 1]);
            if (isLineStart && !isMarked && b == '-' && isMarkAt(i, '-')) {
                isMarked = true;
                i += MARK_LENGTH - 1;
            } else if (b == '#' && (isLineStart || isBlank(array[i - 1]))) {
                i = lineBreakFrom(i);
            } else if (isLineStart && b == '.' && isMarkAt(i, '.')) {
                break;
            } else if (!isBlank(b) && !isLineBreak(b)) {
                return false;
            }
        }
        return isMarked;
    }

    /** Returns whether a mark, which ends at a blank, a line break or the end, is at an index of the document. */
    private boolean isMarkAt(int i, char c) {
        return i + MARK_LENGTH <= end
                && array[i + 1] == c
                && array[i + 2] == c
                && (i + MARK_LENGTH == end || array[i + MARK_LENGTH] <= ' ' && array[i + MARK_LENGTH] >= 0);
    }

    /** Returns the index of the next line break of the document, or its last index. */
    private int lineBreakFrom(int from) {
        int i = from;
        while (i < end - 1 && !isLineBreak(array[i])) {
            i++;
        }
        return i;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private static boolean isLineBreak(byte b) {
        return b == '\n' || b == '\r';
    }

    /** Skips to the next mark, because the bytes before it belong to a document that has been returned. */
    private MalformedWireException goesOn() {
        WireLocation where = WireLocation.ofLine(line, 1, "");
        consume(findEnd());
        return new MalformedWireException(
                YamlSyntax.FORMAT_NAME,
                "expected the mark --- but the document before goes on: it was read when the input ended in it",
                where);
    }

    /**
     * Opens a document that probably ends within the window, without finding its end. {@link #closeAt} or {@link
     * #closeByScan} must follow.
     *
     * @return false if nothing was opened, and {@link #next} must be called
     */
    public boolean tryOpen() {
        // Requires room for twice the last document and a mark.
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
        in.markOpenMessage();
        return true;
    }

    /** Returns whether the end of the current document is still unknown. */
    public boolean isOpen() {
        return isOpen;
    }

    /** Ends the open document at an index. */
    public void closeAt(int documentEnd, int lines) {
        isOpen = false;
        end = documentEnd;
        lastLength = end - start;
        pendingLines = lines;
        consume(lastLength);
    }

    /** Finds the end of the open document by scanning for the next mark. */
    public void closeByScan() {
        isOpen = false;
        frame(findEnd());
    }

    /** Like {@link #closeByScan}, for a document that the scanner could not read. */
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
                && (bytes[at + 3] == '\n' || bytes[at + 3] == ' ')
                && isContent(bytes[at + 4] & 0xFF, bytes[at + 5]);
    }

    /** Returns whether a document has content because of its first bytes after the mark and a blank or line break. */
    private static boolean isContent(int first, int second) {
        return first > '.' || first > ' ' && first != '#' && first != '.' && (first != '-' || second != '-');
    }

    /** Returns the index after the last line break in the window. */
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

    /**
     * Skips blank lines, comments, byte order marks and end marks before a document; returns false at the end of the
     * input.
     */
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
     * Returns the index, relative to the buffer's position, of the first character of the line that is neither space
     * nor comment; or -1 if there is none.
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

    /** Returns the index after the document that starts at the buffer's position, relative to that position. */
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
     * Rejects directives before a mark {@code ---} if the document before them did not end with {@code ...} (YAML 1.2,
     * section 9.2). SnakeYAML would ignore them silently.
     *
     * @param index index of the last significant line of the document if that starts with %, or -1
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

    /** Returns whether the next line is exactly the mark {@code ---}. */
    private boolean startsWithMarkLine() {
        int at = in.position;
        byte[] bytes = in.array;
        return in.limit - at > MARK_LENGTH
                && bytes[at] == '-'
                && bytes[at + 1] == '-'
                && bytes[at + 2] == '-'
                && bytes[at + 3] == '\n';
    }

    /** Returns whether a line that starts with this byte may be a mark or a directive. */
    private static boolean mayStartMark(int b) {
        return b == '-' || b == '.' || b == '%';
    }

    /**
     * Skips lines in the window up to the first that {@link #mayStartMark}. Stops at a carriage return. Returns the
     * index of the first line not skipped.
     */
    private int skipPlainLines(int from) {
        byte[] bytes = in.array;
        int limit = in.limit - 8;
        int i = in.position + from;
        int next = i;
        int lines = 0;
        long bits = byteBits;
        search:
        while (i < limit) {
            long eight = (long) ByteWords.LONG.get(bytes, i);
            bits |= eight;
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
        byteBits = bits;
        return next - in.position;
    }

    /** Returns the index of the first line break in the window, or -1 minus the index of the window's end. */
    private int indexOfLineBreak(int from) {
        byte[] bytes = in.array;
        int limit = in.limit;
        int i = in.position + from;
        long bits = byteBits;
        while (i <= limit - 8) {
            long eight = (long) ByteWords.LONG.get(bytes, i);
            bits |= eight;
            long found = lowBytes(eight);
            if (found == 0) {
                i += 8;
                continue;
            }
            i += Long.numberOfTrailingZeros(found) >> 3;
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                byteBits = bits;
                return i - in.position;
            }
            i++; // a tab, or a control character that the parser rejects
        }
        for (; i < limit; i++) {
            bits |= bytes[i];
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                byteBits = bits;
                return i - in.position;
            }
        }
        byteBits = bits;
        return -1 - (limit - in.position);
    }

    /** Returns the top bits of the bytes below 14. Exact for the lowest such byte (A. Mycroft, 1987). */
    private static long lowBytes(long eight) {
        return eight - ONES * ('\r' + 1) & ~eight & TOP_BITS;
    }

    private void frame(int length) {
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
        if (isLast) {
            in.markFrom(start); // it is read again if it is truncated and more comes
        }
        int invalid = (byteBits & TOP_BITS) == 0 ? Utf8.VALID : Utf8.validate(array, start, end);
        if (invalid != Utf8.VALID) {
            throw new MalformedWireException(
                    YamlSyntax.FORMAT_NAME,
                    String.format("expected UTF-8 but found byte 0x%02X", array[invalid] & 0xFF),
                    locationOf(invalid, ""));
        }
    }

    /** Returns the location of an index of {@link #array}. */
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

    /** Moves the buffer's position past whole lines, which must have been scanned. */
    private void consume(int length) {
        line += pendingLines;
        pendingLines = 0;
        in.position += length;
        in.mark();
    }

    /** Skips the rest of a document that was too long, up to the next mark, without keeping it in memory. */
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

    /** Checks the length that a document has so far. */
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
                "expected a document of at most " + limits.maxMessageBytes() + " bytes but it is longer",
                where);
    }

    /** Returns whether three of the character start a line and a space or line break follows. */
    private boolean isMark(int i, char c) {
        if (!in.fill(i + 1)
                || byteAt(i) != c
                || !in.fill(i + MARK_LENGTH)
                || byteAt(i + 1) != c
                || byteAt(i + 2) != c) {
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
