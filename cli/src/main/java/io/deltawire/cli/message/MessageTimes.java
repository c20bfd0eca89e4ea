package io.deltawire.cli.message;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.TemporalText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/** Finds the time of a message, and the time that a value stands for. */
public final class MessageTimes {
    private static final long NANOS = 1_000_000_000;

    private MessageTimes() {}

    /**
     * The time of a message in nanoseconds since 1970, from a field or from the first value that is a time; or null.
     */
    public static Long time(MessageTape tape, String field) {
        Instant instant = instant(tape, field);
        return instant == null ? null : nanos(instant);
    }

    /** The time of a message, from a field or from the first value that is a time; or null. */
    public static Instant instant(MessageTape tape, String field) {
        if (field != null) {
            int index = FieldPaths.find(tape, field);
            if (index < 0 && field.endsWith("]")) {
                index = FieldPaths.findItem(tape, field);
            }
            return index < 0 ? null : instantOf(tape.value(index));
        }
        for (int i = 0; i < tape.size(); i++) {
            boolean candidate = tape.token(i) == WireToken.TEMPORAL || tape.token(i) == WireToken.TEXT;
            Instant time = candidate ? instantOf(tape.value(i)) : null;
            if (time != null) {
                return time;
            }
        }
        return null;
    }

    /** Parses a date or date-time in one of the forms of {@link TemporalText#normalized}, in UTC if it names no zone. */
    static Instant parse(String text) {
        try {
            String iso = TemporalText.normalized(text);
            if (iso.length() == 10) {
                return LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean zoned = iso.endsWith("Z") || iso.indexOf('+', 10) > 0 || iso.indexOf('-', 10) > 0;
            return zoned
                    ? ZonedDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a date or date-time such as 2016-07-22T12:00Z");
        }
    }

    /**
     * Nanoseconds since 1970. Times before 1677 or after 2262 are out of range, and become the smallest or largest
     * number.
     */
    public static long nanos(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (!hasNanos(instant)) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return seconds * NANOS + instant.getNano();
    }

    /** Whether nanoseconds since 1970 can express a time. */
    public static boolean hasNanos(Instant instant) {
        return Math.abs(instant.getEpochSecond()) < Long.MAX_VALUE / NANOS;
    }

    /** The time that a value of a message stands for, or null. */
    static Instant instantOf(Object value) {
        if (value instanceof Instant instant) {
            return instant;
        }
        if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof LocalDateTime time) {
            return time.toInstant(ZoneOffset.UTC);
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        if (value instanceof Temporal) {
            return null;
        }
        if (value instanceof Number number) {
            return instantOfNumber(number.doubleValue(), number.longValue());
        }
        return value instanceof String text ? instantOfText(text) : null;
    }

    /**
     * Interprets a number by its size: today's times in seconds, milliseconds, microseconds and nanoseconds differ by
     * that.
     */
    private static Instant instantOfNumber(double value, long integral) {
        double size = Math.abs(value);
        if (size < 1e11) {
            boolean hasNanos = size * 1e9 < Long.MAX_VALUE;
            return hasNanos ? instantOf((long) (value * 1e9), NANOS) : Instant.ofEpochSecond((long) value);
        }
        return instantOf(integral, size < 1e14 ? 1_000 : size < 1e17 ? 1_000_000 : NANOS);
    }

    /** The time after a number of fractions of a second since 1970. */
    private static Instant instantOf(long count, long perSecond) {
        return Instant.ofEpochSecond(
                Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * (NANOS / perSecond));
    }

    private static Instant instantOfText(String text) {
        if (!TemporalText.beginsWithDate(text)) {
            return null;
        }
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
