package io.deltawire.wire.spi;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/**
 * Reads the ordinary ISO 8601 forms: years of four digits, seconds or none, a fraction of 1 to 9 digits, {@code Z} or an
 * offset of hours, minutes and perhaps seconds, a region in brackets. Gives null for all else, and for what does not exist
 * (31 April, 25 o'clock), without an exception.
 */
final class TemporalReader {
    private static final long BAD = -1;
    private static final int DATE = 10;
    private static final int MAX_OFFSET_HOURS = 18;

    /** Length of {@code 2016-07-22T12:34:56.789}. */
    private static final int MILLIS_END = 23;

    /** Length of {@code 2016-07-22T12:34:56}. */
    private static final int SECONDS_END = 19;

    /** Length of {@code 2016-07-22T12:34:56.789123Z}. */
    private static final int MICROS_INSTANT = 27;

    /** The most digits behind those of milliseconds. */
    private static final int MICROS = 6;

    private static final long TOPS = 0x8080_8080_8080_8080L;
    private static final long SEVEN_BYTES = 0x00FF_FFFF_FFFF_FFFFL;

    // Eight bytes each, with zeros for the digits; and what makes a top bit of what is no digit, or no mark.
    private static final long YEAR_MONTH = word("0000-00-");
    private static final long YEAR_MONTH_ADD = ordinaryAdd("0000-00-");
    private static final long DAY_TIME = word("00T00:00");
    private static final long DAY_TIME_ADD = ordinaryAdd("00T00:00");
    private static final long SECOND_MILLIS = word(":00.000");
    private static final long SECOND_MILLIS_ADD = ordinaryAdd(":00.000");
    private static final long POINT_MICROS = word(".000000Z");
    private static final long POINT_MICROS_ADD = ordinaryAdd(".000000Z");
    private static final ZoneId UTC = ZoneId.of("UTC");

    private TemporalReader() {}

