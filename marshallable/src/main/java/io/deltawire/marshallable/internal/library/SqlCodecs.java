package io.deltawire.marshallable.internal.library;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The codecs of the dates and times of module java.sql. They are in a class of their own, which cannot be linked if the
 * module is absent. A {@code Timestamp} is an instant, a {@code Date} a date and a {@code Time} a time of day.
 */
final class SqlCodecs {
    private SqlCodecs() {}

    /** Takes a codec for a class. */
    interface Target {
        <T extends java.util.Date> void add(Class<T> type, BiConsumer<T, WireOut> writer, Function<WireIn, T> reader);
    }

    static void addTo(Target target) {
        target.add(
                Timestamp.class,
                (value, out) -> out.temporal(value.toInstant()),
                in -> Timestamp.from(instant(in.temporal())));
        target.add(
                Date.class,
                (value, out) -> out.temporal(value.toLocalDate()),
                in -> Date.valueOf(LocalDate.from(in.temporal())));
        target.add(
                Time.class,
                (value, out) -> out.temporal(value.toLocalTime()),
                in -> Time.valueOf(LocalTime.from(in.temporal())));
    }

    private static Instant instant(Temporal value) {
        if (value instanceof Instant instant) {
            return instant;
        }
        return value instanceof ZonedDateTime zoned
                ? zoned.toInstant()
                : OffsetDateTime.from(value).toInstant();
    }
}
