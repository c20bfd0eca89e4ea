package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsBesideTokens;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Records that are found to be new by their columns alone have the bytes of tokens. Their keys may be looked up later
 * by other operations: handwritten messages, deletions, key frames, and records that are dropped for lack of space. One
 * test gives all keys the same hash.
 */
class NewRecordColumnsTest {
    enum Side {
        BUY,
        SELL
    }

    static class NewRecordOrder extends AbstractMarshallable {
        @Key
        long id;

        @Key
        String venue;

        @Key
        Side side;

        @Key
        boolean isOwn;

        @Key
        double level;

        String note;
        Instant placed;
        ZonedDateTime dueAt;
        OffsetDateTime seenAt;
        LocalDateTime day;
        long quantity;
        double price;
    }

    /** A key whose columns do not encode its exact bytes. */
    static final class NewRecordGraded extends AbstractMarshallable {
        @Key
        float grade;

        @Key
        Instant since;

        long count;
    }

    private static final ZoneId[] ZONES = {
        ZoneId.of("UTC"), ZoneId.of("Europe/Rome"), ZoneOffset.ofHours(2), ZoneOffset.UTC
    };

    private static final String[] NOTES = {
        null, "", "12.50", "2024-01-31", "12:30:00", "b\u20ac", "\ud800", "x".repeat(70)
    };

    private static NewRecordOrder order(long id, Random random) {
        NewRecordOrder order = new NewRecordOrder();
        order.id = id;
        order.venue = random.nextInt(8) == 0 ? null : "V\u00e9" + id % 3;
        order.side = random.nextInt(8) == 0 ? null : Side.values()[(int) (id & 1)];
        order.isOwn = (id & 2) != 0;
        order.level = (id % 5) / 4.0;
        change(order, random);
        return order;
    }

