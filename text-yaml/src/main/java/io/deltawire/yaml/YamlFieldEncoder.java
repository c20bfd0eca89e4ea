package io.deltawire.yaml;

import io.deltawire.wire.spi.FieldEncoder;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.PlainStrings;
import io.deltawire.wire.spi.TemporalText;
import java.time.temporal.Temporal;

/** Puts fields straight into the array. */
interface YamlFieldEncoder extends FieldEncoder {
    /** The most characters that a text may have. */
    int maxTextChars();

    /** The strings that were plain before. */
    PlainStrings plainStrings();

    @Override
    default int nullValue(byte[] a, int at) {
        return put(a, at, YamlWords.NULL);
    }

    @Override
    default int bool(byte[] a, int at, boolean value) {
        return put(a, at, YamlWords.of(value));
    }

    @Override
    default int int64(byte[] a, int at, long value) {
        return NumberText.writeInt64(a, at, value);
    }

    @Override
    default int float64(byte[] a, int at, double value) {
        return Double.isFinite(value) ? NumberText.writeFloat64(a, at, value) : put(a, at, YamlWords.of(value));
    }

    @Override
    default int float32(byte[] a, int at, float value) {
        return Float.isFinite(value) ? NumberText.writeFloat32(a, at, value) : put(a, at, YamlWords.of(value));
    }

    @Override
    default int text(byte[] a, int at, String value, int ordinal) {
        int length = value.length();
        return length > MAX_BYTES || length > maxTextChars() ? -1 : putText(plainStrings(), a, at, value, length);
    }

    /** Puts text where it needs no quotes; else returns -1. */
    static int putText(PlainStrings plain, byte[] a, int at, String text, int length) {
        int end = plain.write(text, length, a, at);
        if (end < 0) {
            // What may have to be told from a date begins with none of the characters that are written without quotes.
            end = PlainText.writeAscii(text, a, at);
            if (end >= 0) {
                plain.found(text);
            }
        }
        return end;
    }

    @Override
    default int temporal(byte[] a, int at, Temporal value) {
        return TemporalText.maxLength(value) + 2 > MAX_BYTES ? -1 : writeTemporal(a, at, value);
    }

    private static int put(byte[] a, int at, byte[] text) {
        System.arraycopy(text, 0, a, at, text.length);
        return at + text.length;
    }

    /** Writes a date or time, in quotes where that is no timestamp of YAML's; there is to be room for two bytes more. */
    static int writeTemporal(byte[] a, int at, Temporal value) {
        int end = TemporalText.writeInto(a, at + 1, value);
        if (PlainText.isTimestamp(a, at + 1, end)) {
            System.arraycopy(a, at + 1, a, at, end - at - 1);
            return end - 1;
        }
        a[at] = '"';
        a[end] = '"';
        return end + 1;
    }
}
