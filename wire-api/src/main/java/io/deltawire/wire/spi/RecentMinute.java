package io.deltawire.wire.spi;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * The minute that the date-time read last is in, by its text {@code 2016-07-22T12:34}: times that come one after the other mostly
 * share it. Not thread-safe.
 */
public final class RecentMinute {
    private static final int DAY_SECONDS = 86_400;
    private static final long EPOCH_FIRST = TemporalReader.word("1970-01-");
    private static final long EPOCH_SECOND = TemporalReader.word("01T00:00");

    /** The eight bytes of the text that come first, and those after them. */
    private long first = EPOCH_FIRST;

    private long second = EPOCH_SECOND;

    private LocalDate date = LocalDate.EPOCH;
    private int hour;
    private int minute;
    private long epochSecond;

    /** Creates one whose minute is the first of 1970: any would do. */
    public RecentMinute() {}

    /** Whether it is the minute of a text. */
    boolean is(long firstBytes, long secondBytes) {
        return first == firstBytes && second == secondBytes;
    }

    /** Makes it that of a text: a minute that there is. */
    void set(long firstBytes, long secondBytes, int year, int month, int day, int hourOf, int minuteOf) {
        if (date.getDayOfMonth() != day || date.getMonthValue() != month || date.getYear() != year) {
            date = LocalDate.of(year, month, day);
        }
        hour = hourOf;
        minute = minuteOf;
        epochSecond = date.toEpochDay() * DAY_SECONDS + hourOf * 3_600L + minuteOf * 60L;
        first = firstBytes;
        second = secondBytes;
    }

    /** A date-time in it. */
    LocalDateTime at(int sec, int nano) {
        return LocalDateTime.of(date, LocalTime.of(hour, minute, sec, nano));
    }

    /** The second that it begins with, where it is one of UTC. */
    long epochSecond() {
        return epochSecond;
    }
}