    private static void change(NewRecordOrder order, Random random) {
        order.note = random.nextInt(3) == 0 ? NOTES[random.nextInt(NOTES.length)] : "note " + random.nextInt(300);
        int fraction = new int[] {0, 1_000_000, 1_000, 1, 500_000_000}[random.nextInt(5)] * random.nextInt(2);
        Instant now = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(1_000), fraction);
        ZoneId zone = ZONES[random.nextInt(10) == 0 ? random.nextInt(ZONES.length) : 0];
        order.placed = random.nextInt(20) == 0 ? Instant.MAX : now;
        order.dueAt = random.nextInt(20) == 0 ? null : now.atZone(zone);
        order.seenAt = now.atOffset(ZoneOffset.ofHours(random.nextInt(10) == 0 ? 3 : 1));
        order.day = LocalDateTime.ofEpochSecond(now.getEpochSecond(), fraction, ZoneOffset.UTC);
        order.quantity += random.nextInt(50);
        order.price = random.nextInt(10) == 0 ? random.nextGaussian() : random.nextInt(10_000) / 100.0;
    }

    private static void run(WireOptions options, int seed, int deletes, int byHand, int keyFrames) {
        Random random = new Random(seed);
        ColumnsBesideTokens both = new ColumnsBesideTokens(options);
        List<NewRecordOrder> orders = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            int choice = random.nextInt(1_000);
            if (choice < 300 || orders.isEmpty()) {
                NewRecordOrder order = order(i, random);
                orders.add(order);
                both.write(order);
            } else {
                NewRecordOrder order = orders.get(random.nextInt(orders.size()));
                if (choice < 300 + deletes) {
                    orders.remove(order);
                    both.delete(order);
                } else if (choice < 300 + deletes + byHand) {
                    change(order, random);
                    both.writeByHand(order);
                } else if (choice < 300 + deletes + byHand + keyFrames) {
                    both.keyFrame();
                } else {
                    change(order, random);
                    both.write(order);
                }
            }
        }
    }

    @Test
    void bytesMatchTokens() {
        run(WireOptions.DEFAULTS, 1, 0, 0, 0);
    }

    @Test
    void keysAreLookedForLater() {
        run(WireOptions.DEFAULTS, 2, 20, 0, 0);
        run(WireOptions.DEFAULTS, 3, 0, 5, 0);
        run(WireOptions.DEFAULTS, 4, 10, 10, 0);
        run(WireOptions.DEFAULTS, 5, 2, 1, 0);
    }

    private static final WireOptions WITH_KEY_FRAMES =
            WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH);

    @Test
    void epochsRestart() {
        run(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 1 << 12), 7, 3, 1, 0);
        run(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 1 << 10), 8, 0, 0, 0);
        run(WITH_KEY_FRAMES.with(DeltaFormat.BLOCK_BYTES, 1 << 12), 15, 3, 1, 0);
        run(WITH_KEY_FRAMES.with(DeltaFormat.BLOCK_BYTES, 1 << 10), 16, 0, 0, 1);
        run(WITH_KEY_FRAMES.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(60, 1 << 16)), 17, 2, 1, 1);
    }

    @Test
    void recordsGoWhereThereIsNoRoom() {
        for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
            WireOptions few =
                    limited(WireLimits.DEFAULTS.withMaxKeys(60, 1 << 20)).with(DeltaFormat.WHEN_FULL, overflow);
            run(few, 9, 0, 0, 0);
            run(few, 10, 20, 5, 0);
            // The bytes of keys count as well.
            WireOptions small =
                    limited(WireLimits.DEFAULTS.withMaxKeys(1_000, 40_000)).with(DeltaFormat.WHEN_FULL, overflow);
            run(small, 11, 0, 0, 0);
            run(small, 12, 5, 1, 0);
        }
    }

    /** All of these are found by their columns, to the end. */
    static final class NewRecordTick extends AbstractMarshallable {
        @Key
        long id;

        double price;
        String text;
    }

    @Test
    void aNewRecordTakesTheSlotOfOneThatGoesForIt() {
        WireLimits fewKeys = WireLimits.DEFAULTS.withMaxKeys(16, 1 << 20);
        WireLimits littleState = WireLimits.DEFAULTS.withMaxKeys(100_000, 60_000);
        for (WireLimits limits : List.of(fewKeys, littleState)) {
            ColumnsBesideTokens both = new ColumnsBesideTokens(
                    limited(limits).with(DeltaFormat.WHEN_FULL, DeltaFormat.WhenFull.DROP_IDLE));
            Random random = new Random(20);
            for (int i = 0; i < 3_000; i++) {
                NewRecordTick tick = new NewRecordTick();
                tick.id = i < 1_000 ? i : random.nextInt(1_000);
                tick.price = random.nextInt(100) / 4.0;
                tick.text = "text " + random.nextInt(5);
                both.write(tick);
            }
        }
    }

    private static WireOptions limited(WireLimits limits) {
        return WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits);
    }

    @Test
    void keyFramesSayAllRecords() {
        Random random = new Random(13);
        ColumnsBesideTokens both = new ColumnsBesideTokens(WireOptions.DEFAULTS);
        List<NewRecordOrder> orders = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            orders.add(order(i, random));
            both.write(orders.get(i));
            if (i % 100 == 99) {
                both.keyFrame();
                for (NewRecordOrder order : orders) {
                    change(order, random);
                    both.write(order);
                }
            }
        }
    }

    @Test
    void keysOfOneHash() {
        Random random = new Random(14);
        ColumnsBesideTokens both = new ColumnsBesideTokens(WireOptions.DEFAULTS);
        List<NewRecordOrder> orders = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            NewRecordOrder order = order(0, random);
            order.id = (long) i << Integer.SIZE | i; // the halves cancel out in the hash
            order.venue = "same";
            order.side = Side.BUY;
            orders.add(order);
            both.write(order);
            NewRecordOrder other = orders.get(random.nextInt(orders.size()));
            change(other, random);
            both.write(other);
        }
    }

    @Test
    void keysThatColumnsDoNotTell() {
        ColumnsBesideTokens both = new ColumnsBesideTokens(WireOptions.DEFAULTS);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 100; i++) {
                NewRecordGraded graded = new NewRecordGraded();
                graded.grade = i / 10f;
                graded.since = i % 7 == 0 ? null : Instant.ofEpochSecond(i);
                graded.count = round;
                both.write(graded);
            }
        }
    }

    @Test
    void recordsOfEventsAreFoundByTheirKeysLater() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        Orders orders = wire.methodWriter(Orders.class);
        Random random = new Random(15);
        List<NewRecordOrder> sent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            sent.add(order(i, random));
            orders.order(sent.get(i));
        }
        NewRecordOrder changed = sent.get(50);
        changed.quantity++;
        long before = bytes.writePosition();
        // Another writer uses tokens, and has to find the same record.
        wire.methodWriterBuilder(Orders.class).build().order(changed);
        assertEquals(true, bytes.writePosition() - before < 10, "a message of that record");
        List<NewRecordOrder> read = new ArrayList<>();
        var reader = wire.methodReader((Orders) order -> read.add(order.deepCopy()));
        while (reader.readOne()) {
            // all of them
        }
        sent.add(changed);
        assertEquals(101, read.size());
        assertEquals(changed, read.get(100));
        assertEquals(sent.get(3), read.get(3));
        assertNull(Wire.of("delta", Bytes.allocateElasticOnHeap()).read(NewRecordOrder.class));
    }

    interface Orders {
        void order(NewRecordOrder order);
    }
}
