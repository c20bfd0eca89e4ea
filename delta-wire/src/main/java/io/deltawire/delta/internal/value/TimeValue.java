package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.text.TemporalText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.zone.ZoneRulesException;
import java.util.Objects;

/**
 * A date or time as a count of units, so that differences between times are small numbers (docs/spec/delta.md, section
 * 6.3).
 *
 * <p>A zone that this JVM does not know is no error, since its time-zone data may be older than the writer's. The value
 * is then text: the date-time in UTC with the name of the zone, {@code 2026-07-01T15:00Z[America/Coyhaique]}. A JVM that
 * knows the zone reads the same instant and zone from it.
 *
 * <p>The format byte has the class in bits 0 to 2, and the unit in bits 3 and 4: second, milli-, micro-, nanosecond.
 * Bit 5 says that the value is text, in exactly the form of the class. Dates count days. With bit 6 the other bits are a
 * {@link TimeNotation}, whose values are text as well.
 *
 * @param format the format byte
 * @param zone the Integer seconds of an offset, the String id of a zone, else null
 * @param count the units since 1970-01-01T00:00, or since midnight for a time of day
 * @param value the Temporal, or a String if bit 5 or 6 is set or the zone is unknown
 */
public record TimeValue(int format, Object zone, long count, Object value) {
    static final int DATE = 0;
    static final int TIME_OF_DAY = 1;
    static final int DATE_TIME = 2;
    static final int INSTANT = 3;
    static final int OFFSET = 4;
    static final int ZONED = 5;
    static final int CLASS_BITS = 7;
    static final int UNIT_SHIFT = 3;
    public static final int IS_TEXT = 0x20;

    private static final long[] PER_SECOND = {1, 1_000, 1_000_000, 1_000_000_000};
    private static final int[] NANOS = {1_000_000_000, 1_000_000, 1_000, 1};
    /** Fewer seconds than these fit in 64 bits in any unit. */
    private static final long MAX_SIMPLE_SECONDS = 9_000_000_000L;

    static int classOf(int format) {
        return format & CLASS_BITS;
    }

    /** Whether the specification defines this format byte. */
    static boolean isFormat(int format) {
        if (TimeNotation.isNotation(format)) {
            return TimeNotation.isFormat(format);
        }
        return format >= 0
                && format < TimeNotation.IS_NOTATION
                && classOf(format) <= ZONED
                && !(classOf(format) == DATE && unit(format) != 0);
    }

    /** Whether a value is of one of the classes that can be counted. */
    public static boolean isOfKnownClass(Temporal value) {
        return value instanceof Instant
                || value instanceof LocalDateTime
                || value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof ZonedDateTime
                || value instanceof OffsetDateTime;
    }

    public boolean isText() {
        return value instanceof String;
    }

    /** Returns a value that is not text, given its format and count. */
    public static TimeValue ofTemporal(int format, long count, Temporal value) {
        return new TimeValue(format, zoneOf(value), count, value);
    }

    /** Returns the component {@link #zone} of a value that is not text. */
    static Object zoneOf(Temporal value) {
        if (value instanceof ZonedDateTime zoned) {
            return zoned.getZone().getId();
        }
        return value instanceof OffsetDateTime offset ? offset.getOffset().getTotalSeconds() : null;
    }

