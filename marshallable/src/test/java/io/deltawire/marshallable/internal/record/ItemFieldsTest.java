package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Arrays, lists and maps of scalars on a delta wire equal those by tokens alone, and so do the bytes. */
@SuppressWarnings("JdkObsolete") // a linked list is not one of the usual kinds of list
class ItemFieldsTest {
    static final double[] SHARED = {1, 2};

    static class ItemArrays extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        double[] doubles = {};
        long[] longs = SHARED.length == 2 ? new long[3] : null;
        int[] ints = {1};
        float[] floats = {0.1f, 0.2f, 3};
        short[] shorts = {1, 2};
        boolean[] booleans = {true, false, true};
        double[] shared = SHARED;
        long quantity;
    }

    static double number(Random random) {
        return switch (random.nextInt(14)) {
            case 0 -> -0.0;
            case 1 -> Double.NaN;
            case 2 -> Double.longBitsToDouble(0x7ff8_0000_0000_0000L + random.nextInt(3));
            case 3 -> random.nextGaussian();
            case 4 -> random.nextInt(5);
            default -> random.nextInt(1_000) / 100.0;
        };
    }

    static float single(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> -0.0f;
            case 1 -> Float.intBitsToFloat(0x7fc0_0000 + random.nextInt(3));
            case 2 -> Float.intBitsToFloat(0x7f80_0001 + random.nextInt(2));
            case 3 -> (float) random.nextGaussian();
            default -> random.nextInt(1_000) / 100f;
        };
    }

    /** Chooses the size of a field: mostly the present one, at times zero or more than columns hold. */
    static int size(int size, Random random) {
        return switch (random.nextInt(60)) {
            case 0 -> 0;
            case 1 -> random.nextInt(6);
            case 2 -> size + 1;
            case 3 -> Math.max(0, size - 1);
            case 4 -> random.nextInt(30) == 0 ? 258 : size;
            default -> Math.min(size, 12);
        };
    }

    private static void change(ItemArrays arrays, Random random) {
        int times = 1 + (random.nextInt(4) == 0 ? random.nextInt(6) : 0);
        switch (random.nextInt(11)) {
            case 0 -> arrays.price = number(random);
            case 1 -> arrays.quantity += random.nextInt(3);
            case 2 -> {
                arrays.doubles = Arrays.copyOf(arrays.doubles, size(arrays.doubles.length, random));
                for (int n = Math.min(times, arrays.doubles.length); n > 0; n--) {
                    arrays.doubles[random.nextInt(arrays.doubles.length)] = number(random);
                }
            }
            case 3 -> {
                arrays.longs = Arrays.copyOf(arrays.longs, size(arrays.longs.length, random));
                for (int n = Math.min(times, arrays.longs.length); n > 0; n--) {
                    arrays.longs[random.nextInt(arrays.longs.length)] += random.nextInt(9) == 0 ? 1L << 61 : 3;
                }
            }
            case 4 -> {
                arrays.ints = Arrays.copyOf(arrays.ints, size(arrays.ints.length, random));
                for (int n = Math.min(times, arrays.ints.length); n > 0; n--) {
                    arrays.ints[random.nextInt(arrays.ints.length)] += random.nextInt(9) == 0 ? 1 << 30 : -3;
                }
            }
            case 5 -> {
                arrays.floats = Arrays.copyOf(arrays.floats, size(arrays.floats.length, random));
                for (int n = Math.min(times, arrays.floats.length); n > 0; n--) {
                    arrays.floats[random.nextInt(arrays.floats.length)] = single(random);
                }
            }
            case 6 -> {
                arrays.shorts = Arrays.copyOf(arrays.shorts, size(arrays.shorts.length, random));
                for (int n = Math.min(times, arrays.shorts.length); n > 0; n--) {
                    int at = random.nextInt(arrays.shorts.length);
                    arrays.shorts[at] = (short) (arrays.shorts[at] - 1_000);
                }
            }
            case 7 -> {
                arrays.booleans = Arrays.copyOf(arrays.booleans, size(arrays.booleans.length, random));
                for (int n = Math.min(times, arrays.booleans.length); n > 0; n--) {
                    arrays.booleans[random.nextInt(arrays.booleans.length)] ^= true;
                }
            }
            case 8 -> arrays.booleans = new boolean[] {random.nextBoolean()};
            case 9 -> {
                int to = random.nextInt(arrays.doubles.length + 1);
                int length = arrays.doubles.length - to;
                double[] moved =
                        new double[arrays.doubles.length]; // an item is inserted or removed, so that others move
                System.arraycopy(arrays.doubles, 0, moved, 0, to);
                System.arraycopy(arrays.doubles, to, moved, to, length);
                if (length > 1) {
                    System.arraycopy(arrays.doubles, to + 1, moved, to, length - 1);
                }
                arrays.doubles = moved;
            }
            default -> {
                arrays.shared = random.nextBoolean() ? SHARED : random.nextBoolean() ? null : new double[] {2, 3};
                if (random.nextInt(8) == 0) {
                    arrays.longs = new long[] {random.nextInt(9), 2, 3};
                }
            }
        }
    }

    @Test
    void arraysMatchTokens() {
        Random random = new Random(11);
        for (int round = 0; round < 16; round++) {
            int changes = 1 + round % 4;
            compare(
                    round,
                    random,
                    ItemArrays::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        return item;
                    },
                    item -> {
                        for (int n = random.nextInt(changes + 1); n > 0; n--) {
                            change(item, random);
                        }
                    });
        }
        assertArrayEquals(new double[] {1, 2}, SHARED); // which all new objects hold
    }

    enum ItemSide {
        BUY,
        SELL
    }

    static final class ItemList<E> extends ArrayList<E> {
        private static final long serialVersionUID = 1;
    }

    static final class ItemMap<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1;
    }

    static class ItemLists extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        List<Long> longs = new ArrayList<>(List.of(1L, 2L, 3L));
        List<Double> doubles = new ArrayList<>(List.of(1.0, 2.0));
        List<Float> floats = new ArrayList<>(List.of(1.5f));
        Collection<Integer> ints = new ArrayList<>(List.of(1, 2));
        ArrayList<Short> shorts = new ArrayList<>(List.of((short) 1, (short) 2));
        List<Byte> bytes = new LinkedList<>(List.of((byte) 1));
        List<Boolean> booleans = new ArrayList<>(List.of(true, false));
        List<String> texts = new ArrayList<>(List.of("a", "b", "c"));
        List<Long> fixed = List.of(5L, 6L);
        ItemList<Long> own = new ItemList<>();
        List<Object> anys = new ArrayList<>(List.of(1L, "a"));
        Set<Long> set = new LinkedHashSet<>();
        List<ItemSide> sides = new ArrayList<>();
        long quantity;
    }

    static String text(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> "2026-01-0" + (1 + random.nextInt(9));
            case 2 -> random.nextInt(50) + ".5";
            case 3 -> "";
            case 4 -> "text " + random.nextInt();
            default -> "t" + random.nextInt(6);
        };
    }

    static <E> void change(List<E> list, Random random, UnaryOperator<E> next) {
        int size = size(list.size(), random);
        while (list.size() > size) {
            list.remove(random.nextInt(list.size()));
        }
        while (list.size() < size) {
            list.add(random.nextInt(list.size() + 1), next.apply(null));
        }
        int times = random.nextInt(4) == 0 ? random.nextInt(6) : 1;
        for (int n = Math.min(times, size); n > 0; n--) {
            int at = random.nextInt(size);
            list.set(at, random.nextInt(300) == 0 ? null : next.apply(list.get(at)));
        }
    }

    static <E> List<E> other(List<E> list, Random random) {
        return switch (random.nextInt(200)) {
            case 0 -> new LinkedList<>(list);
            case 1 -> new ArrayList<>(list);
            case 2 -> {
                ItemList<E> own = new ItemList<>();
                own.addAll(list);
                yield own;
            }
            default -> list;
        };
    }

    private static void change(ItemLists lists, Random random) {
        switch (random.nextInt(15)) {
            case 0 -> lists.price = number(random);
            case 1 -> lists.quantity += random.nextInt(3);
            case 2, 3 -> {
                lists.longs = other(lists.longs, random);
                change(lists.longs, random, n -> n == null ? 7L : n + random.nextInt(3));
            }
            case 4 -> {
                lists.doubles = other(lists.doubles, random);
                change(lists.doubles, random, n -> number(random));
            }
            case 5 -> change(lists.floats, random, n -> single(random));
            case 6 -> change((List<Integer>) lists.ints, random, n -> n == null ? 1 : n + (1 << random.nextInt(28)));
            case 7 -> change(lists.shorts, random, n -> (short) random.nextInt(9));
            case 8 -> {
                lists.bytes = random.nextInt(40) == 0 ? new ArrayList<>(lists.bytes) : lists.bytes;
                change(lists.bytes, random, n -> (byte) random.nextInt(9));
            }
            case 9 -> change(lists.booleans, random, n -> random.nextBoolean());
            case 10, 11 -> {
                lists.texts = other(lists.texts, random);
                change(lists.texts, random, n -> text(random));
            }
            case 12 -> lists.fixed = random.nextInt(9) == 0 ? List.of(3L) : List.of(5L, random.nextLong(9));
            case 13 -> change(lists.own, random, n -> n == null ? 7L : n + 1);
            default -> {
                change(lists.anys, random, n -> random.nextBoolean() ? "b" : random.nextBoolean() ? null : (Object) 2L);
                lists.set.add(random.nextLong(5));
                change(lists.sides, random, n -> ItemSide.values()[random.nextInt(2)]);
            }
        }
    }

    @Test
    void listsMatchTokens() {
        Random random = new Random(13);
        for (int round = 0; round < 16; round++) {
            int changes = 1 + round % 4;
            compare(
                    round,
                    random,
                    ItemLists::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        return item;
                    },
                    item -> {
                        for (int n = random.nextInt(changes + 1); n > 0; n--) {
                            change(item, random);
                        }
                    });
        }
    }

    static class ItemMaps extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        Map<String, Long> longs = new LinkedHashMap<>(Map.of("a", 1L, "b", 2L));
        Map<String, Double> doubles = new HashMap<>(Map.of("a", 1.0));
        TreeMap<String, Integer> ints = new TreeMap<>();
        SortedMap<String, Float> floats = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ConcurrentHashMap<String, Boolean> booleans = new ConcurrentHashMap<>();
        Map<String, String> texts = new TreeMap<>(Map.of("x", "y"));
        HashMap<String, Short> shorts = new HashMap<>();
        ItemMap<Long> own = new ItemMap<>();
        Map<String, Long> fixed = Map.of("one", 1L);
        Map<String, Object> anys = new LinkedHashMap<>();
        Map<ItemSide, Long> sides = new EnumMap<>(ItemSide.class);
        Map<Object, Long> anyKeys = new LinkedHashMap<>(Map.of("a", 1L));
        Map<Long, Long> numbers = new LinkedHashMap<>();
        Map<String, List<Long>> lists = new LinkedHashMap<>();
        long quantity;
    }

    static <V> void change(Map<String, V> map, Random random, boolean takesNull, UnaryOperator<V> next) {
        String key = switch (random.nextInt(80)) {
            case 0 -> "new" + random.nextInt(20);
            case 1 -> takesNull && map.getClass() == HashMap.class ? null : "A";
            default -> String.valueOf((char) ('a' + random.nextInt(5)));
        };
        int what = random.nextInt(90);
        if (what == 0) {
            map.clear();
        } else if (what == 1) {
            map.remove(key);
        } else if (what == 2 && takesNull) {
            map.put(key, null);
        } else if (what == 3) { // which comes last then
            V former = map.remove(key);
            if (former != null) {
                map.put(key, former);
            }
        } else {
            map.put(key, next.apply(map.get(key)));
        }
    }

    private static void change(ItemMaps maps, Random random) {
        switch (random.nextInt(15)) {
            case 0 -> maps.price = number(random);
            case 1 -> maps.quantity += random.nextInt(3);
            case 2, 3 -> change(maps.longs, random, true, n -> n == null ? 7L : n + random.nextInt(3));
            case 4 -> change(maps.doubles, random, true, n -> number(random));
            case 5 -> change(maps.ints, random, true, n -> n == null ? 7 : n * 3);
            case 6 -> change(maps.floats, random, false, n -> single(random));
            case 7 -> change(maps.booleans, random, false, n -> random.nextBoolean());
            case 8, 9 -> change(maps.texts, random, true, n -> text(random));
            case 10 -> change(maps.shorts, random, true, n -> (short) random.nextInt(9));
            case 11 -> change(maps.own, random, true, n -> n == null ? 7L : n + 1);
            case 12 -> maps.fixed = Map.of(random.nextInt(9) == 0 ? "two" : "one", random.nextLong(9));
            case 13 -> {
                maps.texts = random.nextInt(5) > 0
                        ? maps.texts
                        : random.nextBoolean() ? new LinkedHashMap<>(maps.texts) : new TreeMap<>(maps.texts);
            }
            default -> {
                change(maps.anys, random, true, n -> random.nextBoolean() ? "b" : random.nextBoolean() ? null : 2L);
                maps.sides.put(ItemSide.values()[random.nextInt(2)], random.nextLong(9));
                maps.anyKeys.put(random.nextInt(9) == 0 ? random.nextLong(3) : "a", random.nextLong(9));
                maps.numbers.put(random.nextLong(3), random.nextLong(9));
                maps.lists.put("l" + random.nextInt(3), List.of(random.nextLong(9)));
            }
        }
    }

    @Test
    void mapsMatchTokens() {
        Random random = new Random(14);
        for (int round = 0; round < 16; round++) {
            int changes = 1 + round % 4;
            compare(
                    round,
                    random,
                    ItemMaps::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        return item;
                    },
                    item -> {
                        for (int n = random.nextInt(changes + 1); n > 0; n--) {
                            change(item, random);
                        }
                    });
        }
    }

    interface Named<T> {
        T named(T item, int index);
    }

    static <T> void compare(int round, Random random, Supplier<T> made, Named<T> named, Consumer<T> change) {
        IntFunction<T> make = i -> named.named(made.get(), i);
        List<T> items = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            items.add(make.apply(i));
        }
        WireOptions fewKeys = WireOptions.DEFAULTS
                .with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(5, 1 << 20))
                .with(DeltaFormat.BLOCK_BYTES, 512);
        ColumnsAndTokens wires = new ColumnsAndTokens(round % 4 == 3 ? fewKeys : WireOptions.DEFAULTS);
        T into = made.get();
        for (int i = 0; i < 1_500; i++) {
            into = random.nextInt(20) == 0 ? made.get() : into;
            if (random.nextInt(300) == 0) {
                items.add(make.apply(items.size()));
            }
            T item = items.get(random.nextInt(items.size()));
            change.accept(item);
            wires.write("item", item, into, "round " + round + ", message " + i);
        }
    }

    /** Arrays of several sizes whose numbers follow a line, or repeat those of other records. */
    @Test
    void predictedArraysMatchTokens() {
        Random random = new Random(12);
        for (int round = 0; round < 8; round++) {
            int kind = round % 4;
            int[] step = {0};
            compare(
                    round,
                    random,
                    ItemArrays::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        item.longs = new long[kind == 0 ? 1 : 1 + i % 5];
                        item.doubles = new double[1 + i % 3];
                        return item;
                    },
                    item -> {
                        int i = step[0]++;
                        boolean isOff = random.nextInt(30) == 0;
                        for (int n = 0; n < item.longs.length; n++) {
                            item.longs[n] = kind % 2 == 0 ? item.longs[n] + (isOff ? 2 : 7 + n) : i / 9;
                        }
                        for (int n = 0; n < item.doubles.length; n++) {
                            double by = random.nextInt(9) == 0 ? 0 : 0.25;
                            item.doubles[n] = kind < 2 ? item.doubles[n] + by : Math.floorDiv(i, 11) * 0.5;
                        }
                        item.floats[0] = kind == 0 ? item.floats[0] : Math.floorDiv(i, 8) * 0.1f;
                        item.ints[0] += isOff ? 4 : 3;
                        if (random.nextInt(60) == 0) {
                            item.longs = Arrays.copyOf(item.longs, 1 + random.nextInt(kind == 0 ? 2 : 5));
                        }
                    });
        }
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // puts items into a list that its declaration does not allow
    void anItemOfAnotherClassIsRefusedAsByTokens() {
        Wire writer = Wire.of("delta", Bytes.allocateElasticOnHeap());
        ItemLists lists = new ItemLists();
        for (int i = 0; i < 1_000; i++) {
            lists.quantity++;
            writer.write("item", lists);
        }
        ((List) lists.longs).set(1, 5);
        assertThrows(ClassCastException.class, () -> writer.write("item", lists));
    }
}
