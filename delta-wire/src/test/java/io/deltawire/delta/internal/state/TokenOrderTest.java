package io.deltawire.delta.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.StreamModel.Keys;
import io.deltawire.wire.testing.StreamModel.Message;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order of a record's tokens follows its values, also over messages that are not read. */
class TokenOrderTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    @Test
    void recordsAreRightIfOnlySomeMessagesAreRead() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StreamModel model = new StreamModel(seed);
            List<Message> stream = new ArrayList<>();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WireOptions options = WireOptions.DEFAULTS
                    .with(WireOptions.KEY_FIELDS, model.keys() == Keys.FIELDS ? List.of("id") : List.of())
                    .with(DeltaFormat.BLOCK_BYTES, random.nextBoolean() ? 3000 : 1 << 16);
            try (WireOut out = FORMAT.newWriter(bytes, options)) {
                for (int i = 0; i < 500; i++) {
                    stream.add(model.next());
                    stream.get(i).write(out);
                }
            }
            try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
                for (Message message : stream) {
                    assertTrue(in.nextMessage());
                    if (random.nextInt(4) == 0) {
                        Object read = Trees.readMessage(in);
                        assertTrue(StreamModel.same(message.value(), read), () -> message.value() + " but " + read);
                    }
                }
                assertFalse(in.nextMessage());
            }
        }
    }

    /** With more shapes than cached orders, the number that a record has may belong to another order now. */
    @Test
    void evictedOrdersAreCreatedAgain() {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            var map = Trees.map("id", (long) (i % 11));
            for (int field = 0; field < 6; field++) {
                if ((i * 7919 >>> field & 1) != 0) {
                    map.put("f" + field, field % 2 == 0 ? List.of((long) i) : Trees.map("x", "y" + i));
                }
            }
            messages.add(map);
        }
        byte[] bytes = Streams.write(messages, WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")));
        assertEquals(messages, Streams.readOn(bytes, new ArrayList<>()));
    }

    /**
     * A type with many shapes, such as a list of ten lengths, caches more orders while all types together have few
     * enough.
     */
    @Test
    void ordersAreCachedWhileThereIsRoom() {
        assertEquals(64, cachedOrders(new RecordTable(), 200));
        RecordTable slots = new RecordTable();
        int least = 64;
        for (int i = 0; i < 4000; i++) {
            least = Math.min(least, cachedOrders(slots, 70));
        }
        assertEquals(4, least);
        slots.beginEpoch();
        assertEquals(64, cachedOrders(slots, 70));
    }

    /** Returns the number of the last shapes for which a new type still has the same order. */
    private static int cachedOrders(RecordTable slots, int shapes) {
        TypeState type = new TypeState(0, slots, false);
        for (int i = 0; i < 8; i++) {
            type.addLeaf(type.addNode(type.root(), Op.NODE_FIELD, "f" + i, null));
        }
        TokenOrder[] orders = new TokenOrder[shapes];
        for (int i = 0; i < shapes; i++) {
            orders[i] = type.tokenOrder(new long[] {i + 1});
        }
        int same = 0;
        while (same < shapes
                && type.tokenOrder(orders[shapes - 1 - same].number()) == orders[shapes - 1 - same]
                && type.tokenOrder(new long[] {shapes - same}) == orders[shapes - 1 - same]) {
            same++;
        }
        return same;
    }
}
