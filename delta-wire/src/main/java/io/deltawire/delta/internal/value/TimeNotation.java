package io.deltawire.delta.internal.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Times as logs, databases and other languages write them: always with seconds and with a fixed number of digits, such
 * as {@code 2014-02-14 14:30:00}, {@code 15:00:01,102} and {@code 2026-01-01T00:00:01+00:00} (docs/spec/delta.md,
 * section 6.3). A format byte with bit 6 is such a notation. The class of the notation says whether there is a date, and
 * how an offset is written; the unit is the number of digits of the fraction, by threes.
 *
 * <p>Years are 0 to 9999. The class is stateless.
 */
final class TimeNotation {
    /** The bit of a format byte that says that it is a notation. */
    static final int IS_NOTATION = 0x40;
    /** The fraction follows a comma, not a point. */
    static final int COMMA = 0x20;
    /** A blank is between date and time, not a {@code T}. */
    static final int BLANK = 0x80;

    static final int TIME_OF_DAY = 1;
    static final int DATE_TIME = 2;
    static final int UTC = 3;
    /** {@code +01:00}. */
    static final int COLON_OFFSET = 4;
    /** {@code +0100}. */
    static final int PLAIN_OFFSET = 5;
    /** {@code  +0100}, after a blank. */
    static final int BLANK_OFFSET = 6;
    /** {@code +01}. */
    static final int HOUR_OFFSET = 7;

    /** The length of the shortest text. */
    static final int MIN_LENGTH = 8;

    private static final int TIME_LENGTH = MIN_LENGTH;
    private static final int DATE_LENGTH = 10;
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int SECONDS_OF_HOUR = 3600;
    private static final int MAX_OFFSET = 18 * SECONDS_OF_HOUR;
    private static final int MAX_YEAR = 9999;

    private TimeNotation() {}

    /** Whether a format byte is a notation. */
    static boolean isNotation(int format) {
        return (format & IS_NOTATION) != 0;
    }

    /** Whether the specification defines a format byte with {@link #IS_NOTATION}. */
    static boolean isFormat(int format) {
        int type = TimeValue.classOf(format);
        return type != 0
                && (type != TIME_OF_DAY || (format & BLANK) == 0)
                && (TimeValue.unit(format) != 0 || (format & COMMA) == 0);
    }

    /** Whether a notation has an offset, so that the value has a zone. */
    static boolean hasOffset(int format) {
        return TimeValue.classOf(format) >= COLON_OFFSET;
    }

    /** Returns the time that a text is in a notation, or null if it is in none. */
    static TimeValue parse(String text) {
        int length = text.length();
        boolean hasDate = length >= DATE_LENGTH + 1 + TIME_LENGTH && text.charAt(4) == '-';
        int at = hasDate ? DATE_LENGTH + 1 : 0;
        int format = IS_NOTATION;
        long day = 0;
        if (hasDate) {
            char separator = text.charAt(DATE_LENGTH);
            if (text.charAt(7) != '-' || separator != ' ' && separator != 'T') {
                return null;
            }
            day = day(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
            format |= separator == ' ' ? BLANK : 0;
        }
        if (length < at + TIME_LENGTH || text.charAt(at + 2) != ':' || text.charAt(at + 5) != ':') {
            return null;
        }
        int hour = number(text, at, at + 2);
        int minute = number(text, at + 3, at + 5);
        int second = number(text, at + 6, at + 8);
        if (day == Long.MIN_VALUE || (hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) {
            return null;
        }
        at += TIME_LENGTH;
        int unit = 0;
        long fraction = 0;
        if (at < length && (text.charAt(at) == '.' || text.charAt(at) == ',')) {
            int end = at + 1;
            while (end < length && end - at <= 9 && isDigit(text.charAt(end))) {
                end++;
            }
            unit = (end - at - 1) / 3;
            if (unit == 0 || 3 * unit != end - at - 1) {
                return null;
            }
            fraction = number(text, at + 1, end);
            format |= unit << TimeValue.UNIT_SHIFT | (text.charAt(at) == ',' ? COMMA : 0);
            at = end;
        }
        int type = hasDate ? zoneClass(text, at) : at == length ? TIME_OF_DAY : -1;
        if (type < 0) {
            return null;
        }
        Integer offset = null;
        if (type >= COLON_OFFSET) {
            offset = offset(text, type == BLANK_OFFSET ? at + 1 : at, type);
            if (offset == null) {
                return null;
            }
        }
        int secondOfDay = hour * SECONDS_OF_HOUR + minute * 60 + second;
        long seconds = day * SECONDS_OF_DAY + secondOfDay;
        long utc = offset == null ? seconds : seconds - offset;
        long perSecond = TimeValue.perSecond(unit);
        if (Math.abs(utc) > Long.MAX_VALUE / perSecond - 1) {
            return null;
        }
        return new TimeValue(format | type, offset, utc * perSecond + fraction, text);
    }

    /** Returns the class of a date-time, given what follows the time; or -1. */
    private static int zoneClass(String text, int at) {
        int length = text.length() - at;
        if (length == 0) {
            return DATE_TIME;
        }
        char first = text.charAt(at);
        if (length == 1) {
            return first == 'Z' ? UTC : -1;
        }
        if (first == ' ') {
            return length == 6 ? BLANK_OFFSET : -1;
        }
        return switch (length) {
            case 3 -> HOUR_OFFSET;
            case 5 -> PLAIN_OFFSET;
            case 6 -> COLON_OFFSET;
            default -> -1;
        };
    }

    /** Returns the seconds of an offset, or null if it is none or has another notation of the same seconds. */
    private static Integer offset(String text, int at, int type) {
        char sign = text.charAt(at);
        int hours = number(text, at + 1, at + 3);
        int minutesAt = type == COLON_OFFSET ? at + 4 : at + 3;
        int minutes = type == HOUR_OFFSET ? 0 : number(text, minutesAt, minutesAt + 2);
        int seconds = hours * SECONDS_OF_HOUR + minutes * 60;
        boolean isOffset = (sign == '+' || sign == '-' && seconds != 0)
                && hours >= 0
                && minutes >= 0
                && minutes < 60
                && seconds <= MAX_OFFSET
                && (type != COLON_OFFSET || text.charAt(at + 3) == ':');
        return isOffset ? (Integer) (sign == '-' ? -seconds : seconds) : null;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns a number of digits, or -1. */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                return -1;
            }
            number = 10 * number + c - '0';
        }
        return number;
    }

