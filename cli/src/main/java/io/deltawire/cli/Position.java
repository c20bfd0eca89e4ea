package io.deltawire.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Locale;

/**
 * A place in a dump: a message number from 1, a byte offset, or a time.
 *
 * @param kind which of the three
 * @param value the number, the offset, or the nanoseconds since 1970-01-01T00:00Z
 */
record Position(Kind kind, long value) {
    /** What a position counts. */
    enum Kind {
        NUMBER,
        OFFSET,
        TIME
    }

    /**
     * Parses {@code 100} or {@code #100} (message), {@code @0x1f40} or {@code @64KiB} (byte), an ISO 8601 date or
     * date-time (UTC where it names no zone), or {@code -5m} (before now; s, m, h, d).
     */
    static Position parse(String text) {
        if (text.startsWith("@")) {
            return new Position(Kind.OFFSET, Text.parseNumber(text.substring(1)));
        }
        if (text.startsWith("#")) {
            return new Position(Kind.NUMBER, Text.parseNumber(text.substring(1)));
        }
        if (text.startsWith("-")) {
            return new Position(Kind.TIME, nanos(ago(text.substring(1))));
        }
        if (text.length() >= 10 && text.charAt(4) == '-') {
            return new Position(Kind.TIME, nanos(instant(text)));
        }
        return new Position(Kind.NUMBER, Text.parseNumber(text));
    }

    private static Instant ago(String text) {
        try {
            return Instant.now()
                    .minus(Duration.parse((text.endsWith("d") ? "P" : "PT") + text.toUpperCase(Locale.ROOT)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("expected a time before now such as -30s, -5m, -2h or -1d");
        }
    }

    private static Instant instant(String text) {
        try {
            if (text.length() == 10) {
                return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean zoned = text.endsWith("Z") || text.indexOf('+', 10) > 0 || text.indexOf('-', 10) > 0;
            return zoned
                    ? ZonedDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "expected a message number, @OFFSET or a time such as 2016-07-22T12:00Z");
        }
    }

    /** Nanoseconds since 1970; of a time before 1677 or after 2262, which they do not reach, the least or the greatest. */
    private static long nanos(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (Math.abs(seconds) >= Long.MAX_VALUE / 1_000_000_000L) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return seconds * 1_000_000_000L + instant.getNano();
    }

    /** The nanoseconds since 1970 that a value of a message stands for, or null where it is no time. */
    static Long nanosOf(Object value) {
        if (value instanceof Instant instant) {
            return nanos(instant);
        }
        if (value instanceof ZonedDateTime time) {
            return nanos(time.toInstant());
        }
        if (value instanceof OffsetDateTime time) {
            return nanos(time.toInstant());
        }
        if (value instanceof LocalDateTime time) {
            return nanos(time.toInstant(ZoneOffset.UTC));
        }
        if (value instanceof LocalDate date) {
            return nanos(date.atStartOfDay().toInstant(ZoneOffset.UTC));
        }
        if (value instanceof Temporal) {
            return null;
        }
        if (value instanceof Number number) {
            return nanosOfNumber(number.doubleValue(), number.longValue());
        }
        return value instanceof String text ? nanosOfText(text) : null;
    }

    /** Seconds, milliseconds, microseconds and nanoseconds of our age differ by their size alone. */
    private static Long nanosOfNumber(double value, long integral) {
        double size = Math.abs(value);
        if (size < 1e11) {
            return (long) (value * 1e9);
        }
        return size < 1e14 ? times(integral, 1_000_000) : size < 1e17 ? times(integral, 1_000) : integral;
    }

    private static long times(long value, long unit) {
        return Math.abs(value) > Long.MAX_VALUE / unit ? value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : value * unit;
    }

    private static Long nanosOfText(String text) {
        if (text.length() < 10 || text.charAt(4) != '-') {
            return null;
        }
        try {
            return nanos(instant(text));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
