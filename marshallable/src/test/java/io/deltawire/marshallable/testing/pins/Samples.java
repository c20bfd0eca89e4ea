package io.deltawire.marshallable.testing.pins;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Comment;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;

/** The classes whose bytes are pinned, each with how its objects change. A change of theirs changes the pins. */
final class Samples {
    private Samples() {}

    /** An object that changes at random: in itself where it can, otherwise to another one. */
    interface Changing {
        Changing change(Dice dice);
    }

    enum Side {
        BUY,
        SELL
    }

    enum Venue {
        LONDON,
        PARIS,
        TOKYO {
            @Override
            boolean isFar() {
                return true;
            }
        };

        boolean isFar() {
            return false;
        }
    }

    static final List<Venue> VENUES = List.of(Venue.values());

    /**
     * Has every flat kind of field, and most of them change. It is Quote in the pinned bytes only: in the shared registry
     * the README's class has that name.
     */
    static class PinnedQuote extends AbstractMarshallable implements Changing {
        @Key
        String symbol;

        long sequence;
        long time = 1_700_000_000_000L;
        double bid = 100.25;
        double ask = 100.5;
        int size = 100;
        Side side = Side.BUY;
        boolean isOpen = true;
        Instant at = Instant.parse("2026-01-02T03:04:05Z");
        float rate = 1.5f;
        short level = 3;
        byte flags = 1;
        char code = 'x';
        LocalDate settles = LocalDate.of(2026, 1, 4);
        String note;
        Integer box = 5;
        Double limit;

        PinnedQuote() {}

        PinnedQuote(int key) {
            symbol = "SYM" + key;
        }

        @Override
        public PinnedQuote change(Dice dice) {
            sequence = dice.tick();
            time = dice.oneIn(30) ? dice.nextLong() : time + 10;
            bid = dice.price(bid);
            ask = dice.oneIn(4) ? dice.price(ask) : bid + 0.25;
            for (int i = dice.below(3); i > 0; i--) {
                switch (dice.below(12)) {
                    case 0 -> size = (int) dice.move(size, 100);
                    case 1 -> side = dice.oneIn(9) ? null : dice.oneIn(2) ? Side.BUY : Side.SELL;
                    case 2 -> isOpen = !isOpen;
                    case 3 -> at = dice.oneIn(20) ? null : dice.instant(at == null ? Instant.EPOCH : at);
                    case 4 -> rate = dice.rate(rate);
                    case 5 -> level = (short) dice.move(level, 1);
                    case 6 -> flags = (byte) dice.move(flags, 1);
                    case 7 -> code = (char) (dice.oneIn(9) ? 0x3B1 + dice.below(20) : 'a' + dice.below(26));
                    case 8 -> settles = dice.oneIn(9) ? null : dice.date();
                    case 9 -> note = dice.oneIn(4) ? null : dice.text();
                    case 10 -> box = dice.oneIn(4) ? null : Integer.valueOf((int) dice.move(7, 1));
                    default -> limit = dice.oneIn(4) ? null : Double.valueOf(dice.price(10));
                }
            }
            return this;
        }
    }

    /** Counters without a key that mostly go up by their steps: nothing but their predictors tells what is written. */
    static class Tick extends AbstractMarshallable implements Changing {
        long sequence;
        long nanos = 1_000_000_000_000L;
        int steps = 7;
        double sum;
        short small;
        float part;
        Instant at = Instant.EPOCH;
        boolean isOdd;

        @Override
        public Tick change(Dice dice) {
            sequence++;
            nanos += dice.oneIn(10) ? dice.below(1_000_000) : 250;
            steps = dice.oneIn(40) ? dice.below(100) : steps + 3;
            sum = dice.oneIn(3) ? sum : sum + 0.5;
            small = (short) (dice.oneIn(5) ? small : small + 1);
            part = dice.oneIn(3) ? part + 0.25f : part;
            at = dice.oneIn(15) ? dice.instant(at) : at.plusSeconds(1);
            isOdd = (sequence & 1) == 1;
            return this;
        }
    }

    static class Level extends AbstractMarshallable implements Changing {
        double price;
        long quantity;
        int orders = 1;

        Level() {}

        Level(double price, long quantity) {
            this.price = price;
            this.quantity = quantity;
        }

