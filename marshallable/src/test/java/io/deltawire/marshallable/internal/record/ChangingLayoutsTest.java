package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.RandomStreams;
import io.deltawire.marshallable.testing.RandomStreamsContract;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Effort;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Objects that alternate between a few layouts from message to message have the same bytes by columns and by tokens.
 */
class ChangingLayoutsTest extends RandomStreamsContract {
    static {
        Types.registerNested(ChangingLayoutsTest.class);
    }

    private static final String[] TEXTS = {"", "a", "bcd", "open", "2026-01-02", "12", "é😀", "12:30:00"};

    private static final List<RemadeVenue> VENUES = List.copyOf(EnumSet.allOf(RemadeVenue.class));

    enum RemadeVenue {
        LONDON,
        PARIS,
        TOKYO
    }

    static class RemadePart extends AbstractMarshallable {
        String text = "open";
        boolean flag;
        double price = 10.25;
        float rate = 1.5f;
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        BigDecimal amount = new BigDecimal("1.00");
        Long box = 5L;
        RemadeVenue venue = RemadeVenue.PARIS;
        long count;

        void change(Random random) {
            count += 3;
            at = at.plusSeconds(5);
            switch (random.nextInt(8)) {
                case 0 -> text = random.nextInt(5) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)];
                case 1 -> flag = !flag;
                case 2 -> price = random.nextInt(9) == 0 ? random.nextDouble() : Math.round(100 * price + 1) / 100.0;
                case 3 -> rate = random.nextInt(9) / 10f;
                case 4 -> amount = random.nextInt(9) == 0 ? null : BigDecimal.valueOf(random.nextInt(999), 2);
                case 5 -> box = random.nextInt(9) == 0 ? null : Long.valueOf(random.nextInt(99));
                case 6 -> venue = random.nextInt(9) == 0 ? null : VENUES.get(random.nextInt(3));
                default -> count++;
            }
        }
    }

    interface RemadeChoice {}

    static class RemadeFirst extends AbstractMarshallable implements RemadeChoice {
        long n = 1;
        double price = 0.5;
    }

    /** Has the very leaves of the other class. */
    static class RemadeTwin extends AbstractMarshallable implements RemadeChoice {
        long n = 1;
        double price = 1.5;
    }

    static class RemadeSecond extends AbstractMarshallable implements RemadeChoice {
        long n = 7;
        String text = "x";
    }

    static class RemadeLevel extends AbstractMarshallable {
        double price = 100;
        long size = 10;
    }

    static class RemadeTrade extends AbstractMarshallable {
        long id;
        double price = 50.5;
        long size = 1;
        boolean buys;
    }

    static class Remade extends AbstractMarshallable {
        @Key
        int id;

        long n;
        RemadePart part;
        RemadeChoice choice;
        List<RemadeLevel> levels = new ArrayList<>();
        List<RemadeTrade> trades = new ArrayList<>();
        Set<RemadeVenue> open = EnumSet.noneOf(RemadeVenue.class);
        List<Long> sizes = new ArrayList<>();
        int[] counts;

        private transient RemadePart spare = new RemadePart();

        Remade() {}

        Remade(int id) {
            this.id = id;
        }

        void change(Random random) {
            n++;
            switch (random.nextInt(12)) {
                case 0, 1 -> {
                    spare = part == null ? spare : part;
                    part = part == null ? spare : null;
                }
                case 2 -> spare.change(random);
                case 3 -> choose(random);
                case 4, 5 -> resize(levels, 4, random, new RemadeLevel());
                case 6 -> {
                    if (!levels.isEmpty()) {
                        levels.get(0).price += 0.25;
                        levels.get(levels.size() - 1).size += 2;
                    }
                }
                case 7, 8 -> resize(trades, 3, random, trade(random));
                case 9 -> {
                    RemadeVenue venue = VENUES.get(random.nextInt(3));
                    if (!open.remove(venue)) {
                        open.add(venue);
                    }
                }
                case 10 -> {
                    resize(sizes, 4, random, (long) random.nextInt(3));
                    counts = random.nextInt(3) == 0 ? null : new int[random.nextInt(3)];
                }
                default -> {
                    if (part != null) {
                        part.change(random);
                    }
                    for (RemadeTrade trade : trades) {
                        trade.price += 0.5;
                        trade.size += 4;
                    }
                }
            }
        }

        private void choose(Random random) {
            choice = switch (random.nextInt(6)) {
                case 0 -> null;
                case 1, 2 -> new RemadeFirst();
                case 3 -> new RemadeTwin();
                default -> new RemadeSecond();
            };
        }

        private static RemadeTrade trade(Random random) {
            RemadeTrade trade = new RemadeTrade();
            trade.id = random.nextInt(4);
            trade.buys = random.nextBoolean();
            return trade;
        }

        private static <T> void resize(List<T> list, int most, Random random, T next) {
            if (!list.isEmpty() && (list.size() == most || random.nextBoolean())) {
                list.remove(random.nextInt(4) == 0 ? 0 : list.size() - 1);
            } else {
                list.add(next);
            }
        }
    }

    @Override
    public RandomStreams<Remade> streams() {
        return new RandomStreams<>(Remade::new, Remade::change);
    }

    static class RemadeOfFew extends AbstractMarshallable {
        @Key
        int id;

        long n;
        RemadePart part;
        RemadeChoice choice;
        UUID ref;
        boolean isGrowing;
        List<RemadeTrade> trades = new ArrayList<>();

        private transient RemadePart spare = new RemadePart();

        RemadeOfFew() {}

        RemadeOfFew(int id) {
            this.id = id;
            isGrowing = id % 2 == 0;
            trades.add(new RemadeTrade());
        }

        /**
         * There are few layouts, so that each recurs. The lists grow at their end only, so no edit is shorter than an
         * update.
         */
        void change(Random random) {
            n += random.nextInt(2);
            spare.change(random);
            if (random.nextBoolean()) {
                part = part == null ? spare : null;
            }
            switch (random.nextInt(10)) {
                case 0 -> choice = new RemadeFirst();
                case 1 -> choice = new RemadeTwin();
                case 2 -> ref = ref == null ? new UUID(1, id) : null;
                default -> {
                    if (isGrowing && trades.size() < 3) {
                        trades.add(new RemadeTrade());
                    } else if (isGrowing) {
                        trades.remove(2);
                    }
                    trades.get(0).id++;
                    trades.get(0).size -= random.nextInt(300);
                    trades.get(0).price *= 1.5;
                }
            }
            if (random.nextInt(200) == 0) {
                trades = trades instanceof CopyOnWriteArrayList
                        ? new ArrayList<>(trades)
                        : new CopyOnWriteArrayList<>(trades);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void updatesOfFewLayoutsMatchTokens(int seed) {
        new RandomStreams<>(RemadeOfFew::new, RemadeOfFew::change).updates(seed, Effort.times(1_200));
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 21, 31})
    void epochsOfFewLayoutsMatchTokens(int seed) {
        new RandomStreams<>(RemadeOfFew::new, RemadeOfFew::change).all(seed, Effort.times(1_200));
    }

    static class RemadeNothing extends AbstractMarshallable {
        @Key
        int id;

        long n;
        RemadeChoice choice = new RemadeFirst();
        List<Boolean> items;

        RemadeNothing() {}

        RemadeNothing(int id) {
            this.id = id;
        }

        /** Holds null, empty containers, and values equal to those before a null. */
        void change(Random random) {
            n += random.nextInt(3);
            switch (random.nextInt(6)) {
                case 0 -> items = null;
                case 1 -> items = new ArrayList<>();
                case 2 -> items = new ArrayList<>(List.of(random.nextBoolean()));
                case 3 -> choice = random.nextBoolean() ? new RemadeFirst() : new RemadeTwin();
                default -> n--;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void emptyValuesOfEachKindMatchTokens(int seed) {
        new RandomStreams<>(RemadeNothing::new, RemadeNothing::change).updates(seed, Effort.times(1_200));
    }

    /** Has fields with the names of another class's fields, but of other types. */
    static class RemadeNamesake extends AbstractMarshallable implements RemadeChoice {
        String n;
        long price;
    }

    static class RemadeBoxes extends AbstractMarshallable implements RemadeChoice {
        Long n;
        Double price;
    }

    static class RemadeAlike extends AbstractMarshallable {
        @Key
        int id;

        RemadeChoice choice;

        RemadeAlike() {}

        RemadeAlike(int id) {
            this.id = id;
        }

        /** The values have no 64 bits or others, depending on whether they are text, null or a number. */
        void change(Random random) {
            int number = random.nextInt(3) - 1;
            choice = switch (random.nextInt(4)) {
                case 0 -> {
                    RemadeFirst first = new RemadeFirst();
                    first.n = number;
                    first.price = number;
                    yield first;
                }
                case 1 -> {
                    RemadeNamesake namesake = new RemadeNamesake();
                    namesake.n = number < 0 ? null : TEXTS[random.nextInt(TEXTS.length)];
                    namesake.price = number;
                    yield namesake;
                }
                case 2 -> {
                    RemadeBoxes boxes = new RemadeBoxes();
                    boxes.n = number < 0 ? null : Long.valueOf(number);
                    boxes.price = number < 0 ? null : Double.valueOf(number);
                    yield boxes;
                }
                default -> choice;
            };
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void fieldsOfOneNameAndOtherKindsMatchTokens(int seed) {
        new RandomStreams<>(RemadeAlike::new, RemadeAlike::change).updates(seed, Effort.times(1_200));
    }

    static class RemadeSteps extends AbstractMarshallable {
        @Key
        int id;

        long n;
        List<RemadeLevel> levels = new ArrayList<>();

        private transient int kind;

        RemadeSteps() {}

        RemadeSteps(int id) {
            this.id = id;
            for (int i = 0; i < 5; i++) {
                RemadeLevel level = new RemadeLevel();
                level.size = 1_000L * i;
                levels.add(level);
            }
        }

        /** Values follow a line, become predicted, and leave it. At times the items move, so that edits are shorter. */
        void change(Random random) {
            n++;
            kind = random.nextInt(12) == 0 ? random.nextInt(4) : kind;
            switch (kind) {
                case 0 -> levels.forEach(level -> level.size += 7);
                case 1 ->
                    levels.subList(0, 1 + random.nextInt(5))
                            .forEach(level -> level.size += 7 + (random.nextInt(3) == 0 ? 1 : 0));
                case 2 -> levels.subList(0, random.nextInt(5)).forEach(level -> level.price += 1);
                default -> {
                    levels.forEach(level -> level.size += 7);
                    if (random.nextInt(3) == 0) {
                        levels.add(levels.remove(0));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void editsAreLookedForAsByTokensWhereItemsStepOn(int seed) {
        new RandomStreams<>(RemadeSteps::new, RemadeSteps::change).steps(seed, 4_000);
    }

    static class RemadeSteady extends AbstractMarshallable {
        @Key
        int id;

        long n;
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        double price = 10;
        RemadeChoice choice = new RemadeFirst();
        List<RemadeLevel> levels = new ArrayList<>();

        RemadeSteady() {}

        RemadeSteady(int id) {
            this.id = id;
            for (int i = 0; i < 6; i++) {
                RemadeLevel level = new RemadeLevel();
                level.price = i < 3 ? 100 : 12_345.25;
                level.size = id % 2 == 0 ? 0 : 500L * i;
                levels.add(level);
            }
        }

        /**
         * Nearly every predicted value continues its steps. When one stays, the choice often gets another class, or the
         * items move.
         */
        void change(Random random) {
            boolean isStaying = random.nextInt(20) == 0;
            if (!isStaying) {
                n++;
                at = at.plusSeconds(5);
                price += 0.25;
                levels.forEach(level -> level.size += 7);
            } else if (random.nextInt(3) == 0) {
                n++;
            }
            if (random.nextInt(isStaying ? 2 : 8) == 0) {
                choice = choice instanceof RemadeFirst ? new RemadeSecond() : new RemadeFirst();
            }
            switch (random.nextInt(isStaying ? 4 : 40)) {
                case 0 -> levels.add(levels.remove(0));
                case 1 -> levels.subList(0, 3).forEach(level -> level.price += random.nextInt(3_000));
                case 2 -> levels.subList(0, 2 + random.nextInt(3)).forEach(level -> level.size++);
                default -> {}
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void unchangedValuesMatchTokensDespitePrediction(int seed) {
        new RandomStreams<>(RemadeSteady::new, RemadeSteady::change).steps(seed, 4_000);
    }

    @Test
    void aTextThatComesAndIsTooLongIsRefusedAndTheRecordStays() {
        WireLimits limits = WireLimits.DEFAULTS.withMaxTextChars(40);
        ColumnsAndTokens wires = new ColumnsAndTokens(WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits));
        RemadeOfFew object = new RemadeOfFew(1);
        for (int i = 0; i < 900; i++) {
            object.n++;
            object.part = i % 2 == 0 ? new RemadePart() : null;
            wires.write("object", object, new RemadeOfFew(), "message " + i);
            if (i % 100 == 99) {
                object.part = new RemadePart();
                object.part.text = "x".repeat(41);
                String error = wires.refused("object", object);
                assertTrue(error.contains("at most 40 chars"), error);
            }
        }
    }

    /** One record adds leaves to the type. Another record gets space for them only when it is made with that layout. */
    @Test
    void aRecordGrowsWhenItIsMadeAsAnotherOneIs() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        RemadeOfFew one = new RemadeOfFew(2);
        RemadeOfFew other = new RemadeOfFew(4);
        for (int i = 0; i < 700; i++) { // until predictors have been chosen
            RemadeOfFew object = i % 2 == 0 ? one : other;
            object.trades.get(0).size += i & 3;
            wires.write("object", object, new RemadeOfFew(), "message " + i);
        }
        one.part = new RemadePart();
        wires.write("object", one, new RemadeOfFew(), "new leaves");
        one.choice = new RemadeFirst();
        wires.write("object", one, new RemadeOfFew(), "more of them");
        for (int i = 0; i < 3; i++) {
            other.n++;
            wires.write("object", other, new RemadeOfFew(), "update " + i);
        }
        other.part = one.part;
        other.choice = one.choice;
        wires.write("object", other, new RemadeOfFew(), "made alike");
    }
}
