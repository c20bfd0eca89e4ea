package io.deltawire.wire.spi.text;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/** Formats the six {@code java.time} classes like their {@code toString()}, directly into a byte array. Stateless. */
final class TemporalFormatter {
    private static final int DATE_TIME = 36;
    private static final int OFFSET = 9;
    private static final int DAY_SECONDS = 86_400;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    /** 0000-01-01T00:00Z and 10000-01-01T00:00Z in seconds since 1970. */
    private static final long YEAR_0 = -62_167_219_200L;

    private static final long YEAR_10000 = 253_402_300_800L;

    private TemporalFormatter() {}

    static int maxLength(Temporal value) {
        if (value instanceof ZonedDateTime zoned) {
            return DATE_TIME + OFFSET + 2 + zoned.getZone().getId().length();
        }
        return isKnown(value) ? DATE_TIME + OFFSET : value.toString().length();
    }

    private static boolean isKnown(Temporal value) {
        return value instanceof LocalDate
                || value instanceof Instant
                || value instanceof LocalDateTime
                || value instanceof LocalTime
                || value instanceof OffsetDateTime;
    }

    static int write(byte[] into, int index, Temporal value) {
        if (value instanceof ZonedDateTime zoned) {
            return writeZoned(into, index, zoned);
        }
        if (value instanceof Instant instant) {
            return writeInstant(into, index, instant);
        }
        if (value instanceof LocalDate date) {
            return writeDate(into, index, date);
        }
        if (value instanceof LocalDateTime dateTime) {
            return writeDateTime(into, index, dateTime);
        }
        if (value instanceof LocalTime time) {
            return writeTime(into, index, time);
        }
        if (value instanceof OffsetDateTime offset) {
            return writeOffset(into, writeDateTime(into, index, offset.toLocalDateTime()), offset.getOffset());
        }
        return copy(into, index, value.toString());
    }

    private static int writeZoned(byte[] into, int index, ZonedDateTime value) {
        ZoneOffset offset = value.getOffset();
        ZoneId zone = value.getZone();
        int i = writeOffset(into, writeDateTime(into, index, value.toLocalDateTime()), offset);
        if (zone instanceof ZoneOffset) {
            return i;
        }
        into[i] = '[';
        i = copy(into, i + 1, zone.getId());
        into[i] = ']';
        return i + 1;
    }

    private static int writeInstant(byte[] into, int index, Instant value) {
        long seconds = value.getEpochSecond();
        if (seconds < YEAR_0 || seconds >= YEAR_10000) {
            return copy(into, index, value.toString());
        }
        int day = (int) Math.floorDiv(seconds, (long) DAY_SECONDS);
        int second = (int) (seconds - (long) day * DAY_SECONDS);
        int minute = second / 60;
        int hour = minute / 60;
        writeDayHourMinute(into, index + 8, writeYearMonth(into, index, day), hour, minute - hour * 60);
        int end = writeSecond(into, index + 16, second - minute * 60, value.getNano());
        into[end] = 'Z';
        return end + 1;
    }

