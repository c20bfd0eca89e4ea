package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Locates the cells of a record in the window of the input, by RFC 4180 with lines ended by CR LF, LF or CR.
 *
 * <p>The scanner only looks ahead and never moves {@link InputBuffer#position}. Its offsets are relative to that
 * position, since filling the window may move it. Eight bytes are examined at a time as long as cells have no quotes.
 * The results are valid until the next scan.
 */
final class RecordScanner {
    private static final String FORMAT = "csv";
    /** A power of two, to which the arrays grow. */
    private static final int MAX_CELLS = 2 * ColumnTable.MAX_COLUMNS;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    /** Selects the high nibble of each byte. It is zero for control characters up to 0x0F, CR and LF among them. */
    private static final long HIGH_NIBBLES = 0xF0F0F0F0F0F0F0F0L;

    private final InputBuffer in;
    private final int maxBytes;
    private final boolean[] stops = new boolean[256];
    private final byte delimiter;
    private final long delimiters;
    private boolean lineEnded;

    /** The number of cells of the record. */
    private int count;

    /** The offset at which the text of each cell starts, after an opening quote. */
    private int[] from = new int[16];

    /** The offset at which the text of each cell ends, before a closing quote. */
    private int[] to = new int[16];

    /** The form of each cell: {@link #PLAIN}, {@link #QUOTED} or {@link #ESCAPED}. */
    private byte[] form = new byte[16];

    static final byte PLAIN = 0;
    /** In quotes, without quotes inside. */
    static final byte QUOTED = 1;
    /** In quotes, with doubled quotes inside. */
    static final byte ESCAPED = 2;

    /** The length of the record in bytes, its line end included. */
    private int length;

    /** The number of line ends in the record, its own included. */
    private int lines;

    /** The number of the record's first line, for messages. */
    private int line = 1;

    /** Whether any byte of the record is not ASCII. */
    private boolean nonAscii;

    /** Whether the input ended before a line end. */
    private boolean atEnd;

    /** The offset from which reading can go on after a failed scan, or -1. */
    private int failedAt = -1;

    private int start;
    private byte[] a;
    private int base;
    private int limit;
    private int bits;

    RecordScanner(InputBuffer in, char delimiter, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
        this.delimiter = (byte) delimiter;
        this.delimiters = ONES * delimiter;
        stops[delimiter] = true;
        stops['"'] = true;
        stops['\r'] = true;
        stops['\n'] = true;
    }

    /** The number of cells of the record. */
    int count() {
        return count;
    }

    /** The length of the record in bytes, its line end included. */
    int length() {
        return length;
    }

    /** The number of line ends in the record, its own included. */
    int lines() {
        return lines;
    }

    /** The number of the record's first line, for messages. */
    int line() {
        return line;
    }

    /** Whether any byte of the record is not ASCII. */
    boolean hasNonAscii() {
        return nonAscii;
    }

    /** Whether the input ended before a line end. */
    boolean isAtEnd() {
        return atEnd;
    }

    /** The offset from which reading can go on after a failed scan, or -1. */
    int failedAt() {
        return failedAt;
    }

    /** The offset at which the text of a cell starts, after an opening quote. */
    int from(int cell) {
        return from[cell];
    }

    /** The offset at which the text of a cell ends, before a closing quote. */
    int to(int cell) {
        return to[cell];
    }

    /** The form of a cell: {@link #PLAIN}, {@link #QUOTED} or {@link #ESCAPED}. */
    byte form(int cell) {
        return form[cell];
    }

    /** Sets the number of the line that comes next. */
    void beginAtLine(int number) {
        line = number;
    }

    /** Counts a line that is not a record. */
    void countLine() {
        line++;
    }

    /** Counts the lines of the record, which has been passed. */
    void countLines() {
        line += lines;
    }

    /** Forgets the record, so that none is left to pass. */
    void discard() {
        length = 0;
        lines = 0;
    }

    /** Makes an empty line the record. */
    void setEmptyLine(int bytes) {
        length = bytes;
        lines = 1;
    }

    /** Forgets a record that could not be scanned, and counts its lines so far. */
    void giveUpRecord() {
        line += Math.max(0, lines);
        failedAt = -1;
        discard();
    }

    /** Begins another input. */
    void restart() {
        failedAt = -1;
        discard();
        line = 1;
    }

    /**
     * Scans the record that starts some bytes after the input's position.
     *
     * @return false if the input ends there
     * @throws MalformedWireException if the record is malformed; {@link #failedAt} is the offset from which to continue
     */
    boolean scan(int at) {
        start = at;
        count = 0;
        lines = 0;
        length = 0;
        bits = 0;
        atEnd = false;
        failedAt = -1;
        if (!in.fill(at + 1)) {
            return false;
        }
        load();
        int i = cells(at);
        length = (atEnd ? i : afterLineEnd(i)) - start;
        nonAscii = bits < 0;
        checkSize(i);
        return true;
    }

    /** Locates the cells from an offset on. Returns the offset of the line end after them. */
    private int cells(int at) {
        lineEnded = false;
        int i = at;
        while (true) {
            i = plainCells(i);
            if (lineEnded) {
                return i;
            }
            i = i < limit || refill(i) ? cell(i) : emptyCell(i);
            if (atEnd || a[base + i] != delimiter) {
                return i;
            }
            i++;
        }
    }

    /**
     * Locates the cells without quotes that are present, 8 bytes at a time.
     *
     * @return the offset of the next cell, or of the line end if {@link #lineEnded} is set
     */
    private int plainCells(int cellFrom) {
        byte[] window = a;
        int p = base + cellFrom;
        int last = windowEnd() - Long.BYTES;
        int open = p;
        long seen = 0;
        while (p <= last) {
            long word = (long) LONGS.get(window, p);
            seen |= word; // may include bytes of the next record, which only costs a needless check of the encoding
            long hits = zeroBytes(word ^ delimiters) | zeroBytes(word ^ QUOTES) | zeroBytes(word & HIGH_NIBBLES);
            for (; hits != 0; hits &= hits - 1) {
                int at = p + (Long.numberOfTrailingZeros(hits) >>> 3);
                byte b = window[at];
                if (b == delimiter) {
                    addCell(open - base, at - base, PLAIN, 0);
                    open = at + 1;
                } else if (b == '\n' || b == '\r') {
                    bits |= (seen & TOP_BITS) == 0 ? 0 : -1;
                    lineEnded = true;
                    return addCell(open - base, at - base, PLAIN, at - base);
                } else if (b == '"') {
                    bits |= (seen & TOP_BITS) == 0 ? 0 : -1;
                    return open - base;
                }
            }
            p += Long.BYTES;
        }
        bits |= (seen & TOP_BITS) == 0 ? 0 : -1;
        return open - base;
    }

    /** The top bit of every byte that is zero (Warren, Hacker's Delight, 2nd ed., section 6-1; exact for all bytes). */
    private static long zeroBytes(long word) {
        return ~((word & ~TOP_BITS) + ~TOP_BITS | word | ~TOP_BITS);
    }

    boolean isEmptyLine() {
        return count == 1 && form[0] == PLAIN && from[0] == to[0];
    }

    /**
     * Whether a cell without quotes equals some bytes, or ends with them.
     *
     * @param whole whether the cell must equal them
     */
    boolean isPlain(int column, byte[] bytes, boolean whole) {
        int end = in.position + to[column];
        int begin = end - bytes.length;
        int first = in.position + from[column];
        return form[column] == PLAIN
                && (whole ? begin == first : begin >= first)
                && Arrays.equals(in.array, begin, end, bytes, 0, bytes.length);
    }

    /** The number of pairs of braces that a cell consists of, outermost first; 0 for any other cell. */
    int markedLevels(int column) {
        byte[] window = in.array;
        int first = in.position + from[column];
        int bytes = to[column] - from[column];
        if (bytes < 2 || window[first] != '{' || bytes % 2 != 0 || form[column] != PLAIN) {
            return 0;
        }
        for (int i = 0; i < bytes; i++) {
            if (window[first + i] != (i < bytes / 2 ? '{' : '}')) {
                return 0;
            }
        }
        return bytes / 2;
    }

    private void load() {
        a = in.array;
        base = in.position;
        limit = in.limit - in.position;
    }

    /** Makes the byte at an offset present. Returns false if the input ends there. */
    private boolean refill(int i) {
        checkSize(i);
        boolean more = in.fill(i + 1);
        load();
        return more;
    }

    private void checkSize(int i) {
        if (i - start > maxBytes) {
            throw fail(i, "record longer than " + maxBytes + " bytes", start);
        }
    }

    private int cell(int i) {
        if (count == from.length) {
            growCells(i);
        }
        return a[base + i] == '"' ? quoted(i) : plain(i);
    }

    /** Makes room for more cells. A record has no more cells than the largest table has columns. */
    private void growCells(int at) {
        if (count >= MAX_CELLS) {
            throw fail(at, "expected at most " + MAX_CELLS + " cells in a record but there are more", at);
        }
        from = Arrays.copyOf(from, 2 * count);
        to = Arrays.copyOf(to, 2 * count);
        form = Arrays.copyOf(form, 2 * count);
    }

    private int emptyCell(int i) {
        atEnd = true;
        return addCell(i, i, PLAIN, i);
    }

    private int addCell(int cellFrom, int cellTo, byte cellForm, int next) {
        if (count == from.length) {
            growCells(cellFrom);
        }
        from[count] = cellFrom;
        to[count] = cellTo;
        form[count++] = cellForm;
        return next;
    }

    private int plain(int cellFrom) {
        int i = cellFrom;
        boolean[] stop = stops;
        while (true) {
            byte[] window = a;
            int p = base + i;
            int end = windowEnd();
            int seen = 0;
            while (p < end && !stop[window[p] & 0xFF]) {
                seen |= window[p++];
            }
            bits |= seen;
            i = p - base;
            if (p < end) {
                break;
            }
            if (!refill(i)) {
                atEnd = true;
                break;
            }
        }
        if (!atEnd && a[base + i] == '"') {
            throw fail(i, "found a quote inside a cell that does not begin with one; expected the cell in quotes", i);
        }
        return addCell(cellFrom, i, PLAIN, i);
    }

    private int quoted(int open) {
        int i = open + 1;
        byte cellForm = QUOTED;
        while (true) {
            i = insideQuotes(i, open);
            // This quote closes the cell, unless another one follows.
            if (i + 1 >= limit && !refill(i + 1)) {
                atEnd = true;
                return addCell(open + 1, i, cellForm, i + 1);
            }
            byte next = a[base + i + 1];
            if (next != '"') {
                if (next != delimiter && next != '\n' && next != '\r') {
                    throw fail(
                            i + 1,
                            "expected a delimiter or a line end after the closing quote but found " + at(i + 1),
                            i + 1);
                }
                return addCell(open + 1, i, cellForm, i + 1);
            }
            cellForm = ESCAPED;
            i += 2;
        }
    }

    /** The index in the window at which scanning stops: the end of what is present, or the largest record. */
    private int windowEnd() {
        return base + (int) Math.min(limit, (long) start + maxBytes + 1);
    }

    /** The offset of the next quote. */
    private int insideQuotes(int from, int open) {
        int i = from;
        while (true) {
            byte[] window = a;
            int p = base + i;
            int end = windowEnd();
            int seen = 0;
            for (; p < end; p++) {
                int b = window[p];
                seen |= b;
                if (b == '"') {
                    bits |= seen;
                    return p - base;
                }
                if (b == '\n' && window[p - 1] != '\r' || b == '\r') {
                    lines++;
                }
            }
            bits |= seen;
            i = p - base;
            if (i - start > maxBytes) {
                throw fail(
                        open, "record longer than " + maxBytes + " bytes, in a cell whose quote is not closed", open);
            }
            if (!refill(i)) {
                failedAt = open;
                throw new TruncatedWireException(FORMAT, "expected a closing quote but the input ends", location(open));
            }
        }
    }

    private int afterLineEnd(int i) {
        lines++;
        boolean crLf = a[base + i] == '\r' && (i + 1 < limit || refill(i + 1)) && a[base + i + 1] == '\n';
        return crLf ? i + 2 : i + 1;
    }

    private String at(int i) {
        // A character takes at most 4 bytes. A broken one is shown as the replacement character.
        int end = Math.min(limit, i + 4);
        String text = new String(a, base + i, end - i, StandardCharsets.UTF_8);
        return Printable.quote(text.substring(0, Character.charCount(text.codePointAt(0))));
    }

    private MalformedWireException fail(int goOnFrom, String problem, int where) {
        failedAt = goOnFrom;
        return new MalformedWireException(FORMAT, problem, location(where));
    }

    /** The location of an offset from the input's position. */
    WireLocation location(int i) {
        return location(i, "$");
    }

    WireLocation location(int i, String path) {
        byte[] window = in.array;
        int p = in.position + start;
        int end = in.position + i;
        int atLine = line;
        int column = 1;
        for (; p < end; p++) {
            byte b = window[p];
            if (b == '\n' && (p == in.position + start || window[p - 1] != '\r') || b == '\r') {
                atLine++;
                column = 1;
            } else if (b != '\n' && (b & 0xC0) != 0x80) {
                column++;
            }
        }
        return new WireLocation(in.offset(end), atLine, column, path);
    }

    /** Throws an error if the record is not UTF-8. */
    void checkUtf8() {
        if (nonAscii) {
            int bad = Utf8.validate(in.array, in.position + start, in.position + start + length);
            if (bad != Utf8.VALID) {
                int at = bad - in.position;
                throw new MalformedWireException(
                        FORMAT,
                        String.format("expected UTF-8 but found byte 0x%02X", in.array[bad] & 0xFF),
                        location(at));
            }
        }
    }
}
