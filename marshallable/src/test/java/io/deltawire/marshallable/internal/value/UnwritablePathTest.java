package io.deltawire.marshallable.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** A value that cannot be written is reported with its path on every wire, and the wire continues. */
class UnwritablePathTest {
    private static final int MAX_TEXT = 50;

    static class Knot extends AbstractMarshallable {
        int id;
        String text = "x";
        Object any;
        List<Object> list = new ArrayList<>();
        Map<String, Object> map = new LinkedHashMap<>();
        Knot[] array = {};
        Knot next;
    }

    interface Events {
        void one(Knot knot);

        void two(Knot first, Knot second);

        void say(String text);

        Events to(String name);
    }

    private static Wire wire(String format, Bytes<?> bytes) {
        WireLimits limits = WireLimits.DEFAULTS.withMaxTextChars(MAX_TEXT);
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits);
        return Wire.of(format, bytes, options);
    }

    /** A tree with one thing in it that cannot be written, and where that is. */
    private static final class Tree {
        private final Random random;
        private final StringBuilder path = new StringBuilder("$.update");
        final Knot root = new Knot();

        Tree(long seed) {
            random = new Random(seed);
            Knot at = root;
            for (int depth = random.nextInt(5); depth > 0; depth--) {
                at = inside(at);
            }
            spoil(at);
        }

        private Knot inside(Knot at) {
            Knot inner = new Knot();
            int before = random.nextInt(3);
            switch (random.nextInt(5)) {
                case 0 -> {
                    at.any = inner;
                    path.append(".any");
                }
                case 1 -> {
                    for (int i = 0; i < before; i++) {
                        at.list.add(i % 2 == 0 ? "item" : List.of(1L, new Knot()));
                    }
                    at.list.add(inner);
                    path.append(".list[").append(before).append(']');
                }
                case 2 -> {
                    for (int i = 0; i < before; i++) {
                        at.map.put("k" + i, i % 2 == 0 ? 1L : Map.of("m", new Knot()));
                    }
                    at.map.put("key", inner);
                    path.append(".map.key");
                }
                case 3 -> {
                    at.array = new Knot[before + 1];
                    at.array[before] = inner;
                    path.append(".array[").append(before).append(']');
                }
                default -> {
                    at.next = inner;
                    path.append(".next");
                }
            }
            return inner;
        }

        private void spoil(Knot at) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    at.any = new Object(); // the object model refuses that
                    path.append(".any");
                }
                case 1 -> {
                    at.text = "t".repeat(MAX_TEXT + 1); // the format does
                    path.append(".text");
                }
                case 2 -> {
                    at.list.add("good");
                    at.list.add(new Object());
                    path.append(".list[").append(at.list.size() - 1).append(']');
                }
                default -> {
                    at.map.put("last", Thread.currentThread());
                    path.append(".map.last");
                }
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void pathLeadsToWhatCannotBeWritten(String format) {
        for (int seed = 0; seed < 300; seed++) {
            Tree tree = new Tree(seed);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = wire(format, bytes);
            Knot good = new Knot();
            good.id = seed;
            int before = Formats.has(format, Feature.TABLE) ? 0 : 1; // the first message defines the columns
            if (before == 1) {
                wire.write("update", good);
            }
            WireDataException error =
                    assertThrows(WireDataException.class, () -> wire.write("update", tree.root), "seed " + seed);
            assertEquals(tree.path.toString(), error.location().path(), "seed " + seed + ": " + error.getMessage());
            assertFalse(error.location().isInInput());
            assertTrue(error.getMessage().endsWith(" at path " + tree.path), error.getMessage());
            wire.write("update", good);
            wire.close();
            Wire reading = wire(format, bytes);
            for (int i = 0; i <= before; i++) {
                assertEquals(good, reading.read(Knot.class));
            }
            assertNull(reading.read(Knot.class));
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void eventsTellTheirPath(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = wire(format, bytes);
        Events events = wire.methodWriter(Events.class);
        Knot bad = new Knot();
        bad.list.add(new Object());
        String tooLong = "t".repeat(MAX_TEXT + 1);
        events.one(new Knot());
        assertPath("$.one.list[0]", () -> events.one(bad));
        assertPath("$.one.list[0]", () -> events.to("a").one(bad));
        assertPath("$.two", () -> events.two(new Knot(), bad));
        assertPath("$.say", () -> events.say(tooLong));
        assertPath("$.to", () -> events.to(tooLong));
        assertPath("$.to", () -> events.to("a").to("b"));
        events.one(new Knot());
        assertEquals(new Knot(), wire.read(Knot.class));
        assertEquals(new Knot(), wire.read(Knot.class));
        assertNull(wire.read(Knot.class));
    }

    private static void assertPath(String path, Runnable writing) {
        WireDataException error = assertThrows(WireDataException.class, writing::run);
        assertEquals(path, error.location().path(), error.getMessage());
    }

    @Test
    void textForPeopleTellsItToo() {
        Knot bad = new Knot();
        bad.next = new Knot();
        bad.next.any = new Object();
        assertPath("$.next.any", () -> assertEquals("", Marshallable.toString(bad, TypeRegistry.shared())));
    }

    static class Once implements WriteMarshallable {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("a");
            out.int64(1);
            if (calls.getAndIncrement() == 0) {
                throw new WireDataException("mine", "not now", null);
            }
        }
    }

    /** An error that does not occur again is reported unchanged. */
    @Test
    void handwrittenCodeThatFailsOnceIsReportedWithoutPath() {
        Once once = new Once();
        Wire wire = wire("yaml", Bytes.allocateElasticOnHeap());
        WireDataException error = assertThrows(WireDataException.class, () -> wire.write("update", once));
        assertEquals("mine: not now", error.getMessage());
        assertEquals(2, once.calls.get());
    }
}