        @Override
        public Level change(Dice dice) {
            switch (dice.below(4)) {
                case 0 -> price = dice.price(price);
                case 1, 2 -> quantity = dice.move(quantity, 10);
                default -> orders = (int) dice.move(orders, 1);
            }
            return this;
        }
    }

    static class Totals extends AbstractMarshallable implements Changing {
        long traded;
        double high = 100;
        double low = 100;
        String last = "open";

        @Override
        public Totals change(Dice dice) {
            traded += dice.below(3) * 100L;
            high = dice.oneIn(4) ? dice.price(high) : high;
            low = dice.oneIn(4) ? dice.price(low) : low;
            last = dice.oneIn(8) ? dice.text() : last;
            return this;
        }
    }

    /** Lists of objects into which items come, in which they move, and out of which they go; and objects inside. */
    static class Book extends AbstractMarshallable implements Changing {
        @Key
        int id;

        long sequence;
        List<Level> bids = new ArrayList<>();
        List<Level> asks = new ArrayList<>();
        Totals totals = new Totals();
        List<Long> sizes = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        Book linked;

        Book() {}

        Book(int key) {
            id = key;
            for (int i = 0; i < 12; i++) {
                bids.add(new Level(100 - i / 4.0, 10L * i));
                asks.add(new Level(101 + i / 4.0, 10L * i));
            }
        }

        @Override
        public Book change(Dice dice) {
            sequence = dice.tick();
            for (int i = dice.below(4); i > 0; i--) {
                edit(bids, dice);
            }
            if (dice.oneIn(2)) {
                edit(asks, dice);
            }
            switch (dice.below(8)) {
                case 0, 1 -> totals = dice.oneIn(20) ? null : (totals == null ? new Totals() : totals).change(dice);
                case 2 -> editPlain(sizes, (long) dice.below(1000), dice);
                case 3 -> editPlain(tags, dice.oneIn(15) ? null : dice.text(), dice);
                case 4 -> linked = dice.oneIn(3) ? null : linked == null ? new Book() : linked.change(dice);
                default -> {
                    // the rest stays
                }
            }
            return this;
        }

        private static void edit(List<Level> levels, Dice dice) {
            int size = levels.size();
            switch (size == 0 ? 0 : dice.below(10)) {
                case 0 -> levels.add(dice.below(size + 1), new Level(100 + dice.below(100) / 4.0, dice.below(500)));
                case 1 -> levels.remove(dice.below(size));
                case 2 -> levels.add(dice.below(size), levels.remove(dice.below(size)));
                case 3 -> {
                    int from = dice.below(size);
                    levels.subList(from, Math.min(size, from + dice.below(size > 40 ? size : 12)))
                            .clear();
                }
                case 4 -> {
                    int at = dice.below(size);
                    for (int i = dice.below(dice.oneIn(30) ? 60 : 12); i > 0; i--) {
                        levels.add(at, new Level(90 + i / 4.0, 10L * i));
                    }
                }
                default -> levels.get(dice.below(size)).change(dice);
            }
        }

        private static <T> void editPlain(List<T> list, T item, Dice dice) {
            int size = list.size();
            switch (size == 0 ? 0 : dice.below(4)) {
                case 0, 1 -> list.add(dice.below(size + 1), item);
                case 2 -> list.remove(dice.below(size));
                default -> list.set(dice.below(size), item);
            }
        }
    }

    /** Maps, sets and optional values. */
    static class Holdings extends AbstractMarshallable implements Changing {
        @Key
        UUID id;

        @Comment("by name")
        Map<String, Long> counts = new LinkedHashMap<>();

        Map<Integer, String> names = new TreeMap<>();
        Map<Venue, Double> rates = new EnumMap<>(Venue.class);
        Map<String, Level> levels = new TreeMap<>();
        Set<Venue> open = EnumSet.noneOf(Venue.class);
        Set<String> tags = new LinkedHashSet<>();
        Optional<String> text = Optional.empty();
        OptionalLong count = OptionalLong.empty();
        OptionalDouble rate = OptionalDouble.empty();
        Optional<Spot> spot = Optional.empty();

        @Alias("formerOwner")
        String owner = "nobody";

        Holdings() {}

        Holdings(int key) {
            id = new UUID(key, 7);
        }

