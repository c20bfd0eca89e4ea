package io.deltawire.json.internal.reader;

import static io.deltawire.wire.spi.object.FieldDecoder.NONE;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.TextCache;
import java.time.temporal.Temporal;

/**
 * Parses values at given indexes of the array, for generated code that reads fields without tokens.
 *
 * <p>The methods that end with {@code End} return the index after a value and its comma, if a comma or the end of an
 * object follows. For anything out of the ordinary they return {@link io.deltawire.wire.spi.object.FieldDecoder#NONE}, and
 * the caller falls back to tokens. Not thread-safe.
 */
final class JsonDirectValues {
    private final NumberScanner number = new NumberScanner();
    private final TextCache texts;
    private final int maxNumberChars;
    private final int maxTextChars;

    /** Bounds of the last string, quotes excluded. */
    private int from;

    private int to;

    /** Length of the last date or time, or 0. The next one probably has the same length. */
    private int temporalLength;

    JsonDirectValues(WireLimits limits, TextCache texts) {
        this.texts = texts;
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
    }

    /** @param i index after a number of few characters, or -1 */
    private static int indexAfterShort(byte[] a, int i, int end) {
        return i >= 0 && i < end ? indexAfterValue(a, i) : NONE;
    }

    private static int indexAfterValue(byte[] a, int i) {
        byte b = a[i];
        return b == ',' ? i + 1 : b == '}' ? i : NONE;
    }

    /** Returns the index after an integer and its comma. */
    int int64End(byte[] a, int index, int end) {
        int after = indexAfterShort(a, number.readInt64(a, index), end);
        return after != NONE ? after : numberEnd(a, index, end, NumberScanner.INT64);
    }

    /** Returns the value that {@link #int64End} has parsed. */
    long int64() {
        return number.int64();
    }

    /** Returns the index after a number with a point or exponent, and its comma. */
    int float64End(byte[] a, int index, int end) {
        int after = indexAfterShort(a, number.readFloat64(a, index), end);
        return after != NONE ? after : numberEnd(a, index, end, NumberScanner.FLOAT64);
    }

    /** Returns the value that {@link #float64End} has parsed. */
    double float64() {
        return number.float64();
    }

    private int numberEnd(byte[] a, int index, int end, int kind) {
        if (number.read(a, index, end) != kind || number.end() - index > maxNumberChars) {
            return NONE;
        }
        return indexAfterValue(a, number.end());
    }

    /** Returns the index after an ASCII string without escapes, and its comma. */
    int textEnd(byte[] a, int index, int end) {
        if (index >= end || a[index] != '"') {
            return NONE;
        }
        int close = Swar.indexOfSpecial(a, index + 1, end);
        if (close + 1 >= end || a[close] != '"' || close - index - 1 > maxTextChars) {
            return NONE;
        }
        from = index + 1;
        to = close;
        return indexAfterValue(a, close + 1);
    }

    /** Returns the text that {@link #textEnd} has found. */
    String text(byte[] a, int field) {
        return texts.text(a, from, to, field);
    }

    /** Returns the value whose name {@link #textEnd} has found, or null. */
    Object named(byte[] a, int field, NamedValues values) {
        Object value = values.get(a, from, to);
        return value != null ? value : values.get(text(a, field));
    }

    /** Like {@link #textEnd}, for what may be a date or time. */
    int temporalEnd(byte[] a, int index, int end) {
        int stop = index + 1 + temporalLength;
        if (temporalLength > 0 && stop + 1 < end && a[index] == '"' && a[stop] == '"' && a[stop + 1] == ',') {
            // Probably of the same length as the last one. If a quote is in between, parsing will refuse it.
            from = index + 1;
            to = stop;
            return stop + 2;
        }
        int after = textEnd(a, index, end);
        temporalLength = after <= end ? to - from : temporalLength;
        return after;
    }

    /** Returns the date or time that {@link #temporalEnd} has found, or null if it is neither. */
    Temporal temporal(byte[] a, int field) {
        return texts.temporalOrNull(a, from, to, field);
    }

    /** Returns the index after true or false, and its comma. */
    static int wordEnd(byte[] a, int index, int end) {
        if (end - index < 6 || a[index] != 't' && a[index] != 'f') {
            return NONE;
        }
        boolean isTrue = a[index] == 't';
        int i = isTrue ? index : index + 1;
        boolean found = isTrue ? a[i + 1] == 'r' && a[i + 2] == 'u' : a[i] == 'a' && a[i + 1] == 'l' && a[i + 2] == 's';
        return found && a[i + 3] == 'e' ? indexAfterValue(a, i + 4) : NONE;
    }
}
