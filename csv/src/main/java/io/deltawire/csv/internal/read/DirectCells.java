package io.deltawire.csv.internal.read;

import static io.deltawire.wire.spi.object.FieldDecoder.NONE;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.wire.spi.text.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.temporal.Temporal;

/**
 * Reads cells directly from the array, for generated code that knows which field comes next.
 *
 * <p>Methods whose names end with {@code End} examine the cell at an index. They return the index after the cell and
 * its delimiter, or the index of the line end after the cell. They return {@link
 * io.deltawire.wire.spi.object.FieldDecoder#NONE} for every cell that is not plain, which is then read by tokens. The method
 * of the same name without {@code End} returns the value found last. Not thread-safe.
 */
public final class DirectCells {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    /** Integers up to this, positive or negative, are exact doubles. */
    private static final long MOST_EXACT = 1L << 53;

    private final NumberScanner number = new NumberScanner();
    private final TextCache texts;
    private final int maxNumberChars;
    private final int maxTextChars;

    private byte delimiter;

    /** Whether no date or time can contain the delimiter. */
    private boolean isBetweenTimes;

    /** The bounds of the text found last. */
    private int from;

    private int to;

    private boolean isAscii;

    /** The index at which {@link #anyEnd} has found an empty last cell, or -1. */
    private int emptyAt;

    /**
     * The length of the text found last by {@link #temporalEnd}, or 0. Times in a column tend to have the same length.
     */
    private int temporalLength;

    public DirectCells(WireLimits limits, TextCache texts) {
        this.texts = texts;
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
    }

    /** Begins a record whose cells have this delimiter. */
    void begin(byte wanted) {
        emptyAt = -1;
        delimiter = wanted;
        isBetweenTimes = wanted == ',' || wanted == ';' || wanted == '\t' || wanted == '|';
    }

    private int afterCell(byte[] a, int i) {
        byte b = a[i];
        return b == delimiter ? i + 1 : b == '\n' || b == '\r' ? i : NONE;
    }

    /** @param i the index after a short number, or -1 */
    private int afterShort(byte[] a, int i, int end) {
        return i >= 0 && i < end ? afterCell(a, i) : NONE;
    }

    public int int64End(byte[] a, int at, int end) {
        int after = afterShort(a, number.readInt64(a, at), end);
        return after != NONE ? after : longEnd(a, at, end);
    }

    private int longEnd(byte[] a, int at, int end) {
        if (number.read(a, at, end) != NumberScanner.INT64 || number.end() - at > maxNumberChars) {
            return NONE;
        }
        return afterCell(a, number.end());
    }

    /** The value found by {@link #int64End}. */
    public long int64() {
        return number.int64();
    }

    public int float64End(byte[] a, int at, int end) {
        int after = afterShort(a, number.readFloat64(a, at), end);
        return after != NONE ? after : doubleEnd(a, at, end);
    }

    private int doubleEnd(byte[] a, int at, int end) {
        int after = afterShort(a, number.readInt64(a, at), end);
        if (after != NONE) {
            number.convertToFloat64(); // exact: it has 15 digits at most
            return after;
        }
        int kind = number.read(a, at, end);
        if (kind == NumberScanner.NONE || number.end() - at > maxNumberChars) {
            return NONE;
        }
        if (kind == NumberScanner.INT64) {
            if (Math.abs(number.int64()) > MOST_EXACT
                    || number.int64() == Long.MIN_VALUE
                    || number.end() - at > maxTextChars) { // tokens would check the length of its text
                return NONE;
            }
            number.convertToFloat64();
        }
        return afterCell(a, number.end());
    }

    /** The value found by {@link #float64End}. */
    public double float64() {
        return number.float64();
    }

    /** The index after a cell of text that is not empty. */
    public int textEnd(byte[] a, int at, int end) {
        int stop = special(a, at, end, ONES * delimiter);
        from = at;
        to = stop;
        isAscii = true;
        if (stop == end || stop == at || a[stop] < 0 || stop - at > maxTextChars) {
            return otherEnd(a, at, stop, end);
        }
        return afterCell(a, stop);
    }

