package io.deltawire.yaml.internal.reader;

import static io.deltawire.wire.spi.FieldDecoder.NONE;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.NamedValues;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.SeenTexts;
import io.deltawire.yaml.internal.text.ScalarSlice;
import io.deltawire.yaml.internal.text.YamlLexer;
import java.time.temporal.Temporal;

/**
 * The values of an object in braces as code that knows its fields takes them, straight from the array and without a
 * token: where each ends, and what it is. The methods whose names end with {@code End} return an index beyond the end for all
 * that is not plain,
 * or may go on on the next line: that is left to tokens. Not thread-safe.
 */
final class YamlDirectValues {
    private final NumberReader number = new NumberReader();
    private final SeenTexts texts;
    private final int maxTextChars;

    /** The span of the text, date or time that was found last, without quotes. */
    private int from;

    private int to;

    /** Whether {@link #textEnd} has found nothing but ASCII. */
    private boolean isAscii;

    /** The length of the last date or time in quotes that {@link #temporalEnd} has found, or 0. */
    private int temporalLength;

    YamlDirectValues(WireLimits limits, SeenTexts texts) {
        this.maxTextChars = limits.maxTextChars();
        this.texts = texts;
    }

    /** The index after an integer that ends its entry. */
    int int64End(byte[] a, int at, int end) {
        int after = number.readInt64(a, at);
        return after >= 0 && endsAsWritten(a, after, end) ? after : numberEnd(a, at, end, NumberReader.INT64);
    }

    /** What {@link #int64End} has found. */
    long int64() {
        return number.int64;
    }

    /** The index after a number with a point or exponent that ends its entry. */
    int float64End(byte[] a, int at, int end) {
        int after = number.readFloat64(a, at);
        return after >= 0 && endsAsWritten(a, after, end) ? after : numberEnd(a, at, end, NumberReader.FLOAT64);
    }

    /** What {@link #float64End} has found. */
    double float64() {
        return number.float64;
    }

    private int numberEnd(byte[] a, int at, int end, int kind) {
        return number.read(a, at, end) == kind && endsEntry(a, number.end, end) ? number.end : NONE;
    }

    /** The index after true or false that ends its entry. */
    static int wordEnd(byte[] a, int at, int end) {
        if (end - at < 6 || a[at] != 't' && a[at] != 'f') {
            return NONE;
        }
        boolean isTrue = a[at] == 't';
        boolean found = isTrue
                ? a[at + 1] == 'r' && a[at + 2] == 'u' && a[at + 3] == 'e'
                : a[at + 1] == 'a' && a[at + 2] == 'l' && a[at + 3] == 's' && a[at + 4] == 'e';
        int after = isTrue ? at + 4 : at + 5;
        return found && endsEntry(a, after, end) ? after : NONE;
    }

    /** The index after text without a tag that ends its entry. */
    int textEnd(byte[] a, int at, int end) {
        int stop = YamlLexer.asciiEnd(a, at);
        isAscii = a[stop] == ',' && stop > at && stop - at <= maxTextChars && ScalarSlice.isText(a, at, stop);
        if (isAscii) {
            from = at;
            to = stop;
            return stop;
        }
        int after = scalarEnd(a, at, end);
        return after > end || a[at] != '"' && !ScalarSlice.isText(a, from, to) ? NONE : after;
    }

    /** The text that {@link #textEnd} has found, of the field with a number. */
    String text(byte[] a, int field) {
        return isAscii ? texts.text(a, from, to, field) : ScalarSlice.text(a, from, to, texts);
    }

    /** The value whose name {@link #textEnd} has found, or null. */
    Object named(byte[] a, int field, NamedValues values) {
        Object value = isAscii ? values.get(a, from, to) : null;
        return value != null ? value : values.get(text(a, field));
    }

    /** The index after what may be a date or time that ends its entry. */
    int temporalEnd(byte[] a, int at, int end) {
        boolean quoted = a[at] == '"';
        int stop = at + 1 + temporalLength;
        if (quoted && temporalLength > 0 && stop + 1 < end && a[stop] == '"' && a[stop + 1] == ',') {
            // As long as the one before, it seems. If there is another quote between, it is none.
            from = at + 1;
            to = stop;
            return stop + 1;
        }
        byte first = quoted ? a[at + 1] : a[at];
        int after = first > '9' || first < '+' ? NONE : scalarEnd(a, at, end);
        temporalLength = quoted && after <= end ? to - from : temporalLength;
        return after;
    }

    /** The date or time that {@link #temporalEnd} has found, of the field with a number; null where it is none. */
    Temporal temporal(byte[] a, int field) {
        return texts.temporalOrNull(a, from, to, field);
    }

    /** The index after a scalar without escapes and a tag that ends its entry. */
    private int scalarEnd(byte[] a, int at, int end) {
        boolean quoted = a[at] == '"';
        int start = quoted ? at + 1 : at;
        int stop = quoted ? YamlLexer.quotedEnd(a, start) : YamlLexer.plainEnd(a, start);
        int after = quoted ? stop + 1 : stop;
        if (stop < 0 || stop - start > maxTextChars || !endsEntry(a, after, end)) {
            return NONE;
        }
        from = start;
        to = stop;
        return after;
    }

    /** True where an entry ends as our own writer ends it in the outermost object. */
    private static boolean endsAsWritten(byte[] a, int after, int end) {
        return a[after] == ',' || a[after] == '\n' && after + 1 < end && a[after + 1] == '}';
    }

    private static boolean endsEntry(byte[] a, int after, int end) {
        return a[after] == ',' || YamlLexer.endsFlow(a, after, end, '}');
    }
}
