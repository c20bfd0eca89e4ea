package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.text.Printable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/**
 * Converts dates and times that were read to the class of a field, if nothing is lost. The input tells no more than its
 * text: {@code ...Z} may have been written from an {@code Instant} or from either class of date-time in UTC. Generated
 * code calls these methods too.
 */
public final class TemporalNarrowing {
    private static final long MIN_SECOND = LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC);
    private static final long MAX_SECOND = LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC);

    private TemporalNarrowing() {}

    public static LocalDate localDate(Temporal value, WireIn in, CodecContext session) {
        return value instanceof LocalDate date ? date : (LocalDate) misfit(in, session, "date", value);
    }

    public static LocalTime localTime(Temporal value, WireIn in, CodecContext session) {
        return value instanceof LocalTime time ? time : (LocalTime) misfit(in, session, "time", value);
    }

    public static LocalDateTime localDateTime(Temporal value, WireIn in, CodecContext session) {
        return value instanceof LocalDateTime dateTime
                ? dateTime
                : (LocalDateTime) misfit(in, session, "date-time without a zone", value);
    }

    public static ZonedDateTime zonedDateTime(Temporal value, WireIn in, CodecContext session) {
        if (value instanceof ZonedDateTime dateTime) {
            return dateTime;
        }
        if (session.conversions.get(value) instanceof ZonedDateTime cached) {
            return cached;
        }
        if (value instanceof OffsetDateTime dateTime) {
            return session.conversions.put(value, dateTime.toZonedDateTime());
        }
        if (value instanceof Instant instant && hasDate(instant)) {
            return session.conversions.put(value, inUtc(instant).toZonedDateTime());
        }
        return (ZonedDateTime) misfit(in, session, "date-time with a zone", value);
    }

    public static OffsetDateTime offsetDateTime(Temporal value, WireIn in, CodecContext session) {
        if (value instanceof OffsetDateTime dateTime) {
            return dateTime;
        }
        if (session.conversions.get(value) instanceof OffsetDateTime cached) {
            return cached;
        }
        if (value instanceof Instant instant && hasDate(instant)) {
            return session.conversions.put(value, inUtc(instant));
        }
        if (value instanceof ZonedDateTime dateTime && dateTime.getZone() instanceof ZoneOffset) {
            return session.conversions.put(value, dateTime.toOffsetDateTime());
        }
        return (OffsetDateTime) misfit(in, session, "date-time with an offset", value);
    }

    public static Instant instant(Temporal value, WireIn in, CodecContext session) {
        if (value instanceof Instant instant) {
            return instant;
        }
        if (session.conversions.get(value) instanceof Instant cached) {
            return cached;
        }
        if (value instanceof OffsetDateTime dateTime && dateTime.getOffset().equals(ZoneOffset.UTC)) {
            return session.conversions.put(value, dateTime.toInstant());
        }
        if (value instanceof ZonedDateTime dateTime && dateTime.getZone().equals(ZoneOffset.UTC)) {
            return session.conversions.put(value, dateTime.toInstant());
        }
        return (Instant) misfit(in, session, "date-time in UTC", value);
    }

    /** Returns whether a date-time can represent the instant. The range of instants is a year longer at both ends. */
    private static boolean hasDate(Instant instant) {
        return instant.getEpochSecond() >= MIN_SECOND && instant.getEpochSecond() <= MAX_SECOND;
    }

    /** Converts without the rules of the zone, because an offset creates a new object for them on each call. */
    private static OffsetDateTime inUtc(Instant instant) {
        LocalDateTime dateTime =
                LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        return OffsetDateTime.of(dateTime, ZoneOffset.UTC);
    }

    /** Returns whether the text of a date-time determines its class. */
    static boolean isPlain(Object value) {
        return value instanceof ZonedDateTime zoned && !(zoned.getZone() instanceof ZoneOffset)
                || value instanceof OffsetDateTime offset && !offset.getOffset().equals(ZoneOffset.UTC);
    }

    private static Temporal misfit(WireIn in, CodecContext session, String expected, Temporal found) {
        throw session.mismatch(in, "expected " + Printable.withArticle(expected) + " but was " + found);
    }
}
