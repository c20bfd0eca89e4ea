package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Writes objects of several classes over many short epochs, in which most objects have no message. A reader that joins
 * at a key frame gets all objects as they were written last, and then the messages that follow.
 */
class IdleObjectsTest {
    enum Side {
        BUY,
        SELL
    }

    /** A class whose records are found by columns alone. */
    static class IdleFlat extends AbstractMarshallable {
        @Key
        long id;

        @Key
        Side side;

        String note;
        Instant at;
        double price;
        boolean isOwn;
    }

    /** A class with objects inside. */
    static class IdleNested extends AbstractMarshallable {
        @Key
        String id;

        IdleLevel best = new IdleLevel();
        final List<IdleLevel> levels = new ArrayList<>();
        Integer boxed;
        BigDecimal total;
    }

    static class IdleLevel extends AbstractMarshallable {
        double price;
        long size;
    }

    /** A class that writes its key itself. */
    static class IdleByHand extends AbstractMarshallable implements KeyedMarshallable {
        long id;
        long count;
        String text;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(id * 31);
        }
    }

    private final SplittableRandom random = new SplittableRandom(7);
    private final Map<String, AbstractMarshallable> last = new HashMap<>();

    private AbstractMarshallable changed(int kind, int id) {
        String place = kind + "/" + id;
        AbstractMarshallable object = last.computeIfAbsent(place, of -> made(kind, id));
        if (object instanceof IdleFlat flat) {
            flat.note = random.nextInt(5) == 0 ? "note " + random.nextInt(50) : flat.note;
            flat.at = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(1000), random.nextInt(1000) * 1000L);
            flat.price += random.nextInt(-5, 6) / 4.0;
            flat.isOwn = random.nextBoolean();
        } else if (object instanceof IdleNested nested) {
            nested.best = random.nextInt(20) == 0 ? null : nested.best == null ? new IdleLevel() : nested.best;
            if (nested.best != null) {
                nested.best.size += random.nextInt(9);
            }
            if (random.nextInt(10) == 0) {
                nested.levels.add(new IdleLevel());
            }
            if (nested.levels.size() > 4) {
                nested.levels.remove(random.nextInt(4));
            }
            nested.levels.forEach(level -> level.price = random.nextInt(100) / 4.0);
            nested.boxed = random.nextInt(5) == 0 ? null : (Integer) random.nextInt(1000);
            nested.total = BigDecimal.valueOf(random.nextInt(10_000), 2);
        } else {
            IdleByHand byHand = (IdleByHand) object;
            byHand.count += random.nextInt(100);
            byHand.text = "t".repeat(random.nextInt(9));
        }
        return object;
    }

    private static AbstractMarshallable made(int kind, int id) {
        switch (kind) {
            case 0 -> {
                IdleFlat flat = new IdleFlat();
                flat.id = id;
                flat.side = Side.values()[id & 1];
                return flat;
            }
            case 1 -> {
                IdleNested nested = new IdleNested();
                nested.id = "nested " + id;
                return nested;
            }
            default -> {
                IdleByHand byHand = new IdleByHand();
                byHand.id = id;
                return byHand;
            }
        }
    }

    private static Class<? extends AbstractMarshallable> classOf(String event) {
        return switch (event) {
            case "e0" -> IdleFlat.class;
            case "e1" -> IdleNested.class;
            default -> IdleByHand.class;
        };
    }

    private void run(WireOptions options, int keys, int deletes, boolean isBounded) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(new DeltaFormat(), bytes, options);
        for (int step = 0; step < 12_000; step++) {
            int kind = random.nextInt(3);
            // The ids in use change slowly, so that most are idle.
            int id = random.nextInt(12) == 0 ? random.nextInt(keys) : (step / 300 * 2 + random.nextInt(3)) % keys;
            String place = kind + "/" + id;
            if (random.nextInt(1000) < deletes && last.containsKey(place)) {
                wire.delete("e" + kind, last.remove(place));
            } else {
                wire.write("e" + kind, changed(kind, id));
            }
            if (step % 1000 == 999) {
                join(wire, bytes, isBounded);
            }
        }
    }

    private void join(Wire wire, Bytes<?> bytes, boolean isBounded) {
        long from = bytes.writePosition();
        wire.keyFrame();
        Wire joined = Wire.of(
                new DeltaFormat(),
                from(bytes, from),
                WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
        Map<String, AbstractMarshallable> read = new HashMap<>();
        while (joined.next()) {
            AbstractMarshallable object = joined.read(classOf(joined.event()));
            String place = joined.event().substring(1) + "/"
                    + (object instanceof IdleFlat flat
                            ? flat.id
                            : object instanceof IdleNested nested
                                    ? nested.id.substring("nested ".length())
                                    : ((IdleByHand) object).id);
            assertNull(read.put(place, object), place);
        }
        read.forEach((place, object) -> assertEquals(last.get(place), object, place));
        if (!isBounded) {
            assertEquals(last.keySet(), read.keySet());
        }
        assertTrue(!read.isEmpty());
    }

    private static Bytes<?> from(Bytes<?> bytes, long offset) {
        byte[] copy = new byte[(int) (bytes.writePosition() - offset)];
        bytes.read(offset, copy, 0, copy.length);
        return Bytes.wrapForRead(copy);
    }

    private static final WireOptions SHORT = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 1000);

    @Test
    void keyFramesHaveAllObjects() {
        for (DeltaFormat.KeyFrames when : List.of(DeltaFormat.KeyFrames.ON_REQUEST, DeltaFormat.KeyFrames.EACH_EPOCH)) {
            for (int deletes : new int[] {0, 20}) {
                last.clear();
                run(SHORT.with(DeltaFormat.KEY_FRAMES, when), 60, deletes, false);
            }
        }
    }

    @Test
    void nothingIsOutOfDateWhereRecordsHaveToGo() {
        for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
            last.clear();
            WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(100, 40_000);
            WireOptions options = SHORT.with(DeltaFormat.WHEN_FULL, overflow).with(WireOptions.LIMITS, limits);
            run(options, 60, 10, true);
        }
    }
}