        @Override
        public Holdings change(Dice dice) {
            for (int i = 1 + dice.below(3); i > 0; i--) {
                switch (dice.below(11)) {
                    case 0 -> changeCounts(dice);
                    case 1 -> changeNames(dice);
                    case 2 -> rates.put(dice.oneOf(VENUES), dice.price(1.25));
                    case 3 ->
                        levels.computeIfAbsent("L" + dice.below(5), key -> new Level(50, 5))
                                .change(dice);
                    case 4 -> toggle(open, dice.oneOf(VENUES));
                    case 5 -> toggle(tags, "tag" + dice.below(8));
                    case 6 -> text = dice.oneIn(3) ? Optional.empty() : Optional.of(dice.text());
                    case 7 -> count = dice.oneIn(3) ? OptionalLong.empty() : OptionalLong.of(dice.move(5, 1));
                    case 8 -> rate = dice.oneIn(3) ? OptionalDouble.empty() : OptionalDouble.of(dice.price(5));
                    case 9 -> spot = dice.oneIn(3) ? Optional.empty() : Optional.of(new Spot(dice.below(9), 1));
                    default -> owner = dice.text();
                }
            }
            return this;
        }

        private void changeCounts(Dice dice) {
            String key = "k" + dice.below(12);
            if (dice.oneIn(5)) {
                counts.remove(key);
            } else {
                counts.put(key, dice.move(counts.getOrDefault(key, 0L), 1));
            }
        }

        private void changeNames(Dice dice) {
            if (dice.oneIn(5)) {
                names.clear();
            } else {
                names.put(dice.below(10) - 5, dice.text());
            }
        }

        private static <T> void toggle(Set<T> set, T item) {
            if (!set.remove(item)) {
                set.add(item);
            }
        }
    }

    record Spot(int x, int y) {}

    /** A Java record, which cannot change in itself. */
    record Trade(@Key long id, String symbol, BigDecimal price, double size, Instant at, Spot spot, Side side)
            implements Changing {
        @Override
        public Trade change(Dice dice) {
            return new Trade(
                    id,
                    dice.oneIn(9) ? dice.text() : symbol,
                    dice.decimal(price),
                    dice.price(size),
                    dice.instant(at),
                    dice.oneIn(5) ? new Spot(dice.below(100), spot.y + 1) : spot,
                    dice.oneIn(3) ? Side.SELL : side);
        }
    }

    /** Says its key itself. */
    static class Account extends AbstractMarshallable implements KeyedMarshallable, Changing {
        String bank;
        int number;
        long balance;
        double interest = 0.5;
        String status = "open";

        Account() {}

        Account(int key) {
            bank = "B" + key % 3;
            number = key;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(number).write8bit(bank);
        }

        @Override
        public Account change(Dice dice) {
            balance = dice.move(balance, 1000);
            interest = dice.oneIn(5) ? dice.price(interest) : interest;
            status = dice.oneIn(5) ? dice.text() : status;
            return this;
        }
    }

    sealed interface Instrument permits Bond, Swap, Future {}

    record Bond(String issuer, double coupon, LocalDate matures) implements Instrument {}

    static final class Swap extends AbstractMarshallable implements Instrument {
        double fixed;
        String floating;
        List<Double> legs = new ArrayList<>();
    }

    static final class Future extends AbstractMarshallable implements Instrument {
        int month;
        Venue venue;
    }

    /** Fields that hold objects of one of several classes, or anything. */
    static class Position extends AbstractMarshallable implements Changing {
        @Key
        long id;

        Instrument instrument;
        List<Instrument> basket = new ArrayList<>();
        Map<String, Instrument> hedges = new TreeMap<>();
        Object anything;
        Number number = 5L;

        Position() {}

        Position(int key) {
            id = key;
        }

        @Override
        public Position change(Dice dice) {
            switch (dice.below(7)) {
                case 0 -> instrument = dice.oneIn(6) ? null : instrument(dice);
                case 1 -> {
                    if (instrument instanceof Swap swap) {
                        swap.fixed = dice.price(swap.fixed);
                    } else if (instrument instanceof Future future) {
                        future.month++;
                    }
                }
                case 2 -> basket.add(dice.below(basket.size() + 1), instrument(dice));
                case 3 ->
                    basket.subList(0, Math.min(basket.size(), dice.below(4))).clear();
                case 4 -> hedges.put("h" + dice.below(4), instrument(dice));
                case 5 -> anything = anything(dice);
                default -> number = dice.oneIn(3) ? (Number) dice.price(2.5) : dice.move(5, 1);
            }
            return this;
        }