    /** The bytes of a text of at most eight characters, the first lowest. */
    static long word(String text) {
        long word = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    private static long ordinaryAdd(String pattern) {
        long add = 0;
        for (int i = pattern.length() - 1; i >= 0; i--) {
            add = add << 8 | (pattern.charAt(i) == '0' ? 0x80 - 10 : 0x80 - 1);
        }
        return add;
    }

    /**
     * Reads text of at least 5 bytes.
     *
     * @param recent where the minute of a date-time may be taken from and is left; or null
     */
    static Temporal parse(byte[] text, int from, int to, RecentMinute recent) {
        if (text[from + 2] == ':') {
            long time = time(text, from, to);
            return time == BAD || timeEnd(text, from, to) != to ? null : LocalTime.ofNanoOfDay(time);
        }
        if (to - from < DATE) {
            return null;
        }
        if (to - from >= MILLIS_END && text.length - from > MILLIS_END) {
            Temporal value = ordinary(text, from, to, recent);
            if (value != null) {
                return value;
            }
        }
        int date = date(text, from);
        if (date < 0) {
            return null;
        }
        if (to - from == DATE) {
            return localDate(date);
        }
        int start = from + DATE + 1;
        if (text[start - 1] != 'T' || to - start < 5) {
            return null;
        }
        long time = time(text, start, to);
        if (time == BAD) {
            return null;
        }
        return withZone(
                text,
                from,
                timeEnd(text, start, to),
                to,
                LocalDateTime.of(localDate(date), LocalTime.ofNanoOfDay(time)));
    }

    /**
     * The date-time with three to nine digits of a fraction that stands at an index, eight bytes at a time; null where it is another
     * form, or does not exist.
     *
     * <p>All of it is one method of more than 325 bytecodes, which HotSpot does not put into its caller: code that is generated to read
     * all fields of a class has room for a call of this, and not for what it takes.
     */
    private static Temporal ordinary(byte[] text, int from, int to, RecentMinute recent) {
        long first = Digits.load8(text, from);
        long second = Digits.load8(text, from + 8);
        long third = Digits.load8(text, from + 16) ^ SECOND_MILLIS;
        // A top bit is set where a byte is neither a digit nor the mark wanted, or comes after such a one.
        if (((third + SECOND_MILLIS_ADD | third) & SEVEN_BYTES & TOPS) != 0) {
            return null;
        }
        RecentMinute minutes = recent == null ? new RecentMinute() : recent;
        if (!minutes.is(first, second)) {
            long yearMonth = first ^ YEAR_MONTH;
            long dayTime = second ^ DAY_TIME;
            long odd = (yearMonth + YEAR_MONTH_ADD | yearMonth) | (dayTime + DAY_TIME_ADD | dayTime);
            if ((odd & TOPS) != 0) {
                return null;
            }
            // A byte that is followed by another digit becomes the number that both are.
            yearMonth = yearMonth * 10 + (yearMonth >>> 8);
            dayTime = dayTime * 10 + (dayTime >>> 8);
            int year = (int) (yearMonth & 0x7F) * 100 + (int) (yearMonth >>> 16 & 0x7F);
            int month = (int) (yearMonth >>> 40 & 0x7F);
            int day = (int) dayTime & 0x7F;
            int hour = (int) (dayTime >>> 24 & 0x7F);
            int minute = (int) (dayTime >>> 48 & 0x7F);
            if (!isDate(year, month, day) || hour > 23 || minute > 59) {
                return null;
            }
            minutes.set(first, second, year, month, day, hour, minute);
        }
        long secondMillis = third * 10 + (third >>> 8);
        int sec = (int) (secondMillis >>> 8 & 0x7F);
        if (to - from == MICROS_INSTANT && sec <= 59) {
            // What ends with the text is eight bytes: a point, six digits, and a mark.
            long fraction = Digits.load8(text, to - Long.BYTES) ^ POINT_MICROS;
            if (((fraction + POINT_MICROS_ADD | fraction) & TOPS) == 0) {
                int micros = Digits.valueOf(fraction) / 10; // the mark is a digit behind, which is zero
                if (micros % 1_000 != 0) {
                    return Instant.ofEpochSecond(minutes.epochSecond() + sec, micros * 1_000L);
                }
            }
        }
        int millis = (int) (secondMillis >>> 32 & 0x7F) * 10 + (int) (third >>> 48 & 0x7F);
        int at = from + MILLIS_END;
        long more = at < to && FloatReader.isDigit(text[at]) ? moreDigits(text, at, to) : 0;
        if (sec > 59 || more < 0) {
            return null;
        }
        int digits = (int) more & 15;
        int nanos = millis * 1_000_000 + (int) (more >>> 4) * (int) Digits.powerOfTen(MICROS - digits);
        at += digits;
        return at == to - 1 && text[at] == 'Z' && isInstant(nanos, 3 + digits)
                ? Instant.ofEpochSecond(minutes.epochSecond() + sec, nanos)
                : withZone(text, from, at, to, minutes.at(sec, nanos));
    }

    /** One to six digits that stand at an index: their value times 16, plus their number; negative where it takes another look. */
    private static long moreDigits(byte[] text, int at, int to) {
        if (text.length - at < Long.BYTES) {
            return BAD;
        }
        long digits = Digits.upTo8(text, at);
        int count = (int) digits & 15;
        return count > MICROS || count > to - at ? BAD : digits;
    }

    private static int digitsEnd(byte[] text, int from, int to) {
        int end = from;
        while (end < to && FloatReader.isDigit(text[end])) {
            end++;
        }
        return end;
    }

    private static Temporal withZone(byte[] text, int from, int at, int to, LocalDateTime local) {
        if (at == to) {
            return local;
        }
        ZoneOffset offset;
        int end;
        if (text[at] == 'Z') {
            end = at + 1;
            offset = ZoneOffset.UTC;
            if (end == to) {
                int digits = Math.max(0, at - from - SECONDS_END - 1);
                return at - from >= SECONDS_END && isInstant(local.getNano(), digits)
                        ? local.toInstant(offset)
                        : local.atOffset(offset);
            }
        } else {
            end = offsetEnd(at, to, text);
            offset = end < 0 ? null : offset(text, at, end);
        }
        if (offset == null) {
            return null;
        }
        if (end == to) {
            return OffsetDateTime.of(local, offset);
        }
        ZoneId zone = text[end] == '[' && text[to - 1] == ']' ? region(text, end + 1, to - 1) : null;
        return zone == null ? null : ZonedDateTime.ofInstant(local, offset, zone);
    }

    /** Whether an instant's text has so many digits of a fraction; otherwise it is a date-time's. */
    private static boolean isInstant(int nano, int digits) {
        int fewest = nano == 0 ? 0 : nano % 1_000_000 == 0 ? 3 : nano % 1_000 == 0 ? 6 : 9;
        return digits == fewest;
    }

    private static LocalDate localDate(int date) {
        return LocalDate.of(date >> 9, date >> 5 & 15, date & 31);
    }

    /** The date as year, 4 bits of month and 5 of day, or -1. */
    private static int date(byte[] text, int at) {
        int century = digits2(text, at);
        int year = century * 100 + digits2(text, at + 2);
        int month = digits2(text, at + 5);
        int day = digits2(text, at + 8);
        if (text[at + 4] != '-' || text[at + 7] != '-' || century < 0 || year < century * 100) {
            return -1;
        }
        return isDate(year, month, day) ? year << 9 | month << 5 | day : -1;
    }

    private static boolean isDate(int year, int month, int day) {
        return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= lengthOfMonth(year, month));
    }

