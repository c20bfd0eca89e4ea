package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
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
}
