package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.spi.text.TemporalText;
import java.time.Duration;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * The implementations of {@link CommonTextForm}. Each accepts only texts whose meaning needs no checks beyond digit
 * ranges.
 */
public final class CommonTextForms {
    public static final CommonTextForm DURATION = new DurationForm();
    public static final CommonTextForm PERIOD = new PeriodForm();
    public static final CommonTextForm YEAR_MONTH = new YearMonthForm();
    public static final CommonTextForm MONTH_DAY = new MonthDayForm();
    public static final CommonTextForm OFFSET_TIME = new OffsetTimeForm();

    private static final int MAX_DIGITS = 9;
    private static final int SECONDS_A_MINUTE = 60;
    private static final int SECONDS_AN_HOUR = 3600;

    private CommonTextForms() {}

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Writes a non-negative number and returns the index after it. */
    private static int writeDigits(byte[] into, int index, int value) {
        int after = index + 1;
        for (int rest = value; rest > 9; rest /= 10) {
            after++;
        }
        int i = after;
        int rest = value;
        do {
            into[--i] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        return after;
    }

    private static int writeTwoDigits(byte[] into, int index, int value) {
        into[index] = (byte) ('0' + value / 10);
        into[index + 1] = (byte) ('0' + value % 10);
        return index + 2;
    }

    /** Returns the value of two digits, or -1 if they are not digits. */
    private static int parseTwoDigits(byte[] text, int index) {
        return isDigit(text[index]) && isDigit(text[index + 1]) ? (text[index] - '0') * 10 + text[index + 1] - '0' : -1;
    }

    /** The common part of texts that are numbers with units: hours, minutes and seconds, or years, months and days. */
    private abstract static class UnitsForm implements CommonTextForm {
        /** Returns the index after at most nine digits. */
        static int digitsEnd(byte[] text, int from, int length) {
            int i = from;
            int end = Math.min(length, from + MAX_DIGITS);
            while (i < end && isDigit(text[i])) {
                i++;
            }
            return i;
        }

        /** Writes a number with its unit, unless it is 0, and returns the index after it. */
        static int writeUnit(byte[] into, int index, int number, char unit) {
            if (number == 0) {
                return index;
            }
            int after = writeDigits(into, index, number);
            into[after] = (byte) unit;
            return after + 1;
        }

        static int parseNumber(byte[] text, int from, int to) {
            int number = 0;
            for (int i = from; i < to; i++) {
                number = number * 10 + text[i] - '0';
            }
            return number;
        }
    }

    /** {@code PT1H2M3.004S}. */
    private static final class DurationForm extends UnitsForm {
        private static final int PREFIX = 2;

        @Override
        public int write(byte[] into, Object value) {
            Duration duration = (Duration) value;
            long seconds = duration.getSeconds();
            if (seconds < 0 || seconds > Integer.MAX_VALUE) {
                return -1;
            }
            int all = (int) seconds;
            int hours = all / SECONDS_AN_HOUR;
            int minutes = all % SECONDS_AN_HOUR / SECONDS_A_MINUTE;
            int rest = all % SECONDS_A_MINUTE;
            int nanos = duration.getNano();
            into[0] = 'P';
            into[1] = 'T';
            int index = PREFIX;
            index = writeUnit(into, index, hours, 'H');
            index = writeUnit(into, index, minutes, 'M');
            if (rest != 0 || nanos != 0 || index == PREFIX) {
                index = writeDigits(into, index, rest);
                index = nanos == 0 ? index : writeFraction(into, index, nanos);
                into[index++] = 'S';
            }
            return index;
        }

        private static int writeFraction(byte[] into, int index, int nanos) {
            int rest = nanos;
            int count = MAX_DIGITS;
            while (rest % 10 == 0) {
                rest /= 10;
                count--;
            }
            into[index] = '.';
            for (int i = index + count; i > index; i--) {
                into[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            return index + count + 1;
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length <= PREFIX || text[0] != 'P' || text[1] != 'T') {
                return null;
            }
            long seconds = 0;
            int index = PREFIX;
            int largest = SECONDS_AN_HOUR + 1; // each unit must be smaller than the one before
            while (index < length) {
                int end = digitsEnd(text, index, length);
                if (end == index || end == length) {
                    return null;
                }
                int number = parseNumber(text, index, end);
                byte mark = text[end];
                if (mark == '.' || mark == 'S') {
                    return parseSeconds(text, length, seconds + number, end);
                }
                int unit = mark == 'H' ? SECONDS_AN_HOUR : mark == 'M' ? SECONDS_A_MINUTE : largest;
                if (unit >= largest) {
                    return null;
                }
                seconds += (long) number * unit;
                largest = unit;
                index = end + 1;
            }
            return Duration.ofSeconds(seconds);
        }

        private static Object parseSeconds(byte[] text, int length, long seconds, int index) {
            if (text[index] == 'S') {
                return index + 1 == length ? Duration.ofSeconds(seconds) : null;
            }
            int end = digitsEnd(text, index + 1, length);
            if (end == index + 1 || end + 1 != length || text[end] != 'S') {
                return null;
            }
            int nanos = parseNumber(text, index + 1, end);
            for (int i = end - index - 1; i < MAX_DIGITS; i++) {
                nanos *= 10;
            }
            return Duration.ofSeconds(seconds, nanos);
        }
    }

    /** {@code P1Y2M3D}. */
    private static final class PeriodForm extends UnitsForm {
        @Override
        public int write(byte[] into, Object value) {
            Period period = (Period) value;
            int years = period.getYears();
            int months = period.getMonths();
            int days = period.getDays();
            if ((years | months | days) < 0) {
                return -1;
            }
            into[0] = 'P';
            int index = 1;
            index = writeUnit(into, index, years, 'Y');
            index = writeUnit(into, index, months, 'M');
            if (days != 0 || index == 1) {
                index = writeDigits(into, index, days);
                into[index++] = 'D';
            }
            return index;
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length <= 1 || text[0] != 'P') {
                return null;
            }
            int years = 0;
            int months = 0;
            int days = 0;
            int last = 0;
            int index = 1;
            while (index < length) {
                int end = digitsEnd(text, index, length);
                if (end == index || end == length) {
                    return null;
                }
                int number = parseNumber(text, index, end);
                byte mark = text[end];
                int unit = mark == 'Y' ? 1 : mark == 'M' ? 2 : mark == 'D' ? 3 : 0;
                if (unit <= last) {
                    return null;
                }
                last = unit;
                years = unit == 1 ? number : years;
                months = unit == 2 ? number : months;
                days = unit == 3 ? number : days;
                index = end + 1;
            }
            return Period.of(years, months, days);
        }
    }

    /** {@code 2026-07}. */
    private static final class YearMonthForm implements CommonTextForm {
        private static final int LENGTH = 7;
        private static final int MAX_YEAR = 9999;

        @Override
        public int write(byte[] into, Object value) {
            YearMonth month = (YearMonth) value;
            int year = month.getYear();
            if (year < 0 || year > MAX_YEAR) {
                return -1;
            }
            writeTwoDigits(into, 0, year / 100);
            writeTwoDigits(into, 2, year % 100);
            into[4] = '-';
            return writeTwoDigits(into, 5, month.getMonthValue());
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length != LENGTH || text[4] != '-') {
                return null;
            }
            int century = parseTwoDigits(text, 0);
            int year = parseTwoDigits(text, 2);
            int month = parseTwoDigits(text, 5);
            return century < 0 || year < 0 || month < 1 || month > 12
                    ? null
                    : YearMonth.of(century * 100 + year, month);
        }
    }

