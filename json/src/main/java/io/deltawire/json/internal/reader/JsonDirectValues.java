package io.deltawire.json.internal.reader;

import static io.deltawire.wire.spi.FieldDecoder.NONE;

import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.NamedValues;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.SeenTexts;
import java.time.temporal.Temporal;

/**
 * Values as they stand between the names of a shape, for code that takes them straight from the array and without a token.
 * The methods whose names end with {@code End} return the index after a value and its comma, where it is followed by a
 * comma or by the end of an object; and one beyond the end for all that is not plain, which is left to tokens. Not thread-safe.
 */
final class JsonDirectValues {
    private final NumberReader number = new NumberReader();
    private final SeenTexts texts;
    private final int maxNumberChars;
    private final int maxTextChars;

    /** The span of the string that was found last, without quotes. */
    private int from;

    private int to;

    /** The length of the text that {@link #temporalEnd} found last, or 0. */
    private int temporalLength;

    JsonDirectValues(WireLimits limits, SeenTexts texts) {
        this.texts = texts;
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
    }

    /** @param i the index after a number in few characters, or -1 */
    private static int indexAfterShort(byte[] a, int i, int end) {
        return i >= 0 && i < end ? indexAfterValue(a, i) : NONE;
    }

    private static int indexAfterValue(byte[] a, int i) {
        byte b = a[i];
        return b == ',' ? i + 1 : b == '}' ? i : NONE;
    }

    /** The index after an integer and its comma. */
    int int64End(byte[] a, int at, int end) {
        int after = indexAfterShort(a, number.readInt64(a, at), end);
        return after != NONE ? after : numberEnd(a, at, end, NumberReader.INT64);
    }

    /** What {@link #int64End} has found. */
    long int64() {
        return number.int64;
    }

    /** The index after a number with a point or exponent and its comma. */
    int float64End(byte[] a, int at, int end) {
        int after = indexAfterShort(a, number.readFloat64(a, at), end);
        return after != NONE ? after : numberEnd(a, at, end, NumberReader.FLOAT64);
    }

    /** What {@link #float64End} has found. */
    double float64() {
        return number.float64;
    }

    private int numberEnd(byte[] a, int at, int end, int kind) {
        if (number.read(a, at, end) != kind || number.end - at > maxNumberChars) {
            return NONE;
        }
        return indexAfterValue(a, number.end);
    }

    /** The index after a string of ASCII without escapes and its comma. */
    int textEnd(byte[] a, int at, int end) {
        if (at >= end || a[at] != '"') {
            return NONE;
        }
        int close = Swar.indexOfSpecial(a, at + 1, end);
        if (close + 1 >= end || a[close] != '"' || close - at - 1 > maxTextChars) {
            return NONE;
        }
        from = at + 1;
        to = close;
        return indexAfterValue(a, close + 1);
    }

    /** The text that {@link #textEnd} has found, of the field with a number. */
    String text(byte[] a, int field) {
        return texts.text(a, from, to, field);
    }

    /** The value whose name {@link #textEnd} has found, or null. */
    Object named(byte[] a, int field, NamedValues values) {
        Object known = values.get(a, from, to);
        return known != null ? known : values.get(text(a, field));
    }

    /** As {@link #textEnd}, for what may be a date or time. */
    int temporalEnd(byte[] a, int at, int end) {
        int stop = at + 1 + temporalLength;
        if (temporalLength > 0 && stop + 1 < end && a[at] == '"' && a[stop] == '"' && a[stop + 1] == ',') {
            // As long as the one before, it seems. If there is another quote between, it is none.
            from = at + 1;
            to = stop;
            return stop + 2;
        }
        int after = textEnd(a, at, end);
        temporalLength = after <= end ? to - from : temporalLength;
        return after;
    }

    /** The date or time that {@link #temporalEnd} has found, of the field with a number; null where it is none. */
    Temporal temporal(byte[] a, int field) {
        return texts.temporalOrNull(a, from, to, field);
    }

    /** The index after true or false and its comma. */
    static int wordEnd(byte[] a, int at, int end) {
        if (end - at < 6 || a[at] != 't' && a[at] != 'f') {
            return NONE;
        }
        boolean isTrue = a[at] == 't';
        int i = isTrue ? at : at + 1;
        boolean found = isTrue ? a[i + 1] == 'r' && a[i + 2] == 'u' : a[i] == 'a' && a[i + 1] == 'l' && a[i + 2] == 's';
        return found && a[i + 3] == 'e' ? indexAfterValue(a, i + 4) : NONE;
    }
}
