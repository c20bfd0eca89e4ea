package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.record.NestedUpdatesTest.LeafPart;
import io.deltawire.marshallable.internal.record.NestedUpdatesTest.LeafWhole;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.ColumnsBesideTokens;
import io.deltawire.marshallable.testing.WideSamples;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.testing.Effort;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * New records of nested objects have the same bytes by columns and by tokens. This holds for any content, any record
 * before, and any later update of the records.
 */
class NewObjectColumnsTest {
    /** Has a key that columns encode although it is not the first field. */
    static class NewObject extends AbstractMarshallable {
        LeafPart part = new LeafPart();
        long number;

        @Key
        long id;

        @Key
        String venue;

        Double boxed = 1.5;
        BigDecimal sum = new BigDecimal("10.25");
        List<LeafPart> parts = new ArrayList<>();
        Map<String, Long> counts = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        long[] longs = {1, 2, 3};
        double price;
        float ratio;
        Instant at = Instant.EPOCH;
        LeafPart other;

        void change(Random random, int i) {
            switch (random.nextInt(16)) {
                case 0 -> part.change(random, i);
                case 1 -> boxed = random.nextInt(6) == 0 ? null : (Double) (random.nextInt(400) / 8.0);
                case 2 -> sum = BigDecimal.valueOf(random.nextInt(10_000), random.nextInt(8) == 0 ? 3 : 2);
                case 3 -> parts.add(random.nextInt(parts.size() + 1), new LeafPart());
                case 4 -> parts.clear();
                case 5 -> parts.forEach(each -> each.change(random, i));
                case 6 -> counts.put("c" + random.nextInt(4), random.nextLong(9));
                case 7 -> counts.clear();
                case 8 -> names.add("n" + random.nextInt(5));
                case 9 -> names.clear();
                case 10 -> longs[random.nextInt(longs.length)] += 5;
                case 11 -> longs = new long[random.nextInt(4) + 1];
                case 12 -> at = random.nextInt(9) == 0 ? null : Instant.ofEpochSecond(i, random.nextInt(2));
                case 13 -> other = random.nextBoolean() ? null : new LeafPart();
                case 14 -> ratio = random.nextInt(9) / 4f;
                default -> price = random.nextInt(5) == 0 ? random.nextGaussian() : random.nextInt(50_000) / 100.0;
            }
            if (parts.size() > 4) {
                parts.remove(0);
            }
        }
    }

    /**
     * The composition of a stream: in a thousand messages the numbers of new records, deletions, handwritten messages
     * and key frames.
     */
    private record Mix(int news, int deletes, int byHand, int keyFrames) {}

    private static final Mix PLAIN = new Mix(300, 0, 0, 0);
    private static final Mix NEWS = new Mix(950, 0, 0, 0);
    private static final Mix ALL = new Mix(500, 20, 10, 2);

    private static void run(WireOptions options, int seed, Mix mix) {
        Random random = new Random(seed);
        ColumnsBesideTokens both = new ColumnsBesideTokens(options);
        List<AbstractMarshallable> objects = new ArrayList<>();
        AbstractMarshallable last = new NewObject();
        for (int i = 0; i < Effort.times(1_000); i++) {
            int choice = random.nextInt(1_000);
            if (choice < mix.news || objects.isEmpty()) {
                last = isWhole(random, i) ? newWhole(last, random, i) : newObject(last, random, i);
                String name = name(last);
                objects.removeIf(object -> name(object).equals(name));
                objects.add(last);
                both.write(event(last), last);
                continue;
            }
            AbstractMarshallable object = objects.get(random.nextInt(objects.size()));
            if (choice < mix.news + mix.deletes) {
                objects.remove(object);
                both.delete(event(object), object);
                continue;
            }
            change(object, random, i);
            if (choice < mix.news + mix.deletes + mix.byHand) {
                both.writeByHand(event(object), object);
            } else if (choice < mix.news + mix.deletes + mix.byHand + mix.keyFrames) {
                both.keyFrame();
            } else {
                both.write(event(object), object);
            }
        }
    }

    /** Writes one class for a while, and sometimes alternates. */
    private static boolean isWhole(Random random, int i) {
        return i / 300 % 3 == 2 && random.nextBoolean();
    }

    private static String event(AbstractMarshallable object) {
        return object instanceof NewObject made ? "object" + Math.floorMod(made.id, 2) : "whole";
    }

    private static String name(AbstractMarshallable object) {
        return object instanceof NewObject made ? made.id + " " + made.venue : ((LeafWhole) object).id;
    }

    private static void change(AbstractMarshallable object, Random random, int i) {
        for (int n = random.nextInt(3); n >= 0; n--) {
            if (object instanceof NewObject made) {
                made.change(random, i);
            } else {
                ((LeafWhole) object).change(random, i);
            }
        }
    }

