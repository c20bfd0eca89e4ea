package io.deltawire.wire.spi;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Dates and times as ISO 8601 text, in the forms that {@code java.time} prints: {@code 2016-07-22}, {@code 10:15} and
 * {@code 10:15:30.125}, {@code 2016-07-22T10:15}, {@code 2016-07-22T10:15+01:00}, {@code 2016-07-22T09:15:00Z},
 * {@code 2016-07-22T10:15+01:00[Europe/London]}. A date that does not exist is not read as another one.
 *
 * <p>Years from 0 to 9999 are written and read here, in a few dozen nanoseconds; all else is left to {@code java.time}, with
 * the same result.
 */
public final class TemporalText {
    private static final int MIN_LENGTH = 5;
    private static final int MAX_LENGTH = 100;

    private TemporalText() {}

    /** The text of a temporal value, the same as its {@code toString()}. */
    public static String format(Temporal value) {
        byte[] text = new byte[maxLength(value)];
        return new String(text, 0, writeInto(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /** The most bytes that {@link #writeInto} takes for this value: at most 45, and the zone's name and 2 where it has one. */
    public static int maxLength(Temporal value) {
        return TemporalWriter.maxLength(value);
    }

    /**
     * Writes {@link #format} as ASCII into an array with room for {@link #maxLength}; returns the index after. Allocates
     * nothing for years from 0 to 9999.
     *
     * @param value a {@link LocalDate}, {@link LocalTime}, {@link LocalDateTime}, {@link OffsetDateTime},
     *     {@link ZonedDateTime} or {@link Instant}; of others the {@code toString()} is written
     */
    public static int writeInto(byte[] into, int at, Temporal value) {
        return TemporalWriter.write(into, at, value);
    }

    /**
     * Returns the value whose {@link #format} is exactly this text, or null where there is none. A date gives
     * {@link LocalDate}, a time {@link LocalTime}, both without a zone {@link LocalDateTime}, with a zone in brackets
     * {@link ZonedDateTime}, with {@code Z} and seconds {@link Instant}, with an offset {@link OffsetDateTime}.
     *
     * <p>Cheap for text that is not temporal: two or three characters are looked at.
     */
    public static Temporal parseExact(CharSequence text) {
        int length = text.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH || !looksTemporal(text)) {
            return null;
        }
        byte[] ascii = ascii(text);
        return parseExact(ascii, 0, ascii.length);
    }

    /** As {@link #parseExact(CharSequence)}, for the ASCII text from {@code from} to {@code to}. */
    public static Temporal parseExact(byte[] text, int from, int to) {
        int length = to - from;
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            return null;
        }
        Temporal value = TemporalReader.parse(text, from, to, null);
        if (value == null) {
            if (!mayBeUnusual(text, from, to)) {
                return null;
            }
            try {
                value = parseUnusual(FloatReader.string(text, from, to));
            } catch (DateTimeException e) {
                return null;
            }
        }
        return isFormatOf(value, text, from, to) ? value : null;
    }

    /**
     * Parses any ISO 8601 text that {@code java.time} can read.
     *
     * @throws DateTimeException where it is not a date, time or date-time, or one that does not exist
     */
    public static Temporal parse(CharSequence text) {
        int length = text.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            throw new DateTimeException("not a date or time: " + Printable.quote(text));
        }
        byte[] ascii = ascii(text);
        Temporal value = ascii.length == length ? TemporalReader.parse(ascii, 0, length, null) : null;
        return value != null ? value : parseUnusual(text);
    }

    /** As {@link #parse(CharSequence)}, for the ASCII text from {@code from} to {@code to}. */
    public static Temporal parse(byte[] text, int from, int to) {
        return parse(text, from, to, null);
    }

    /**
     * As {@link #parse(byte[], int, int)}, for many values of which most are in the minute of the one before.
     *
     * @param recent where the minute may be taken from and is left; or null
     */
    public static Temporal parse(byte[] text, int from, int to, RecentMinute recent) {
        Temporal value = to - from < MIN_LENGTH ? null : TemporalReader.parse(text, from, to, recent);
        return value != null ? value : parse(FloatReader.string(text, from, to));
    }

    /** What the reader of ordinary forms leaves: other years, shorter and longer fractions, zones that are offsets. */
    private static Temporal parseUnusual(CharSequence text) {
        int length = text.length();
        if (text.charAt(2) == ':') {
            return LocalTime.parse(text);
        }
        int t = indexOfT(text);
        if (t < 0) {
            return LocalDate.parse(text);
        }
        if (text.charAt(length - 1) == ']') {
            return ZonedDateTime.parse(text);
        }
        if (text.charAt(length - 1) == 'Z') {
            if (text.toString().indexOf('-', 1) == 1 + 10) {
                return Instant.parse(text); // a year of ten digits, which no other class has
            }
            OffsetDateTime value = OffsetDateTime.parse(text);
            Instant instant = value.toInstant();
            return instant.toString().contentEquals(text) ? instant : value;
        }
        for (int i = t; i < length; i++) {
            char c = text.charAt(i);
            if (c == '+' || c == '-') {
                return OffsetDateTime.parse(text);
            }
        }
        return LocalDateTime.parse(text);
    }

    private static boolean looksTemporal(CharSequence text) {
        char first = text.charAt(0);
        if (first == '-' || first == '+') {
            return text.length() > 10;
        }
        return first >= '0'
                && first <= '9'
                && (text.charAt(2) == ':' || text.charAt(4) == '-' && text.length() > 9 && text.charAt(7) == '-');
    }

    /** Whether {@code java.time} prints such text, although the reader of ordinary forms has refused it. */
    private static boolean mayBeUnusual(byte[] text, int from, int to) {
        byte first = text[from];
        if (first == '-' || first == '+') {
            int i = from + 1;
            while (i < to && FloatReader.isDigit(text[i])) {
                i++;
            }
            return i - from > 4 && to - i >= 6 && text[i] == '-' && text[i + 3] == '-';
        }
        return text[to - 1] == ']' && FloatReader.isDigit(first) && to - from > 17 && text[from + 10] == 'T';
    }

    private static boolean isFormatOf(Temporal value, byte[] text, int from, int to) {
        int most = maxLength(value);
        if (to - from > most) {
            return false;
        }
        byte[] written = new byte[most];
        int length = writeInto(written, 0, value);
        return Arrays.equals(written, 0, length, text, from, to);
    }

    /** The text with a question mark, which is in no date, for each character that is not ASCII. */
    private static byte[] ascii(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static int indexOfT(CharSequence text) {
        for (int i = 8; i < text.length() && i < 20; i++) {
            if (text.charAt(i) == 'T') {
                return i;
            }
        }
        return -1;
    }
}
