package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A key has one live object even if its messages do not match the fields of the class: extra or missing fields, another
 * order, other kinds, at times or always. Its content equals that of a new object.
 */
class LiveByTokensTest {
    static class TokenGauge extends AbstractMarshallable {
        @Key
        String id;

        @Key
        int place;

        double level;
        String state = "unknown";
        long count;
        List<Double> samples = new ArrayList<>();
        TokenGauge inside;
    }

    /** Handwritten messages: fields in the message's order, with changing kinds, some missing, some unknown. */
    private static void write(WireOut out, Random random, String id, int place, int shape, int depth) {
        out.beginObject();
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        java.util.Collections.shuffle(order, new Random(shape));
        for (int field : order) {
            boolean isLeftOut = random.nextInt(12) == 0;
            switch (field) {
                case 0 -> text(out, "id", id);
                case 1 -> {
                    out.field("place");
                    out.int64(place);
                }
                case 2 -> {
                    if (!isLeftOut) {
                        out.field("level");
                        int level = random.nextInt(20);
                        if ((shape & 1) == 0 && level % 4 == 0) {
                            out.int64(level);
                        } else {
                            out.float64(level / 4.0);
                        }
                    }
                }
                case 3 -> {
                    if (!isLeftOut) {
                        text(out, "state", random.nextInt(4) == 0 ? "2026-11-25" : "state " + random.nextInt(3));
                    }
                }
                case 4 -> {
                    if (!isLeftOut) {
                        out.field("count");
                        if (random.nextInt(6) == 0) {
                            out.text("" + random.nextInt(9));
                        } else {
                            out.int64(random.nextInt(1000));
                        }
                    }
                }
                case 5 -> {
                    if ((shape & 2) == 0) {
                        out.field("samples");
                        out.beginList();
                        for (int i = random.nextInt(3); i > 0; i--) {
                            out.float64(random.nextInt(8) / 2.0);
                        }
                        out.endList();
                    }
                }
                case 6 -> {
                    if ((shape & 4) == 0 && depth == 0 && !isLeftOut) {
                        out.field("inside");
                        if (random.nextInt(4) == 0) {
                            out.nullValue();
                        } else {
                            write(out, random, "in", random.nextInt(2), shape, 1);
                        }
                    }
                }
                default -> {
                    if ((shape & 8) == 0 || random.nextInt(30) == 0) {
                        text(out, "added", "unknown");
                    }
                }
            }
        }
        out.endObject();
    }

    private static void text(WireOut out, String name, String value) {
        out.field(name);
        out.text(value);
    }

