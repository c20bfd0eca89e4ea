package io.deltawire.wire.spi;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/** Dates and times as ISO 8601 text, in the forms that {@code java.time} prints. */
public final class TemporalText {
    private TemporalText() {}

    /** The text of a temporal value. */
    public static String format(Temporal value) {
        return value.toString();
    }

    /**
     * Returns the value whose {@link #format} is exactly this text, or null where there is none. A date gives
     * {@link LocalDate}, a time {@link LocalTime}, both without a zone {@link LocalDateTime}, with a zone in brackets
     * {@link ZonedDateTime}, with {@code Z} and seconds {@link Instant}, with an offset {@link OffsetDateTime}.
     */
    public static Temporal parseExact(CharSequence text) {
        if (!looksTemporal(text)) {
            return null;
        }
        try {
            Temporal value = parse(text);
            return value != null && text.toString().equals(format(value)) ? value : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /**
     * Parses any ISO 8601 text that {@code java.time} can read.
     *
     * @throws DateTimeException where it is not a date, time or date-time
     */
    public static Temporal parse(CharSequence text) {
        int length = text.length();
        if (length < 5 || length > 100) {
            throw new DateTimeException("not a date or time: " + Printable.quote(text));
        }
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
        int length = text.length();
        if (length < 5 || length > 100) {
            return false;
        }
        char first = text.charAt(0);
        if (first != '-' && first != '+' && (first < '0' || first > '9')) {
            return false;
        }
        return text.charAt(2) == ':' || indexOfDash(text) > 0;
    }

    private static int indexOfDash(CharSequence text) {
        for (int i = 1; i < text.length() && i < 12; i++) {
            if (text.charAt(i) == '-') {
                return i;
            }
        }
        return -1;
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
