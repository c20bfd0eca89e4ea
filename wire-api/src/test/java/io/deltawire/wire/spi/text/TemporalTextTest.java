package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.testing.Effort;
import java.nio.charset.StandardCharsets;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TemporalTextTest {
    @Test
    void normalizesDateTimesOfLogsAndDatabases() {
        for (String text :
                List.of("2021-06-08 15:09:11", "2021-06-08t15:09:11", "2021/06/08 15:09:11", "2021-06-08T15:09:11")) {
            assertEquals("2021-06-08T15:09:11", TemporalText.normalized(text));
        }
        assertEquals("2021-06-08T05:09", TemporalText.normalized("2021-06-08 5:09"));
        assertEquals("2021-06-08T15:09:11.5Z", TemporalText.normalized("2021-06-08 15:09:11,5 UTC"));
        assertEquals("2021-06-08T15:09:11+02:00", TemporalText.normalized("2021-06-08 15:09:11 +0200"));
        assertEquals("2021-06-08T15:09:11-03:00", TemporalText.normalized("2021-06-08 15:09:11-03"));
        assertEquals("2021-06-08", TemporalText.normalized("2021/06/08"));
        for (String other :
                List.of("", "2021-06", "15:09:11", "2021-06-08x15:09", "2021-06/08 15:09", "+12021-06-08")) {
            assertEquals(other, TemporalText.normalized(other));
        }
    }

    private static final List<String> ZONES = zones();

    /** The cached minute, shared by all texts as in a reader. */
    private static final CachedMinute RECENT = new CachedMinute();

    private static List<String> zones() {
        List<String> zones = new ArrayList<>(new TreeSet<>(ZoneId.getAvailableZoneIds()));
        zones.addAll(List.of("UTC+01:00", "GMT-3", "UT+2", "UTC"));
        return zones;
    }

    @Test
    void writesAndReadsWhatJavaPrints() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < Effort.times(100_000); i++) {
            Temporal value = temporal(random);
            assertEquals(value.toString(), written(value));
            assertEquals(canonical(value), TemporalText.parseExact(value.toString()), value::toString);
        }
    }

    @Test
    void writesAndReadsTheFirstAndLastTimes() {
        for (Temporal value : List.<Temporal>of(
                Instant.MIN,
                Instant.MAX,
                LocalDate.MIN,
                LocalDate.MAX,
                LocalTime.MAX,
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                OffsetDateTime.MIN,
                OffsetDateTime.MAX,
                // The longest texts: an offset with seconds.
                LocalDateTime.MIN.atOffset(ZoneOffset.ofHoursMinutesSeconds(-5, -13, -7)),
                LocalDateTime.MAX.atOffset(ZoneOffset.ofHoursMinutesSeconds(17, 59, 59)))) {
            assertEquals(value.toString(), written(value));
            assertEquals(value, TemporalText.parse(value.toString()));
            assertEquals(value, TemporalText.parseExact(value.toString()));
        }
    }

    @Test
    void readsDamagedTextAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < Effort.times(100_000); i++) {
            char[] text = temporal(random).toString().toCharArray();
            for (int left = random.nextInt(3); left >= 0; left--) {
                text[random.nextInt(text.length)] = "0123456789-:+.TZtz[]/ xé".charAt(random.nextInt(24));
            }
            String damaged = new String(text, 0, random.nextInt(4) == 0 ? random.nextInt(text.length) : text.length);
            Temporal expected = javaParse(damaged);
            assertEquals(expected, parseOrNull(damaged), damaged);
            boolean exact = expected != null && expected.toString().equals(damaged);
            assertEquals(exact ? expected : null, TemporalText.parseExact(damaged), damaged);
        }
    }

    @Test
    void readsDamagedTimesOfOneMinuteAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(3);
        LocalDateTime from = LocalDateTime.of(2024, 2, 29, 23, 58);
        for (int i = 0; i < Effort.times(100_000); i++) {
            LocalDateTime local = from.plusNanos(random.nextLong(150_000_000_000L) / unit(random) * unit(random));
            Temporal value = switch (random.nextInt(4)) {
                case 0 -> local;
                case 1 -> local.atZone(ZoneId.of("Europe/London"));
                case 2 -> local.atOffset(ZoneOffset.ofHours(-3));
                default -> local.toInstant(ZoneOffset.UTC);
            };
            StringBuilder text = new StringBuilder(value.toString());
            if (random.nextBoolean()) {
                text.setCharAt(random.nextInt(text.length()), "0123456789-:+.TZ".charAt(random.nextInt(16)));
            }
            assertEquals(javaParse(text.toString()), parseOrNull(text.toString()), text::toString);
        }
        assertNull(parseOrNull("\0".repeat(16) + ":00.000Z"));
    }

    private static long unit(SplittableRandom random) {
        return List.of(1L, 1_000L, 1_000_000L).get(random.nextInt(3));
    }

    private static String written(Temporal value) {
        int most = TemporalText.maxLength(value);
        byte[] into = new byte[most + 2];
        Arrays.fill(into, (byte) '#');
        int end = TemporalText.writeInto(into, 1, value);
        assertEquals('#', into[0]);
        assertEquals('#', into[most + 1]);
        String text = new String(into, 1, end - 1, StandardCharsets.ISO_8859_1);
        assertEquals(text, TemporalText.format(value));
        return text;
    }

    private static Temporal temporal(SplittableRandom random) {
        int year = random.nextInt(20) == 0 ? random.nextInt(40_000) - 20_000 : random.nextInt(10_000);
        LocalDate date = LocalDate.ofYearDay(year, 1).plusDays(random.nextInt(366));
        LocalTime time = LocalTime.of(random.nextInt(24), random.nextInt(60));
        if (random.nextInt(4) != 0) {
            int nano = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt(1_000) * 1_000_000;
                case 2 -> random.nextInt(1_000_000) * 1_000;
                default -> random.nextInt(1_000_000_000);
            };
            time = time.withSecond(random.nextInt(60)).withNano(nano);
        }
        LocalDateTime local = LocalDateTime.of(date, time);
        ZoneOffset offset = switch (random.nextInt(4)) {
            case 0 -> ZoneOffset.UTC;
            case 1 -> ZoneOffset.ofTotalSeconds(random.nextInt(2 * 64_800 + 1) - 64_800);
            default -> ZoneOffset.ofHoursMinutes(random.nextInt(18), random.nextInt(60));
        };
        return switch (random.nextInt(6)) {
            case 0 -> date;
            case 1 -> time;
            case 2 -> local;
            case 3 -> local.atOffset(offset);
            case 4 ->
                local.atZone(random.nextInt(5) == 0 ? offset : ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
            default -> local.toInstant(ZoneOffset.UTC);
        };
    }

    /** Returns the value that a text denotes, among those with the same text. */
    private static Temporal canonical(Temporal value) {
        Temporal result = value;
        if (value instanceof ZonedDateTime zoned && zoned.getZone() instanceof ZoneOffset) {
            result = zoned.toOffsetDateTime();
        }
        if (result instanceof OffsetDateTime offset
                && offset.toInstant().toString().equals(offset.toString())) {
            result = offset.toInstant();
        }
        return result;
    }

    private static Temporal parseOrNull(String text) {
        byte[] padded = ("1" + text + "1").getBytes(StandardCharsets.ISO_8859_1);
        try {
            Temporal value = TemporalText.parse(text);
            assertEquals(value, TemporalText.parse(padded, 1, padded.length - 1), text);
            for (int i = 0; i < 2; i++) { // the second time, the minute may be cached
                assertEquals(value, TemporalText.parse(padded, 1, padded.length - 1, RECENT), text);
            }
            return value;
        } catch (DateTimeException e) {
            assertThrows(DateTimeException.class, () -> TemporalText.parse(padded, 1, padded.length - 1), text);
            assertThrows(DateTimeException.class, () -> TemporalText.parse(padded, 1, padded.length - 1, RECENT), text);
            return null;
        }
    }

    /** Parses with the formatters of java.time alone. */
    private static Temporal javaParse(String text) {
        try {
            if (text.length() < 5) {
                return null;
            }
            if (text.charAt(2) == ':') {
                return LocalTime.parse(text);
            }
            int t = Math.max(text.indexOf('T', 8), text.indexOf('t', 8));
            if (text.indexOf('T', 8) < 0 || text.indexOf('T', 8) >= 20) {
                return t >= 0 && t < 20 ? null : LocalDate.parse(text);
            }
            if (text.endsWith("]")) {
                return ZonedDateTime.parse(text);
            }
            if (text.endsWith("Z")) {
                OffsetDateTime value = OffsetDateTime.parse(text);
                return value.toInstant().toString().equals(text) ? value.toInstant() : value;
            }
            boolean offset = text.substring(8).matches(".*T.*[+-].*");
            return offset ? OffsetDateTime.parse(text) : LocalDateTime.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    @Test
    void refusesWhatDoesNotExist() {
        for (String bad :
                ("2001-99-99 2001-02-29 1900-02-29 2001-04-31 2001-00-01 2001-01-00 24:00 23:60 23:59:60 10:15: 10:15:3"
                                + " 2016-07-22T24:00 2016-07-22T10:15+18:01 2016-07-22T10:15+19:00 2016-07-22T10:15+01:60"
                                + " 2016-07-22T10:15+01:00[Europe/Londres] 2016-07-22T10:15Z[] 2016-07-22T10:15Z[../../etc]"
                                + " 2016-07-22T10:15[Europe/London 2016-07-22T 2016-07-2x 2016-07-22 10:15 20160-07-22 12-34-56-78-90")
                        .replace("22 10:15 2", "22_10:15 2")
                        .split(" ")) {
            assertNull(TemporalText.parseExact(bad), bad);
            assertThrows(DateTimeException.class, () -> TemporalText.parse(bad), bad);
        }
    }

    @Test
    void parsesExactlyItsOwnForm() {
        for (String other : ("10:15:00 10:15:30.5 2016-07-22T10:15:00 2016-07-22T10:15+00:00 2016-07-22T10:15+01:00:00"
                        + " 2016-07-22t10:15 2016-07-22T10:15Z[Europe/London] 10:15:30.1234567890 +2016-07-22 -2016-7-22"
                        + " 123-456-7890 +49-221-123456 -1 - 1-2-3 5.25 12345678 2016-07- ab:cd 2016.07.22 😀😀😀 12😀-")
                .split(" ")) {
            assertNull(TemporalText.parseExact(other), other);
        }
        assertNull(TemporalText.parseExact(""));
        assertNull(TemporalText.parseExact("2016-07-22T10:15Z[" + "x".repeat(200) + "]"));
        assertEquals(LocalTime.of(10, 15), TemporalText.parseExact("10:15"));
        assertEquals(Instant.ofEpochSecond(0), TemporalText.parseExact("1970-01-01T00:00:00Z"));
        assertEquals(OffsetDateTime.parse("1970-01-01T00:00Z"), TemporalText.parseExact("1970-01-01T00:00Z"));
    }

    @Test
    void leavesDistantYearsToJava() {
        for (Temporal far : List.of(
                Instant.MIN,
                Instant.MAX,
                LocalDate.MIN,
                LocalDate.MAX,
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                OffsetDateTime.MIN,
                OffsetDateTime.MAX,
                LocalDate.of(-1, 1, 1),
                LocalDate.of(10_000, 1, 1),
                Instant.parse("-0001-12-31T23:59:59Z"),
                Instant.parse("0000-01-01T00:00:00Z"),
                Instant.parse("0000-02-29T00:00:00Z"),
                Instant.parse("9999-12-31T23:59:59.999999999Z"),
                Instant.parse("+10000-01-01T00:00:00Z"))) {
            assertEquals(far.toString(), written(far));
        }
        assertEquals(LocalDate.MAX, TemporalText.parseExact(LocalDate.MAX.toString()));
        assertEquals(LocalDate.of(-1, 1, 1), TemporalText.parseExact("-0001-01-01"));
        assertEquals("2016", written(Year.of(2016)));
    }
}