    /** {@code --07-22}. */
    private static final class MonthDayForm implements CommonTextForm {
        private static final int LENGTH = 7;

        /** Every month has this many days, so the month need not be checked. */
        private static final int MAX_DAY = 28;

        @Override
        public int write(byte[] into, Object value) {
            MonthDay day = (MonthDay) value;
            into[0] = '-';
            into[1] = '-';
            writeTwoDigits(into, 2, day.getMonthValue());
            into[4] = '-';
            return writeTwoDigits(into, 5, day.getDayOfMonth());
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length != LENGTH || text[0] != '-' || text[1] != '-' || text[4] != '-') {
                return null;
            }
            int month = parseTwoDigits(text, 2);
            int day = parseTwoDigits(text, 5);
            return month < 1 || month > 12 || day < 1 || day > MAX_DAY ? null : MonthDay.of(month, day);
        }
    }

    /** {@code 12:34:56.789+02:00}, or with {@code Z} at its end. */
    private static final class OffsetTimeForm implements CommonTextForm {
        private static final int OFFSET = 6;
        private static final int SHORTEST = 5;
        private static final int MAX_HOURS = 17;

        @Override
        public int write(byte[] into, Object value) {
            OffsetTime time = (OffsetTime) value;
            int index = TemporalText.writeInto(into, 0, time.toLocalTime());
            String offset = time.getOffset().getId();
            for (int i = 0; i < offset.length(); i++) {
                into[index++] = (byte) offset.charAt(i);
            }
            return index;
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length <= SHORTEST) {
                return null;
            }
            ZoneOffset offset = text[length - 1] == 'Z' ? ZoneOffset.UTC : parseOffset(text, length - OFFSET);
            int end = text[length - 1] == 'Z' ? length - 1 : length - OFFSET;
            return offset != null && TemporalText.parseExact(text, 0, end) instanceof LocalTime time
                    ? OffsetTime.of(time, offset)
                    : null;
        }

        private static ZoneOffset parseOffset(byte[] text, int index) {
            if (index < SHORTEST || text[index] != '+' && text[index] != '-' || text[index + 3] != ':') {
                return null;
            }
            int hours = parseTwoDigits(text, index + 1);
            int minutes = parseTwoDigits(text, index + 4);
            if (hours < 0 || hours > MAX_HOURS || minutes < 0 || minutes >= SECONDS_A_MINUTE) {
                return null;
            }
            int seconds = hours * SECONDS_AN_HOUR + minutes * SECONDS_A_MINUTE;
            return ZoneOffset.ofTotalSeconds(text[index] == '-' ? -seconds : seconds);
        }
    }
}
