package io.deltawire.yaml.internal.reader;

import static io.deltawire.wire.spi.object.FieldDecoder.NONE;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.yaml.internal.text.ScalarSlice;
import io.deltawire.yaml.internal.text.YamlLexer;
import java.time.temporal.Temporal;

/**
 * Parses values at given indexes of an object in braces, for generated code that reads fields without tokens.
 *
 * <p>The methods that end with {@code End} return the index after a value that ends its entry. They return {@link
 * io.deltawire.wire.spi.object.FieldDecoder#NONE} for a value of another form, or one that may continue on the next line, and
 * the caller falls back to tokens. Not thread-safe.
 */
final class YamlDirectValues {
    private final NumberScanner number = new NumberScanner();
    private final TextCache texts;
    private final int maxTextChars;

    /** Bounds of the last text, date or time, quotes excluded. */
    private int from;

    private int to;

    /** Whether the last text is known to be ASCII. */
    private boolean isAscii;

    /** Length of the last date or time in quotes, or 0. The next one probably has the same length. */
    private int temporalLength;

    YamlDirectValues(WireLimits limits, TextCache texts) {
        this.maxTextChars = limits.maxTextChars();
        this.texts = texts;
    }

    /** Returns the index after an integer that ends its entry. */
    int int64End(byte[] a, int index, int end) {
        int after = number.readInt64(a, index);
        return after >= 0 && endsAsWritten(a, after, end) ? after : numberEnd(a, index, end, NumberScanner.INT64);
    }

    /** Returns the value that {@link #int64End} has parsed. */
    long int64() {
        return number.int64();
    }

    /** Returns the index after a number with a point or exponent that ends its entry. */
    int float64End(byte[] a, int index, int end) {
        int after = number.readFloat64(a, index);
        return after >= 0 && endsAsWritten(a, after, end) ? after : numberEnd(a, index, end, NumberScanner.FLOAT64);
    }

    /** Returns the value that {@link #float64End} has parsed. */
    double float64() {
        return number.float64();
    }

    private int numberEnd(byte[] a, int index, int end, int kind) {
        return number.read(a, index, end) == kind && endsEntry(a, number.end(), end) ? number.end() : NONE;
    }

    /** Returns the index after true or false that ends its entry. */
    static int wordEnd(byte[] a, int index, int end) {
        if (end - index < 6 || a[index] != 't' && a[index] != 'f') {
            return NONE;
        }
        boolean isTrue = a[index] == 't';
        boolean found = isTrue
                ? a[index + 1] == 'r' && a[index + 2] == 'u' && a[index + 3] == 'e'
                : a[index + 1] == 'a' && a[index + 2] == 'l' && a[index + 3] == 's' && a[index + 4] == 'e';
        int after = isTrue ? index + 4 : index + 5;
        return found && endsEntry(a, after, end) ? after : NONE;
    }

    /** Returns the index after text without a tag that ends its entry. */
    int textEnd(byte[] a, int index, int end) {
        int stop = YamlLexer.asciiEnd(a, index);
        isAscii = a[stop] == ',' && stop > index && stop - index <= maxTextChars && ScalarSlice.isText(a, index, stop);
        if (isAscii) {
            from = index;
            to = stop;
            return stop;
        }
        int after = scalarEnd(a, index, end);
        return after > end || a[index] != '"' && !ScalarSlice.isText(a, from, to) ? NONE : after;
    }

    /** Returns the text that {@link #textEnd} has found. */
    String text(byte[] a, int field) {
        return isAscii ? texts.text(a, from, to, field) : ScalarSlice.text(a, from, to, texts);
    }

    /** Returns the value whose name {@link #textEnd} has found, or null. */
    Object named(byte[] a, int field, NamedValues values) {
        Object value = isAscii ? values.get(a, from, to) : null;
        return value != null ? value : values.get(text(a, field));
    }

    /** Returns the index after what may be a date or time that ends its entry. */
    int temporalEnd(byte[] a, int index, int end) {
        boolean quoted = a[index] == '"';
        int stop = index + 1 + temporalLength;
        if (quoted && temporalLength > 0 && stop + 1 < end && a[stop] == '"' && a[stop + 1] == ',') {
            // Probably of the same length as the last one. If a quote is in between, parsing will refuse it.
            from = index + 1;
            to = stop;
            return stop + 1;
        }
        byte first = quoted ? a[index + 1] : a[index];
        int after = first > '9' || first < '+' ? NONE : scalarEnd(a, index, end);
        temporalLength = quoted && after <= end ? to - from : temporalLength;
        return after;
    }

    /** Returns the date or time that {@link #temporalEnd} has found, or null if it is neither. */
    Temporal temporal(byte[] a, int field) {
        return texts.temporalOrNull(a, from, to, field);
    }

    /** Returns the index after a scalar without escapes and tag that ends its entry. */
    private int scalarEnd(byte[] a, int index, int end) {
        boolean quoted = a[index] == '"';
        int start = quoted ? index + 1 : index;
        int stop = quoted ? YamlLexer.quotedEnd(a, start) : YamlLexer.plainEnd(a, start);
        int after = quoted ? stop + 1 : stop;
        if (stop < 0 || stop - start > maxTextChars || !endsEntry(a, after, end)) {
            return NONE;
        }
        from = start;
        to = stop;
        return after;
    }

    /** Returns whether an entry ends as the writer ends it in the outermost object. */
    private static boolean endsAsWritten(byte[] a, int after, int end) {
        return a[after] == ',' || a[after] == '\n' && after + 1 < end && a[after + 1] == '}';
    }

    private static boolean endsEntry(byte[] a, int after, int end) {
        return a[after] == ',' || YamlLexer.endsFlow(a, after, end, '}');
    }
}
