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
    private static final long NANOS = 1_000_000_000;
    private static final String EXPECTED = "expected a message number, @OFFSET or a time such as 2016-07-22T12:00Z";

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
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) {
            throw new IllegalArgumentException(EXPECTED);
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
            throw new IllegalArgumentException(EXPECTED);
        }
    }

    /** Nanoseconds since 1970; of a time before 1677 or after 2262, which they do not reach, the least or the greatest. */
    static long nanos(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (!hasNanos(instant)) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return seconds * NANOS + instant.getNano();
    }

    /** Whether a time is one that nanoseconds since 1970 reach. */
    static boolean hasNanos(Instant instant) {
        return Math.abs(instant.getEpochSecond()) < Long.MAX_VALUE / NANOS;
    }

    /** The time that a value of a message stands for, or null where it is none. */
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

    /** Seconds, milliseconds, microseconds and nanoseconds of our age differ by their size alone. */
    private static Instant instantOfNumber(double value, long integral) {
        double size = Math.abs(value);
        if (size < 1e11) {
            boolean hasNanos = size * 1e9 < Long.MAX_VALUE;
            return hasNanos ? instantOf((long) (value * 1e9), NANOS) : Instant.ofEpochSecond((long) value);
        }
        return instantOf(integral, size < 1e14 ? 1_000 : size < 1e17 ? 1_000_000 : NANOS);
    }

    /** The time that is so many parts of a second after 1970 began. */
    private static Instant instantOf(long count, long perSecond) {
        return Instant.ofEpochSecond(
                Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * (NANOS / perSecond));
    }

    private static Instant instantOfText(String text) {
        if (text.length() < 10 || text.charAt(4) != '-') {
            return null;
        }
        try {
            return instant(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
