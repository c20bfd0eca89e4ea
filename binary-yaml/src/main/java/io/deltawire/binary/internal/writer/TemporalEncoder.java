package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.TemporalText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/**
 * Writes dates and times as the text of their {@code toString()}, by stores of eight characters. {@code
 * 2016-07-22T12:34:56.789Z[UTC]} takes four stores.
 *
 * <p>The parts of the text that rarely change between values are kept in words: the zone, and everything up to the
 * minute. Seconds and fractions cost less to format than to look up. Not thread-safe.
 */
final class TemporalEncoder {
    /** The maximum number of bytes that {@link #write} touches. */
    static final int MAX_BYTES = 80;

    private static final int MAX_SUFFIX = 32;

    /** The space for a type name, a code and a length, in whole words. */
    private static final int MAX_HEAD = 32;

    /** Texts of fewer bytes have their length in the code. */
    private static final int SHORT_TEXT = 32;

    private static final int MINUTE_SECONDS = 60;
    private static final int MILLION = 1_000_000;
    private static final long ZEROS = 0x3030_3030_3030_3030L;

    /** The digits of the numbers below 100, the first digit in the low byte. */
    private static final char[] DIGITS = new char[100];

    /** The digits of the numbers below 1,000, the first digit in the low byte. */
    private static final int[] THREE_DIGITS = new int[1_000];

    static {
        for (int i = 0; i < DIGITS.length; i++) {
            DIGITS[i] = (char) ('0' + i / 10 | '0' + i % 10 << 8);
        }
        for (int i = 0; i < THREE_DIGITS.length; i++) {
            THREE_DIGITS[i] = '0' + i / 100 | DIGITS[i % 100] << 8;
        }
    }

    private ZoneOffset offset;
    private ZoneId zone;

    /** The length of the text of offset and zone, or -1 if it is too long. */
    private int suffixLength;

    /** The first eight bytes of that text, which are all of it for most zones. */
    private long suffixStart;

    private final long[] suffix = new long[MAX_SUFFIX / Long.BYTES];

    /** Year, month, day, hour and minute of the date-time written last. Its text up to the minute follows. */
    private long minute = -1;

    private long minuteStart;
    private long minuteEnd;

    /**
     * The first second of the minute of the instant written last; no instant is in the initial one. Its text up to
     * the minute follows.
     */
    private long instantMinute = Long.MAX_VALUE;

    private long instantStart;
    private long instantEnd;

    /**
     * Writes a value into an array with {@link #MAX_BYTES} of room.
     *
     * @return the index after the value; -1 if its class is not supported or its text is too long
     */
    int write(byte[] a, int at, Temporal value) {
        if (value instanceof ZonedDateTime zoned) {
            return writeZoned(a, at, zoned);
        } else if (value instanceof LocalDateTime dateTime) {
            int end = writeDateTime(a, at + 2, dateTime);
            return end < 0 ? writeFormatted(a, at, Codes.DATE_TIME, value) : finish(a, at, Codes.DATE_TIME, end);
        } else if (value instanceof LocalDate date) {
            return writeDate(a, at, date);
        } else if (value instanceof LocalTime time) {
            ArrayAccess.putLong(a, at + 2, digits(time.getHour()) | (long) ':' << 16 | digits(time.getMinute()) << 24);
            return finish(a, at, Codes.TIME, writeSecond(a, at + 7, time.getSecond(), time.getNano()));
        } else if (value instanceof Instant instant) {
            return writeInstant(a, at, instant);
        } else if (value instanceof OffsetDateTime dateTime) {
            return writeOffset(a, at, dateTime);
        }
        return -1;
    }

    private static int finish(byte[] a, int at, int code, int end) {
        ArrayAccess.putShort(a, at, code | end - at - 2 << 8);
        return end;
    }

    @SuppressWarnings("ReferenceEquality") // an equal but different instance is only formatted again
    private int writeZoned(byte[] a, int at, ZonedDateTime value) {
        if (offset != value.getOffset() || zone != value.getZone()) {
            setSuffix(value.getOffset(), value.getZone());
        }
        int end = writeDateTime(a, at + 2, value.toLocalDateTime());
        if (end < 0 || suffixLength < 0) {
            return writeFormatted(a, at, Codes.ZONED_DATE_TIME, value);
        }
        return finish(a, at, Codes.ZONED_DATE_TIME, writeSuffix(a, end));
    }

