package io.deltawire.json;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.FieldEncoder;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.PlainStrings;
import io.deltawire.wire.spi.TemporalText;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;

/** Puts fields straight into the array: values with the commas after them. */
interface JsonFieldEncoder extends FieldEncoder {
    /** With quotes and comma it takes no more than {@link #MAX_BYTES}. */
    int MAX_PLAIN = MAX_BYTES - 3;

    long NULL = word("null,");
    long TRUE = word("true,");
    long FALSE = word("false,");

    private static long word(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Swar.load(Arrays.copyOf(bytes, Long.BYTES), 0);
    }

    /** The strings that needed no escape before. */
    PlainStrings plainStrings();

    /** The most characters that a text may have. */
    int maxTextChars();

    @Override
    default Shape.Attachment<byte[][]> names() {
        return JsonNames.BYTES_OF_SHAPE;
    }

    @Override
    default int nullValue(byte[] a, int at) {
        Swar.store(a, at, NULL);
        return at + 5;
    }

    @Override
    default int bool(byte[] a, int at, boolean value) {
        Swar.store(a, at, value ? TRUE : FALSE);
        return value ? at + 5 : at + 6;
    }

    @Override
    default int int64(byte[] a, int at, long value) {
        return putComma(a, NumberText.writeInt64(a, at, value));
    }

    @Override
    default int float64(byte[] a, int at, double value) {
        return Double.isFinite(value)
                ? putComma(a, NumberText.writeFloat64(a, at, value))
                : putQuoted(a, at, Double.toString(value));
    }

    @Override
    default int float32(byte[] a, int at, float value) {
        return Float.isFinite(value)
                ? putComma(a, NumberText.writeFloat32(a, at, value))
                : putQuoted(a, at, Float.toString(value));
    }

    @Override
    default int text(byte[] a, int at, String value, int ordinal) {
        int length = value.length();
        return length > MAX_PLAIN || length > maxTextChars() ? -1 : putText(plainStrings(), a, at, value, length);
    }

    @Override
    default int temporal(byte[] a, int at, Temporal value) {
        if (TemporalText.maxLength(value) > MAX_PLAIN) {
            return -1;
        }
        a[at] = '"';
        return putQuote(a, TemporalText.writeInto(a, at + 1, value));
    }

    /** Puts text in quotes, and its comma, where it needs no escape; else returns -1. */
    static int putText(PlainStrings plain, byte[] a, int at, String text, int length) {
        int end = plain.write(text, length, a, at + 1);
        if (end < 0) {
            end = putQuoted(a, at, text);
            if (end >= 0) {
                plain.found(text);
            }
            return end;
        }
        a[at] = '"';
        return putQuote(a, end);
    }

    private static int putComma(byte[] a, int at) {
        a[at] = ',';
        return at + 1;
    }

    /** Puts text in quotes where it needs no escape; else -1. */
    private static int putQuoted(byte[] a, int at, String text) {
        int length = text.length();
        if (JsonText.plain(text, a, at + 1) < length) {
            return -1;
        }
        a[at] = '"';
        return putQuote(a, at + 1 + length);
    }

    private static int putQuote(byte[] a, int at) {
        a[at] = '"';
        a[at + 1] = ',';
        return at + 2;
    }
}
