package io.deltawire.delta.internal.wire;

import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import java.io.ByteArrayOutputStream;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Records change in small steps, as in real streams; every message must come back as the whole record. */
class KeyedStreamTest {
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    /** Records by key. Each step changes a few fields, and occasionally their kind. */
    private static final class Model {
        private final SplittableRandom random;
        private final Trees.Generator values;
        private final List<Map<Object, Object>> records = new ArrayList<>();

        Model(long seed, int keys) {
            random = new SplittableRandom(seed);
            values = new Trees.Generator(seed, true, true);
            for (long i = 0; i < keys; i++) {
                records.add(Trees.map(
                        "id",
                        i,
                        "price",
                        100.25,
                        "size",
                        5L,
                        "venue",
                        "XLON",
                        "open",
                        true,
                        "note",
                        null,
                        "at",
                        1_000_000L));
            }
        }

        Map<Object, Object> step() {
            Map<Object, Object> record = records.get(random.nextInt(records.size()));
            int changes = random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                change(record);
            }
            return new LinkedHashMap<>(record);
        }

        private void change(Map<Object, Object> record) {
            switch (random.nextInt(40)) {
                case 0 -> record.put("note", values.value(2));
                case 1 -> record.put("price", values.value(4));
                case 2 -> record.remove("venue");
                case 3 -> record.put("extra" + random.nextInt(70), values.value(3));
                case 4 -> record.remove("extra" + random.nextInt(70));
                case 5 -> record.put("list", list());
                case 6 -> record.put("size", record.get("size") == null ? 7L : null);
                case 7 -> record.put("open", random.nextBoolean());
                case 8, 9, 10 -> record.put("venue", "V" + random.nextInt(200));
                case 11, 12, 13 -> record.put("price", random.nextInt(100_000) / 1000.0 * 1.15078);
                case 14 -> record.put("text", "" + random.nextInt(100_000) / 100.0);
                case 15 -> record.put("when", values.temporal());
                default -> number(record);
            }
        }

        private void number(Map<Object, Object> record) {
            record.put("price", (10_000 + random.nextInt(500)) / 100.0);
            if (record.get("size") instanceof Long size) {
                record.put("size", size + random.nextInt(-50, 50));
            }
            record.put("at", (Long) record.get("at") + 1000);
        }

