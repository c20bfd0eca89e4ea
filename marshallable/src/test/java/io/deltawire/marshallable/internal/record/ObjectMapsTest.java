package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.RandomStreams;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.Effort;
import io.deltawire.wire.testing.Formats;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps of objects are the same by columns and by tokens, and entries that are read again stay in their maps. */
class ObjectMapsTest {
    static {
        Types.registerNested(ObjectMapsTest.class);
    }

    enum EntrySide {
        BUY,
        SELL,
        NONE
    }

    interface EntryPart {}

    static class EntryLeaf extends AbstractMarshallable implements EntryPart {
        double amount = 10;
        long moves;
        EntrySide side = EntrySide.BUY;
        String note;
    }

    static final class EntryBond extends EntryLeaf {
        BigDecimal coupon = BigDecimal.ONE;
        Long boxed = 5L;
    }

    record EntryPair(long a, String b) implements EntryPart {}

    static class EntryBranch extends AbstractMarshallable {
        long n;
        Map<String, EntryLeaf> leaves = new LinkedHashMap<>(Map.of("a", new EntryLeaf()));
        EntryLeaf leaf = new EntryLeaf();
        double[] levels = {1, 2};
    }

    static class EntryWhole extends AbstractMarshallable {
        @Key
        String id;

        long count;
        Map<String, EntryLeaf> linked = new LinkedHashMap<>();
        HashMap<String, EntryPart> hashed = new HashMap<>();
        TreeMap<String, EntryBranch> sorted = new TreeMap<>();
        EnumMap<EntrySide, EntryPart> sides = new EnumMap<>(EntrySide.class);
        Map<EntrySide, EntryLeaf> linkedSides = new LinkedHashMap<>();
        Map<String, EntryLeaf> concurrent = new ConcurrentHashMap<>();
        Map<String, Object> any = new LinkedHashMap<>();
        Map<Long, EntryLeaf> numbered = new LinkedHashMap<>();
        Map<String, Map<String, EntryLeaf>> maps = new LinkedHashMap<>();
        Map<String, EntryLeaf> none;
        List<EntryBranch> branches = new ArrayList<>(List.of(new EntryBranch(), new EntryBranch()));
        EntryBranch branch = new EntryBranch();
        double last;
    }

    private static EntryWhole whole(int i) {
        EntryWhole whole = new EntryWhole();
        whole.id = "w" + i;
        for (String name : List.of("a", "b", "c")) {
            whole.linked.put(name, new EntryLeaf());
            whole.hashed.put(name, name.equals("b") ? null : new EntryBond());
            whole.sorted.put(name, new EntryBranch());
            whole.concurrent.put(name, new EntryLeaf());
        }
        whole.sides.put(EntrySide.SELL, new EntryBond());
        whole.linkedSides.put(EntrySide.NONE, new EntryLeaf());
        whole.linkedSides.put(EntrySide.BUY, new EntryLeaf());
        whole.numbered.put(5L, new EntryLeaf());
        whole.maps.put("m", new LinkedHashMap<>(Map.of("x", new EntryLeaf())));
        return whole;
    }

    /** @param calm how rarely the layout of a map changes */
    private static void change(EntryWhole whole, Random random, int calm) {
        switch (random.nextInt(15)) {
            case 0 -> whole.count++;
            case 1 -> whole.last += 0.25;
            case 2, 3 -> whole.linked = changed(whole.linked, key(random), EntryLeaf::new, random, calm);
            case 4 -> change(whole.hashed, key(random), () -> part(random), random, calm);
            case 5 -> change(whole.sorted, key(random), EntryBranch::new, random, calm);
            case 6 -> change(whole.sides, side(random), () -> part(random), random, calm);
            case 7 -> whole.linkedSides = changed(whole.linkedSides, side(random), EntryLeaf::new, random, calm);
            case 8 -> {
                String key = key(random);
                EntryLeaf leaf = whole.concurrent.get(key);
                if (leaf == null || random.nextInt(calm) == 0) {
                    whole.concurrent.put(key, new EntryLeaf());
                } else {
                    change(leaf, random, calm);
                }
            }
            case 9 -> change(whole.any, key(random), () -> any(random), random, calm);
            case 10 -> change(whole.numbered, random.nextLong(7), EntryLeaf::new, random, calm);
            case 11 -> {
                String key = key(random);
                change(whole.maps.computeIfAbsent(key, k -> new TreeMap<>()), key, EntryLeaf::new, random, calm);
            }
            case 12 -> {
                boolean isMade = whole.none == null && random.nextInt(calm) == 0;
                whole.none = isMade
                        ? new LinkedHashMap<>()
                        : random.nextInt(calm) == 0 ? null : changed(whole.none, "z", EntryLeaf::new, random, calm);
            }
            case 13 -> change(whole.branches.get(random.nextInt(2)), random, calm);
            default -> change(whole.branch, random, calm);
        }
    }

