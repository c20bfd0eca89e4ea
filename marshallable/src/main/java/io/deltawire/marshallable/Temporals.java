package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/**
 * Reads dates and times as the class of a field. The input says only what its text says ({@code ...Z} may have been an
 * {@code Instant} or either date-time in UTC), so the classes are converted where nothing is lost.
 */
final class Temporals {
    private Temporals() {}

    static LocalDate localDate(Temporal value, WireIn in, Session session) {
        return value instanceof LocalDate date ? date : (LocalDate) misfit(in, session, "date", value);
    }

    static LocalTime localTime(Temporal value, WireIn in, Session session) {
        return value instanceof LocalTime time ? time : (LocalTime) misfit(in, session, "time", value);
    }

    static LocalDateTime localDateTime(Temporal value, WireIn in, Session session) {
        return value instanceof LocalDateTime dateTime
                ? dateTime
                : (LocalDateTime) misfit(in, session, "date-time without a zone", value);
    }

    static ZonedDateTime zonedDateTime(Temporal value, WireIn in, Session session) {
        if (value instanceof ZonedDateTime dateTime) {
            return dateTime;
        }
        if (value instanceof OffsetDateTime dateTime) {
            return dateTime.toZonedDateTime();
        }
        if (value instanceof Instant instant) {
            return instant.atZone(ZoneOffset.UTC);
        }
        return (ZonedDateTime) misfit(in, session, "date-time with a zone", value);
    }

    static OffsetDateTime offsetDateTime(Temporal value, WireIn in, Session session) {
        if (value instanceof OffsetDateTime dateTime) {
            return dateTime;
        }
        if (value instanceof Instant instant) {
            return instant.atOffset(ZoneOffset.UTC);
        }
        if (value instanceof ZonedDateTime dateTime && dateTime.getZone() instanceof ZoneOffset) {
            return dateTime.toOffsetDateTime();
        }
        return (OffsetDateTime) misfit(in, session, "date-time with an offset", value);
    }

    static Instant instant(Temporal value, WireIn in, Session session) {
        if (value instanceof Instant instant) {
            return instant;
        }
        if (value instanceof OffsetDateTime dateTime && dateTime.getOffset().equals(ZoneOffset.UTC)) {
            return dateTime.toInstant();
        }
        if (value instanceof ZonedDateTime dateTime && dateTime.getZone().equals(ZoneOffset.UTC)) {
            return dateTime.toInstant();
        }
        return (Instant) misfit(in, session, "date-time in UTC", value);
    }

    /** Whether the text of a date-time tells its class. */
    static boolean isPlain(Object value) {
        return value instanceof ZonedDateTime zoned && !(zoned.getZone() instanceof ZoneOffset)
                || value instanceof OffsetDateTime offset && !offset.getOffset().equals(ZoneOffset.UTC);
    }

    private static Temporal misfit(WireIn in, Session session, String expected, Temporal found) {
        throw session.misfit(in, "expected a " + expected + " but was " + found);
    }
}