    /**
     * Returns the count of a value in the format of the value before it; {@link DecimalCode#NONE} if its class, its
     * zone or its precision differs.
     */
    public static long count(Object value, int format, Object before) {
        long seconds;
        int nano;
        if (value instanceof Instant instant && before instanceof Instant) {
            seconds = instant.getEpochSecond();
            nano = instant.getNano();
        } else if (value instanceof ZonedDateTime zoned) {
            if (!(before instanceof ZonedDateTime other) || !isSameZone(zoned.getZone(), other.getZone())) {
                return DecimalCode.NONE;
            }
            seconds = zoned.toEpochSecond();
            nano = zoned.getNano();
        } else if (value instanceof LocalDateTime dateTime && before instanceof LocalDateTime) {
            seconds = dateTime.toEpochSecond(ZoneOffset.UTC);
            nano = dateTime.getNano();
        } else if (value instanceof OffsetDateTime offset
                && before instanceof OffsetDateTime other
                && offset.getOffset().equals(other.getOffset())) {
            seconds = offset.toEpochSecond();
            nano = offset.getNano();
        } else if (value instanceof LocalTime time && before instanceof LocalTime) {
            seconds = time.toSecondOfDay();
            nano = time.getNano();
        } else if (value instanceof LocalDate date && before instanceof LocalDate) {
            seconds = date.toEpochDay();
            nano = 0;
        } else {
            return DecimalCode.NONE;
        }
        int unit = unit(format);
        int perUnit = NANOS[unit];
        int units = nano / perUnit;
        if (units * perUnit != nano) {
            return DecimalCode.NONE;
        }
        return Math.abs(seconds) < MAX_SIMPLE_SECONDS
                ? seconds * PER_SECOND[unit] + units
                : farCount(seconds, PER_SECOND[unit], units);
    }

    private static long farCount(long seconds, long perSecond, int units) {
        try {
            return Math.addExact(Math.multiplyExact(seconds, perSecond), units);
        } catch (ArithmeticException e) {
            return DecimalCode.NONE;
        }
    }

    /**
     * Whether the id of a zone is an offset by itself, as {@code +01:00} and {@code UTC+01:00} are. The rules of any
     * other zone are in the time-zone data of a JVM, and may differ from the writer's.
     */
    static boolean isOffsetZone(String id) {
        String offset = id.startsWith("UTC") || id.startsWith("GMT")
                ? id.substring(3)
                : id.startsWith("UT") ? id.substring(2) : id;
        return offset.isEmpty() ? !id.isEmpty() : offset.charAt(0) == '+' || offset.charAt(0) == '-' || id.equals("Z");
    }

    private static boolean isSameZone(ZoneId a, ZoneId b) {
        return a.getId().equals(b.getId());
    }

    /**
     * Returns the time of a count, in the format and zone of the time before. It is no text.
     *
     * @throws DateTimeException if no time has that count
     */
    static Temporal atCount(Temporal before, int format, long count) {
        if (before instanceof ZonedDateTime zoned) {
            return ZonedDateTime.ofInstant(instant(format, count), zoned.getZone());
        }
        if (before instanceof OffsetDateTime offset) {
            return OffsetDateTime.ofInstant(instant(format, count), offset.getOffset());
        }
        return temporal(format, null, count);
    }

    private static Instant instant(int format, long count) {
        return Instant.ofEpochSecond(seconds(format, count), nano(format, count));
    }

    private static long seconds(int format, long count) {
        return Math.floorDiv(count, PER_SECOND[unit(format)]);
    }

    private static int nano(int format, long count) {
        int unit = unit(format);
        return (int) Math.floorMod(count, PER_SECOND[unit]) * NANOS[unit];
    }

    static long perSecond(int unit) {
        return PER_SECOND[unit];
    }

    static int unit(int format) {
        return format >> UNIT_SHIFT & 3;
    }

    /**
     * Returns the time that a text is, or null. A text that is a time in several forms is one in that of the value
     * before.
     *
     * @param before the value before, or null
     */
    public static TimeValue ofText(String text, TimeValue before) {
        TimeValue time = null;
        boolean isAfterNotation = before != null && TimeNotation.isNotation(before.format);
        if (isAfterNotation) {
            time = TimeNotation.parse(text);
        }
        if (time == null || !time.hasSameForm(before)) {
            Temporal temporal = TemporalText.parseExact(text);
            if (temporal != null) {
                return of(temporal, text, before);
            }
            if (!isAfterNotation && text.length() >= TimeNotation.MIN_LENGTH) {
                time = TimeNotation.parse(text);
            }
        }
        return time;
    }

    /** Whether the two values have the same format and zone, so that their counts can be subtracted. */
    boolean hasSameForm(TimeValue other) {
        return format == other.format && Objects.equals(zone, other.zone);
    }

