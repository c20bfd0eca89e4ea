package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Values that follow a line and stop at times, so that their prediction fails, have the bytes of tokens in every kind
 * of column. The columns hold floats, texts that are times or numbers, and times with a large count of nanoseconds.
 */
class PredictedColumnsTest {
    static class Steps extends AbstractMarshallable {
        @Key
        int id;

        float level;
        String clock = "12:00:00";
        String stamp = "2020-01-05T00:00:00.250Z";
        String counter = "100";
        Instant far = Instant.parse("2255-03-14T16:00:00.999999999Z");
        Instant early = Instant.MIN;
        LocalDate farDate = LocalDate.MIN;
        LocalDateTime farDateTime = LocalDateTime.MIN;
        String word = "a";
        boolean isOn;
        long number;
    }

    private static void advance(Steps s, int field) {
        switch (field) {
            case 0 -> s.level = Math.round(s.level * 100 + 125) / 100F;
            case 1 -> s.clock = LocalTime.parse(s.clock).plusSeconds(7).toString();
            case 2 -> s.stamp = Instant.parse(s.stamp).plusMillis(250).toString();
            case 3 -> s.counter = String.valueOf(Long.parseLong(s.counter) + 11);
            case 4 -> s.far = s.far.plusMillis(500);
            case 5 -> s.early = s.early.plusSeconds(3);
            case 6 -> s.farDate = s.farDate.plusDays(2);
            default -> s.farDateTime = s.farDateTime.plusSeconds(5);
        }
    }

    private static void run(int keys, BiConsumer<Steps, Random> change) {
        Random random = new Random(keys);
        Steps[] steps = new Steps[keys];
        ColumnsAndTokens both = new ColumnsAndTokens();
        Steps read = new Steps();
        for (int i = 0; i < 2_000 + keys; i++) {
            int key = i < keys ? i : random.nextInt(keys);
            if (steps[key] == null) {
                steps[key] = new Steps();
                steps[key].id = key;
            }
            change.accept(steps[key], random);
            both.write("steps", steps[key], read, keys + " keys, message " + i);
        }
    }

    @Test
    void eachAlone() {
        for (int keys : new int[] {1, 9}) {
            for (int i = 0; i < 8; i++) {
                int field = i;
                run(keys, (s, random) -> {
                    if (random.nextInt(10) > 0) {
                        advance(s, field);
                    }
                    s.number += random.nextInt(3);
                });
            }
        }
    }

    @Test
    void allTogether() {
        for (int keys : new int[] {1, 9, 200}) {
            run(keys, (s, random) -> {
                for (int field = 0; field < 8; field++) {
                    if (random.nextInt(30) > 0) {
                        advance(s, field);
                    }
                }
                s.isOn ^= random.nextInt(3) == 0;
                s.word = random.nextInt(3) == 0 ? "b" : "a";
                s.number += random.nextInt(3);
            });
        }
    }

    static class Smallest extends AbstractMarshallable {
        @Key
        int id;

        String note;
        long swing;
        long descent;
    }

    /**
     * The least whole number also marks an absent count. It is encoded as predicted if steps lead to it, also after a
     * new text.
     */
    @Test
    void theLeastNumberIsReachedAsPredicted() {
        for (int keys : new int[] {1, 9}) {
            ColumnsAndTokens both = new ColumnsAndTokens();
            Smallest[] records = new Smallest[keys];
            Smallest read = new Smallest();
            Random random = new Random(keys);
            for (int i = 0; i < 1_500; i++) {
                Smallest s = records[i % keys];
                if (s == null) {
                    s = new Smallest();
                    s.id = i % keys;
                    records[i % keys] = s;
                }
                int step = i / keys % 64;
                s.note = random.nextInt(3) > 0 ? s.note : "note " + i;
                s.swing = s.swing == 0 ? Long.MIN_VALUE : 0;
                s.descent = Long.MIN_VALUE + Math.max(0, 60 - step) * 3L;
                both.write("smallest", s, read, keys + " keys, message " + i);
            }
        }
    }

    static class Lockstep extends AbstractMarshallable {
        @Key
        int id;

        long sequence;
        double price;
        float ratio;
        boolean isOn;
        String phase = "open";
        String clock = "12:00:00";
        Instant at = Instant.EPOCH;
        ZonedDateTime zoned = ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC);
        LocalDate day = LocalDate.EPOCH;
    }

    /** Each value is predicted from another record, most of the time well, whatever its kind. */
    @Test
    void recordsThatMoveInStepAreEncodedAsByTokens() {
        int keys = 7;
        Random random = new Random(keys);
        Lockstep[] records = new Lockstep[keys];
        Lockstep read = new Lockstep();
        ColumnsAndTokens both = new ColumnsAndTokens();
        for (int i = 0; i < 4_000; i++) {
            int round = i / keys;
            Lockstep s = records[i % keys];
            if (s == null) {
                s = new Lockstep();
                s.id = i % keys;
                records[i % keys] = s;
            }
            boolean isOff = random.nextInt(10) == 0;
            s.sequence = 1_000L * round * round + (isOff ? random.nextInt(5) : 0);
            s.price = (round * 731 % 1_000 + (isOff ? random.nextInt(3) : 0)) / (isOff ? 1_000.0 : 100.0);
            s.ratio = (round * 37 % 100 + (isOff ? random.nextInt(3) : 0)) / 10F;
            s.isOn = round % 3 == 0 ^ random.nextInt(20) == 0;
            s.phase = random.nextInt(20) == 0 ? null : "phase " + round * 7 % 5;
            s.clock = LocalTime.of(12, round * 7 % 60, isOff ? random.nextInt(60) : 0)
                    .toString();
            s.at = Instant.ofEpochSecond(round * 71L % 500, isOff ? random.nextInt(3) * 1_000L : 0);
            s.zoned = s.zoned
                    .withMinute(round * 11 % 60)
                    .withZoneSameLocal(random.nextInt(20) == 0 ? ZoneOffset.ofHours(1) : ZoneOffset.UTC);
            s.day = random.nextInt(20) == 0 ? null : LocalDate.ofEpochDay(round * 5L % 90);
            both.write("lockstep", s, read, "message " + i);
        }
    }
}