        private static Instrument instrument(Dice dice) {
            switch (dice.below(3)) {
                case 0 -> {
                    return new Bond(dice.text(), dice.price(5), dice.date());
                }
                case 1 -> {
                    Swap swap = new Swap();
                    swap.fixed = dice.price(2);
                    swap.floating = dice.text();
                    for (int i = dice.below(4); i > 0; i--) {
                        swap.legs.add(dice.price(i));
                    }
                    return swap;
                }
                default -> {
                    Future future = new Future();
                    future.month = dice.below(12);
                    future.venue = dice.oneOf(VENUES);
                    return future;
                }
            }
        }

        private static Object anything(Dice dice) {
            return switch (dice.below(12)) {
                case 0 -> null;
                case 1 -> dice.text();
                case 2 -> dice.nextLong();
                case 3 -> dice.price(1.5);
                case 4 -> dice.oneIn(2);
                case 5 -> new Spot(dice.below(9), dice.below(9));
                case 6 -> new ArrayList<>(List.of(1L, "x", 2.5));
                case 7 -> new LinkedHashSet<>(List.of("s", "t"));
                case 8 -> dice.instant(Instant.EPOCH);
                case 9 -> dice.oneOf(VENUES);
                case 10 -> (int) dice.nextLong();
                default -> dice.date();
            };
        }
    }

    /** Arrays of every kind, texts in buffers, dates and large numbers. */
    static class Arrays extends AbstractMarshallable implements Changing {
        @Key
        short id;