    /**
     * Handles quotes and characters beyond ASCII.
     *
     * @param special the index of the first byte that is not part of an ordinary text
     */
    private int otherEnd(byte[] a, int at, int special, int end) {
        boolean isQuoted = special == at && special < end && a[at] == '"';
        int first = isQuoted ? at + 1 : at;
        int stop = isQuoted ? special(a, first, end, ONES * '"') : special;
        int beyond = stop;
        while (stop < end && a[stop] < 0) {
            stop = special(a, stop + 1, end, ONES * (isQuoted ? (byte) '"' : delimiter));
        }
        from = first;
        to = stop;
        isAscii = stop == beyond;
        if (stop == end
                || stop == first
                || stop - first > maxTextChars
                || isQuoted && (a[stop] != '"' || stop + 1 == end)) {
            return NONE;
        }
        if (!isAscii && Utf8.validate(a, first, stop) != Utf8.VALID) {
            return NONE;
        }
        return afterCell(a, isQuoted ? stop + 1 : stop);
    }

    /**
     * The index of the first byte that is a delimiter, a quote, a control character or not ASCII; or {@code end}.
     *
     * @param delimiters the delimiter in each of eight bytes
     */
    private static int special(byte[] a, int at, int end, long delimiters) {
        int i = at;
        for (; i <= end - 8; i += 8) {
            long x = (long) LONGS.get(a, i);
            long others = x ^ delimiters;
            long quotes = x ^ ONES * '"';
            // The subtraction may also flag a byte after a special one, but only the first flagged byte is used.
            long found = (x - ONES * ' ' | others - ONES | quotes - ONES | x) & TOPS;
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >> 3);
            }
        }
        for (; i < end; i++) {
            byte b = a[i];
            if (b < ' ' || b == (byte) delimiters || b == '"') {
                return i;
            }
        }
        return end;
    }

    /** The index after a cell of any kind, which may be empty. */
    public int anyEnd(byte[] a, int at, int end) {
        byte b = a[at];
        if (b == delimiter) {
            return at + 1;
        }
        if (b == '\n' || b == '\r') {
            boolean isCell = at > 0 && a[at - 1] == delimiter && at != emptyAt;
            emptyAt = isCell ? at : emptyAt;
            return isCell ? at : NONE;
        }
        int stop = special(a, at, end, ONES * delimiter);
        return stop < end && a[stop] >= 0 && stop > at ? afterCell(a, stop) : otherEnd(a, at, stop, end);
    }

    /** Whether {@link #anyEnd} has found an empty last cell at an index. */
    boolean hasPassedEmpty(int at) {
        return at == emptyAt;
    }

    /**
     * The text found by {@link #textEnd}.
     *
     * @param field the number of the field, which selects a cache entry
     */
    public String text(byte[] a, int field) {
        return isAscii ? texts.text(a, from, to, field) : Utf8.decode(a, from, to - from);
    }

    /** The value whose name {@link #textEnd} has found, or null. */
    public Object named(byte[] a, int field, NamedValues values) {
        Object known = isAscii ? values.get(a, from, to) : null;
        return known != null ? known : values.get(text(a, field));
    }

    /** As {@link #textEnd}, for text that may be a date or time. */
    public int temporalEnd(byte[] a, int at, int end) {
        int stop = at + temporalLength;
        if (temporalLength > 0 && stop < end && a[stop] == delimiter && isBetweenTimes) {
            // A delimiter where the text before it ended last time: the length is the same. If there is another
            // delimiter before, the text is no date or time, and {@link #temporal} returns null.
            from = at;
            to = stop;
            return stop + 1;
        }
        int after = textEnd(a, at, end);
        temporalLength = after <= end ? to - from : temporalLength;
        return after;
    }

    /** The date or time found by {@link #temporalEnd}; null if the text is none. */
    public Temporal temporal(byte[] a, int field) {
        return texts.temporalOrNull(a, from, to, field);
    }

    /** The index after {@code true} or {@code false}. */
    public int boolEnd(byte[] a, int at, int end) {
        if (end - at < 6 || a[at] != 't' && a[at] != 'f') {
            return NONE;
        }
        boolean isTrue = a[at] == 't';
        int i = isTrue ? at : at + 1;
        boolean found = isTrue ? a[i + 1] == 'r' && a[i + 2] == 'u' : a[i] == 'a' && a[i + 1] == 'l' && a[i + 2] == 's';
        return found && a[i + 3] == 'e' ? afterCell(a, i + 4) : NONE;
    }
}