    @SuppressWarnings("ReferenceEquality") // as in writeZoned
    private int writeOffset(byte[] a, int at, OffsetDateTime value) {
        if (offset != value.getOffset() || zone != value.getOffset()) {
            setSuffix(value.getOffset(), value.getOffset());
        }
        int text = BinaryEncodedName.OFFSET_DATE_TIME_TYPE.write(a, at);
        int end = writeDateTime(a, text + 1, value.toLocalDateTime());
        if (end < 0 || end + suffixLength - text > SHORT_TEXT) {
            return writeFormattedWithType(a, at, BinaryEncodedName.OFFSET_DATE_TIME_TYPE, value);
        }
        return finishText(a, text, writeSuffix(a, end));
    }

    private static int finishText(byte[] a, int text, int end) {
        ArrayAccess.putByte(a, text, Codes.STRING_0 + end - text - 1);
        return end;
    }

    private int writeInstant(byte[] a, int at, Instant value) {
        long second = value.getEpochSecond() - instantMinute;
        if (second < 0 || second >= MINUTE_SECONDS) {
            return writeNewMinute(a, at, value);
        }
        int text = BinaryEncodedName.INSTANT_TYPE.write(a, at);
        ArrayAccess.putLong(a, text + 1, instantStart);
        ArrayAccess.putLong(a, text + 9, instantEnd);
        int end = writeSecondAndFraction(a, text + 17, (int) second, value.getNano());
        ArrayAccess.putByte(a, end, 'Z');
        return finishText(a, text, end + 1);
    }

    private int writeNewMinute(byte[] a, int at, Instant value) {
        int end = writeFormattedWithType(a, at, BinaryEncodedName.INSTANT_TYPE, value);
        int from = at + BinaryEncodedName.INSTANT_TYPE.length() + 1;
        if (end > from && a[from + 10] == 'T') { // not so in years after 9999
            instantStart = (long) LittleEndian.LONG.get(a, from);
            instantEnd = (long) LittleEndian.LONG.get(a, from + 8);
            instantMinute = Math.floorDiv(value.getEpochSecond(), (long) MINUTE_SECONDS) * MINUTE_SECONDS;
        }
        return end;
    }

    private static int writeDate(byte[] a, int at, LocalDate date) {
        int year = date.getYear();
        if (year < 0 || year > 9999) {
            return writeFormatted(a, at, Codes.DATE, date);
        }
        ArrayAccess.putLong(a, at + 2, yearAndMonth(year, date.getMonthValue()));
        ArrayAccess.putLong(a, at + 10, digits(date.getDayOfMonth()));
        return finish(a, at, Codes.DATE, at + 12);
    }

    /** Returns the index after the text, or -1 if the year does not have four digits and nothing is written. */
    private int writeDateTime(byte[] a, int at, LocalDateTime value) {
        LocalDate date = value.toLocalDate();
        LocalTime time = value.toLocalTime();
        int inYear = date.getMonthValue() << 16 | date.getDayOfMonth() << 11 | time.getHour() << 6 | time.getMinute();
        long minuteOf = (long) date.getYear() << 20 | inYear;
        if (minute != minuteOf && !setMinute(minuteOf, date, time)) {
            return -1;
        }
        ArrayAccess.putLong(a, at, minuteStart);
        ArrayAccess.putLong(a, at + 8, minuteEnd);
        return writeSecond(a, at + 16, time.getSecond(), time.getNano());
    }

    private boolean setMinute(long minuteOf, LocalDate date, LocalTime time) {
        int year = date.getYear();
        if (year < 0 || year > 9999) {
            return false;
        }
        minute = minuteOf;
        minuteStart = yearAndMonth(year, date.getMonthValue());
        minuteEnd = digits(date.getDayOfMonth())
                | (long) 'T' << 16
                | digits(time.getHour()) << 24
                | (long) ':' << 40
                | digits(time.getMinute()) << 48;
        return true;
    }

    private static long yearAndMonth(int year, int month) {
        int century = year / 100;
        return digits(century)
                | digits(year - century * 100) << 16
                | (long) '-' << 32
                | digits(month) << 40
                | (long) '-' << 56;
    }