    private static int lengthOfMonth(int year, int month) {
        if (month == 2) {
            return Year.isLeap(year) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** The nanosecond of the day that the text begins with, or {@link #BAD}. */
    private static long time(byte[] text, int at, int to) {
        int hour = digits2(text, at);
        int minute = digits2(text, at + 3);
        if (text[at + 2] != ':' || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return BAD;
        }
        long seconds = hour * 3600L + minute * 60L;
        if (to - at < 8 || text[at + 5] != ':') {
            return seconds * 1_000_000_000;
        }
        int second = digits2(text, at + 6);
        if (second < 0 || second > 59) {
            return BAD;
        }
        int nano = 0;
        if (to - at > 8 && text[at + 8] == '.') {
            int digits = 0;
            for (int i = at + 9; i < to && FloatReader.isDigit(text[i]); i++) {
                if (++digits > 9) {
                    return BAD;
                }
                nano = nano * 10 + text[i] - '0';
            }
            if (digits == 0) {
                return BAD;
            }
            nano *= (int) Digits.powerOfTen(9 - digits);
        }
        return (seconds + second) * 1_000_000_000 + nano;
    }

    /** Where the time ends that {@link #time} has read. */
    private static int timeEnd(byte[] text, int at, int to) {
        if (to - at < 8 || text[at + 5] != ':') {
            return at + 5;
        }
        int end = at + 8;
        if (end < to && text[end] == '.') {
            end = digitsEnd(text, end + 1, to);
        }
        return end;
    }

    /** The end of an offset, {@code +01:00} or {@code +01:00:30}, or -1. */
    private static int offsetEnd(int at, int to, byte[] text) {
        if (to - at < 6 || text[at + 3] != ':') {
            return -1;
        }
        if (to - at == 6 || text[at + 6] == '[') {
            return at + 6;
        }
        return to - at >= 9 && text[at + 6] == ':' ? at + 9 : -1;
    }

    private static ZoneOffset offset(byte[] text, int at, int end) {
        int sign = text[at] == '+' ? 1 : text[at] == '-' ? -1 : 0;
        int hours = digits2(text, at + 1);
        int minutes = digits2(text, at + 4);
        int seconds = end - at > 6 ? digits2(text, at + 7) : 0;
        if (sign == 0 || hours < 0 || minutes < 0 || seconds < 0 || minutes > 59 || seconds > 59) {
            return null;
        }
        int total = hours * 3600 + minutes * 60 + seconds;
        return total > MAX_OFFSET_HOURS * 3600 ? null : ZoneOffset.ofTotalSeconds(sign * total);
    }

    /** A zone by its name in the time-zone database; names made of an offset ({@code UTC+1}) are left to java.time. */
    private static ZoneId region(byte[] text, int from, int to) {
        int length = to - from;
        if (length == 3 && text[from] == 'U' && text[from + 1] == 'T' && text[from + 2] == 'C') {
            return UTC;
        }
        if (length < 3 || text[from] < 'A' || text[from] > 'Z') {
            return null;
        }
        for (int i = from; i < to; i++) {
            byte b = text[i];
            boolean letter = b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z';
            if (!letter && b != '/' && b != '_' && !(b == '-' && i > from + 3)) {
                return null;
            }
        }
        try {
            return ZoneId.of(FloatReader.string(text, from, to));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Two digits, or a negative number so small that a hundred times a century does not make it positive. */
    private static int digits2(byte[] text, int at) {
        int tens = text[at] - '0';
        int ones = text[at + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -20_000 : tens * 10 + ones;
    }
}