        boolean[] bools = {true, false};
        byte[] bytes = {1, -1};
        short[] shorts = {1, 2};
        char[] chars = {'a'};
        int[] ints = {1, 2, 3};
        long[] longs = {1L << 40};
        float[] floats = {0.5f};
        double[] doubles = {1.25, 2.5};
        String[] texts = {"a", null};
        Spot[] spots = {};
        long[][] grid = {{1}, {}};
        StringBuilder builder = new StringBuilder("b");
        CharSequence chars2 = "chars";
        UUID uuid = new UUID(1, 2);
        BigInteger integer = BigInteger.TEN;
        BigDecimal decimal = new BigDecimal("1.50");
        Duration duration = Duration.ofMillis(1500);
        Period period = Period.of(1, 2, 3);
        LocalTime time = LocalTime.of(12, 30);
        LocalDateTime dateTime = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
        ZonedDateTime zoned = ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneId.of("UTC"));
        OffsetDateTime offset = OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.ofHours(2));

        Arrays() {}

        Arrays(int key) {
            id = (short) key;
        }

        @Override
        public Arrays change(Dice dice) {
            for (int i = 1 + dice.below(3); i > 0; i--) {
                switch (dice.below(22)) {
                    case 0 -> bools = new boolean[] {dice.oneIn(2), dice.oneIn(2), true};
                    case 1 -> bytes = dice.bytes(dice.below(30));
                    case 2 -> shorts = new short[] {(short) dice.nextLong(), (short) dice.below(9)};
                    case 3 -> chars = dice.text().toCharArray();
                    case 4 -> ints = dice.oneIn(9) ? null : ints(dice);
                    case 5 -> longs = new long[] {dice.move(5, 1), dice.nextLong()};
                    case 6 -> floats = new float[] {dice.rate(1), dice.rate(2)};
                    case 7 -> doubles[dice.below(2)] = dice.price(doubles[0]);
                    case 8 -> texts = new String[] {dice.text(), null, dice.text()};
                    case 9 -> spots = dice.oneIn(3) ? new Spot[] {} : new Spot[] {new Spot(1, dice.below(9)), null};
                    case 10 -> grid = new long[][] {{dice.below(9)}, {}, {dice.nextLong(), 2}};
                    case 11 -> builder = new StringBuilder(dice.text());
                    case 12 -> chars2 = dice.text();
                    case 13 -> uuid = dice.oneIn(9) ? null : dice.uuid();
                    case 14 -> integer = dice.integer();
                    case 15 -> decimal = dice.decimal(decimal);
                    case 16 -> duration = Duration.ofNanos(dice.nextLong() >> dice.below(60));
                    case 17 -> period = Period.of(dice.below(9), -dice.below(9), dice.below(99));
                    case 18 ->
                        time = LocalTime.ofSecondOfDay(dice.below(86_400)).plusNanos(dice.below(2) * 1_000_000L);
                    case 19 -> dateTime = LocalDateTime.ofEpochSecond(dice.below(1 << 30), 0, ZoneOffset.UTC);
                    case 20 -> zoned = zoned.plusSeconds(dice.below(100_000));
                    default -> offset = offset.plusMinutes(dice.below(1000));
                }
            }
            return this;
        }

        private static int[] ints(Dice dice) {
            int[] ints = new int[dice.below(12)];
            for (int i = 0; i < ints.length; i++) {
                ints[i] = (int) dice.move(i, 1);
            }
            return ints;
        }
    }

    /** More fields than a long has bits. */
    static class Wide extends AbstractMarshallable implements Changing {
        private static final List<Field> FIELDS = fields();

        @Key
        int id;

        double d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19;
        double d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39;
        long n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19;
        int i00, i01, i02, i03, i04, i05, i06, i07, i08, i09;
        String s00, s01, s02, s03, s04;

        Wide() {}

        Wide(int key) {
            id = key;
        }

        private static List<Field> fields() {
            List<Field> fields = new ArrayList<>();
            for (Field field : Wide.class.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("id")) {
                    fields.add(field);
                }
            }
            fields.sort(java.util.Comparator.comparing(Field::getName));
            return fields;
        }

        @Override
        public Wide change(Dice dice) {
            try {
                for (int i = dice.oneIn(20) ? FIELDS.size() : dice.below(10); i > 0; i--) {
                    Field field = dice.oneOf(FIELDS);
                    if (field.getType() == double.class) {
                        field.setDouble(this, dice.price(field.getDouble(this)));
                    } else if (field.getType() == long.class) {
                        field.setLong(this, dice.move(field.getLong(this), 5));
                    } else if (field.getType() == int.class) {
                        field.setInt(this, (int) dice.move(field.getInt(this), 1));
                    } else {
                        field.set(this, dice.oneIn(9) ? null : dice.text());
                    }
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            n00++;
            return this;
        }
    }

    /** Writes and reads its fields by hand. */
    static class ByHand extends AbstractMarshallable implements WriteMarshallable, ReadMarshallable, Changing {
        long count;
        String text = "";
        double price = 1.5;
        List<String> items = new ArrayList<>();

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("count");
            out.int64(count);
            out.comment("by hand");
            out.field("text");
            out.text(text);
            out.field("price");
            out.float64(price);
            out.field("items");
            out.beginList();
            items.forEach(out::text);
            out.endList();
        }

        @Override
        public void readMarshallable(WireIn in) {
            items = new ArrayList<>();
            while (in.hasNext()) {
                switch (in.fieldName()) {
                    case "count" -> count = in.int64();
                    case "text" -> text = in.text();
                    case "price" -> price = in.float64();
                    case "items" -> {
                        in.beginList();
                        while (in.hasNext()) {
                            items.add(in.text());
                        }
                        in.endList();
                    }
                    default -> in.skipValue();
                }
            }
        }

        @Override
        public ByHand change(Dice dice) {
            count = dice.move(count, 2);
            text = dice.oneIn(3) ? dice.text() : text;
            price = dice.price(price);
            if (dice.oneIn(3)) {
                items.add(dice.below(items.size() + 1), dice.text());
            } else if (!items.isEmpty() && dice.oneIn(2)) {
                items.remove(dice.below(items.size()));
            }
            return this;
        }
    }

    /** Every class whose name may be written. */
    static final List<Class<?>> TYPES = List.of(
            Tick.class,
            Level.class,
            Totals.class,
            Book.class,
            Holdings.class,
            Spot.class,
            Trade.class,
            Account.class,
            Bond.class,
            Swap.class,
            Future.class,
            Position.class,
            Arrays.class,
            Wide.class,
            ByHand.class,
            Side.class,
            Venue.class);

    /** Returns a registry with the names that the pinned bytes have. */
    static TypeRegistry newTypes() {
        return TypeRegistry.create().register("Quote", PinnedQuote.class).register(TYPES.toArray(Class[]::new));
    }
}
