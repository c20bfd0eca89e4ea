package io.deltawire.wire.spi;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/** The six {@code java.time} classes as the text of their {@code toString()}, straight into a byte array. */
final class TemporalWriter {
    private static final int DATE_TIME = 36;
    private static final int OFFSET = 9;
    private static final int DAY_SECONDS = 86_400;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    /** 0000-01-01T00:00Z and 10000-01-01T00:00Z in seconds since 1970. */
    private static final long YEAR_0 = -62_167_219_200L;

    private static final long YEAR_10000 = 253_402_300_800L;

    private TemporalWriter() {}

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

    static int write(byte[] into, int at, Temporal value) {
        if (value instanceof ZonedDateTime zoned) {
            return writeZoned(into, at, zoned);
        }
        if (value instanceof Instant instant) {
            return writeInstant(into, at, instant);
        }
        if (value instanceof LocalDate date) {
            return writeDate(into, at, date);
        }
        if (value instanceof LocalDateTime dateTime) {
            return writeDateTime(into, at, dateTime);
        }
        if (value instanceof LocalTime time) {
            return writeTime(into, at, time);
        }
        if (value instanceof OffsetDateTime offset) {
            return writeOffset(into, writeDateTime(into, at, offset.toLocalDateTime()), offset.getOffset());
        }
        return copy(into, at, value.toString());
    }

    private static int writeZoned(byte[] into, int at, ZonedDateTime value) {
        ZoneOffset offset = value.getOffset();
        ZoneId zone = value.getZone();
        int i = writeOffset(into, writeDateTime(into, at, value.toLocalDateTime()), offset);
        if (zone instanceof ZoneOffset) {
            return i;
        }
        into[i] = '[';
        i = copy(into, i + 1, zone.getId());
        into[i] = ']';
        return i + 1;
    }

    private static int writeInstant(byte[] into, int at, Instant value) {
        long seconds = value.getEpochSecond();
        if (seconds < YEAR_0 || seconds >= YEAR_10000) {
            return copy(into, at, value.toString());
        }
        int day = (int) Math.floorDiv(seconds, (long) DAY_SECONDS);
        int second = (int) (seconds - (long) day * DAY_SECONDS);
        int minute = second / 60;
        int hour = minute / 60;
        writeDayHourMinute(into, at + 8, writeYearMonth(into, at, day), hour, minute - hour * 60);
        int end = writeSecond(into, at + 16, second - minute * 60, value.getNano());
        into[end] = 'Z';
        return end + 1;
    }

    /**
     * Writes year and month of a day in the years 0 to 9999, and returns the day of the month. Years are counted from March,
     * so that the leap day is the last one (E. Reingold, N. Dershowitz, "Calendrical Calculations", chapter 2).
     */
    private static int writeYearMonth(byte[] into, int at, int epochDay) {
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
        writeYearMonth(into, at, year, month);
        return day;
    }

    private static int writeDateTime(byte[] into, int at, LocalDateTime value) {
        LocalDate date = value.toLocalDate();
        LocalTime time = value.toLocalTime();
        int year = date.getYear();
        if (year < 0 || year > 9999) {
            int i = copy(into, at, date.toString());
            into[i] = 'T';
            return writeTime(into, i + 1, time);
        }
        writeYearMonth(into, at, year, date.getMonthValue());
        int i = writeDayHourMinute(into, at + 8, date.getDayOfMonth(), time.getHour(), time.getMinute());
        int second = time.getSecond();
        int nano = time.getNano();
        return second == 0 && nano == 0 ? i : writeSecond(into, i, second, nano);
    }

    private static int writeDate(byte[] into, int at, LocalDate value) {
        int year = value.getYear();
        if (year < 0 || year > 9999) {
            return copy(into, at, value.toString());
        }
        writeYearMonth(into, at, year, value.getMonthValue());
        Digits.write2(into, at + 8, value.getDayOfMonth());
        return at + 10;
    }

    /** Eight bytes: {@code 2016-07-}. */
    private static void writeYearMonth(byte[] into, int at, int year, int month) {
        int century = year / 100;
        long word = Digits.pair(century) | Digits.pair(year - century * 100) << 16 | Digits.pair(month) << 40;
        Digits.store8(into, at, word | (long) '-' << 32 | (long) '-' << 56);
    }

    /** Eight bytes: {@code 22T12:34}. */
    private static int writeDayHourMinute(byte[] into, int at, int day, int hour, int minute) {
        long word = Digits.pair(day) | Digits.pair(hour) << 24 | Digits.pair(minute) << 48;
        Digits.store8(into, at, word | (long) 'T' << 16 | (long) ':' << 40);
        return at + 8;
    }

    private static int writeTime(byte[] into, int at, LocalTime value) {
        int i = writeHourMinute(into, at, value.getHour(), value.getMinute());
        int second = value.getSecond();
        int nano = value.getNano();
        return second == 0 && nano == 0 ? i : writeSecond(into, i, second, nano);
    }

    private static int writeHourMinute(byte[] into, int at, int hour, int minute) {
        Digits.write2(into, at, hour);
        into[at + 2] = ':';
        Digits.write2(into, at + 3, minute);
        return at + 5;
    }

    /** Seconds and a fraction of no, 3, 6 or 9 digits: as few as hold it. Touches eight bytes. */
    private static int writeSecond(byte[] into, int at, int second, int nano) {
        long word = ':' | Digits.pair(second) << 8 | (long) '.' << 24;
        int millis = nano / 1_000_000;
        if (nano == millis * 1_000_000) {
            int tenth = millis / 100;
            Digits.store8(into, at, word | ('0' + (long) tenth) << 32 | Digits.pair(millis - tenth * 100) << 40);
            return nano == 0 ? at + 3 : at + 7;
        }
        Digits.store8(into, at, word);
        // A one before the nine digits gives ten, the first of which becomes the point.
        int end = Digits.write(into, at + 3, (long) NANOS_PER_SECOND + nano);
        into[at + 3] = '.';
        return nano % 1_000 == 0 ? end - 3 : end;
    }

    private static int writeOffset(byte[] into, int at, ZoneOffset offset) {
        int total = offset.getTotalSeconds();
        if (total == 0) {
            into[at] = 'Z';
            return at + 1;
        }
        int seconds = Math.abs(total);
        into[at] = (byte) (total < 0 ? '-' : '+');
        int minutes = seconds / 60;
        int i = writeHourMinute(into, at + 1, minutes / 60, minutes % 60);
        if (seconds % 60 == 0) {
            return i;
        }
        into[i] = ':'; // not by writeSecond, which touches more bytes than there may be behind the longest of texts
        Digits.write2(into, i + 1, seconds % 60);
        return i + 3;
    }

    private static int copy(byte[] into, int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            into[at + i] = (byte) text.charAt(i);
        }
        return at + text.length();
    }
}
