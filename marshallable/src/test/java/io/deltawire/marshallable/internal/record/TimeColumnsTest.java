package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Objects whose dates and times change with every message have the bytes of tokens. The times follow lines and stop,
 * have finer units, other zones, repeated hours and extreme values, or are null. Other fields hold numbers, enums,
 * booleans and texts.
 */
class TimeColumnsTest {
    enum Mode {
        SLOW,
        FAST
    }

    static class Clocks extends AbstractMarshallable {
        @Key
        int id;

        Instant instant;
        long number;
        ZonedDateTime zoned;
        OffsetDateTime offset;
        double price;
        LocalDateTime dateTime;
        LocalDate date;
        LocalTime time;
        Instant steady;
        Mode mode = Mode.SLOW;
        boolean isOn;
        String text = "a";
    }

    /** A time as text, one as a number, one of many bytes, and some that recur often. */
    private static final String[] TEXTS = {
        "a",
        "b",
        "c",
        "d",
        "\u00e9\ud83d\ude00",
        "",
        "12:30:00",
        "12:30:00.000",
        "2016-10-29",
        "12.50",
        "x".repeat(200),
        null
    };

    private static final ZoneId[] ZONES = {
        ZoneId.of("Europe/Berlin"),
        ZoneId.of("America/New_York"),
        ZoneId.of("UTC"),
        ZoneOffset.UTC,
        ZoneOffset.ofHours(2)
    };

    /** Before the hour that came twice in Berlin in 2016. */
    private static final Instant START = Instant.parse("2016-10-29T23:30:00.123Z");

    private static Instant step(Instant now, Random random) {
        if (now == null) {
            return START;
        }
        return switch (random.nextInt(200)) {
            case 0 -> null;
            case 1 -> Instant.MIN;
            case 2 -> Instant.MAX.minusNanos(random.nextInt(3));
            case 3 -> Instant.ofEpochSecond(9_000_000_000L - random.nextInt(3));
            case 4 -> Instant.ofEpochSecond(-9_000_000_000L + random.nextInt(3), 999_999_999);
            case 5 -> Instant.ofEpochSecond(random.nextInt());
            case 6, 7 ->
                now.isAfter(Instant.EPOCH) && now.isBefore(START.plusSeconds(1 << 30)) ? now.plusNanos(1) : START;
            case 8, 9 -> START.plusMillis(random.nextInt(10_000_000));
            default ->
                now.isBefore(START.minusSeconds(1 << 30)) || now.isAfter(START.plusSeconds(1 << 30))
                        ? START
                        : random.nextInt(10) == 0 ? now.plusMillis(random.nextInt(5_000)) : now.plusMillis(60_000);
        };
    }

    private static ZoneId zone(ZonedDateTime before, Random random) {
        return before == null || random.nextInt(50) == 0 ? ZONES[random.nextInt(ZONES.length)] : before.getZone();
    }

    private static Instant ordinary(Instant instant) {
        boolean isOrdinary = instant != null
                && instant.isAfter(START.minus(900_000, ChronoUnit.DAYS))
                && instant.isBefore(START.plus(900_000, ChronoUnit.DAYS));
        return isOrdinary ? instant : START;
    }

    private static void change(Clocks c, Random random) {
        int changes = random.nextInt(1 << 12);
        c.instant = (changes & 1) != 0 ? step(c.instant, random) : c.instant;
        c.steady = random.nextInt(30) == 0 ? c.steady : c.steady == null ? START : c.steady.plusMillis(250);
        if ((changes & 2) != 0) {
            Instant next = ordinary(step(c.zoned == null ? null : c.zoned.toInstant(), random));
            c.zoned = random.nextInt(60) == 0 ? null : next.atZone(zone(c.zoned, random));
        }
        if ((changes & 4) != 0) {
            Instant next = ordinary(step(c.offset == null ? null : c.offset.toInstant(), random));
            int hours = c.offset == null || random.nextInt(50) == 0
                    ? random.nextInt(5)
                    : c.offset.getOffset().getTotalSeconds() / 3_600;
            c.offset = next.atOffset(ZoneOffset.ofHours(hours));
        }
        if ((changes & 8) != 0) {
            Instant next = ordinary(step(c.dateTime == null ? null : c.dateTime.toInstant(ZoneOffset.UTC), random));
            c.dateTime = random.nextInt(80) == 0 ? LocalDateTime.MAX : LocalDateTime.ofInstant(next, ZoneOffset.UTC);
        }
        if ((changes & 16) != 0) {
            c.date = c.date == null || random.nextInt(60) == 0
                    ? LocalDate.ofEpochDay(random.nextInt(40_000))
                    : random.nextInt(60) == 0
                            ? LocalDate.MIN
                            : c.date.equals(LocalDate.MIN) ? LocalDate.EPOCH : c.date.plusDays(1);
        }
        if ((changes & 32) != 0) {
            c.time = c.time == null
                    ? LocalTime.NOON
                    : random.nextInt(60) == 0 ? null : c.time.plusNanos(random.nextInt(9) * 1_000_000L);
        }
        c.number += (changes & 64) != 0 ? random.nextInt(1_000) : 0;
        c.price = (changes & 128) != 0 ? random.nextInt(10_000) / 100.0 : c.price;
        c.mode = (changes & 256) == 0 ? c.mode : random.nextInt(50) == 0 ? null : Mode.values()[random.nextInt(2)];
        c.isOn ^= (changes & 512) != 0;
        c.text = changes >>> 10 == 0 ? TEXTS[random.nextInt(TEXTS.length)] : c.text;
    }

    @Test
    void bytesMatchTokens() {
        for (int keys : new int[] {1, 7, 200}) {
            Random random = new Random(keys);
            Clocks[] clocks = new Clocks[keys];
            ColumnsAndTokens both = new ColumnsAndTokens();
            Clocks read = new Clocks();
            for (int i = 0; i < keys + 12_000; i++) {
                int key = i < keys ? i : random.nextInt(keys);
                if (clocks[key] == null) {
                    clocks[key] = new Clocks();
                    clocks[key].id = key;
                }
                change(clocks[key], random);
                both.write("clocks", clocks[key], read, keys + " keys, message " + i);
            }
        }
    }
}
