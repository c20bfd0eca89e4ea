package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.IndependentDecoder;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Maps whose names come and go, so that a type has ever more nodes. */
class ManyNamesTest {
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private static List<Object> read(byte[] bytes) {
        return Trees.readAll(new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS));
    }

    private static Object value(SplittableRandom random, String name, int depth) {
        return switch (random.nextInt(depth > 2 ? 9 : 12)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (long) random.nextInt(3);
            case 3 -> random.nextInt(1000) / 100.0;
            case 4 -> 1 / (1.0 + random.nextInt(3));
            case 5 -> "2026-11-" + (10 + random.nextInt(9));
            case 6 -> name;
            case 7 -> String.valueOf(random.nextInt(50));
            case 8 -> "text " + random.nextInt(4);
            case 9 -> Map.of();
            case 10 -> new ArrayList<>(Arrays.asList(value(random, name, 3), value(random, name, 3)));
            default -> entry(random, name, depth + 1);
        };
    }

    private static Map<Object, Object> entry(SplittableRandom random, String name, int depth) {
        Map<Object, Object> entry = new LinkedHashMap<>();
        for (String field : List.of("name", "date", "inner", "n")) {
            if (random.nextInt(6) > 0) {
                entry.put(field, value(random, name, depth));
            }
        }
        return entry;
    }

    @Test
    void mapsOfObjectsComeBackAsTheyWere() {
        long wanted = Long.getLong("delta.messages", 60_000) / 20;
        long seed = Long.getLong("delta.seed", 1) * 31_000_001;
        for (long messages = 0; messages < wanted; messages += 300, seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Map<Object, Object>> maps = List.of(new LinkedHashMap<>(), new LinkedHashMap<>());
            List<Object> stream = new ArrayList<>();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = new DeltaFormat().newWriter(bytes, BY_ID.with(DeltaFormat.BLOCK_BYTES, 4000))) {
                for (int i = 0; i < 300; i++) {
                    int id = random.nextInt(2);
                    Map<Object, Object> map = maps.get(id);
                    for (int k = random.nextInt(4); k > 0; k--) {
                        String name = "v" + random.nextInt(random.nextBoolean() ? 20 : 2000);
                        map.put(name, entry(random, name, 0));
                    }
                    if (map.size() > 20) {
                        map.remove(map.keySet().iterator().next());
                    }
                    if (random.nextInt(20) == 0) {
                        out.beginMessage();
                        Trees.write(out, Trees.map("id", 1L, "map", Map.of("never", entry(random, "never", 0))));
                        out.cancelMessage();
                    }
                    Map<Object, Object> message = Trees.map("id", (long) id, "map", new LinkedHashMap<>(map));
                    stream.add(message);
                    Trees.writeMessage(out, message);
                }
            }
            assertEquals(stream, read(bytes.toByteArray()), "seed " + seed);
            List<Object> decoded = new ArrayList<>();
            new IndependentDecoder(bytes.toByteArray()).messages().forEach(message -> decoded.add(message.tree()));
            assertEquals(stream, decoded, "seed " + seed);
        }
    }

    @Test
    void namesThatNeverComeAgainMakeNoMessagePlainForLong() {
        List<Object> stream = new ArrayList<>();
        Map<Object, Object> orders = new LinkedHashMap<>();
        for (int i = 0; i < 9000; i++) {
            orders.put(
                    "order-" + (100_000 + i),
                    Trees.map("id", "order-" + (100_000 + i), "px", i % 90 / 10.0, "at", 7L * i));
            if (orders.size() > 20) {
                orders.remove(orders.keySet().iterator().next());
            }
            stream.add(Trees.map("id", (long) i % 3, "orders", new LinkedHashMap<>(orders)));
        }
        byte[] bytes = Streams.write(stream, BY_ID);
        assertEquals(stream, read(bytes));
        assertTrue(bytes.length < 160 * stream.size(), bytes.length + " bytes");
    }
}
