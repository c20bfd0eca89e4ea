package io.deltawire.wire.spi.text;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * A cache of the minute of the last date-time read, by its text {@code 2016-07-22T12:34}. Consecutive times usually
 * share it. Not thread-safe.
 */
public final class CachedMinute {
    private static final int DAY_SECONDS = 86_400;
    private static final long EPOCH_FIRST = TemporalParser.word("1970-01-");
    private static final long EPOCH_SECOND = TemporalParser.word("01T00:00");

    /** The first eight bytes of the text, and the eight after them. */
    private long first = EPOCH_FIRST;

    private long second = EPOCH_SECOND;

    private LocalDate date = LocalDate.EPOCH;
    private int hour;
    private int minute;
    private long epochSecond;

    /** Creates a cache that holds the first minute of 1970; any other would do. */
    public CachedMinute() {}

    /** Returns whether a text has the cached minute. */
    boolean matches(long firstBytes, long secondBytes) {
        return first == firstBytes && second == secondBytes;
    }

    /** Caches a minute, which must exist. */
    void set(long firstBytes, long secondBytes, int year, int month, int day, int newHour, int newMinute) {
        if (date.getDayOfMonth() != day || date.getMonthValue() != month || date.getYear() != year) {
            date = LocalDate.of(year, month, day);
        }
        hour = newHour;
        minute = newMinute;
        epochSecond = date.toEpochDay() * DAY_SECONDS + newHour * 3_600L + newMinute * 60L;
        first = firstBytes;
        second = secondBytes;
    }

    /** Returns a date-time in the cached minute. */
    LocalDateTime dateTime(int sec, int nano) {
        return LocalDateTime.of(date, LocalTime.of(hour, minute, sec, nano));
    }

    /** Returns the epoch second at which the cached minute starts in UTC. */
    long epochSecond() {
        return epochSecond;
    }
}
