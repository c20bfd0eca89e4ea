package io.deltawire.yaml.internal.document;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.FileEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * Repairs the end of a file of YAML documents whose writer may have been killed.
 *
 * <p>A document in block style can continue after any of its lines, so only a mark shows its end. The line {@code ...}
 * is such a mark. A document that follows that line, or the comment at the start of a file, comes from a writer that
 * sets such marks. If it is the last one, it is torn unless it has a mark. Any other last document counts as complete
 * if it can be read and its last line has ended. Then a mark is added, so that torn documents can be recognised from
 * there on.
 *
 * <p>The search goes backwards from the end of the file, line by line. A line of three dashes begins a document
 * whatever scalar it seems to be part of (YAML 1.2, production 206), so nothing before it needs to be read. An instance
 * serves one repair.
 */
public final class YamlFileEnd {
    private static final String HEADER = "# Each message ends with a line of three dots or is on one line.\n";
    private static final byte[] HEADER_LINE = ascii(HEADER);
    private static final byte[] END_MARK = ascii("...\n");
    private static final int MARK_LENGTH = 3;

    private final FileChannel channel;
    private final BufferFormat format;
    private final WireOptions options;

    /** The offset after the last byte that is neither padding nor part of a torn mark. */
    private long end;

    /** The start of the last document, or 0 if the only one has no mark. */
    private long start;

    private YamlFileEnd(FileChannel channel, BufferFormat format, WireOptions options) {
        this.channel = channel;
        this.format = format;
        this.options = options;
    }

    /**
     * Cuts off a torn document at the end of a file.
     *
     * @param marksEnds whether the messages that follow have marks at their ends
     */
    public static void repair(FileChannel channel, BufferFormat format, WireOptions options, boolean marksEnds)
            throws IOException {
        new YamlFileEnd(channel, format, options).repair(marksEnds);
    }

    private void repair(boolean marksEnds) throws IOException {
        end = FileEnd.withoutZeros(channel);
        dropTornStart();
        findStart();
        FileEnd.requireFormat(format, channel, start);
        if (start == 0 && isHeaderTorn()) {
            complete(0, marksEnds);
        } else if (isEnded() || isOneLine() || !isAfterMark() && isComplete()) {
            complete(end, marksEnds);
        } else {
            complete(start, marksEnds);
        }
    }

    /** Cuts the file. Adds a mark or the comment, unless the end already shows that messages end with marks. */
    private void complete(long length, boolean marksEnds) throws IOException {
        String shown = "";
        if (marksEnds && !endsWith(length, END_MARK) && !endsWith(length, HEADER_LINE)) {
            boolean hasMessage = length > 0 && FileEnd.hasMessage(reader(0, length));
            shown = hasMessage ? "...\n" : HEADER;
        }
        FileEnd.cut(channel, length, ascii((endsLine(length) ? "" : "\n") + shown));
    }

    private void findStart() throws IOException {
        long line = end;
        while (line > 0) {
            line = FileEnd.lineStart(channel, endsLine(line) ? line - 1 : line);
            if (isMark(line, '-')) {
                break;
            }
        }
        start = line;
    }

    /** Returns whether a line begins with a mark of three characters. */
    private boolean isMark(long line, char character) throws IOException {
        byte[] mark = FileEnd.bytes(channel, line, Math.min(end, line + MARK_LENGTH + 1));
        return mark.length >= MARK_LENGTH
                && mark[0] == character
                && mark[1] == character
                && mark[2] == character
                && (mark.length == MARK_LENGTH || mark[MARK_LENGTH] <= ' ' && mark[MARK_LENGTH] > 0);
    }

    private boolean endsLine(long offset) throws IOException {
        return offset == 0 || FileEnd.bytes(channel, offset - 1, offset)[0] == '\n';
    }

    private long lastLine() throws IOException {
        return FileEnd.lineStart(channel, end > 0 && endsLine(end) ? end - 1 : end);
    }

    /** Returns whether the last document follows a mark of an end, or the comment of a new file. */
    private boolean isAfterMark() throws IOException {
        return endsWith(start, END_MARK) || endsWith(start, HEADER_LINE);
    }

    private boolean endsWith(long offset, byte[] bytes) throws IOException {
        return FileEnd.endsWith(channel, offset, bytes);
    }

    /** Drops a line of one or two dashes, which is the start of a torn message. */
    private void dropTornStart() throws IOException {
        if (isLastLine("-") || isLastLine("--")) {
            end = lastLine();
        }
    }

    /** Returns whether the last document has a mark at its end. A torn mark is dropped, and is added again. */
    private boolean isEnded() throws IOException {
        long line = lastLine();
        if (line > start && (isLastLine(".") || isLastLine(".."))) {
            end = line;
            return true;
        }
        return line > start && isMark(line, '.');
    }

    private boolean isLastLine(String text) throws IOException {
        long line = lastLine();
        return end - line == text.length() && FileEnd.endsWith(channel, end, ascii(text));
    }

    /** Returns whether the file holds only the start of the comment of a new file. */
    private boolean isHeaderTorn() throws IOException {
        return end < HEADER_LINE.length
                && HEADER.startsWith(new String(FileEnd.bytes(channel, 0, end), StandardCharsets.ISO_8859_1));
    }

    /** Returns whether the last document is on the line of its mark, and that line has ended. */
    private boolean isOneLine() throws IOException {
        return end - start > MARK_LENGTH + 1
                && start == lastLine()
                && endsLine(end)
                && isMark(start, '-')
                && FileEnd.isWhole(reader(start, end));
    }

    /** Returns whether a document without a mark can be read, and more bytes cannot continue its last line. */
    private boolean isComplete() throws IOException {
        boolean isEmpty = isMark(start, '-') && end - start <= MARK_LENGTH + 1;
        return end == start || !isEmpty && isReadToEnd();
    }

    private boolean isReadToEnd() throws IOException {
        return !FileEnd.hasMessage(reader(start, end))
                || !format.mayContinueAfter(FileEnd.bytes(channel, end - 1, end)[0])
                        && FileEnd.isWhole(reader(start, end));
    }

    private WireIn reader(long from, long to) {
        return format.newReader(FileEnd.input(channel, from, to), options);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