    /** Writes the second, unless it and the fraction are zero. */
    private static int writeSecond(byte[] a, int at, int second, int nano) {
        return (second | nano) == 0 ? at : writeSecondAndFraction(a, at, second, nano);
    }

    /** Writes a second, and a fraction of 0, 3, 6 or 9 digits: the fewest that hold it. */
    private static int writeSecondAndFraction(byte[] a, int at, int second, int nano) {
        long whole = ':' | digits(second) << 8;
        if (nano == 0) {
            ArrayAccess.putLong(a, at, whole);
            return at + 3;
        }
        whole |= (long) '.' << 24;
        int millis = millis(nano);
        if (millis * MILLION == nano) {
            ArrayAccess.putLong(a, at, whole | threeDigits(millis) << 32);
            return at + 7;
        }
        int micros = (int) (nano * 0x1062_4DD3L >>> 38); // divided by 1,000, as in millis
        long six = sixDigits(micros);
        int rest = nano - micros * 1_000;
        ArrayAccess.putLong(a, at, whole | six << 32);
        ArrayAccess.putLong(a, at + 8, six >>> 32 | threeDigits(rest) << 16);
        return rest == 0 ? at + 10 : at + 13;
    }

    private static long digits(int number) {
        return DIGITS[number];
    }

    /**
     * Divides nanoseconds by a million, by a multiplication. The compiler cannot do so, since it does not know that
     * they are not negative.
     */
    private static int millis(int nano) {
        return (int) (nano * 0x431B_DE83L >>> 50);
    }

    /**
     * Returns the six digits of a number below 1,000,000, the first digit in the low byte. It splits lanes of 32 bits
     * into lanes of 16, and these into lanes of 8.
     */
    private static long sixDigits(int number) {
        long top = number * 0xD1B7_1759L >>> 45; // divided by 10,000
        long fours = top | number - top * 10_000 << 32;
        long hundreds = fours * 10_486 >>> 20 & 0x7F_0000_007FL;
        long twos = (fours << 16) - hundreds * ((100 << 16) - 1);
        long tens = twos * 103 >>> 10 & 0x000F_000F_000F_000FL;
        return (twos << 8) - tens * ((10 << 8) - 1) + ZEROS >>> 16;
    }

    private static long threeDigits(int number) {
        return THREE_DIGITS[number];
    }

    private int writeSuffix(byte[] a, int at) {
        ArrayAccess.putLong(a, at, suffixStart);
        for (int i = Long.BYTES; i < suffixLength; i += Long.BYTES) {
            ArrayAccess.putLong(a, at + i, suffix[i >> 3]);
        }
        return at + suffixLength;
    }

    private void setSuffix(ZoneOffset newOffset, ZoneId newZone) {
        offset = newOffset;
        zone = newZone;
        suffixLength = 0;
        append(newOffset.getId());
        if (!(newZone instanceof ZoneOffset)) {
            append("[");
            append(newZone.getId());
            append("]");
        }
        suffixStart = suffix[0];
    }

    private void append(String text) {
        int length = suffixLength;
        if (length < 0 || length + text.length() > MAX_SUFFIX) {
            suffixLength = -1;
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            int shift = (length + i << 3) & 63;
            int word = length + i >> 3;
            suffix[word] = (shift == 0 ? 0 : suffix[word]) | (long) text.charAt(i) << shift;
        }
        suffixLength = length + text.length();
    }

    // ---- Values without a direct form

    private static int writeFormatted(byte[] a, int at, int code, Temporal value) {
        return TemporalText.maxLength(value) > MAX_BYTES - 2
                ? -1
                : finish(a, at, code, TemporalText.writeInto(a, at + 2, value));
    }

    private static int writeFormattedWithType(byte[] a, int at, BinaryEncodedName type, Temporal value) {
        if (TemporalText.maxLength(value) > MAX_BYTES - MAX_HEAD) {
            return -1;
        }
        int p = type.write(a, at);
        int from = p + 1;
        int end = TemporalText.writeInto(a, from, value);
        int length = end - from;
        if (NumberEncoder.writeTextPrefix(a, p, length) > from) {
            // The length takes a byte of its own, where the text began.
            end = TemporalText.writeInto(a, from + 1, value);
        }
        return end;
    }
}
