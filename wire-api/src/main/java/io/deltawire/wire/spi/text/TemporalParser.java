package io.deltawire.wire.spi.text;

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
 * Parses the common ISO 8601 forms: years of four digits, optional seconds, a fraction of 1 to 9 digits, {@code Z} or
 * an offset of hours, minutes and possibly seconds, and a region in brackets. Returns null for any other form, and for
 * a date or time that does not exist (31 April, 25 o'clock). It throws no exception. Stateless.
 */
final class TemporalParser {
    private static final long BAD = -1;
    private static final int DATE = 10;
    private static final int MAX_OFFSET_HOURS = 18;

    /** Length of {@code 2016-07-22T12:34:56.789}. */
    private static final int MILLIS_END = 23;

    /** Length of {@code 2016-07-22T12:34:56}. */
    private static final int SECONDS_END = 19;

    /** Length of {@code 2016-07-22T12:34:56.789123Z}. */
    private static final int MICROS_INSTANT = 27;

    /** The largest number of digits after those of the milliseconds. */
    private static final int MICROS = 6;

    private static final long TOPS = 0x8080_8080_8080_8080L;
    private static final long SEVEN_BYTES = 0x00FF_FFFF_FFFF_FFFFL;

    // Eight bytes each, with zeros for the digits. The second word of each pair carries into the top bit of a byte
    // that is not a digit, or not the expected separator.
    private static final long YEAR_MONTH = word("0000-00-");
    private static final long YEAR_MONTH_ADD = separatorAdd("0000-00-");
    private static final long DAY_TIME = word("00T00:00");
    private static final long DAY_TIME_ADD = separatorAdd("00T00:00");
    private static final long SECOND_MILLIS = word(":00.000");
    private static final long SECOND_MILLIS_ADD = separatorAdd(":00.000");
    private static final long POINT_MICROS = word(".000000Z");
    private static final long POINT_MICROS_ADD = separatorAdd(".000000Z");
    private static final ZoneId UTC = ZoneId.of("UTC");

    private TemporalParser() {}

    /** Returns the bytes of a text of at most eight characters, the first lowest. */
    static long word(String text) {
        long word = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    private static long separatorAdd(String pattern) {
        long add = 0;
        for (int i = pattern.length() - 1; i >= 0; i--) {
            add = add << 8 | (pattern.charAt(i) == '0' ? 0x80 - 10 : 0x80 - 1);
        }
        return add;
    }

    /**
     * Parses text of at least 5 bytes.
     *
     * @param cached cached minute, which is used and updated; or null
     */
    static Temporal parse(byte[] text, int from, int to, CachedMinute cached) {
        if (text[from + 2] == ':') {
            long time = time(text, from, to);
            return time == BAD || timeEnd(text, from, to) != to ? null : LocalTime.ofNanoOfDay(time);
        }
        if (to - from < DATE) {
            return null;
        }
        if (to - from >= MILLIS_END && text.length - from > MILLIS_END) {
            Temporal value = commonForm(text, from, to, cached);
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
     * Parses a date-time with three to nine digits of a fraction, eight bytes at a time. Returns null for another form,
     * or one that does not exist.
     *
     * <p>This is deliberately one method of more than 325 bytecodes, which HotSpot does not inline. Code that is
     * generated to read all fields of a class has room for this call, but not for its body.
     */
    private static Temporal commonForm(byte[] text, int from, int to, CachedMinute cached) {
        long first = Digits.load8(text, from);
        long second = Digits.load8(text, from + 8);
        long third = Digits.load8(text, from + 16) ^ SECOND_MILLIS;
        // A top bit is set if a byte is neither a digit nor the expected separator, or follows such a byte.
        if (((third + SECOND_MILLIS_ADD | third) & SEVEN_BYTES & TOPS) != 0) {
            return null;
        }
        CachedMinute minutes = cached == null ? new CachedMinute() : cached;
        if (!minutes.matches(first, second)) {
            long yearMonth = first ^ YEAR_MONTH;
            long dayTime = second ^ DAY_TIME;
            long odd = (yearMonth + YEAR_MONTH_ADD | yearMonth) | (dayTime + DAY_TIME_ADD | dayTime);
            if ((odd & TOPS) != 0) {
                return null;
            }
            // A byte that is followed by another digit becomes the number of both.
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
            // The last eight bytes are a point, six digits and a mark.
            long fraction = Digits.load8(text, to - Long.BYTES) ^ POINT_MICROS;
            if (((fraction + POINT_MICROS_ADD | fraction) & TOPS) == 0) {
                int micros = Digits.valueOf(fraction) / 10; // the mark adds a last digit, zero
                if (micros % 1_000 != 0) {
                    return Instant.ofEpochSecond(minutes.epochSecond() + sec, micros * 1_000L);
                }
            }
        }
        int millis = (int) (secondMillis >>> 32 & 0x7F) * 10 + (int) (third >>> 48 & 0x7F);
        int index = from + MILLIS_END;
        long more = index < to && DoubleParser.isDigit(text[index]) ? moreDigits(text, index, to) : 0;
        if (sec > 59 || more < 0) {
            return null;
        }
        int digits = (int) more & 15;
        int nanos = millis * 1_000_000 + (int) (more >>> 4) * (int) Digits.powerOfTen(MICROS - digits);
        index += digits;
        return index == to - 1 && text[index] == 'Z' && isInstant(nanos, 3 + digits)
                ? Instant.ofEpochSecond(minutes.epochSecond() + sec, nanos)
                : withZone(text, from, index, to, minutes.dateTime(sec, nanos));
    }

    /**
     * Parses one to six digits. Returns their value times 16, plus their number; or a negative number if they need the
     * slow path.
     */
    private static long moreDigits(byte[] text, int index, int to) {
        if (text.length - index < Long.BYTES) {
            return BAD;
        }
        long digits = Digits.upTo8(text, index);
        int count = (int) digits & 15;
        return count > MICROS || count > to - index ? BAD : digits;
    }

    private static int digitsEnd(byte[] text, int from, int to) {
        int end = from;
        while (end < to && DoubleParser.isDigit(text[end])) {
            end++;
        }
        return end;
    }

    private static Temporal withZone(byte[] text, int from, int index, int to, LocalDateTime local) {
        if (index == to) {
            return local;
        }
        ZoneOffset offset;
        int end;
        if (text[index] == 'Z') {
            end = index + 1;
            offset = ZoneOffset.UTC;
            if (end == to) {
                int digits = Math.max(0, index - from - SECONDS_END - 1);
                return index - from >= SECONDS_END && isInstant(local.getNano(), digits)
                        ? local.toInstant(offset)
                        : local.atOffset(offset);
            }
        } else {
            end = offsetEnd(index, to, text);
            offset = end < 0 ? null : offset(text, index, end);
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

    /**
     * Returns whether {@link Instant} prints this number of fraction digits; otherwise the text is a date-time with an
     * offset.
     */
    private static boolean isInstant(int nano, int digits) {
        int fewest = nano == 0 ? 0 : nano % 1_000_000 == 0 ? 3 : nano % 1_000 == 0 ? 6 : 9;
        return digits == fewest;
    }

    private static LocalDate localDate(int date) {
        return LocalDate.of(date >> 9, date >> 5 & 15, date & 31);
    }

    /** Parses a date. Returns the year, 4 bits of month and 5 of day; or -1 if there is none. */
    private static int date(byte[] text, int index) {
        int century = digits2(text, index);
        int year = century * 100 + digits2(text, index + 2);
        int month = digits2(text, index + 5);
        int day = digits2(text, index + 8);
        if (text[index + 4] != '-' || text[index + 7] != '-' || century < 0 || year < century * 100) {
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

    /** Parses the time at the start of a text. Returns the nanosecond of the day, or {@link #BAD}. */
    private static long time(byte[] text, int index, int to) {
        int hour = digits2(text, index);
        int minute = digits2(text, index + 3);
        if (text[index + 2] != ':' || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return BAD;
        }
        long seconds = hour * 3600L + minute * 60L;
        if (to - index < 8 || text[index + 5] != ':') {
            return seconds * 1_000_000_000;
        }
        int second = digits2(text, index + 6);
        if (second < 0 || second > 59) {
            return BAD;
        }
        int nano = 0;
        if (to - index > 8 && text[index + 8] == '.') {
            int digits = 0;
            for (int i = index + 9; i < to && DoubleParser.isDigit(text[i]); i++) {
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

    /** Returns the index after the time that {@link #time} has parsed. */
    private static int timeEnd(byte[] text, int index, int to) {
        if (to - index < 8 || text[index + 5] != ':') {
            return index + 5;
        }
        int end = index + 8;
        if (end < to && text[end] == '.') {
            end = digitsEnd(text, end + 1, to);
        }
        return end;
    }

    /** Returns the index after an offset, {@code +01:00} or {@code +01:00:30}, or -1. */
    private static int offsetEnd(int index, int to, byte[] text) {
        if (to - index < 6 || text[index + 3] != ':') {
            return -1;
        }
        if (to - index == 6 || text[index + 6] == '[') {
            return index + 6;
        }
        return to - index >= 9 && text[index + 6] == ':' ? index + 9 : -1;
    }

    private static ZoneOffset offset(byte[] text, int index, int end) {
        int sign = text[index] == '+' ? 1 : text[index] == '-' ? -1 : 0;
        int hours = digits2(text, index + 1);
        int minutes = digits2(text, index + 4);
        int seconds = end - index > 6 ? digits2(text, index + 7) : 0;
        if (sign == 0 || hours < 0 || minutes < 0 || seconds < 0 || minutes > 59 || seconds > 59) {
            return null;
        }
        int total = hours * 3600 + minutes * 60 + seconds;
        return total > MAX_OFFSET_HOURS * 3600 ? null : ZoneOffset.ofTotalSeconds(sign * total);
    }

    /**
     * Returns a zone by its name in the time-zone database. Names that contain an offset ({@code UTC+1}) are left to
     * java.time.
     */
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
            return ZoneId.of(DoubleParser.string(text, from, to));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Parses two digits. Returns a number so negative that the sum with a hundred times a century stays negative. */
    private static int digits2(byte[] text, int index) {
        int tens = text[index] - '0';
        int ones = text[index + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -20_000 : tens * 10 + ones;
    }
}