    @Test
    void aKeyHasOneObjectWhateverItsMessagesAreMadeOf() {
        int kept = 0;
        for (int seed = 0; seed < 160; seed++) {
            Random random = new Random(seed);
            boolean hasEpochs = seed % 4 == 3;
            boolean isEvent = random.nextBoolean();
            String path = isEvent ? "gauge." : "";
            WireOptions options = WireOptions.DEFAULTS
                    .with(WireOptions.KEY_FIELDS, List.of(path + "id", path + "place"))
                    .with(DeltaFormat.BLOCK_BYTES, hasEpochs ? 600 : 1 << 16);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            WireOut out = new DeltaFormat().newWriter(bytes, options);
            int shape = random.nextInt(16);
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                String id = "id " + random.nextInt(3);
                int place = random.nextInt(2);
                keys.add(id + " " + place);
                out.beginMessage();
                if (isEvent) {
                    out.beginObject();
                    out.event("gauge");
                }
                write(out, random, id, place, random.nextInt(60) == 0 ? random.nextInt(16) : shape, 0);
                if (isEvent) {
                    out.endObject();
                }
                out.endMessage();
            }
            out.close();
            Wire fresh = Wire.of("delta", Bytes.wrapForRead(bytes.toByteArray()));
            Wire live = Wire.of("delta", Bytes.wrapForRead(bytes.toByteArray()));
            Map<String, Object> objects = new HashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                String message = "seed " + seed + ", message " + i;
                TokenGauge expected = fresh.read(TokenGauge.class);
                if (random.nextInt(3) == 0) {
                    assertTrue(live.next(), message);
                }
                TokenGauge actual = live.readByKey(TokenGauge.class);
                assertEquals(expected, actual, message);
                assertEquals(fresh.event(), live.event(), message);
                Object before = objects.put(keys.get(i), actual);
                if (before != null) {
                    assertSame(before, actual, message);
                    kept++;
                }
            }
            assertNull(live.readByKey(TokenGauge.class));
        }
        assertTrue(kept > 160 * 280);
    }

    static class TokenTick extends AbstractMarshallable {
        @Key
        String id = "a";

        double price;
    }

    static class LaterTokenTick extends AbstractMarshallable {
        @Key
        String id;

        double price;
        String added = "default";
    }

    private static Wire reader(Bytes<?> bytes) {
        return Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Tick", LaterTokenTick.class).asOptions());
    }

    private static Wire writer(Bytes<?> bytes) {
        return Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Tick", TokenTick.class).asOptions());
    }

    @Test
    void aDeletedKeyHasAnotherObject() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire out = writer(bytes);
        Wire in = reader(bytes);
        TokenTick tick = new TokenTick();
        out.write("tick", tick);
        LaterTokenTick first = in.readByKey(LaterTokenTick.class);
        tick.price = 1.5;
        out.write("tick", tick);
        assertSame(first, in.readByKey(LaterTokenTick.class));
        assertEquals(1.5, first.price);
        out.delete("tick", tick);
        LaterTokenTick deleted = in.readByKey(LaterTokenTick.class);
        assertTrue(in.isDeletion());
        assertEquals("a", deleted.id);
        out.write("tick", tick);
        assertNotSame(first, in.readByKey(LaterTokenTick.class));
    }

    /** If a message has several values, each is an object of its own. Only the first is the object of the record. */
    @Test
    void severalEventsInOneMessageAreSeveralObjects() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = new DeltaFormat().newWriter(bytes, WireOptions.DEFAULTS);
        for (int i = 0; i < 3; i++) {
            out.beginMessage();
            out.beginObject();
            for (String event : new String[] {"first", "second"}) {
                out.event(event);
                out.type("Tick");
                out.beginObject();
                out.field("id");
                out.text("a");
                out.field("price");
                out.float64(event.equals("first") ? i : -i);
                out.endObject();
            }
            out.endObject();
            out.endMessage();
        }
        out.flush();
        Wire in = reader(bytes);
        for (int i = 0; i < 3; i++) {
            LaterTokenTick first = in.readByKey(LaterTokenTick.class);
            assertEquals("first", in.event());
            LaterTokenTick second = in.readByKey(LaterTokenTick.class);
            assertEquals("second", in.event());
            assertEquals(i, first.price);
            assertEquals(-i, second.price);
            assertNotSame(first, second);
        }
    }

    /** A value that does not fit is reported, and the next message sets the whole object. */
    @Test
    void anObjectThatHasMissedAMessageIsSetWhole() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
        WireOut out = new DeltaFormat().newWriter(bytes, options);
        String[] prices = {"1.5", "2.5", "none", "3.5"};
        for (String price : prices) {
            out.beginMessage();
            out.type("Tick");
            out.beginObject();
            text(out, "id", "a");
            out.field("price");
            if (price.equals("none")) {
                out.text(price);
            } else {
                out.float64(Double.parseDouble(price));
            }
            out.endObject();
            out.endMessage();
        }
        out.flush();
        Wire in = reader(bytes);
        LaterTokenTick object = in.readByKey(LaterTokenTick.class);
        object.added = "set by the application";
        assertSame(object, in.readByKey(LaterTokenTick.class));
        assertEquals("default", object.added);
        assertThrows(WireDataException.class, () -> in.readByKey(LaterTokenTick.class));
        LaterTokenTick after = in.readByKey(LaterTokenTick.class);
        assertSame(object, after);
        assertEquals(3.5, object.price);
    }

    static class BaseTick extends AbstractMarshallable {
        @Key
        int id;

        double v;
    }

    static class SubTick extends BaseTick {
        int extra = 7;
    }

    /** A whole number for a double, which is read by tokens. */
    @Test
    void anotherClassAskedForHasAnotherObject() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out =
                new DeltaFormat().newWriter(bytes, WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("p.id")));
        for (int i = 0; i < 3; i++) {
            out.beginMessage();
            out.beginObject();
            out.event("p");
            out.type("BaseTick");
            out.beginObject();
            out.field("id");
            out.int64(1);
            out.field("v");
            out.int64(i);
            out.endObject();
            out.endObject();
            out.endMessage();
        }
        out.flush();
        Wire in = Wire.of("delta", bytes);
        SubTick sub = in.readByKey(SubTick.class);
        BaseTick base = in.readByKey(BaseTick.class);
        assertSame(BaseTick.class, base.getClass());
        assertEquals(0, sub.v);
        assertEquals(1, base.v);
        assertSame(base, in.readByKey(BaseTick.class));
        assertEquals(2, base.v);
    }

    static class Keyless extends AbstractMarshallable {
        int id;
        double v;
    }

    /**
     * The class does not contain the key of the records, so it cannot tell which object of the epoch before belongs to
     * which record.
     */
    @Test
    void objectNeverMovesToAnotherKey() {
        WireOptions byField = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("p.id"));
        for (WireOptions options : List.of(byField, WireOptions.DEFAULTS)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire out = Wire.of("delta", bytes, options);
            Wire in = Wire.of("delta", bytes);
            Map<Integer, Keyless> held = new HashMap<>();
            for (int epoch = 0; epoch < 4; epoch++) {
                for (int i = 0; i < 3; i++) {
                    int id = epoch % 2 == 0 ? i : 2 - i;
                    if (options == byField) {
                        Keyless object = new Keyless();
                        object.id = id;
                        object.v = epoch;
                        out.write("p", object);
                    } else {
                        BaseTick object = new BaseTick();
                        object.id = id;
                        object.v = epoch;
                        out.write("p", object);
                    }
                    Keyless read = in.readByKey(Keyless.class);
                    assertEquals(id, read.id);
                    held.put(id, read);
                    held.forEach((key, object) -> assertEquals(key, object.id));
                }
                out.keyFrame();
            }
        }
    }
}