    /**
     * Writes the year and month of a day in the years 0 to 9999, and returns the day of the month. Years start in
     * March, so that the leap day is the last one (E. Reingold, N. Dershowitz, "Calendrical Calculations", chapter 2).
     */
    private static int writeYearMonth(byte[] into, int index, int epochDay) {
        int days = epochDay + 719_468; // since 0000-03-01: from -60
        int shifted = days < 0 ? days + 146_097 : days; // January and February of year 0, 400 years later
        int era = shifted / 146_097;
        int dayOfEra = shifted - era * 146_097;
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int march = (5 * dayOfYear + 2) / 153; // months since March
        int day = dayOfYear - (153 * march + 2) / 5 + 1;
        int month = march < 10 ? march + 3 : march - 9;
        int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0) - (days < 0 ? 400 : 0);
        writeYearMonth(into, index, year, month);
        return day;
    }

    private static int writeDateTime(byte[] into, int index, LocalDateTime value) {
        LocalDate date = value.toLocalDate();
        LocalTime time = value.toLocalTime();
        int year = date.getYear();
        if (year < 0 || year > 9999) {
            int i = copy(into, index, date.toString());
            into[i] = 'T';
            return writeTime(into, i + 1, time);
        }
        writeYearMonth(into, index, year, date.getMonthValue());
        int i = writeDayHourMinute(into, index + 8, date.getDayOfMonth(), time.getHour(), time.getMinute());
        int second = time.getSecond();
        int nano = time.getNano();
        return second == 0 && nano == 0 ? i : writeSecond(into, i, second, nano);
    }

    private static int writeDate(byte[] into, int index, LocalDate value) {
        int year = value.getYear();
        if (year < 0 || year > 9999) {
            return copy(into, index, value.toString());
        }
        writeYearMonth(into, index, year, value.getMonthValue());
        Digits.write2(into, index + 8, value.getDayOfMonth());
        return index + 10;
    }

    /** Writes eight bytes: {@code 2016-07-}. */
    private static void writeYearMonth(byte[] into, int index, int year, int month) {
        int century = year / 100;
        long word = Digits.pair(century) | Digits.pair(year - century * 100) << 16 | Digits.pair(month) << 40;
        Digits.store8(into, index, word | (long) '-' << 32 | (long) '-' << 56);
    }

    /** Writes eight bytes: {@code 22T12:34}. */
    private static int writeDayHourMinute(byte[] into, int index, int day, int hour, int minute) {
        long word = Digits.pair(day) | Digits.pair(hour) << 24 | Digits.pair(minute) << 48;
        Digits.store8(into, index, word | (long) 'T' << 16 | (long) ':' << 40);
        return index + 8;
    }

    private static int writeTime(byte[] into, int index, LocalTime value) {
        int i = writeHourMinute(into, index, value.getHour(), value.getMinute());
        int second = value.getSecond();
        int nano = value.getNano();
        return second == 0 && nano == 0 ? i : writeSecond(into, i, second, nano);
    }

    private static int writeHourMinute(byte[] into, int index, int hour, int minute) {
        Digits.write2(into, index, hour);
        into[index + 2] = ':';
        Digits.write2(into, index + 3, minute);
        return index + 5;
    }

    /** Writes the seconds, and a fraction of 0, 3, 6 or 9 digits: the fewest that hold it. Overwrites eight bytes. */
    private static int writeSecond(byte[] into, int index, int second, int nano) {
        long word = ':' | Digits.pair(second) << 8 | (long) '.' << 24;
        int millis = nano / 1_000_000;
        if (nano == millis * 1_000_000) {
            int tenth = millis / 100;
            Digits.store8(into, index, word | ('0' + (long) tenth) << 32 | Digits.pair(millis - tenth * 100) << 40);
            return nano == 0 ? index + 3 : index + 7;
        }
        Digits.store8(into, index, word);
        // A one before the nine digits makes ten; the point replaces the first.
        int end = Digits.write(into, index + 3, (long) NANOS_PER_SECOND + nano);
        into[index + 3] = '.';
        return nano % 1_000 == 0 ? end - 3 : end;
    }

    private static int writeOffset(byte[] into, int index, ZoneOffset offset) {
        int total = offset.getTotalSeconds();
        if (total == 0) {
            into[index] = 'Z';
            return index + 1;
        }
        int seconds = Math.abs(total);
        into[index] = (byte) (total < 0 ? '-' : '+');
        int minutes = seconds / 60;
        int i = writeHourMinute(into, index + 1, minutes / 60, minutes % 60);
        if (seconds % 60 == 0) {
            return i;
        }
        into[i] = ':'; // writeSecond would overwrite more bytes than the array may have after the longest text
        Digits.write2(into, i + 1, seconds % 60);
        return i + 3;
    }

    private static int copy(byte[] into, int index, String text) {
        for (int i = 0; i < text.length(); i++) {
            into[index + i] = (byte) text.charAt(i);
        }
        return index + text.length();
    }
}