    /**
     * Returns a value in the coarsest unit that represents it exactly, but no coarser one than the value before has.
     * Null if 64 bits do not hold the count.
     *
     * @param text the text that the value is, or null if it is a temporal value
     * @param before the value before, or null
     */
    public static TimeValue of(Temporal temporal, String text, TimeValue before) {
        int type;
        Object zone = null;
        long seconds;
        int nano;
        if (temporal instanceof LocalDate date) {
            type = DATE;
            seconds = date.toEpochDay();
            nano = 0;
        } else if (temporal instanceof LocalTime time) {
            type = TIME_OF_DAY;
            seconds = time.toSecondOfDay();
            nano = time.getNano();
        } else if (temporal instanceof LocalDateTime dateTime) {
            type = DATE_TIME;
            seconds = dateTime.toEpochSecond(ZoneOffset.UTC);
            nano = dateTime.getNano();
        } else if (temporal instanceof Instant instant) {
            type = INSTANT;
            seconds = instant.getEpochSecond();
            nano = instant.getNano();
        } else if (temporal instanceof OffsetDateTime offset) {
            type = OFFSET;
            zone = offset.getOffset().getTotalSeconds();
            seconds = offset.toEpochSecond();
            nano = offset.getNano();
        } else if (temporal instanceof ZonedDateTime zoned) {
            if (text != null && !isOffsetZone(zoned.getZone().getId())) {
                return null; // a reader may have other rules of the zone, or none, and would make another text
            }
            type = ZONED;
            zone = zoned.getZone().getId();
            seconds = zoned.toEpochSecond();
            nano = zoned.getNano();
        } else {
            return null;
        }
        int unit = nano == 0 ? 0 : nano % 1_000_000 == 0 ? 1 : nano % 1_000 == 0 ? 2 : 3;
        int flag = text == null ? 0 : IS_TEXT;
        if (before != null
                && !TimeNotation.isNotation(before.format)
                && classOf(before.format) == type
                && unit(before.format) > unit) {
            unit = unit(before.format);
        }
        try {
            long count = Math.addExact(
                    Math.multiplyExact(seconds, PER_SECOND[unit]), nano / (1_000_000_000 / PER_SECOND[unit]));
            Object value = text == null ? temporal : text;
            return new TimeValue(type | unit << UNIT_SHIFT | flag, zone, count, value);
        } catch (ArithmeticException e) {
            return null;
        }
    }

    /**
     * Returns the value that a format, a zone and a count stand for.
     *
     * @throws DateTimeException if no time has that count
     */
    public static TimeValue of(int format, Object zone, long count) {
        if (TimeNotation.isNotation(format)) {
            return new TimeValue(format, zone, count, TimeNotation.text(format, (Integer) zone, count));
        }
        Temporal temporal;
        try {
            temporal = temporal(format, zone, count);
        } catch (ZoneRulesException e) {
            OffsetDateTime utc = instant(format, count).atOffset(ZoneOffset.UTC);
            return new TimeValue(format, zone, count, TemporalText.format(utc) + '[' + zone + ']');
        }
        Object value = (format & IS_TEXT) == 0 ? temporal : TemporalText.format(temporal);
        return new TimeValue(format, zone, count, value);
    }

    private static Temporal temporal(int format, Object zone, long count) {
        long seconds = seconds(format, count);
        int nano = nano(format, count);
        return switch (classOf(format)) {
            case DATE -> LocalDate.ofEpochDay(count);
            case TIME_OF_DAY -> LocalTime.ofSecondOfDay(seconds).plus(nano, ChronoUnit.NANOS);
            case DATE_TIME -> LocalDateTime.ofEpochSecond(seconds, nano, ZoneOffset.UTC);
            case INSTANT -> Instant.ofEpochSecond(seconds, nano);
            case OFFSET ->
                OffsetDateTime.ofInstant(
                        Instant.ofEpochSecond(seconds, nano), ZoneOffset.ofTotalSeconds((Integer) zone));
            default -> ZonedDateTime.ofInstant(Instant.ofEpochSecond(seconds, nano), ZoneId.of((String) zone));
        };
    }
}
