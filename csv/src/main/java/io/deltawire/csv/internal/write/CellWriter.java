package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.Utf8;
import java.time.temporal.Temporal;

/**
 * Writes the text of single cells into the output, in quotes if needed. Each method leaves room for the delimiter after
 * the cell.
 */
final class CellWriter {
    /** What {@link #text} returns if the text has been written. */
    static final int WRITTEN = -1;

    /** The length of the longest word that is read as a number or a boolean: Infinity. */
    private static final int LONGEST_WORD = 8;

    private final OutputBuffer out;
    private final boolean quoteAllText;
    private final boolean[] special = new boolean[128];
    private final ScalarText scalar;

    CellWriter(OutputBuffer out, char delimiter, boolean quoteAllText, int maxNumberChars) {
        this.out = out;
        this.quoteAllText = quoteAllText;
        this.scalar = new ScalarText(maxNumberChars);
        special[delimiter] = true;
        special['"'] = true;
        special['\r'] = true;
        special['\n'] = true;
    }

    void int64(long value) {
        out.ensure(NumberText.MAX_INT64 + 1);
        out.position = NumberText.writeInt64(out.array, out.position, value);
    }

    void float64(double value) {
        if (!Double.isFinite(value)) {
            ascii(Double.toString(value));
            return;
        }
        out.ensure(NumberText.MAX_FLOAT64 + 1);
        out.position = NumberText.writeFloat64(out.array, out.position, value);
    }

    void float32(float value) {
        if (!Float.isFinite(value)) {
            ascii(Float.toString(value));
            return;
        }
        out.ensure(NumberText.MAX_FLOAT64 + 1);
        out.position = NumberText.writeFloat32(out.array, out.position, value);
    }

    void temporal(Temporal value) {
        out.ensure(TemporalText.maxLength(value) + 1);
        out.position = TemporalText.writeInto(out.array, out.position, value);
    }

    /** Writes text that consists of ASCII characters and needs no quotes. */
    void ascii(String text) {
        int length = text.length();
        out.ensure(length + 1);
        byte[] array = out.array;
        int at = out.position;
        for (int i = 0; i < length; i++) {
            array[at + i] = (byte) text.charAt(i);
        }
        out.position = at + length;
    }

    void raw(byte[] text, int from, int to) {
        int length = to - from;
        out.ensure(length + 1);
        System.arraycopy(text, from, out.array, out.position, length);
        out.position += length;
    }

    /**
     * Writes text so that it is read as text.
     *
     * @param asText whether to write it in quotes even if it looks like nothing else
     * @return {@link #WRITTEN}; otherwise the index of a lone surrogate, and nothing is written
     */
    int text(CharSequence text, boolean asText) {
        int length = text.length();
        out.ensure(Math.addExact(Math.multiplyExact(3, length), 3));
        if (asText || quoteAllText || length == 0) {
            return inQuotes(text);
        }
        int begin = out.position;
        byte[] array = out.array;
        int at = begin;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return beyondAscii(text);
            }
            if (special[c]) {
                return inQuotes(text);
            }
            array[at++] = (byte) c;
        }
        if (looksOtherwise(array, begin, at)) {
            return inQuotes(text);
        }
        out.position = at;
        return WRITTEN;
    }

    private int beyondAscii(CharSequence text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80 && special[c]) {
                return inQuotes(text);
            }
        }
        char first = text.charAt(0);
        char last = text.charAt(length - 1);
        if (first == ' ' || last == ' ' || first == '\uFEFF') {
            return inQuotes(text);
        }
        int end = Utf8.encode(text, out.array, out.position);
        if (end < 0) {
            return -1 - end;
        }
        out.position = end;
        return WRITTEN;
    }

    /** Whether text without quotes would be read as something else, or trimmed by some readers. */
    private boolean looksOtherwise(byte[] array, int from, int to) {
        byte first = array[from];
        if (first == ' ' || array[to - 1] == ' ' || first == '{' || first == '\t' || array[to - 1] == '\t') {
            return true;
        }
        boolean word = to - from <= LONGEST_WORD
                && (first == 'N' || first == 'I' || (first | 0x20) == 't' || (first | 0x20) == 'f');
        if (first >= 'A' && !word || to - from > 100 && to - from > scalarLimit()) {
            return false;
        }
        scalar.set(array, from, to);
        return scalar.infer() != WireToken.TEXT;
    }

    private int scalarLimit() {
        return scalar.maxNumberChars();
    }

    private int inQuotes(CharSequence text) {
        int begin = out.position;
        out.array[begin] = '"';
        int end = Utf8.encode(text, out.array, begin + 1);
        if (end < 0) {
            return -1 - end;
        }
        out.position = end;
        quoteRest(begin + 1);
        return WRITTEN;
    }

    /** Doubles the quotes from an index on, and adds the closing quote. */
    private void quoteRest(int from) {
        int end = out.position;
        int quotes = 0;
        for (int i = from; i < end; i++) {
            if (out.array[i] == '"') {
                quotes++;
            }
        }
        out.ensure(quotes + 2);
        byte[] array = out.array;
        int to = end + quotes;
        out.position = to;
        for (int i = end - 1; quotes > 0; i--) {
            byte b = array[i];
            array[--to] = b;
            if (b == '"') {
                array[--to] = b;
                quotes--;
            }
        }
        array[out.position++] = '"';
    }

    /** Writes valid UTF-8, in quotes if it contains a delimiter, a quote or a line end. */
    void json(byte[] text, int from, int to) {
        // Without quotes, a pair of braces would mark an object of nulls.
        boolean quote = to - from == 2 && text[from] == '{';
        for (int i = from; i < to; i++) {
            quote |= text[i] >= 0 && special[text[i]];
        }
        out.ensure(to - from + 2);
        if (!quote) {
            raw(text, from, to);
            return;
        }
        int begin = out.position;
        out.array[out.position++] = '"';
        raw(text, from, to);
        quoteRest(begin + 1);
    }

    /** Writes the name of a column. Returns what {@link #text} returns. */
    int name(String name) {
        out.ensure(Math.addExact(Math.multiplyExact(3, name.length()), 2));
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < 0x80 && special[name.charAt(i)]) {
                return inQuotes(name);
            }
        }
        if (ColumnNames.needQuotes(name)) {
            return inQuotes(name);
        }
        int end = Utf8.encode(name, out.array, out.position);
        if (end < 0) {
            return -1 - end;
        }
        out.position = end;
        return WRITTEN;
    }
}
