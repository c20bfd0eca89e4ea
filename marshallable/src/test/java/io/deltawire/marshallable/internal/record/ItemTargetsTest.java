package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Items are read into narrower fields and into records, move within their list, and are predicted from other records.
 */
class ItemTargetsTest {
    @SuppressWarnings("UnusedVariable") // read by the codec
    static class ItemWide extends AbstractMarshallable {
        @Key
        String key = "k";

        long[] ints = {1, 2};
        long[] shorts = {1, 2};
        double[] floats = {1, 2};
        List<Long> intList = new ArrayList<>(List.of(1L, 2L));
        List<Long> shortList = new ArrayList<>(List.of(1L, 2L));
        List<Long> byteList = new ArrayList<>(List.of(1L, 2L));
        List<Double> floatList = new ArrayList<>(List.of(1.0, 2.0));
        Map<String, Long> intMap = new LinkedHashMap<>(Map.of("a", 1L));
    }

    @SuppressWarnings("UnusedVariable") // read by the codec
    static class ItemNarrow extends AbstractMarshallable {
        @Key
        String key = "k";

        int[] ints;
        short[] shorts;
        float[] floats;
        List<Integer> intList;
        List<Short> shortList;
        List<Byte> byteList;
        List<Float> floatList;
        Map<String, Integer> intMap;
    }

    /** A value that does not fit is refused with its path, and the stream continues. */
    @Test
    void itemsThatDoNotFitAreRefusedAsByTokens() {
        List<Consumer<ItemWide>> changes = List.of(
                wide -> wide.ints[1] = 1L << 31,
                wide -> wide.shorts[1] = 1 << 15,
                wide -> wide.floats[1] = 1e300,
                wide -> wide.intList.set(1, 1L << 31),
                wide -> wide.shortList.set(1, 1L << 15),
                wide -> wide.byteList.set(1, 128L),
                wide -> wide.floatList.set(1, 1e300),
                wide -> wide.intMap.put("a", 1L << 31));
        List<String> paths = List.of("ints", "shorts", "floats", "intList", "shortList", "byteList", "floatList");
        for (int i = 0; i < changes.size(); i++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire writer = Wire.of(
                    "delta",
                    bytes,
                    TypeRegistry.create().register("Items", ItemWide.class).asOptions());
            Wire reader = Wire.of(
                    "delta",
                    bytes,
                    TypeRegistry.create().register("Items", ItemNarrow.class).asOptions());
            ItemNarrow into = new ItemNarrow();
            for (int n = 0; n < 4; n++) {
                ItemWide wide = new ItemWide();
                wide.floats[0] = n;
                writer.write("e", wide);
                reader.read(into);
                assertEquals(n, into.floats[0]);
            }
            ItemWide wide = new ItemWide();
            changes.get(i).accept(wide);
            writer.write("e", wide);
            WireException error = assertThrows(WireException.class, () -> reader.read(into));
            String path = i < paths.size() ? paths.get(i) + "[1]" : "intMap.a";
            assertTrue(error.getMessage().contains(path), error.getMessage());
            writer.write("e", new ItemWide());
            reader.read(into);
            assertEquals(2, into.ints[1]);
            assertEquals(List.of(1.0f, 2.0f), into.floatList);
            assertEquals(Map.of("a", 1), into.intMap);
        }
    }

    record ItemRecord(
            @Key String symbol, double[] doubles, List<Long> longs, Map<String, Double> map, boolean[] booleans) {}

    @Test
    void itemsOfRecordsMatchTokens() {
        Random random = new Random(15);
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = Wire.of("delta", byColumns);
        Wire tokens = Wire.of("delta", byTokens);
        Wire reader = Wire.of("delta", byColumns);
        ItemFieldsTest.ItemMaps maps = new ItemFieldsTest.ItemMaps();
        List<Long> longs = new ArrayList<>(List.of(1L, 2L));
        double[] doubles = {1, 2, 3};
        long at = 0;
        for (int i = 0; i < 2_000; i++) {
            ItemFieldsTest.change(maps.doubles, random, false, n -> ItemFieldsTest.number(random));
            doubles[random.nextInt(3)] = ItemFieldsTest.number(random);
            ItemFieldsTest.change(longs, random, n -> n == null ? 7L : n + random.nextInt(3));
            ItemRecord item = new ItemRecord(
                    "S" + random.nextInt(3), doubles, longs, maps.doubles, new boolean[] {random.nextBoolean()});
            columns.write("item", item);
            ColumnsAndTokens.writeTokens(tokens, "item", item);
            assertArrayEquals(
                    ColumnsAndTokens.bytesFrom(byTokens, at),
                    ColumnsAndTokens.bytesFrom(byColumns, at),
                    "message " + i);
            at = byTokens.writePosition();
            ItemRecord read = reader.read(ItemRecord.class);
            assertArrayEquals(item.doubles, read.doubles);
            assertArrayEquals(item.booleans, read.booleans);
            assertEquals(item.longs, read.longs);
            assertEquals(item.map, read.map);
        }
    }

