package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.Utf8;

/** What the cells of the present record hold. */
public final class CellReader {
    private final InputBuffer in;
    private final WireLimits limits;

    /** Where they are. */
    private RecordScanner scanner;

    private byte[] scratch = new byte[64];
    private byte[] jsonText = new byte[64];

    CellReader(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Takes the cells from a scanner from now on: the delimiter is known once the header has been read. */
    void scanBy(RecordScanner recordScanner) {
        scanner = recordScanner;
    }

    /** Whether the text of a cell has more bytes than given, quotes not counted. */
    public boolean isLongerThan(int column, int bytes) {
        return scanner.to[column] - scanner.from[column] > bytes;
    }

    /** True for a cell with nothing in it and no quotes around. */
    public boolean isEmpty(int column) {
        return scanner.from[column] == scanner.to[column] && scanner.form[column] == RecordScanner.PLAIN;
    }

    /** Sets a cell's text, without quotes. */
    public void load(int column, ScalarText into) {
        int from = in.position + scanner.from[column];
        int to = in.position + scanner.to[column];
        if (scanner.form[column] != RecordScanner.ESCAPED) {
            into.set(in.array, from, to);
            return;
        }
        int length = unescape(from, to); // which may grow the scratch array
        into.set(scratch, 0, length);
    }

    /** Sets the text of an ordinary cell, as {@link #load} does; false for one that needs a closer look. */
    public boolean loadOrdinary(int column, ScalarText into) {
        int from = scanner.from[column];
        int length = scanner.to[column] - from;
        int first = in.position + from;
        if (length == 0
                || length > limits.maxTextChars()
                || scanner.form[column] == RecordScanner.ESCAPED
                || in.array[first] == '{') {
            return false;
        }
        into.set(in.array, first, first + length);
        return true;
    }

    /** The index in the window at which a cell's text begins. */
    public int from(int column) {
        return in.position + scanner.from[column];
    }

    /** The index in the window after a cell's text. */
    public int to(int column) {
        return in.position + scanner.to[column];
    }

    /** Whether a cell is text that stands as it is, is ASCII and not empty, and marks no object. */
    public boolean isOrdinaryAscii(int column) {
        int length = scanner.to[column] - scanner.from[column];
        return !scanner.nonAscii
                && length > 0
                && length <= limits.maxTextChars()
                && scanner.form[column] != RecordScanner.ESCAPED
                && in.array[in.position + scanner.from[column]] != '{';
    }

    /** Reads a cell that is an integer and nothing else; false where a closer look is needed. */
    public boolean int64(int column, NumberReader into) {
        int from = in.position + scanner.from[column];
        return isCell(column, into.readInt64(in.array, from)) || isNumber(column, into, NumberReader.INT64);
    }

    /** Reads a cell that is a number with a point or exponent and nothing else; false where a closer look is needed. */
    public boolean float64(int column, NumberReader into) {
        int from = in.position + scanner.from[column];
        return isCell(column, into.readFloat64(in.array, from)) || isNumber(column, into, NumberReader.FLOAT64);
    }

    /** Where a cell begins, with its quote, from the beginning of the record. */
    int startOf(int column) {
        return scanner.from[column] - (scanner.form[column] == RecordScanner.PLAIN ? 0 : 1);
    }

    /** The index in the window at which a cell begins, with its quote; after the last one, that of the end of the line. */
    int indexOf(int column) {
        if (column < scanner.count) {
            return in.position + startOf(column);
        }
        int last = scanner.count - 1;
        return in.position + scanner.to[last] + (scanner.form[last] == RecordScanner.PLAIN ? 0 : 1);
    }

    private boolean isNumber(int column, NumberReader into, int kind) {
        return into.read(in.array, in.position + scanner.from[column], in.limit) == kind && isCell(column, into.end);
    }

    /** Whether a number that ends at an index is all of its cell. */
    private boolean isCell(int column, int end) {
        int to = scanner.to[column];
        return end == in.position + to && to - scanner.from[column] <= limits.maxNumberChars();
    }

    /** Whether a cell's text is this one; false also where that would take a closer look. */
    boolean isText(int column, String text) {
        int from = in.position + scanner.from[column];
        int length = scanner.to[column] - scanner.from[column];
        if (length != text.length() || scanner.form[column] == RecordScanner.ESCAPED) {
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

    /** Copies a cell's text with doubled quotes into {@link #scratch}; returns its length. */
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

    /** Parses a cell's text as JSON. It is copied first: looking ahead may move the window. */
    void parse(int column, JsonCellParser into) throws JsonCellParser.Fault {
        int from = in.position + scanner.from[column];
        int to = in.position + scanner.to[column];
        if (jsonText.length < to - from) {
            jsonText = new byte[Math.max(to - from, 2 * jsonText.length)];
        }
        int length = to - from;
        if (scanner.form[column] == RecordScanner.ESCAPED) {
            length = unescape(from, to, jsonText);
        } else {
            System.arraycopy(in.array, from, jsonText, 0, length);
        }
        into.parse(jsonText, 0, length);
    }

    /** A cell's text. */
    String text(int column) {
        int from = in.position + scanner.from[column];
        int to = in.position + scanner.to[column];
        if (scanner.form[column] != RecordScanner.ESCAPED) {
            return Utf8.decode(in.array, from, to - from);
        }
        int length = unescape(from, to); // which may grow the scratch array
        return Utf8.decode(scratch, 0, length);
    }

    /**
     * The levels that a cell marks, which says that an object is there of which every field is null: a brace pair for each
     * level from the object down to the cell; 0 for another cell.
     */
    int markedLevels(int column) {
        return scanner.markedLevels(column);
    }
}
