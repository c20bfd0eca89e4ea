package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.StateSize;
import io.deltawire.delta.internal.state.WriterRecords;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Idle records stay within the bounds of an epoch and use them fully. The records with the latest messages stay. */
class IdleBoundsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private DeltaWriter writer(WireOptions options, int keys, long stateBytes) {
        WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(keys, stateBytes);
        return (DeltaWriter) FORMAT.newWriter(bytes, options.with(WireOptions.LIMITS, limits));
    }

    /** Writes an epoch with these records. */
    private static void write(DeltaWriter out, int from, int to, ToLongFunction<Long> textLength) {
        for (long id = from; id < to; id++) {
            String text = (id + " ").repeat(2000).substring(0, (int) textLength.applyAsLong(id));
            Trees.writeMessage(out, Trees.map("id", id, "text", text));
        }
        out.blocks().endEpoch();
    }

    private Set<Long> joined(DeltaWriter out) {
        int from = bytes.size();
        out.keyFrame();
        byte[] all = bytes.toByteArray();
        Set<Long> ids = new TreeSet<>();
        WireIn in = FORMAT.newReader(
                Arrays.copyOfRange(all, from, all.length),
                WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
        while (in.nextMessage()) {
            ids.add((Long) ((Map<?, ?>) Trees.readMessage(in)).get("id"));
        }
        return ids;
    }

    @Test
    void retainsTheRecordsWithTheLatestMessages() {
        DeltaWriter out = writer(BY_ID, 10, 1 << 20);
        for (int epoch = 0; epoch < 5; epoch++) {
            write(out, 4 * epoch, 4 * epoch + 4, id -> 3);
        }
        Set<Long> ids = joined(out);
        assertEquals(10, ids.size(), ids.toString());
        assertTrue(ids.containsAll(List.of(12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L)), ids.toString());
        assertTrue(ids.stream().allMatch(id -> id >= 8), ids.toString());
    }

    /** A key frame without room for all texts has the records with the latest messages. */
    @Test
    void keyFrameOmitsTheRecordsThatWereIdleLongest() {
        DeltaWriter out = writer(BY_ID, 1000, 100_000);
        write(out, 0, 30, id -> 2500);
        write(out, 30, 55, id -> 2500);
        Set<Long> ids = joined(out);
        assertTrue(ids.size() < 45, ids.size() + " records");
        for (long id = 30; id < 55; id++) {
            assertTrue(ids.contains(id), ids.toString());
        }
    }

    /** The test's own model of a record. */
    private record ModelRecord(Object type, long typeBytes, long bytes, int epoch, int slot) {}

    /** The records by type and key. */
    private static Map<String, ModelRecord> modelOf(Collection<RecordState> records, int epoch) {
        Map<String, ModelRecord> retained = new LinkedHashMap<>();
        for (RecordState record : records) {
            retained.put(
                    record.type().owner().identity() + Arrays.toString(record.key()),
                    new ModelRecord(
                            record.type(),
                            StateSize.type(record.type()),
                            StateSize.record(record.type()) + record.key().length,
                            epoch > 0 ? epoch : record.idleEpoch(),
                            record.id()));
        }
        return retained;
    }

    private static long bytes(Collection<ModelRecord> records) {
        IdentityHashMap<Object, Long> types = new IdentityHashMap<>();
        long bytes = 0;
        for (ModelRecord record : records) {
            types.put(record.type, record.typeBytes);
            bytes += record.bytes;
        }
        return bytes + types.values().stream().mapToLong(size -> size).sum();
    }

    private static void message(DeltaWriter out, SplittableRandom random, MessageKind kind) {
        int key = random.nextInt(60);
        out.beginMessage(kind);
        out.recordKey(new byte[1 + key], 0, 1 + key);
        Trees.write(
                out,
                new Trees.Typed("T" + random.nextInt(3), Trees.map("n", (long) random.nextInt(), "key", key + "")));
        out.endMessage();
    }

    @Test
    void retainsExactlyTheIdleRecordsThatTheBoundsAllow() {
        for (long[] bounds : new long[][] {{30, 1 << 20}, {1000, 16_000}, {1000, 24_000}, {40, 18_000}}) {
            DeltaWriter out = writer(WireOptions.DEFAULTS, (int) bounds[0], bounds[1]);
            SplittableRandom random = new SplittableRandom(bounds[1]);
            WriterRecords records = out.encoder().records();
            int forgotten = 0;
            for (int epoch = 1; epoch < 300; epoch++) {
                message(out, random, MessageKind.DATA);
                for (int i = random.nextInt(15); i > 0; i--) {
                    message(out, random, random.nextInt(8) == 0 ? MessageKind.DELETE : MessageKind.DATA);
                }
                if (epoch % 20 == 0) {
                    Object[] idle = records.idleRecords();
                    if (idle.length > 0) {
                        records.forgetIdleType(((RecordState) idle[idle.length - 1])
                                .type()
                                .owner()
                                .identity());
                    }
                }
                Map<String, ModelRecord> before = modelOf(List.of(records.idleRecords()), 0);
                before.putAll(modelOf(records.all(), epoch));
                out.blocks().endEpoch();
                out.beginMessage(MessageKind.DATA);
                out.cancelMessage();
                Map<String, ModelRecord> after = modelOf(List.of(records.idleRecords()), 0);
                String context = Arrays.toString(bounds) + ", epoch " + epoch;
                assertTrue(after.size() <= bounds[0], context + ": " + after.size() + " records");
                assertTrue(bytes(after.values()) <= bounds[1], context + ": " + bytes(after.values()) + " bytes");
                assertTrue(before.keySet().containsAll(after.keySet()), context);
                before.keySet().removeAll(after.keySet());
                forgotten += before.size();
                ModelRecord last = null;
                for (ModelRecord gone : before.values()) {
                    if (last == null || gone.epoch > last.epoch || gone.epoch == last.epoch && gone.slot > last.slot) {
                        last = gone;
                    }
                }
                if (last != null) {
                    int lastEpoch = last.epoch;
                    assertTrue(after.values().stream().allMatch(retained -> retained.epoch >= lastEpoch), context);
                    List<ModelRecord> withLast = new ArrayList<>(after.values());
                    withLast.add(last);
                    assertTrue(
                            withLast.size() > bounds[0] || bytes(withLast) > bounds[1],
                            context + ": a record was forgotten for which there was room");
                }
            }
            assertTrue(forgotten > 100, "the bounds were hit " + forgotten + " times");
        }
    }
}
