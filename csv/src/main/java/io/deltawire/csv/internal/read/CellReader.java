package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.Utf8;

/**
 * Reads the cells of the present record, which a {@link RecordScanner} has located. Methods with "ordinary" in their
 * names serve the common cells only, without a copy and without any decision on the type of the column; the caller then
 * tries the general method. Not thread-safe.
 */
public final class CellReader {
    private final InputBuffer in;
    private final WireLimits limits;

    /** Locates the cells; null until the header has been read. */
    private RecordScanner scanner;

    private byte[] scratch = new byte[64];
    private byte[] jsonText = new byte[64];

    CellReader(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Uses a scanner from now on. It is made when the header has been read, since only then the delimiter is known. */
    void useScanner(RecordScanner recordScanner) {
        scanner = recordScanner;
    }

    /** Whether the text of a cell, without quotes, has more bytes than given. */
    public boolean isLongerThan(int column, int bytes) {
        return scanner.to(column) - scanner.from(column) > bytes;
    }

    /** Whether a cell has neither text nor quotes. */
    public boolean isEmpty(int column) {
        return scanner.from(column) == scanner.to(column) && scanner.form(column) == RecordScanner.PLAIN;
    }

    /** Sets the text of a cell, without quotes. */
    public void load(int column, ScalarText into) {
        int from = in.position + scanner.from(column);
        int to = in.position + scanner.to(column);
        if (scanner.form(column) != RecordScanner.ESCAPED) {
            into.set(in.array, from, to);
            return;
        }
        int length = unescape(from, to); // which may grow the scratch array
        into.set(scratch, 0, length);
    }

    /** Sets the text of an ordinary cell as {@link #load} does, or returns false. */
    public boolean loadIfOrdinary(int column, ScalarText into) {
        int from = scanner.from(column);
        int length = scanner.to(column) - from;
        int first = in.position + from;
        if (length == 0
                || length > limits.maxTextChars()
                || scanner.form(column) == RecordScanner.ESCAPED
                || in.array[first] == '{') {
            return false;
        }
        into.set(in.array, first, first + length);
        return true;
    }

    /** The index in the window at which the text of a cell starts. */
    public int textStart(int column) {
        return in.position + scanner.from(column);
    }

    /** The index in the window after the text of a cell. */
    public int textEnd(int column) {
        return in.position + scanner.to(column);
    }

    /** Whether a cell is ASCII text that stands for itself: it is not empty, has no escapes and marks no object. */
    public boolean isOrdinaryAscii(int column) {
        int length = scanner.to(column) - scanner.from(column);
        return !scanner.hasNonAscii()
                && length > 0
                && length <= limits.maxTextChars()
                && scanner.form(column) != RecordScanner.ESCAPED
                && in.array[in.position + scanner.from(column)] != '{';
    }

    /** Reads a cell that is an integer and nothing else, or returns false. */
    public boolean readInt64(int column, NumberScanner into) {
        int from = in.position + scanner.from(column);
        return isWholeCell(column, into.readInt64(in.array, from))
                || readWholeNumber(column, into, NumberScanner.INT64);
    }

    /** Reads a cell that is a number with a point or an exponent and nothing else, or returns false. */
    public boolean readFloat64(int column, NumberScanner into) {
        int from = in.position + scanner.from(column);
        return isWholeCell(column, into.readFloat64(in.array, from))
                || readWholeNumber(column, into, NumberScanner.FLOAT64);
    }

    /** The offset in the record at which a cell starts, with its quote. */
    int startOffset(int column) {
        return scanner.from(column) - (scanner.form(column) == RecordScanner.PLAIN ? 0 : 1);
    }

    /**
     * The index in the window at which a cell starts, with its quote. For the column after the last one, the index of
     * the line end.
     */
    int startIndex(int column) {
        if (column < scanner.count()) {
            return in.position + startOffset(column);
        }
        int last = scanner.count() - 1;
        return in.position + scanner.to(last) + (scanner.form(last) == RecordScanner.PLAIN ? 0 : 1);
    }

    private boolean readWholeNumber(int column, NumberScanner into, int kind) {
        return into.read(in.array, in.position + scanner.from(column), in.limit) == kind
                && isWholeCell(column, into.end());
    }

    /** Whether a number that ends at an index spans the whole cell. */
    private boolean isWholeCell(int column, int end) {
        int to = scanner.to(column);
        return end == in.position + to && to - scanner.from(column) <= limits.maxNumberChars();
    }

    /** Whether the text of a cell equals a text. May be false for equal texts that are escaped or not ASCII. */
    boolean textEquals(int column, String text) {
        int from = in.position + scanner.from(column);
        int length = scanner.to(column) - scanner.from(column);
        if (length != text.length() || scanner.form(column) == RecordScanner.ESCAPED) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte b = in.array[from + i];
            if (b != text.charAt(i) || b < 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies the text of a cell with doubled quotes into {@link #scratch}, and returns its length. */
    private int unescape(int from, int to) {
        if (scratch.length < to - from) {
            scratch = new byte[Math.max(to - from, 2 * scratch.length)];
        }
        return unescape(from, to, scratch);
    }

    private int unescape(int from, int to, byte[] into) {
        byte[] window = in.array;
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = window[i];
            into[length++] = b;
            if (b == '"') {
                i++;
            }
        }
        return length;
    }

    /** Parses the text of a cell as JSON. The text is copied first, since looking ahead may move the window. */
    void parse(int column, JsonCellParser into) throws JsonCellParser.Fault {
        int from = in.position + scanner.from(column);
        int to = in.position + scanner.to(column);
        if (jsonText.length < to - from) {
            jsonText = new byte[Math.max(to - from, 2 * jsonText.length)];
        }
        int length = to - from;
        if (scanner.form(column) == RecordScanner.ESCAPED) {
            length = unescape(from, to, jsonText);
        } else {
            System.arraycopy(in.array, from, jsonText, 0, length);
        }
        int max = limits.maxTextChars();
        if (length > max && Utf8.units(jsonText, 0, length) > max) {
            throw new JsonCellParser.Fault("text longer than " + max + " chars", max);
        }
        into.parse(jsonText, 0, length);
    }

    String text(int column) {
        int from = in.position + scanner.from(column);
        int to = in.position + scanner.to(column);
        if (scanner.form(column) != RecordScanner.ESCAPED) {
            return Utf8.decode(in.array, from, to - from);
        }
        int length = unescape(from, to); // which may grow the scratch array
        return Utf8.decode(scratch, 0, length);
    }

    /**
     * Returns the number of levels that a cell marks, or 0. A mark says that an object exists although all its fields
     * are null. It has a pair of braces for each level from the object down to the cell.
     */
    int markedLevels(int column) {
        return scanner.markedLevels(column);
    }
}
