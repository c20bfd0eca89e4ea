package io.deltawire.binary.internal.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Dates and times are written as their {@code toString()}, and no byte outside the promised room is touched. */
class TemporalEncoderTest {
    private static final byte CANARY = 0x55;
    private static final int AT = 11;

    private static final int[] NANOS = {
        0,
        1,
        10,
        999,
        1_000,
        1_001,
        10_000,
        999_000,
        999_999,
        1_000_000,
        1_000_001,
        1_001_000,
        10_000_000,
        100_000_000,
        123_456_789,
        120_000_000,
        999_000_000,
        999_999_000,
        999_999_999
    };

    private static final List<ZoneId> ZONES = List.of(
            ZoneId.of("UTC"),
            ZoneOffset.UTC,
            ZoneId.of("Europe/Berlin"),
            ZoneId.of("America/New_York"),
            ZoneId.of("America/Argentina/ComodRivadavia"),
            ZoneId.of("GMT+01:30"),
            ZoneOffset.ofHoursMinutesSeconds(-17, -59, -59),
            ZoneOffset.ofHours(18),
            ZoneOffset.ofTotalSeconds(1));

    private final TemporalEncoder codes = new TemporalEncoder();
    private final SplittableRandom random = new SplittableRandom(11);

    @Test
    void writesRandomValuesAsTheirText() {
        for (int i = 0; i < 200_000; i++) {
            LocalDate date = LocalDate.ofEpochDay(random.nextLong(-719_600, 2_933_000));
            LocalTime time = LocalTime.of(
                    random.nextInt(24),
                    random.nextInt(60),
                    random.nextInt(4) == 0 ? 0 : random.nextInt(60),
                    nano(random.nextInt(4)));
            check(date.atTime(time), ZONES.get(random.nextInt(i % 3 == 0 ? ZONES.size() : 1)));
        }
    }

    private int nano(int kind) {
        return switch (kind) {
            case 0 -> NANOS[random.nextInt(NANOS.length)];
            case 1 -> random.nextInt(1_000) * 1_000_000;
            case 2 -> random.nextInt(1_000_000) * 1_000;
            default -> random.nextInt(1_000_000_000);
        };
    }

    @Test
    void writesEveryFractionSecondAndZone() {
        LocalDate date = LocalDate.of(2016, 7, 22);
        for (int second = 0; second < 60; second++) {
            for (int nano : NANOS) {
                for (ZoneId zone : ZONES) {
                    check(date.atTime(12, 59, second, nano), zone);
                }
            }
        }
        for (int day = 0; day < 366; day++) {
            for (int year : new int[] {0, 9, 99, 100, 1900, 2000, 2024, 9999}) {
                check(LocalDate.ofYearDay(year, 1).plusDays(day).atStartOfDay(), ZONES.get(day % ZONES.size()));
            }
        }
    }

    @Test
    void writesUnusualYears() {
        for (int year : new int[] {-999_999_999, -10_000, -1, 9999, 10_000, 123_456, 999_999_999}) {
            LocalDateTime value = LocalDateTime.of(year, 12, 31, 23, 59, 59, 999_999_999);
            for (ZoneId zone : ZONES) {
                check(value, zone);
            }
        }
        check(Instant.MIN);
        check(Instant.MAX);
        for (long second = -3; second < 3; second++) {
            check(Instant.ofEpochSecond(second, 5));
            check(Instant.ofEpochSecond(253_402_300_800L + second));
            check(Instant.ofEpochSecond(-62_167_219_200L + second));
        }
    }

    @Test
    void otherClassesAreNotWritten() {
        assertEquals(-1, codes.write(new byte[100], 0, OffsetTime.MIN));
    }

    private void check(LocalDateTime value, ZoneId zone) {
        check(value);
        check(value.toLocalDate());
        check(value.toLocalTime());
        check(ZonedDateTime.ofLocal(value, zone, null));
        check(value.atOffset(ZonedDateTime.ofLocal(value, zone, null).getOffset()));
        check(value.toInstant(ZoneOffset.UTC));
    }

    private void check(Temporal value) {
        byte[] a = new byte[AT + TemporalEncoder.MAX_BYTES + 20];
        Arrays.fill(a, CANARY);
        int end = codes.write(a, AT, value);
        if (end >= 0) {
            assertArrayEquals(encoded(value), Arrays.copyOfRange(a, AT, end), value::toString);
        } else {
            assertTrue(encoded(value).length > 48, () -> "not written: " + value);
        }
        for (int i = 0; i < a.length; i++) {
            boolean isRoom = i >= AT && i < AT + TemporalEncoder.MAX_BYTES;
            int at = i;
            assertTrue(isRoom || a[i] == CANARY, () -> value + " has touched byte " + (at - AT));
        }
    }

    private static byte[] encoded(Temporal value) {
        byte[] text = value.toString().getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (value instanceof Instant || value instanceof OffsetDateTime) {
            String type = value.getClass().getName();
            out.write(0xB6);
            out.write(type.length());
            out.writeBytes(type.getBytes(StandardCharsets.US_ASCII));
            if (text.length < 32) {
                out.write(0xE0 + text.length);
            } else {
                out.write(0xB8);
                out.write(text.length);
            }
        } else {
            boolean isZoned = value instanceof ZonedDateTime;
            boolean isDate = value instanceof LocalDate;
            out.write(isZoned ? 0xB5 : isDate ? 0xB3 : value instanceof LocalTime ? 0xB2 : 0xB4);
            out.write(text.length);
        }
        out.writeBytes(text);
        return out.toByteArray();
    }
}
