package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Enum constants, sets and decimals in lists on a delta wire equal those by tokens alone, and so do the bytes. */
@SuppressWarnings("JdkObsolete") // a linked list has no random access
class ItemKindsTest {
    enum KindSide {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "a class of its own";
            }
        },
        SHORT,
        NONE
    }

    static class KindEnums extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        List<KindSide> list = new ArrayList<>(List.of(KindSide.BUY, KindSide.SELL));
        EnumSet<KindSide> enumSet = EnumSet.of(KindSide.SELL);
        Set<KindSide> set = EnumSet.of(KindSide.BUY, KindSide.NONE);
        HashSet<KindSide> hashSet = new HashSet<>();
        Collection<KindSide> vague = new ArrayList<>(List.of(KindSide.SHORT));
        Map<String, KindSide> values = new LinkedHashMap<>(Map.of("a", KindSide.SELL));
        Map<KindSide, Double> keys = new EnumMap<>(KindSide.class);
        EnumMap<KindSide, String> enumMap = new EnumMap<>(KindSide.class);
        Map<KindSide, KindSide> both = new LinkedHashMap<>(Map.of(KindSide.BUY, KindSide.SELL));
        TreeMap<KindSide, Long> treeMap = new TreeMap<>(Map.of(KindSide.SHORT, 1L));
        long quantity;
    }

    private static KindSide side(Random random) {
        return KindSide.values()[random.nextInt(4)];
    }

    private static <E> void change(Collection<E> items, Random random, Supplier<E> next) {
        switch (random.nextInt(12)) {
            case 0 -> items.clear();
            case 1, 2 -> items.remove(next.get());
            case 3 -> { // the item is the last one then, if the order is that of insertion
                E item = next.get();
                if (items.remove(item)) {
                    items.add(item);
                }
            }
            default -> items.add(next.get());
        }
        while (items.size() > 9) {
            items.remove(items.iterator().next());
        }
    }

    private static <K, V> void change(Map<K, V> map, Random random, K key, Supplier<V> next) {
        switch (random.nextInt(60)) {
            case 0 -> map.clear();
            case 1 -> map.remove(key);
            case 2 -> map.put(key, null);
            case 3 -> {
                V former = map.remove(key);
                map.put(key, former == null ? next.get() : former);
            }
            default -> {
                K there = map.isEmpty() || random.nextInt(20) == 0
                        ? key
                        : map.keySet().iterator().next();
                map.put(there, next.get());
            }
        }
    }

    private static void change(KindEnums item, Random random) {
        switch (random.nextInt(14)) {
            case 0 -> item.price = ItemFieldsTest.number(random);
            case 1, 2 -> item.quantity += random.nextInt(3);
            case 3 -> {
                item.list = ItemFieldsTest.other(item.list, random);
                ItemFieldsTest.change(item.list, random, n -> side(random));
            }
            case 4 -> change(item.enumSet, random, () -> side(random));
            case 5 -> {
                change(item.set, random, () -> side(random));
                if (random.nextInt(40) == 0) {
                    item.set = random.nextBoolean() ? new LinkedHashSet<>(item.set) : new TreeSet<>(item.set);
                }
            }
            case 6 -> change(item.hashSet, random, () -> random.nextInt(40) == 0 ? null : side(random));
            case 7 -> {
                change(item.vague, random, () -> side(random));
                if (random.nextInt(20) == 0) {
                    item.vague = random.nextBoolean() ? new ArrayList<>(item.vague) : new LinkedHashSet<>(item.vague);
                }
            }
            case 8 -> ItemFieldsTest.change(item.values, random, true, n -> side(random));
            case 9 -> {
                change(item.keys, random, side(random), () -> ItemFieldsTest.number(random));
                if (random.nextInt(40) == 0) {
                    item.keys = random.nextBoolean() ? new HashMap<>(item.keys) : new LinkedHashMap<>(item.keys);
                }
            }
            case 10 -> change(item.enumMap, random, side(random), () -> ItemFieldsTest.text(random));
            case 11 ->
                change(
                        item.both,
                        random,
                        random.nextInt(40) == 0 ? null : side(random),
                        () -> random.nextInt(40) == 0 ? null : side(random));
            case 12 -> change(item.treeMap, random, side(random), () -> random.nextLong(5));
            default -> {
                item.list.replaceAll(n -> side(random)); // as many as an edit may be looked for
                item.values.replaceAll((k, n) -> side(random));
            }
        }
    }

    static class KindSets extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        Set<Long> longs = new LinkedHashSet<>(List.of(1L, 2L));
        Set<String> texts = new HashSet<>(List.of("a", "b", "c"));
        SortedSet<Double> doubles = new TreeSet<>(List.of(0.5, 1.5));
        TreeSet<String> sorted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        HashSet<Integer> ints = new HashSet<>();
        LinkedHashSet<Boolean> booleans = new LinkedHashSet<>();
        Set<Float> floats = new HashSet<>();
        Set<BigDecimal> decimals = new LinkedHashSet<>();
        Set<Long> fixed = Set.of(1L, 2L);
        Collection<Long> vague = new LinkedHashSet<>();
        LinkedList<Long> linked = new LinkedList<>(List.of(1L, 2L, 3L));
        List<String> linkedTexts = new LinkedList<>(List.of("t1", "t2"));
        long quantity;
    }

    private static void change(KindSets item, Random random) {
        switch (random.nextInt(15)) {
            case 0 -> item.price = ItemFieldsTest.number(random);
            case 1, 2 -> item.quantity += random.nextInt(3);
            case 3 -> change(item.longs, random, () -> random.nextLong(6));
            case 4 -> change(item.texts, random, () -> ItemFieldsTest.text(random));
            case 5 -> change(item.doubles, random, () -> ItemFieldsTest.number(random));
            case 6 -> change(item.sorted, random, () -> random.nextBoolean() ? "a" : random.nextBoolean() ? "A" : "b");
            case 7 -> change(item.ints, random, () -> random.nextInt(40) == 0 ? null : (Integer) random.nextInt(90));
            case 8 -> change(item.booleans, random, random::nextBoolean);
            case 9 -> change(item.floats, random, () -> ItemFieldsTest.single(random));
            case 10 -> change(item.decimals, random, () -> decimal(random));
            case 11 -> item.fixed = random.nextInt(9) == 0 ? Set.of(3L) : Set.of(1L, 2L + random.nextInt(2));
            case 12 -> {
                change(item.vague, random, () -> random.nextLong(6));
                if (random.nextInt(20) == 0) {
                    item.vague = random.nextBoolean() ? new ArrayList<>(item.vague) : new LinkedHashSet<>(item.vague);
                }
            }
            case 13 -> ItemFieldsTest.change(item.linked, random, n -> n == null ? 7L : n + random.nextInt(3));
            default -> ItemFieldsTest.change(item.linkedTexts, random, n -> ItemFieldsTest.text(random));
        }
    }

    static final class KindDecimal extends BigDecimal {
        private static final long serialVersionUID = 1;

        KindDecimal(String text) {
            super(text);
        }
    }

    static class KindDecimals extends AbstractMarshallable {
        @Key
        String symbol;

        BigDecimal price;
        List<BigDecimal> list = new ArrayList<>(List.of(BigDecimal.ONE, new BigDecimal("1.50"), BigDecimal.TEN));
        Map<String, BigDecimal> map = new LinkedHashMap<>(Map.of("a", BigDecimal.ONE));
        Map<KindSide, BigDecimal> sides = new EnumMap<>(Map.of(KindSide.BUY, new BigDecimal("0.01")));
        Collection<BigDecimal> sorted = new TreeSet<>();
        long quantity;
    }

    private static BigDecimal decimal(Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> null;
            case 1 -> new BigDecimal("123456789012345678901234567890.5");
            case 2 -> new BigDecimal("1e9");
            case 3 -> new BigDecimal("999999999999999999");
            case 4 -> BigDecimal.valueOf(random.nextInt(9), 70);
            case 5 -> BigDecimal.valueOf(random.nextInt(900), random.nextInt(5));
            case 6 -> BigDecimal.valueOf(0, random.nextInt(3));
            default -> BigDecimal.valueOf(random.nextInt(900), 2);
        };
    }

    private static BigDecimal next(BigDecimal former, Random random) {
        return former == null || former.scale() != 2 || random.nextInt(9) == 0
                ? decimal(random)
                : former.add(BigDecimal.valueOf(random.nextInt(5) - 2, 2));
    }

    private static void change(KindDecimals item, Random random) {
        switch (random.nextInt(9)) {
            case 0 -> item.price = decimal(random);
            case 1 -> item.quantity += random.nextInt(3);
            case 2, 3, 4 -> {
                item.list = ItemFieldsTest.other(item.list, random);
                ItemFieldsTest.change(item.list, random, n -> next(n, random));
            }
            case 5, 6 -> ItemFieldsTest.change(item.map, random, true, n -> next(n, random));
            case 7 -> change(item.sides, random, side(random), () -> decimal(random));
            default -> item.list.replaceAll(n -> next(n, random));
        }
    }

    private static <T> void compare(
            long seed, Supplier<T> made, BiConsumer<T, String> name, BiConsumer<T, Random> change) {
        Random random = new Random(seed);
        for (int round = 0; round < 16; round++) {
            int changes = 1 + round % 5;
            ItemFieldsTest.compare(
                    round,
                    random,
                    made,
                    (item, i) -> {
                        name.accept(item, "S" + i);
                        return item;
                    },
                    item -> {
                        for (int n = random.nextInt(changes + 1); n > 0; n--) {
                            change.accept(item, random);
                        }
                    });
        }
    }

    @Test
    void enumConstantsMatchTokens() {
        compare(21, KindEnums::new, (item, name) -> item.symbol = name, ItemKindsTest::change);
    }

    @Test
    void setsMatchTokens() {
        compare(22, KindSets::new, (item, name) -> item.symbol = name, ItemKindsTest::change);
    }

    @Test
    void decimalsMatchTokens() {
        compare(23, KindDecimals::new, (item, name) -> item.symbol = name, ItemKindsTest::change);
    }

    /** Decimals that follow a line, or repeat those of the record before. Some have another scale at times. */
    @Test
    void predictedDecimalsMatchTokens() {
        int[] step = {0};
        compare(24, KindDecimals::new, (item, name) -> item.symbol = name, (item, random) -> {
            int i = step[0]++;
            boolean isOff = random.nextInt(30) == 0;
            int kind = item.symbol.length() % 2;
            BigDecimal by = BigDecimal.valueOf(isOff ? 3 : 25, isOff ? 3 : 2);
            item.list.replaceAll(n -> kind == 0 ? n.add(by) : BigDecimal.valueOf(i / 9, 2));
            item.map.replaceAll((k, n) -> n.add(by));
            item.sides.replaceAll((k, n) -> BigDecimal.valueOf(i / 11, isOff ? 1 : 2));
        });
    }

    /** A custom number class may return anything, so it is asked for its value each time. */
    @Test
    void decimalOfAnotherClassMatchesTokens() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        KindDecimals into = new KindDecimals();
        KindDecimals item = new KindDecimals();
        item.symbol = "S";
        for (int i = 0; i < 60; i++) {
            boolean isOwn = i % 20 > 10;
            item.list.set(1, isOwn ? new KindDecimal("1.5" + i % 2) : new BigDecimal("1.5" + i % 2));
            item.map.put("a", i % 30 > 20 ? new KindDecimal("2.5") : new BigDecimal("2." + i % 3));
            wires.write("item", item, into, "message " + i);
        }
    }

    enum KindFormer {
        OLD,
        SAME,
        GONE
    }

    enum KindLatter {
        SAME,
        @Alias("OLD")
        NEW
    }

    static class KindBefore extends AbstractMarshallable {
        @Key
        String key = "k";

        long count;
        List<KindFormer> list = new ArrayList<>(List.of(KindFormer.OLD, KindFormer.SAME));
        EnumSet<KindFormer> set = EnumSet.of(KindFormer.OLD);
        Map<String, KindFormer> values = new LinkedHashMap<>(Map.of("a", KindFormer.OLD));
        Map<KindFormer, Long> keys = new LinkedHashMap<>(Map.of(KindFormer.OLD, 1L));
    }

    static class KindAfter extends AbstractMarshallable {
        @Key
        String key = "k";

        long count;
        List<KindLatter> list;
        EnumSet<KindLatter> set;
        Map<String, KindLatter> values;
        Map<KindLatter, Long> keys;
    }

    /**
     * Former names of constants are accepted. A name without a constant is an error with its path, and the stream
     * continues.
     */
    @Test
    void constantsByOtherNamesMatchTokens() {
        List<Consumer<KindBefore>> changes = List.of(
                item -> item.list.set(1, KindFormer.GONE),
                item -> item.set = EnumSet.of(KindFormer.GONE),
                item -> item.values.put("a", KindFormer.GONE),
                item -> item.keys = new LinkedHashMap<>(Map.of(KindFormer.GONE, 1L)));
        List<String> paths = List.of("list[1]", "set[0]", "values.a", "keys");
        for (int i = 0; i < changes.size(); i++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire writer = Wire.of(
                    "delta",
                    bytes,
                    TypeRegistry.create().register("Items", KindBefore.class).asOptions());
            Wire reader = Wire.of(
                    "delta",
                    bytes,
                    TypeRegistry.create().register("Items", KindAfter.class).asOptions());
            KindAfter into = new KindAfter();
            for (int n = 0; n < 9; n++) {
                KindBefore item = new KindBefore();
                item.count = n;
                item.list.set(1, n % 3 == 0 ? KindFormer.SAME : KindFormer.OLD);
                item.keys.put(KindFormer.OLD, n / 2L);
                writer.write("e", item);
                reader.read(into);
                assertEquals(List.of(KindLatter.NEW, n % 3 == 0 ? KindLatter.SAME : KindLatter.NEW), into.list);
                assertEquals(EnumSet.of(KindLatter.NEW), into.set);
                assertEquals(Map.of("a", KindLatter.NEW), into.values);
                assertEquals(Map.of(KindLatter.NEW, n / 2L), into.keys);
            }
            KindBefore item = new KindBefore();
            changes.get(i).accept(item);
            writer.write("e", item);
            WireException error = assertThrows(WireException.class, () -> reader.read(into));
            assertTrue(error.getMessage().contains(paths.get(i)), error.getMessage());
            assertTrue(error.getMessage().contains("GONE"), error.getMessage());
            writer.write("e", new KindBefore());
            reader.read(into);
            assertEquals(List.of(KindLatter.NEW, KindLatter.SAME), into.list);
            assertEquals(EnumSet.of(KindLatter.NEW), into.set);
            assertEquals(Map.of("a", KindLatter.NEW), into.values);
            assertEquals(Map.of(KindLatter.NEW, 1L), into.keys);
        }
    }

    /** Unchanged items stay the same instances, as by tokens. */
    @Test
    void itemsThatStayKeepTheirObjects() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        KindDecimals into = new KindDecimals();
        KindSets sets = new KindSets();
        for (int i = 0; i < 9; i++) {
            KindDecimals item = new KindDecimals();
            item.symbol = "S" + i % 2;
            item.quantity = i;
            item.list.set(1, new BigDecimal("1.5" + i % 2));
            writer.write("item", item);
            KindSets ofSets = new KindSets();
            ofSets.symbol = item.symbol;
            ofSets.quantity = i;
            writer.write("sets", ofSets);
            BigDecimal first = into.list.get(0);
            Set<String> texts = sets.texts;
            reader.read(into);
            reader.read(sets);
            assertEquals(item, into);
            assertEquals(ofSets, sets);
            if (i > 0) {
                assertSame(first, into.list.get(0));
                assertSame(texts, sets.texts);
            }
        }
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // puts items into a list that its declaration does not allow
    void anItemOfAnotherClassIsRefusedAsByTokens() {
        List<Consumer<KindEnums>> changes = List.of(
                item -> ((List) item.list).set(0, "BUY"),
                item -> ((Collection) item.hashSet).add(1L),
                item -> ((Map) item.values).put("a", "BUY"),
                item -> ((Map) item.both).put("BUY", KindSide.SELL));
        for (Consumer<KindEnums> change : changes) {
            Wire writer = Wire.of("delta", Bytes.allocateElasticOnHeap());
            KindEnums item = new KindEnums();
            item.both.clear();
            item.both.put(KindSide.BUY, KindSide.NONE);
            item.hashSet.add(KindSide.BUY);
            for (int i = 0; i < 300; i++) {
                item.quantity++;
                writer.write("item", item);
            }
            change.accept(item);
            assertThrows(ClassCastException.class, () -> writer.write("item", item));
        }
    }
}
