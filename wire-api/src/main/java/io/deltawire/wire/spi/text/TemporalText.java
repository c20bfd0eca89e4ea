package io.deltawire.wire.spi.text;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.time.zone.ZoneRulesException;
import java.util.Arrays;

/**
 * Formats and parses dates and times as ISO 8601 text, in the forms that {@code java.time} prints: {@code 2016-07-22},
 * {@code 10:15}, {@code 10:15:30.125}, {@code 2016-07-22T10:15}, {@code 2016-07-22T10:15+01:00},
 * {@code 2016-07-22T09:15:00Z}, {@code 2016-07-22T10:15+01:00[Europe/London]}. A date that does not exist is an error,
 * and never becomes another date. Stateless, so threads may share it.
 *
 * <p>Years from 0 to 9999 are handled here, in a few dozen nanoseconds. All else is left to {@code java.time}, with the
 * same result.
 */
public final class TemporalText {
    private static final int MIN_LENGTH = 5;
    private static final int MAX_LENGTH = 100;

    private TemporalText() {}

    /** Returns the text of a value, which equals its {@code toString()}. */
    public static String format(Temporal value) {
        byte[] text = new byte[maxLength(value)];
        return new String(text, 0, writeInto(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the largest number of bytes that {@link #writeInto} writes for a value: at most 45, plus the length of a
     * zone's name and 2.
     */
    public static int maxLength(Temporal value) {
        return TemporalFormatter.maxLength(value);
    }

    /**
     * Writes the text of {@link #format} as ASCII, to an array with room for {@link #maxLength}. Returns the index
     * after it. Allocates nothing for years from 0 to 9999.
     *
     * @param value a {@link LocalDate}, {@link LocalTime}, {@link LocalDateTime}, {@link OffsetDateTime},
     *     {@link ZonedDateTime} or {@link Instant}; another class is written as its {@code toString()}
     */
    public static int writeInto(byte[] into, int index, Temporal value) {
        return TemporalFormatter.write(into, index, value);
    }

    /**
     * Returns the value whose {@link #format} is exactly this text, or null if there is none. A date gives a
     * {@link LocalDate}, and a time a {@link LocalTime}. A date-time gives a {@link LocalDateTime}; with a zone in
     * brackets, a {@link ZonedDateTime}; with {@code Z} and seconds, an {@link Instant}; with an offset, an
     * {@link OffsetDateTime}.
     *
     * <p>This is cheap for text that is not a date or time: two or three characters are checked.
     */
    public static Temporal parseExact(CharSequence text) {
        int length = text.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH || !looksTemporal(text)) {
            return null;
        }
        byte[] ascii = ascii(text);
        return parseExact(ascii, 0, ascii.length);
    }

    /** Like {@link #parseExact(CharSequence)}, for the ASCII text from {@code from} to {@code to}. */
    public static Temporal parseExact(byte[] text, int from, int to) {
        int length = to - from;
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            return null;
        }
        Temporal value = TemporalParser.parse(text, from, to, null);
        if (value == null) {
            if (!mayBeOtherForm(text, from, to)) {
                return null;
            }
            try {
                value = parseOtherForm(DoubleParser.string(text, from, to));
            } catch (DateTimeException e) {
                return null;
            }
        }
        return isFormatOf(value, text, from, to) ? value : null;
    }

    /**
     * Parses any ISO 8601 text that {@code java.time} can parse.
     *
     * @throws DateTimeException if the text is not a date, time or date-time, or denotes one that does not exist
     */
    public static Temporal parse(CharSequence text) {
        int length = text.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            throw new DateTimeException("not a date or time: " + Printable.quote(text));
        }
        byte[] ascii = ascii(text);
        Temporal value = ascii.length == length ? TemporalParser.parse(ascii, 0, length, null) : null;
        return value != null ? value : parseOtherForm(text);
    }

    /** Like {@link #parse(CharSequence)}, for the ASCII text from {@code from} to {@code to}. */
    public static Temporal parse(byte[] text, int from, int to) {
        return parse(text, from, to, null);
    }

    /**
     * Like {@link #parse(byte[], int, int)}, for many values that are mostly in the same minute as the value before.
     *
     * @param cached cached minute, which is used and updated; or null
     */
    public static Temporal parse(byte[] text, int from, int to, CachedMinute cached) {
        Temporal value = to - from < MIN_LENGTH ? null : TemporalParser.parse(text, from, to, cached);
        return value != null ? value : parse(DoubleParser.string(text, from, to));
    }

    /**
     * Returns whether a text is a date-time with an offset and a zone that this JVM does not know. The zone may be newer
     * than its time-zone data, so the text is valid, and only cannot become a {@link ZonedDateTime} here.
     */
    public static boolean hasUnknownZone(CharSequence text) {
        int length = text.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH || text.charAt(length - 1) != ']') {
            return false;
        }
        String whole = text.toString();
        int zone = whole.indexOf('[');
        try {
            Temporal local = zone < MIN_LENGTH ? null : parse(whole.substring(0, zone));
            if (local instanceof OffsetDateTime || local instanceof Instant) {
                ZoneId.of(whole.substring(zone + 1, length - 1));
            }
            return false;
        } catch (ZoneRulesException e) {
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /**
     * Parses the forms that {@link TemporalParser} does not: other years, shorter and longer fractions, zones that are
     * offsets.
     */
    private static Temporal parseOtherForm(CharSequence text) {
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

    /** Whether a text begins with a date of ten characters, such as {@code 2016-07-22} or {@code 2016/07/22}. */
    public static boolean beginsWithDate(CharSequence text) {
        if (text.length() < 10 || text.charAt(4) != text.charAt(7) || text.charAt(4) != '-' && text.charAt(4) != '/') {
            return false;
        }
        for (int i = 0; i < 10; i++) {
            char c = text.charAt(i);
            if (i != 4 && i != 7 && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the ISO 8601 text of a date-time as logs, databases and spreadsheets write it: with a space or a small
     * {@code t} between date and time, a comma before the fraction, slashes in the date, a space before the zone, an
     * offset without a colon, or {@code UTC} for {@code Z}. Returns any other text as it is.
     */
    public static String normalized(String text) {
        if (!beginsWithDate(text)) {
            return text;
        }
        String date = text.substring(0, 10).replace('/', '-');
        if (text.length() == 10) {
            return date;
        }
        char separator = text.charAt(10);
        if (separator != ' ' && separator != 'T' && separator != 't') {
            return text;
        }
        String time = text.substring(11).replace(',', '.');
        int end = 0;
        while (end < time.length() && "0123456789:.".indexOf(time.charAt(end)) >= 0) {
            end++;
        }
        String zone = time.substring(end).strip();
        String hours = time.substring(0, end);
        if (hours.length() > 1 && hours.charAt(1) == ':') {
            hours = '0' + hours;
        }
        return date + 'T' + hours + normalizedZone(zone);
    }

    private static String normalizedZone(String zone) {
        if (zone.equals("UTC") || zone.equals("GMT") || zone.equals("z")) {
            return "Z";
        }
        boolean isOffset = !zone.isEmpty() && (zone.charAt(0) == '+' || zone.charAt(0) == '-');
        if (isOffset && zone.length() == 3) {
            return zone + ":00";
        }
        return isOffset && zone.length() == 5 && zone.indexOf(':') < 0
                ? zone.substring(0, 3) + ':' + zone.substring(3)
                : zone;
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

    /** Returns whether {@code java.time} can print such text, although {@link TemporalParser} has refused it. */
    private static boolean mayBeOtherForm(byte[] text, int from, int to) {
        byte first = text[from];
        if (first == '-' || first == '+') {
            int i = from + 1;
            while (i < to && DoubleParser.isDigit(text[i])) {
                i++;
            }
            return i - from > 4 && to - i >= 6 && text[i] == '-' && text[i + 3] == '-';
        }
        return text[to - 1] == ']' && DoubleParser.isDigit(first) && to - from > 17 && text[from + 10] == 'T';
    }

    private static boolean isFormatOf(Temporal value, byte[] text, int from, int to) {
        int maxLength = maxLength(value);
        if (to - from > maxLength) {
            return false;
        }
        byte[] written = new byte[maxLength];
        int length = writeInto(written, 0, value);
        return Arrays.equals(written, 0, length, text, from, to);
    }

    /** Returns the text with a question mark, which no date contains, for each character that is not ASCII. */
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