    static class ItemLevel extends AbstractMarshallable {
        double price;
        long quantity;
    }

    static class ItemBook extends AbstractMarshallable {
        @Key
        String symbol;

        List<ItemLevel> levels = new ArrayList<>();
        long[] sizes = new long[8];
        List<Double> prices = new ArrayList<>();
        List<String> texts = new ArrayList<>(List.of("t1", "t2"));
        Map<String, Double> map = new LinkedHashMap<>(Map.of("a", 1.0, "b", 2.0));
        Map<String, String> names = new LinkedHashMap<>(Map.of("a", "t1"));
        List<Float> floats = new ArrayList<>(List.of(1.5f, 2.5f));
        List<Boolean> booleans = new ArrayList<>(List.of(true));
    }

    private static ItemLevel level(Random random) {
        ItemLevel level = new ItemLevel();
        level.price = random.nextInt(1_000) / 100.0;
        level.quantity = random.nextInt(1_000);
        return level;
    }

    /**
     * Items are inserted and removed at one index, so that all later ones move. Covers edits of lists, objects and
     * numbers.
     */
    @Test
    void itemsThatMoveOthersMatchTokens() {
        Random random = new Random(16);
        for (int round = 0; round < 6; round++) {
            ItemFieldsTest.compare(
                    round,
                    random,
                    ItemBook::new,
                    (item, i) -> {
                        item.symbol = "S" + i;
                        for (int n = 0; n < 8; n++) {
                            item.levels.add(level(random));
                            item.prices.add(n / 4.0);
                            item.sizes[n] = random.nextInt(1_000);
                        }
                        return item;
                    },
                    item -> {
                        int what = random.nextInt(9);
                        int at = random.nextInt(8);
                        if (what == 0) {
                            item.levels.add(at, level(random));
                            item.levels.remove(8);
                        } else if (what == 1) {
                            System.arraycopy(item.sizes, at, item.sizes, at + 1, 7 - at);
                            item.sizes[at] = random.nextInt(1_000);
                        } else if (what == 2) {
                            item.prices.remove(at);
                            item.prices.add(random.nextInt(1_000) / 100.0);
                        } else {
                            item.map.put(random.nextInt(3) == 0 ? "a" : "b", ItemFieldsTest.number(random));
                            item.texts.set(at % 2, "t" + random.nextInt(4));
                            item.names.put("a", "t" + random.nextInt(4));
                            item.floats.set(at % 2, ItemFieldsTest.single(random));
                            item.booleans.set(0, at < 4);
                            item.levels.get(at).quantity += 7;
                            item.sizes[at]--;
                            item.prices.set(at, item.prices.get(at) + 0.5);
                        }
                    });
        }
    }

    static class ItemFollower extends AbstractMarshallable {
        @Key
        String symbol;

        long[] numbers;
        List<Long> longs = new ArrayList<>();
        List<ItemLevel> levels = new ArrayList<>();
        Map<String, Long> map = new LinkedHashMap<>();
    }

    /** Numbers equal those of the record before, except for items that some records lack. */
    @Test
    void itemsThatFollowOtherRecordsMatchTokens() {
        Random random = new Random(17);
        for (int round = 0; round < 8; round++) {
            int which = round % 4;
            List<ItemFollower> items = new ArrayList<>();
            for (int i = 0; i < 14; i++) {
                ItemFollower item = new ItemFollower();
                item.symbol = "S" + i;
                int size = i % 6 == 0 ? 1 : 2;
                item.numbers = new long[which == 0 ? size : 0];
                for (int n = 0; n < size; n++) {
                    if (which == 1) {
                        item.longs.add(0L);
                    } else if (which == 2) {
                        item.levels.add(new ItemLevel());
                    } else if (which == 3) {
                        item.map.put("k" + n, 0L);
                    }
                }
                items.add(item);
            }
            ColumnsAndTokens wires = new ColumnsAndTokens();
            ItemFollower into = new ItemFollower();
            for (int i = 0; i < 1_500; i++) {
                ItemFollower item = items.get(random.nextInt(items.size()));
                long number = i / 5 * 10_007L;
                Arrays.fill(item.numbers, number);
                item.longs.replaceAll(n -> number);
                item.levels.forEach(level -> level.quantity = number);
                item.map.replaceAll((k, n) -> number);
                wires.write("item", item, into, "round " + round + ", message " + i);
            }
        }
    }
}
