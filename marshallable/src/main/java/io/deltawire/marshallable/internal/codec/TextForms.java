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
 * The implementations of {@link TextForm}. Each accepts only texts whose meaning needs no checks beyond digit ranges.
 */
public final class TextForms {
    public static final TextForm DURATION = new DurationForm();
    public static final TextForm PERIOD = new PeriodForm();
    public static final TextForm YEAR_MONTH = new YearMonthForm();
    public static final TextForm MONTH_DAY = new MonthDayForm();
    public static final TextForm OFFSET_TIME = new OffsetTimeForm();

    private static final int MAX_DIGITS = 9;
    private static final int SECONDS_A_MINUTE = 60;
    private static final int SECONDS_AN_HOUR = 3600;

    private TextForms() {}

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Writes a non-negative number and returns the index after it. */
    private static int digits(byte[] into, int at, int value) {
        int after = at + 1;
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

    private static int twoDigits(byte[] into, int at, int value) {
        into[at] = (byte) ('0' + value / 10);
        into[at + 1] = (byte) ('0' + value % 10);
        return at + 2;
    }

    /** Returns the value of two digits, or -1 if they are not digits. */
    private static int twoDigits(byte[] text, int at) {
        return isDigit(text[at]) && isDigit(text[at + 1]) ? (text[at] - '0') * 10 + text[at + 1] - '0' : -1;
    }

    /** The common part of texts that are numbers with units: hours, minutes and seconds, or years, months and days. */
    private abstract static class UnitsForm implements TextForm {
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
        static int part(byte[] into, int at, int number, char unit) {
            if (number == 0) {
                return at;
            }
            int after = digits(into, at, number);
            into[after] = (byte) unit;
            return after + 1;
        }

        static int number(byte[] text, int from, int to) {
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
            int at = PREFIX;
            at = part(into, at, hours, 'H');
            at = part(into, at, minutes, 'M');
            if (rest != 0 || nanos != 0 || at == PREFIX) {
                at = digits(into, at, rest);
                at = nanos == 0 ? at : fraction(into, at, nanos);
                into[at++] = 'S';
            }
            return at;
        }

        private static int fraction(byte[] into, int at, int nanos) {
            int rest = nanos;
            int count = MAX_DIGITS;
            while (rest % 10 == 0) {
                rest /= 10;
                count--;
            }
            into[at] = '.';
            for (int i = at + count; i > at; i--) {
                into[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            return at + count + 1;
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length <= PREFIX || text[0] != 'P' || text[1] != 'T') {
                return null;
            }
            long seconds = 0;
            int at = PREFIX;
            int largest = SECONDS_AN_HOUR + 1; // each unit must be smaller than the one before
            while (at < length) {
                int end = digitsEnd(text, at, length);
                if (end == at || end == length) {
                    return null;
                }
                int number = number(text, at, end);
                byte mark = text[end];
                if (mark == '.' || mark == 'S') {
                    return seconds(text, length, seconds + number, end);
                }
                int unit = mark == 'H' ? SECONDS_AN_HOUR : mark == 'M' ? SECONDS_A_MINUTE : largest;
                if (unit >= largest) {
                    return null;
                }
                seconds += (long) number * unit;
                largest = unit;
                at = end + 1;
            }
            return Duration.ofSeconds(seconds);
        }

        private static Object seconds(byte[] text, int length, long seconds, int at) {
            if (text[at] == 'S') {
                return at + 1 == length ? Duration.ofSeconds(seconds) : null;
            }
            int end = digitsEnd(text, at + 1, length);
            if (end == at + 1 || end + 1 != length || text[end] != 'S') {
                return null;
            }
            int nanos = number(text, at + 1, end);
            for (int i = end - at - 1; i < MAX_DIGITS; i++) {
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
            int at = 1;
            at = part(into, at, years, 'Y');
            at = part(into, at, months, 'M');
            if (days != 0 || at == 1) {
                at = digits(into, at, days);
                into[at++] = 'D';
            }
            return at;
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
            int at = 1;
            while (at < length) {
                int end = digitsEnd(text, at, length);
                if (end == at || end == length) {
                    return null;
                }
                int number = number(text, at, end);
                byte mark = text[end];
                int unit = mark == 'Y' ? 1 : mark == 'M' ? 2 : mark == 'D' ? 3 : 0;
                if (unit <= last) {
                    return null;
                }
                last = unit;
                years = unit == 1 ? number : years;
                months = unit == 2 ? number : months;
                days = unit == 3 ? number : days;
                at = end + 1;
            }
            return Period.of(years, months, days);
        }
    }

    /** {@code 2026-07}. */
    private static final class YearMonthForm implements TextForm {
        private static final int LENGTH = 7;
        private static final int MAX_YEAR = 9999;

        @Override
        public int write(byte[] into, Object value) {
            YearMonth month = (YearMonth) value;
            int year = month.getYear();
            if (year < 0 || year > MAX_YEAR) {
                return -1;
            }
            twoDigits(into, 0, year / 100);
            twoDigits(into, 2, year % 100);
            into[4] = '-';
            return twoDigits(into, 5, month.getMonthValue());
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length != LENGTH || text[4] != '-') {
                return null;
            }
            int century = twoDigits(text, 0);
            int year = twoDigits(text, 2);
            int month = twoDigits(text, 5);
            return century < 0 || year < 0 || month < 1 || month > 12
                    ? null
                    : YearMonth.of(century * 100 + year, month);
        }
    }

    /** {@code --07-22}. */
    private static final class MonthDayForm implements TextForm {
        private static final int LENGTH = 7;

        /** Every month has this many days, so the month need not be checked. */
        private static final int MAX_DAY = 28;

        @Override
        public int write(byte[] into, Object value) {
            MonthDay day = (MonthDay) value;
            into[0] = '-';
            into[1] = '-';
            twoDigits(into, 2, day.getMonthValue());
            into[4] = '-';
            return twoDigits(into, 5, day.getDayOfMonth());
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length != LENGTH || text[0] != '-' || text[1] != '-' || text[4] != '-') {
                return null;
            }
            int month = twoDigits(text, 2);
            int day = twoDigits(text, 5);
            return month < 1 || month > 12 || day < 1 || day > MAX_DAY ? null : MonthDay.of(month, day);
        }
    }

    /** {@code 12:34:56.789+02:00}, or with {@code Z} at its end. */
    private static final class OffsetTimeForm implements TextForm {
        private static final int OFFSET = 6;
        private static final int SHORTEST = 5;
        private static final int MAX_HOURS = 17;

        @Override
        public int write(byte[] into, Object value) {
            OffsetTime time = (OffsetTime) value;
            int at = TemporalText.writeInto(into, 0, time.toLocalTime());
            String offset = time.getOffset().getId();
            for (int i = 0; i < offset.length(); i++) {
                into[at++] = (byte) offset.charAt(i);
            }
            return at;
        }

        @Override
        public Object parse(byte[] text, int length) {
            if (length <= SHORTEST) {
                return null;
            }
            ZoneOffset offset = text[length - 1] == 'Z' ? ZoneOffset.UTC : offset(text, length - OFFSET);
            int end = text[length - 1] == 'Z' ? length - 1 : length - OFFSET;
            return offset != null && TemporalText.parseExact(text, 0, end) instanceof LocalTime time
                    ? OffsetTime.of(time, offset)
                    : null;
        }

        private static ZoneOffset offset(byte[] text, int at) {
            if (at < SHORTEST || text[at] != '+' && text[at] != '-' || text[at + 3] != ':') {
                return null;
            }
            int hours = twoDigits(text, at + 1);
            int minutes = twoDigits(text, at + 4);
            if (hours < 0 || hours > MAX_HOURS || minutes < 0 || minutes >= SECONDS_A_MINUTE) {
                return null;
            }
            int seconds = hours * SECONDS_AN_HOUR + minutes * SECONDS_A_MINUTE;
            return ZoneOffset.ofTotalSeconds(text[at] == '-' ? -seconds : seconds);
        }
    }
}