    /** Returns the days since 1970, or {@link Long#MIN_VALUE} for a date that does not exist. */
    private static long day(int year, int month, int day) {
        if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31) {
            return Long.MIN_VALUE;
        }
        LocalDate first = LocalDate.of(year, month, 1);
        return day <= first.lengthOfMonth() ? first.toEpochDay() + day - 1 : Long.MIN_VALUE;
    }

    /**
     * Returns the text of a count in a notation.
     *
     * @param offset the seconds east, if the notation has an offset
     * @throws DateTimeException if the text of no time has that count or offset
     */
    static String text(int format, Integer offset, long count) {
        int type = TimeValue.classOf(format);
        int unit = TimeValue.unit(format);
        long perSecond = TimeValue.perSecond(unit);
        int east = offset == null ? 0 : offset;
        if (Math.abs((long) east) > MAX_OFFSET || east % (type == HOUR_OFFSET ? SECONDS_OF_HOUR : 60) != 0) {
            throw new DateTimeException("an offset that the notation does not have");
        }
        long seconds = Math.floorDiv(count, perSecond) + east;
        if (type == TIME_OF_DAY && (seconds < 0 || seconds >= SECONDS_OF_DAY)) {
            throw new DateTimeException("no time of a day");
        }
        LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
        if (time.getYear() < 0 || time.getYear() > MAX_YEAR) {
            throw new DateTimeException("a year that the notation does not have");
        }
        StringBuilder text = new StringBuilder(DATE_LENGTH + TIME_LENGTH + 17);
        if (type != TIME_OF_DAY) {
            digits(text, time.getYear(), 4);
            digits(text.append('-'), time.getMonthValue(), 2);
            digits(text.append('-'), time.getDayOfMonth(), 2);
            text.append((format & BLANK) != 0 ? ' ' : 'T');
        }
        digits(text, time.getHour(), 2);
        digits(text.append(':'), time.getMinute(), 2);
        digits(text.append(':'), time.getSecond(), 2);
        if (unit != 0) {
            digits(text.append((format & COMMA) != 0 ? ',' : '.'), (int) Math.floorMod(count, perSecond), 3 * unit);
        }
        if (type == UTC) {
            text.append('Z');
        } else if (type >= COLON_OFFSET) {
            appendOffset(text, east, type);
        }
        return text.toString();
    }

    private static void appendOffset(StringBuilder text, int east, int type) {
        if (type == BLANK_OFFSET) {
            text.append(' ');
        }
        digits(text.append(east < 0 ? '-' : '+'), Math.abs(east) / SECONDS_OF_HOUR, 2);
        if (type == COLON_OFFSET) {
            text.append(':');
        }
        if (type != HOUR_OFFSET) {
            digits(text, Math.abs(east) / 60 % 60, 2);
        }
    }

    private static void digits(StringBuilder text, int number, int count) {
        int power = 1;
        for (int i = 1; i < count; i++) {
            power *= 10;
        }
        for (; power > 0; power /= 10) {
            text.append((char) ('0' + number / power % 10));
        }
    }
}