    /** Returns an object that equals the one before, or shares nothing with it. */
    private static NewObject newObject(AbstractMarshallable last, Random random, int i) {
        NewObject made =
                last instanceof NewObject before && random.nextInt(8) > 0 ? before.deepCopy() : new NewObject();
        made.id = random.nextInt(10) == 0 ? random.nextInt(40) : i;
        made.venue = random.nextInt(6) == 0 ? null : "V" + i % 5;
        made.number = random.nextInt(1_000);
        change(made, random, i);
        return made;
    }

    private static LeafWhole newWhole(AbstractMarshallable last, Random random, int i) {
        LeafWhole made =
                last instanceof LeafWhole before && random.nextInt(8) > 0 ? before.deepCopy() : new LeafWhole();
        made.id = "w" + i;
        change(made, random, i);
        return made;
    }

    @Test
    void bytesMatchTokens() {
        for (int seed = 0; seed < 4; seed++) {
            run(WireOptions.DEFAULTS, seed, PLAIN);
            run(WireOptions.DEFAULTS, 10 + seed, NEWS);
        }
    }

    @Test
    void keysAreLookedForLater() {
        run(WireOptions.DEFAULTS, 20, new Mix(300, 5, 0, 0));
        run(WireOptions.DEFAULTS, 21, new Mix(300, 0, 5, 0));
        run(WireOptions.DEFAULTS, 22, ALL);
        run(WireOptions.DEFAULTS, 23, ALL);
    }

    @Test
    void epochsRestart() {
        run(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 1 << 13), 30, NEWS);
        run(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 1 << 11), 31, PLAIN);
        run(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 1 << 13), 32, ALL);
    }

    @Test
    void recordsGoWhereThereIsNoRoom() {
        WireLimits fewKeys = WireLimits.DEFAULTS.withMaxKeys(40, 1 << 22);
        WireLimits littleState = WireLimits.DEFAULTS.withMaxKeys(1_000, 300_000);
        int seed = 40;
        for (WireLimits limits : List.of(fewKeys, littleState)) {
            for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
                WireOptions options =
                        WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits).with(DeltaFormat.WHEN_FULL, overflow);
                run(options, seed++, PLAIN);
                run(options, seed++, NEWS);
                run(options, seed++, ALL);
            }
        }
    }

    /** More than 64 fields, with all keys of one hash, which are in the last part. */
    @Test
    void newRecordsOfWideClasses() {
        Random random = new Random(50);
        ColumnsBesideTokens both = new ColumnsBesideTokens(WireOptions.DEFAULTS);
        WideSamples.WideState last = new WideSamples.WideState();
        for (int i = 0; i < 1_200; i++) {
            WideSamples.WideState made = random.nextInt(20) == 0 ? new WideSamples.WideState() : last.deepCopy();
            made.id = new java.util.UUID(5, i % 400);
            made.symbol = i % 3 == 0 ? "Aa" : i % 7 == 0 ? "BB" : "s" + i % 50;
            made.move(i);
            made.box = i % 5 == 0 ? null : (Integer) i;
            both.write(made);
            last = made;
        }
    }

    /** Nearly all records that can equal the record before are written by columns, whatever their order is. */
    @Test
    void newRecordsGoByColumns() {
        assertEquals(0, byTokens(false), "all are of one shape");
        assertTrue(byTokens(true) < 90, "of many shapes: " + byTokens(true));
    }

    /** Returns how many of 1,000 new records and 500 updates are written by tokens, once the type exists. */
    private static int byTokens(boolean varies) {
        Random random = new Random(60);
        Wire writer = Wire.of("delta", Bytes.allocateElasticOnHeap());
        FieldColumns columns = CodecSet.BUILT_IN.ofObject(NewObject.class).columns(CodecContext.ofDefaults("delta"));
        RecordKeyEncoder key = new RecordKeyEncoder(CodecContext.ofDefaults("delta"));
        Set<Long> known = new HashSet<>();
        int count = 0;
        NewObject object = new NewObject();
        object.parts.add(new LeafPart());
        object.counts.put("c1", 1L);
        for (int i = 0; i < 1_500; i++) {
            object.id = i % 3 == 2 ? i - 1 : i;
            object.number += random.nextInt(9);
            object.part.count++;
            object.part.name = "n" + i;
            object.boxed = random.nextInt(100) / 4.0;
            object.sum = BigDecimal.valueOf(random.nextInt(10_000), 2);
            object.price = random.nextInt(100_000) / 100.0;
            object.counts.put("c1", random.nextLong(50));
            if (varies && random.nextInt(4) == 0) {
                object.change(random, i);
            }
            ColumnWriter out = (ColumnWriter) writer.out();
            if (!out.writeColumns("e", columns, object, null, 0)
                    && !out.writeColumns("e", columns, object, key.bytes(), key.encode(object))) {
                ColumnsAndTokens.writeTokens(writer, "e", object);
                count += i > 100 ? 1 : 0;
            }
            known.add(object.id);
        }
        assertEquals(1_000, known.size());
        return count;
    }
}
