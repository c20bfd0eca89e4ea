package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.RandomStreams;
import io.deltawire.marshallable.testing.RandomStreamsContract;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Nested objects with an unchanged layout and values of every kind are the same by columns and by tokens. */
class ObjectLayoutsTest extends RandomStreamsContract {
    private static final double[] DOUBLES = {0, -0.0, 0.1, 12.25, 1e300, -1e-7, Double.NaN, 123_456_789.5};
    private static final String[] TEXTS = {"", "a", "open", "closed", "2026-01-02", "12", "\u00e9\ud83d\ude00"};

    enum OutlinedSide {
        BUY,
        SELL
    }

    static class OutlinedTail extends AbstractMarshallable {
        long ticks;
        LocalDate day = LocalDate.of(2026, 1, 1);
    }

    static class OutlinedLeg extends AbstractMarshallable {
        double price = 10;
        long size;
        String venue = "X";

        void change(Random random) {
            switch (random.nextInt(4)) {
                case 0 -> price = random.nextInt(4) == 0 ? any(random) : Math.round(100 * price + 1) / 100.0;
                case 1 -> venue = random.nextInt(8) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)];
                default -> size += random.nextInt(5) - 2;
            }
        }
    }

    static class OutlinedPart extends AbstractMarshallable {
        String text = "open";
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        double price = 0.5;
        float rate = 1.1f;
        boolean flag;
        byte small;
        Double box = 1.5;
        Float narrow = 2.5f;
        Integer count = 1;
        Long total;
        Boolean isOn = true;
        BigDecimal amount = new BigDecimal("1.00");
        OutlinedSide side = OutlinedSide.BUY;
        UUID ref = new UUID(1, 2);
        Duration lasts = Duration.ofSeconds(3);
        OutlinedTail tail = new OutlinedTail();

        void change(Random random) {
            boolean isNull = random.nextInt(12) == 0;
            switch (random.nextInt(17)) {
                case 0 -> text = isNull ? null : TEXTS[random.nextInt(TEXTS.length)];
                case 1 -> at = isNull ? null : Instant.ofEpochSecond(random.nextInt(1 << 30), random.nextInt(3));
                case 2 -> price = any(random);
                case 3 -> rate = random.nextInt(9) / 10f;
                case 4 -> flag = !flag;
                case 5 -> small++;
                case 6 -> box = isNull ? null : Double.valueOf(any(random));
                case 7 -> narrow = isNull ? null : Float.valueOf(random.nextInt(9) / 10f);
                case 8 -> count = isNull ? null : Integer.valueOf(random.nextInt());
                case 9 -> total = isNull ? null : Long.valueOf(total == null ? Long.MIN_VALUE : total + 3);
                case 10 -> isOn = isNull ? null : Boolean.valueOf(random.nextBoolean());
                case 11 -> amount = isNull ? null : BigDecimal.valueOf(random.nextInt(9_999), random.nextInt(3));
                case 12 -> side = isNull ? null : random.nextBoolean() ? OutlinedSide.BUY : OutlinedSide.SELL;
                case 13 -> ref = isNull ? null : new UUID(1, random.nextInt(3));
                case 14 -> lasts = isNull ? null : Duration.ofMillis(random.nextInt(5_000));
                case 15 -> tail = isNull ? null : tail == null ? new OutlinedTail() : tail;
                default -> amount = new BigDecimal("1e" + random.nextInt(30)); // not short
            }
        }
    }

    static class Outlined extends AbstractMarshallable {
        @Key
        String id;

        long sequence;
        OutlinedPart part = new OutlinedPart();
        Instant time = Instant.parse("2026-01-01T00:00:00Z");
        UUID session = new UUID(3, 4);
        Long version = 1L;
        List<OutlinedLeg> legs = new ArrayList<>();
        Map<String, OutlinedLeg> byName = new LinkedHashMap<>();
        double[] levels = {1, 2, 3};
        List<String> tags = new ArrayList<>(List.of("a", "b"));
        List<BigDecimal> costs = new ArrayList<>(List.of(BigDecimal.ONE, BigDecimal.TEN));
        Map<String, Long> counts = new LinkedHashMap<>(Map.of("n", 1L));

        Outlined() {}

        Outlined(int key) {
            id = "K" + key;
            for (int i = 0; i < 3; i++) {
                legs.add(new OutlinedLeg());
            }
            byName.put("one", new OutlinedLeg());
            byName.put("two", new OutlinedLeg());
        }

        void change(Random random) {
            sequence++;
            time = time.plusMillis(20);
            switch (random.nextInt(12)) {
                case 0 -> legs.get(random.nextInt(legs.size())).change(random);
                case 1 -> byName.get("two").change(random);
                case 2 -> levels[random.nextInt(3)] += 0.5;
                case 3 ->
                    tags.set(random.nextInt(2), random.nextInt(9) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)]);
                case 4 -> costs.set(random.nextInt(2), BigDecimal.valueOf(random.nextInt(99), random.nextInt(2)));
                case 5 -> counts.merge("n", 2L, Long::sum);
                case 6 -> legs.forEach(leg -> leg.size++);
                case 7 -> {
                    if (random.nextInt(20) == 0) {
                        resize(random);
                    }
                }
                case 8 -> version = random.nextInt(9) == 0 ? null : Long.valueOf(random.nextInt(99));
                case 9 -> session = random.nextInt(20) == 0 ? new UUID(3, random.nextInt()) : session;
                case 10 -> {
                    if (part.tail != null) {
                        part.tail.ticks += 7;
                        part.tail.day = part.tail.day.plusDays(random.nextInt(2));
                    }
                }
                default -> part.change(random);
            }
        }

        private void resize(Random random) {
            if (legs.size() > 1 && random.nextBoolean()) {
                legs.remove(0);
            } else if (legs.size() < 4) {
                legs.add(new OutlinedLeg());
            }
        }
    }

    private static double any(Random random) {
        return DOUBLES[random.nextInt(DOUBLES.length)];
    }

    @Override
    public RandomStreams<Outlined> streams() {
        return new RandomStreams<>(Outlined::new, Outlined::change);
    }

    static class OutlinedOther extends AbstractMarshallable {
        @Key
        String id = "O";

        OutlinedLeg leg = new OutlinedLeg();
        long n;
    }

    /** What is remembered of the message before is of another class with every message. */
    @Test
    void alternatingClassesMatchTokens() {
        Random random = new Random(8);
        ColumnsAndTokens wires = new ColumnsAndTokens();
        Outlined one = new Outlined(1);
        OutlinedOther other = new OutlinedOther();
        for (int i = 0; i < 2_000; i++) {
            one.change(random);
            other.leg.change(random);
            other.n++;
            wires.write("one", one, new Outlined(), "message " + i);
            wires.write("other", other, new OutlinedOther(), "message " + i);
        }
    }

    /** The record holds such a time as bytes, and tokens do not reveal that they are unchanged. */
    @Test
    void timeTooFarForACountMatchesTokensWhileItStays() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        Outlined object = new Outlined(1);
        for (int i = 0; i < 900; i++) {
            object.sequence += i % 3;
            Instant time = i % 20 < 10 ? Instant.MAX : Instant.EPOCH;
            object.time = i % 4 < 2 ? time : object.time;
            object.part.at = i % 8 < 2 ? time : object.part.at;
            wires.write("object", object, new Outlined(), "message " + i);
        }
    }

    @Test
    void aTextInsideThatIsTooLongIsRefusedAndTheRecordStays() {
        WireLimits limits = WireLimits.DEFAULTS.withMaxTextChars(40);
        ColumnsAndTokens wires = new ColumnsAndTokens(WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits));
        Outlined object = new Outlined(1);
        for (int i = 0; i < 900; i++) {
            object.sequence++;
            object.part.text = i % 2 == 0 ? "even" : "odd";
            wires.write("object", object, new Outlined(), "message " + i);
            if (i % 100 == 99) {
                object.legs.get(1).venue = "x".repeat(41);
                String error = wires.refused("object", object);
                assertTrue(error.contains("at most 40 chars"), error);
                object.legs.get(1).venue = "X" + i;
            }
        }
        assertEquals("X899", object.legs.get(1).venue);
    }
}