    private static String key(Random random) {
        return String.valueOf((char) ('a' + random.nextInt(random.nextInt(9) == 0 ? 5 : 3)));
    }

    private static EntrySide side(Random random) {
        return EntrySide.values()[random.nextInt(3)];
    }

    private static EntryPart part(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new EntryLeaf();
            case 1 -> new EntryPair(random.nextInt(3), "p");
            default -> new EntryBond();
        };
    }

    private static Object any(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> "text";
            case 1 -> random.nextLong(5);
            case 2 -> new ArrayList<>(List.of(1L));
            default -> new EntryLeaf();
        };
    }

    /** Changes a map, or replaces it by one with another order, class or set of objects. */
    private static <K extends Comparable<K>, V> Map<K, V> changed(
            Map<K, V> map, K key, Supplier<V> made, Random random, int calm) {
        if (map == null || random.nextInt(2 * calm) > 0) {
            if (map != null) {
                change(map, key, made, random, calm);
            }
            return map;
        }
        if (random.nextBoolean()) {
            return random.nextBoolean() ? new TreeMap<>(map) : new HashMap<>(map);
        }
        Map<K, V> other = new LinkedHashMap<>(map);
        map.keySet().stream().findFirst().ifPresent(first -> other.put(first, other.remove(first)));
        return other;
    }

    private static <K, V> void change(Map<K, V> map, K key, Supplier<V> made, Random random, int calm) {
        int choice = random.nextInt(3 * calm);
        if (choice == 0) {
            map.remove(key);
        } else if (choice == 1) {
            map.put(key, map.get(key) == null ? made.get() : null);
        } else if (choice == 2) {
            map.put(key, made.get());
        } else {
            map.replaceAll((k, value) -> random.nextInt(3) == 0 ? changed(value, random, calm) : value);
        }
    }

    @SuppressWarnings("unchecked") // a pair replaces a pair
    private static <V> V changed(V value, Random random, int calm) {
        if (value instanceof EntryLeaf leaf) {
            change(leaf, random, calm);
        } else if (value instanceof EntryBranch branch) {
            change(branch, random, calm);
        } else if (value instanceof EntryPair pair) {
            return (V) new EntryPair(pair.a + 1, pair.b);
        }
        return value;
    }

    private static void change(EntryLeaf leaf, Random random, int calm) {
        switch (random.nextInt(6)) {
            case 0 -> leaf.amount += 0.5;
            case 1 -> leaf.moves++;
            case 2 -> leaf.side = random.nextInt(calm) == 0 ? null : side(random);
            case 3 -> leaf.note = random.nextInt(calm) == 0 ? null : "n" + random.nextInt(4);
            default -> {
                leaf.moves += 3;
                if (leaf instanceof EntryBond bond) {
                    bond.coupon = bond.coupon.add(new BigDecimal("0.5"));
                    bond.boxed = random.nextInt(calm) == 0 ? null : (Long) random.nextLong(5);
                }
            }
        }
    }

    private static void change(EntryBranch branch, Random random, int calm) {
        switch (random.nextInt(4)) {
            case 0 -> branch.n++;
            case 1 -> branch.leaves = changed(branch.leaves, key(random), EntryLeaf::new, random, calm);
            case 2 -> change(branch.leaf, random, calm);
            default -> branch.levels[1]++;
        }
    }

    private static RandomStreams<EntryWhole> streams(int calm) {
        return new RandomStreams<>(ObjectMapsTest::whole, (whole, random) -> change(whole, random, calm));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 20, 300})
    void updatesMatchTokens(int calm) {
        for (int seed = 0; seed < Effort.times(2); seed++) {
            streams(calm).updates(seed, 2_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 100})
    void streamsMatchTokens(int calm) {
        streams(calm).all(calm, Effort.times(1_000));
    }

    static class EntryFew extends AbstractMarshallable {
        @Key
        String id;

        Map<String, EntryLeaf> leaves = new LinkedHashMap<>();
        Map<EntrySide, EntryPart> sides = new LinkedHashMap<>();
    }

    private static EntryFew few(int i) {
        EntryFew few = new EntryFew();
        few.id = "f" + i;
        few.leaves.put("x", new EntryLeaf());
        few.leaves.put("y", new EntryLeaf());
        few.sides.put(EntrySide.SELL, new EntryBond());
        return few;
    }

    private static void change(EntryFew few, Random random) {
        if (random.nextBoolean()) {
            few.leaves = changed(few.leaves, random.nextBoolean() ? "x" : "z", EntryLeaf::new, random, 4);
        } else {
            change(few.sides, EntrySide.BUY, () -> part(random), random, 4);
        }
    }

    @Test
    void damageIsReadByColumnsAsByTokens() {
        new RandomStreams<>(ObjectMapsTest::few, ObjectMapsTest::change).damage(1, 25);
    }

    /** Numbers that follow a line, or repeat those of the record before. */
    @Test
    void predictedValuesMatchTokens() {
        int[] step = {0};
        for (int seed = 0; seed < 6; seed++) {
            int kind = seed;
            new RandomStreams<>(ObjectMapsTest::few, (few, random) -> {
                        int i = step[0]++;
                        boolean isOff = random.nextInt(30) == 0;
                        few.leaves.replaceAll((name, former) -> {
                            EntryLeaf leaf = former == null ? new EntryLeaf() : former;
                            leaf.moves = kind % 2 == 0 ? leaf.moves + (isOff ? 1 : 7) : i / 9;
                            leaf.amount = kind % 3 == 0 ? Math.floorDiv(i, 7) : leaf.amount + 0.5;
                            return leaf;
                        });
                        if (isOff && random.nextInt(3) == 0) {
                            change(few, random);
                        }
                    })
                    .updates(seed, 1_500);
        }
    }

    /** As for the items of a list: an object whose key recurs in order is read into, on any wire. */
    @Test
    void objectsStayWhereTheyAre() {
        for (String format : Formats.without(Feature.TABLE)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire writer = Wire.of(format, bytes);
            Wire reader = Wire.of(format, bytes);
            EntryFew into = few(0);
            EntryFew few = few(0);
            Map<String, EntryLeaf> map = into.leaves;
            EntryLeaf leaf = map.get("y");
            for (int i = 0; i < 20; i++) {
                few.leaves.get("y").moves = i;
                ((EntryBond) few.sides.get(EntrySide.SELL)).moves++;
                writer.write("few", few);
                EntryPart part = into.sides.get(EntrySide.SELL);
                assertEquals(few, reader.read(into));
                assertSame(map, into.leaves);
                assertSame(leaf, map.get("y"));
                assertSame(part, into.sides.get(EntrySide.SELL));
            }
            few.leaves.put("x", few.leaves.remove("x"));
            few.sides.put(EntrySide.SELL, new EntryPair(1, "b"));
            writer.write("few", few);
            assertEquals(few, reader.read(into));
        }
    }

    @Test
    void liveObjectsStayWhereTheyAre() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        EntryFew few = few(0);
        EntryLeaf first = null;
        for (int i = 0; i < 900; i++) {
            few.leaves.get("x").moves += i % 3;
            writer.write("few", few);
            EntryFew live = reader.readByKey(EntryFew.class);
            assertEquals(few, live);
            first = i == 0 ? live.leaves.get("x") : first;
            assertSame(first, live.leaves.get("x"));
        }
        few.sides.put(EntrySide.SELL, new EntryLeaf()); // of another class
        writer.write("few", few);
        EntryFew live = reader.readByKey(EntryFew.class);
        assertEquals(few, live);
        assertEquals(EntryLeaf.class, live.sides.get(EntrySide.SELL).getClass());
    }

    enum EntryFormer {
        OLD,
        SAME,
        GONE
    }

    enum EntryLatter {
        SAME,
        @Alias("OLD")
        NEW
    }

    static class EntryBefore extends AbstractMarshallable {
        @Key
        String key = "k";

        Map<EntryFormer, EntryLeaf> leaves = new LinkedHashMap<>();
        long count;
    }

    static class EntryAfter extends AbstractMarshallable {
        @Key
        String key = "k";

        Map<EntryLatter, EntryLeaf> leaves = new LinkedHashMap<>();
        long count;
    }

    /**
     * Former names of constants are accepted as keys. A name without a constant is an error with its path, and the
     * stream continues.
     */
    @Test
    void keysByOtherNamesMatchTokens() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Entries", EntryBefore.class).asOptions());
        Wire reader = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Entries", EntryAfter.class).asOptions());
        EntryBefore before = new EntryBefore();
        before.leaves.put(EntryFormer.OLD, new EntryLeaf());
        before.leaves.put(EntryFormer.SAME, new EntryLeaf());
        EntryAfter into = new EntryAfter();
        EntryLeaf leaf = null;
        for (int i = 0; i < 30; i++) {
            before.count = i;
            before.leaves.get(EntryFormer.OLD).moves = i;
            before.leaves.get(EntryFormer.SAME).amount = i;
            if (i == 20) {
                before.leaves.put(EntryFormer.GONE, new EntryLeaf());
                writer.write("e", before);
                WireException error = assertThrows(WireException.class, () -> reader.read(into));
                assertTrue(error.getMessage().contains("GONE"), error.getMessage());
                before.leaves.remove(EntryFormer.GONE);
            }
            writer.write("e", before);
            reader.read(into);
            assertEquals(List.of(EntryLatter.NEW, EntryLatter.SAME), new ArrayList<>(into.leaves.keySet()));
            assertEquals(i, into.leaves.get(EntryLatter.NEW).moves);
            assertEquals(i, into.leaves.get(EntryLatter.SAME).amount);
            if (i > 0 && i < 20) {
                assertSame(leaf, into.leaves.get(EntryLatter.NEW));
            }
            leaf = into.leaves.get(EntryLatter.NEW);
        }
    }

    /** The map holds keys and values that its declaration does not allow. */
    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void keysAndObjectsOfOtherClassesAreRefusedAsByTokens() {
        EntryFew few = few(0);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        for (int i = 0; i < 300; i++) {
            few.leaves.get("x").moves++;
            writer.write("few", few);
        }
        EntryFew keys = few(0);
        ((Map) keys.sides).put("SELL", keys.sides.remove(EntrySide.SELL));
        assertThrows(ClassCastException.class, () -> writer.write("few", keys));
        EntryFew values = few(0);
        ((Map) values.leaves).put("y", "text");
        assertThrows(WireException.class, () -> {
            writer.write("few", values);
            Wire reader = Wire.of("delta", bytes);
            for (Object read = reader.read(EntryFew.class); read != null; ) {
                read = reader.read(EntryFew.class);
            }
        });
    }

    /** What is there to be read into may hold maps that cannot be filled: tokens make others then. */
    @Test
    void mapsThatCannotBeFilledStayAsTheyAre() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        EntryFew few = few(0);
        for (int i = 0; i < 9; i++) {
            few.leaves.get("x").moves++;
            writer.write("few", few);
            EntryFew into = few(0);
            into.leaves = Map.of("x", new EntryLeaf(), "y", new EntryLeaf());
            into.sides = i % 2 == 0 ? null : Map.of(EntrySide.SELL, new EntryBond());
            Map<String, EntryLeaf> held = into.leaves;
            assertEquals(few, reader.read(into));
            assertNotSame(held, into.leaves);
            assertEquals(0, held.get("x").moves);
        }
    }
}