        private List<Object> list() {
            List<Object> list = new ArrayList<>();
            int size = random.nextInt(20) == 0 ? random.nextInt(300) : random.nextInt(8);
            for (int i = 0; i < size; i++) {
                list.add(
                        random.nextBoolean()
                                ? (Object) (long) random.nextInt(100)
                                : Trees.map("p", random.nextInt(9) / 4.0));
            }
            return list;
        }
    }

    private static List<Object> messages(Model model, int count) {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(model.step());
        }
        return messages;
    }

    private static void assertRoundTrips(List<Object> messages, byte[] bytes, String what) {
        try (WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < messages.size(); i++) {
                assertTrue(in.nextMessage(), what + ", message " + i);
                assertEquals(messages.get(i), Trees.readMessage(in), what + ", message " + i);
            }
            assertFalse(in.nextMessage(), what);
        }
    }

    @Test
    void changingRecordsRoundTrip() {
        // Use -Ddelta.runs=1000 for a long run.
        int runs = Integer.getInteger("delta.runs", 5);
        for (int seed = 0; seed < runs; seed++) {
            List<Object> messages = messages(new Model(seed, 1 + seed * 7 % 60), 4000);
            for (int blockBytes : new int[] {200, 3000, 1 << 16}) {
                WireOptions options = BY_ID.with(DeltaFormat.BLOCK_BYTES, blockBytes)
                        .with(
                                DeltaFormat.FLUSH,
                                blockBytes == 3000 ? DeltaFormat.Flush.MESSAGE : DeltaFormat.Flush.BLOCK);
                assertRoundTrips(messages, write(messages, options), "seed " + seed + ", block " + blockBytes);
            }
        }
    }

    /** A time may not be countable in a finer unit; both sides then see it as a value of another form. */
    @Test
    void timesFarApartRoundTrip() {
        LocalDateTime near = LocalDateTime.of(2024, 2, 29, 0, 0, 0, 1);
        List<LocalDateTime> times = List.of(
                near,
                near.plusNanos(7),
                LocalDateTime.of(9999, 12, 31, 23, 59, 59),
                LocalDateTime.of(1, 1, 1, 0, 0, 0, 1_000_000),
                LocalDateTime.of(1970, 1, 1, 0, 0),
                LocalDateTime.MIN,
                LocalDateTime.MAX);
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 500; round++) {
            List<Object> messages = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                LocalDateTime time = times.get(random.nextInt(times.size()));
                Object value = switch (round % 4) {
                    case 0 -> time;
                    case 1 -> time.toInstant(ZoneOffset.UTC);
                    case 2 -> time.atOffset(ZoneOffset.ofHours(2));
                    default -> time.atZone(ZoneId.of("Europe/Paris"));
                };
                messages.add(Trees.map("id", 1L, "at", random.nextInt(6) == 0 ? null : value, "n", (long) i));
            }
            assertRoundTrips(messages, write(messages, BY_ID), "round " + round);
        }
    }

    @Test
    void messageWithoutAKeyUpdatesTheLastOfItsType() {
        List<Object> messages = messages(new Model(99, 5), 2000);
        assertRoundTrips(messages, write(messages, WireOptions.DEFAULTS), "no key");
    }

    @Test
    void eventsAndTypesShareAStream() {
        Model trades = new Model(1, 10);
        Model quotes = new Model(2, 10);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Object record = i % 3 == 0 ? trades.step() : quotes.step();
            messages.add(
                    switch (i % 5) {
                        case 0 -> Trees.map(new Name("trade"), new Trees.Typed("Trade", record));
                        case 1 -> Trees.map(new Name("quote"), record);
                        case 2 -> new Trees.Typed("Quote", record);
                        case 3 -> Trees.map("quote", new Trees.Typed("Quote", record), "seq", (long) i);
                        default -> record;
                    });
        }
        assertRoundTrips(messages, write(messages, WireOptions.DEFAULTS), "events");
    }

    @Test
    void recordKeyIsNotWritten() {
        List<Object> messages = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SplittableRandom random = new SplittableRandom(3);
        long[] totals = new long[100];
        try (WireOut out = new DeltaFormat().newWriter(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 5000; i++) {
                int key = random.nextInt(100);
                totals[key] += random.nextInt(60);
                Object message = Trees.map("name", "record number " + key, "total", totals[key]);
                out.beginMessage();
                out.recordKey(new byte[] {9, (byte) key, 9}, 1, 1);
                Trees.write(out, message);
                out.endMessage();
                messages.add(message);
            }
        }
        assertRoundTrips(messages, bytes.toByteArray(), "record key");
        assertTrue(bytes.size() < 5000 * 5, "bytes: " + bytes.size());
    }

    /** The stream of the article: in a record of nine fields, one of two counters changes by up to 60. */
    private static List<Object> articleStream(int keys) {
        SplittableRandom random = new SplittableRandom(7);
        List<Map<Object, Object>> records = new ArrayList<>();
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            Map<Object, Object> record = Trees.myDataType();
            record.put("firstId", 1010101010101L + i);
            record.put("secondId", 2222L + i);
            record.put("thirdId", "thirdId-" + (1234 + i));
            records.add(record);
            messages.add(event(records.get(i)));
        }
        while (messages.size() < 5000 + keys) {
            Map<Object, Object> record = records.get(random.nextInt(keys));
            int step = random.nextInt(1, 61) * (random.nextBoolean() ? 1 : -1);
            record.put("changesA", (Long) record.get("changesA") + step);
            messages.add(event(record));
            step = random.nextInt(1, 61) * (random.nextBoolean() ? 1 : -1);
            record.put("changesB", (Double) record.get("changesB") + step);
            messages.add(event(record));
        }
        return messages;
    }

    private static Object event(Map<Object, Object> record) {
        return Trees.map(new Name("update"), new Trees.Typed("MyDataType", new LinkedHashMap<>(record)));
    }

    @Test
    void articlesStreamTakesTwoOrThreeBytesAnUpdate() {
        WireOptions keyed = WireOptions.DEFAULTS.with(
                WireOptions.KEY_FIELDS, List.of("update.firstId", "update.secondId", "update.thirdId"));
        double[][] most = {{1, 2.1, 3.1}, {100, 3.1, 4.1}};
        for (double[] row : most) {
            List<Object> messages = articleStream((int) row[0]);
            for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.BLOCK, DeltaFormat.Flush.MESSAGE)) {
                byte[] bytes = write(messages, keyed.with(DeltaFormat.FLUSH, flush));
                assertRoundTrips(messages, bytes, "article");
                double each = bytes.length / (double) messages.size();
                double limit = flush == DeltaFormat.Flush.BLOCK ? row[1] : row[2];
                assertTrue(each <= limit, (int) row[0] + " keys, " + flush + ": " + each + " bytes an update");
            }
        }
    }

    @Test
    void manyKeysAreNotSentInFullWithEveryBlock() {
        int keys = 5000;
        SplittableRandom random = new SplittableRandom(11);
        List<Object> messages = new ArrayList<>();
        long[] counts = new long[keys];
        for (int i = 0; i < 100_000; i++) {
            int key = i < keys ? i : random.nextInt(keys);
            counts[key] += random.nextInt(60);
            messages.add(Trees.map("id", (long) key, "name", "a name that is long, of " + key, "count", counts[key]));
        }
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.BLOCK, DeltaFormat.Flush.MESSAGE)) {
            byte[] bytes = write(messages, BY_ID.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.BLOCK_BYTES, 10_000));
            assertTrue(bytes.length < 100_000 * 7, flush + ": " + bytes.length);
            assertRoundTrips(messages, bytes, "many keys");
        }
    }
}
