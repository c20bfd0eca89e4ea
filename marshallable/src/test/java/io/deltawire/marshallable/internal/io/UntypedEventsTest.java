package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.value.DeepCopies;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An object without a type name can be the value of an event or of an unknown field. Only the end of the message
 * decides which, unless it is certain before. Then the objects are read directly.
 */
class UntypedEventsTest {
    static {
        TypeRegistry.shared().register(SubEventNode.class);
    }

    private static final int MESSAGES = 3;

    static class Amounts extends AbstractMarshallable {
        BigDecimal amount = new BigDecimal("1.10");
        BigDecimal large = new BigDecimal("1E+400");
        BigInteger whole = BigInteger.TWO.pow(200);
        long most = Long.MIN_VALUE;
        double minusZero = -0.0;
        double nan = Double.NaN;
        float part = 0.1f;
        char letter = '1';
        String digits = "007";
        Object decimal = new BigDecimal("1.10");
        Object text = "1e3";
        byte[] bytes = {1, 2, 3};
        Map<Object, Object> keys = new LinkedHashMap<>(Map.of(new BigDecimal("2.50"), 1L, 'c', 2L));
    }

    static final class Kept extends AbstractMarshallable implements UnknownFields {
        int more;
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        @Override
        public void unknownField(String name, Object value) {
            unknown.put(name, value);
        }

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    /** A class that reads itself, so that its fields are unknown to the library. */
    static final class UntypedByHand implements WriteMarshallable, ReadMarshallable {
        int v;
        UntypedByHand inner;

        @Override
        public void writeMarshallable(WireOut out) {
            if (inner != null) {
                out.field("inner");
                out.beginObject();
                inner.writeMarshallable(out);
                out.endObject();
            }
            out.field("v");
            out.int64(v);
        }

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                String name = in.fieldName();
                if (name.equals("v")) {
                    v = (int) in.int64();
                } else if (name.equals("inner")) {
                    inner = new UntypedByHand();
                    in.beginObject();
                    inner.readMarshallable(in);
                    in.endObject();
                } else {
                    throw new IllegalStateException("a field " + name + ", which is none");
                }
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void eventsOfClassesThatReadThemselvesAreReadByTheirValue(String format) {
        for (WireOptions options : List.of(
                WireOptions.DEFAULTS,
                WireOptions.DEFAULTS.with(MarshallableOptions.TYPE_NAMES, TypeNamePolicy.ALWAYS))) {
            Wire wire = Wire.of(WireFormats.byName(format), Bytes.allocateElasticOnHeap(), options);
            UntypedByHand into = new UntypedByHand();
            for (int i = 1; i <= 6; i++) {
                UntypedByHand written = new UntypedByHand();
                written.v = i;
                wire.write("update", written);
            }
            assertEquals(1, wire.read(UntypedByHand.class).v);
            assertEquals("update", wire.event());
            assertEquals(2, wire.read(into).v);
            assertEquals(3, wire.readByKey(UntypedByHand.class).v);
            assertTrue(wire.next());
            assertEquals(4, wire.read(UntypedByHand.class).v);
            assertEquals(5, wire.read(UntypedByHand.class).v);
            assertEquals(6, wire.read(into).v);
            assertEquals("update", wire.event());
            assertNull(wire.read(UntypedByHand.class));
        }
    }

    @Test
    void objectsThatReadThemselvesAreTakenFromTheirBegin() {
        String[] objects = {
            "{\"v\":7}", "{\"inner\":{\"v\":1}}", "{\"inner\":{\"v\":1},\"v\":7}", "{}", "{\"update\":{\"v\":9}}"
        };
        Wire wire = Wire.of("json", Bytes.from(String.join("\n", objects) + "\n"));
        assertEquals(7, wire.read(UntypedByHand.class).v);
        assertEquals(1, wire.read(UntypedByHand.class).inner.v);
        UntypedByHand both = wire.read(UntypedByHand.class);
        assertEquals(1, both.inner.v);
        assertEquals(7, both.v);
        assertEquals(0, wire.read(UntypedByHand.class).v);
        assertEquals(9, wire.read(UntypedByHand.class).v);
        assertEquals("update", wire.event());
        assertNull(wire.read(UntypedByHand.class));
    }

    static Map<String, Object> samples() {
        Map<String, Object> samples = new LinkedHashMap<>(Samples.all());
        samples.put("Amounts", new Amounts());
        return samples;
    }

    /** The output of a program in another language: names of fields, and type names only where a value needs one. */
    private static void write(Wire wire, Object value, boolean hasMore) {
        WireOut out = wire.out();
        out.beginMessage();
        out.beginObject();
        out.field("event");
        CodecSet.BUILT_IN.exact(value.getClass()).write(out, value, Wires.session(wire));
        if (hasMore) {
            out.field("more");
            out.int64(5);
        }
        out.endObject();
        out.endMessage();
    }

    private static byte[] messages(WireFormat format, Object value, boolean hasMore) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
        for (int i = 0; i < MESSAGES; i++) {
            write(wire, value, hasMore);
        }
        wire.flush();
        return bytes.toByteArray();
    }

    private static Wire reader(WireFormat format, byte[] messages, boolean isStream) {
        return isStream
                ? Wire.of(format, new Trickle(messages), WireOptions.DEFAULTS)
                : Wire.of(format, Bytes.wrapForRead(messages), WireOptions.DEFAULTS);
    }

    /** A stream that gives a few bytes at a time. */
    private static final class Trickle extends ByteArrayInputStream {
        Trickle(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(length, 7));
        }
    }

    private static String yaml(Object value) {
        return value == null ? "null" : value.getClass().getName() + " " + YamlTexts.of(value);
    }

    /** Returns the result or the error. Errors differ only where something distinguishes the two cases. */
    private static String attempt(java.util.function.Supplier<Object> reading) {
        try {
            return yaml(reading.get());
        } catch (WireException e) {
            return e.getMessage();
        }
    }

    @ParameterizedTest
    @EachFormat
    void everyTypeIsReadAsWithAGivenEvent(String formatName) {
        WireFormat format = WireFormats.byName(formatName);
        List<String> problems = new ArrayList<>();
        samples().forEach((name, sample) -> {
            byte[] messages;
            try {
                messages = messages(format, sample, false);
            } catch (WireException e) {
                assertEquals("csv", formatName, name + ": " + e.getMessage()); // a table does not hold everything
                return;
            }
            for (boolean isStream : new boolean[] {false, true}) {
                Wire known = reader(format, messages, isStream);
                Wire alone = reader(format, messages, isStream);
                Wire into = reader(format, messages, isStream);
                Object used = DeepCopies.copy(sample);
                for (int i = 0; i < MESSAGES; i++) {
                    known.next();
                    String expected = attempt(() -> known.read(sample.getClass()));
                    if (!expected.equals(attempt(() -> alone.read(sample.getClass())))
                            || !"event".equals(alone.event())
                            || !expected.equals(attempt(() -> into.read(used)))) {
                        Wire again = reader(format, messages, false);
                        problems.add(name + ", message " + i + (isStream ? ", stream" : "") + "\n" + expected + "\n"
                                + attempt(() -> again.read(sample.getClass())));
                        return;
                    }
                }
                assertTrue(format.isBinary() || alone.read(sample.getClass()) == null, name);
            }
        });
        assertEquals("", String.join("\n", problems));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatIsNoEventIsAnUnknownField(String formatName) {
        WireFormat format = WireFormats.byName(formatName);
        samples().forEach((name, sample) -> {
            byte[] messages = messages(format, sample, true);
            Wire wire = reader(format, messages, false);
            Wire asMap = reader(format, messages, false);
            for (int i = 0; i < MESSAGES; i++) {
                Map<?, ?> expected = (Map<?, ?>) asMap.read(Map.class);
                Kept kept = i == 1 ? wire.read(new Kept()) : wire.read(Kept.class);
                assertEquals("", wire.event(), name);
                assertEquals(5, kept.more, name);
                assertEquals(yaml(expected.get("event")), yaml(kept.unknown.get("event")), name);
            }
        });
    }

    static class Priced extends AbstractMarshallable {
        String name;
        int size;
    }

    @Test
    void errorsContainTheLocationInTheInput() {
        String said = "json: expected an integer but was text \"many\" at line 3, column 29, path $.event.size";
        String json = "\n\n{\"event\":{\"name\":\"a\",\"size\":\"many\"}}\n{\"event\":{\"name\":\"b\",\"size\":1}}";
        assertEquals(said, error("json", json));
        said = "yaml: expected an integer but was text \"many\" at line 4, column 9, path $.event.size";
        assertEquals(said, error("yaml", "---\nevent:\n  name: a\n  size: many\n---\nevent: {name: b, size: 1}\n"));
        said = "yaml: expected an integer but was text \"many\" at line 4, column 9, path $.event.size";
        assertEquals(
                said, error("yaml", "---\nevent:\n  'name': &x a\n  size: many\n---\nevent: {name: b, size: 1}\n"));
    }

    /** The error of the first message; the second one is read. */
    private static String error(String format, String text) {
        Wire wire = Wire.of(format, Bytes.wrapForRead(text.getBytes(StandardCharsets.UTF_8)));
        String message = assertThrows(WireDataException.class, () -> wire.read(Priced.class))
                .getMessage();
        assertEquals("b", wire.read(Priced.class).name);
        assertEquals("event", wire.event());
        assertNull(wire.read(Priced.class));
        return message;
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"event\":{\"name\":\"%s\",\"size\":3}}", "---\nevent: {name: %s, size: 3}\n---\n"})
    void messagesLargerThanAWindowAreReadUpToTheLimit(String message) {
        String format = message.startsWith("{") ? "json" : "yaml";
        String name = "x".repeat(300_000);
        byte[] bytes = String.format(message, name).getBytes(StandardCharsets.UTF_8);
        Priced read = Wire.of(format, new ByteArrayInputStream(bytes)).read(Priced.class);
        assertEquals(name, read.name);
        assertEquals(3, read.size);
        WireLimits limits = WireLimits.DEFAULTS.withMaxMessageBytes(200_000);
        WireOptions limited = WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits);
        Wire wire = Wire.of(format, new ByteArrayInputStream(bytes), limited);
        String said = assertThrows(MalformedWireException.class, () -> wire.read(Priced.class))
                .getMessage();
        assertTrue(said.contains("of at most 200000 bytes"), said);
    }

    @Test
    void textOfAnEventThatIsCutOffIsTruncated() {
        Wire wire = Wire.of("json", Bytes.wrapForRead("{\"event\":{\"name\":\"a\"".getBytes(StandardCharsets.UTF_8)));
        assertThrows(TruncatedWireException.class, () -> wire.read(Priced.class));
    }

    @Test
    void jsonThatItsScannerLeavesToTheParserIsReadAgain() {
        String json = "{\"event\":{\"na\\u006de\":\"a\",\"size\":1, \"more\" : [1.10, {\"x\":[]}]}}";
        Wire wire = Wire.of("json", Bytes.wrapForRead(json.repeat(2).getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < 2; i++) {
            Priced read = wire.read(Priced.class);
            assertEquals("a", read.name);
            assertEquals(1, read.size);
        }
        assertNull(wire.read(Priced.class));
    }

    static class EventNode extends AbstractMarshallable {
        @Alias("number")
        int v;

        @Alias({"old", "older"})
        EventNode parent;

        @Alias("list")
        List<EventNode> kids;

        Map<String, EventNode> named;
        Object any;

        EventNode() {}

        EventNode(int v) {
            this.v = v;
        }
    }

    static class SubEventNode extends EventNode {
        SubEventNode() {}

        SubEventNode(int v) {
            super(v);
        }
    }

    /** A subclass that the reader does not find by its name. */
    static class UnregisteredEventNode extends EventNode {
        UnregisteredEventNode() {}

        UnregisteredEventNode(int v) {
            super(v);
        }
    }

    record EventRecord(@Alias("number") int v, @Alias("old") EventRecord parent, Object any) {}

    static class EventNodeByHand extends AbstractMarshallable implements ReadMarshallable {
        int v;
        EventNodeByHand parent;

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                if (in.fieldName().equals("v")) {
                    v = (int) in.int64();
                } else {
                    in.skipValue();
                }
            }
        }
    }

    static class UnregisteredByHand extends EventNodeByHand {}

    static final class Leg extends AbstractMarshallable {
        int v;
    }

    static class Legged extends AbstractMarshallable {
        Leg leg;
        Object any;
        int more;
    }

    /** An outermost object has its type name, so a lone value with one is that of an event. */
    @ParameterizedTest
    @EachFormat
    void anEventMayBeNamedAsAFieldOfItsClass(String format) {
        for (String event : List.of("parent", "any", "v", "kids", "named", "old", "older", "number", "list", "other")) {
            for (int way = 0; way < 4; way++) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                for (int i = 1; i <= 8; i++) {
                    wire.write(
                            event,
                            switch (i) {
                                case 4 -> new SubEventNode(i);
                                case 1, 5, 6 -> new UnregisteredEventNode(i);
                                default -> new EventNode(i);
                            });
                }
                for (int i = 1; i <= 8; i++) {
                    EventNode read = switch (way) {
                        case 0 -> wire.read(EventNode.class);
                        case 1 -> wire.readReused(EventNode.class);
                        case 2 -> wire.readByKey(EventNode.class);
                        default -> wire.read(new EventNode());
                    };
                    assertEquals(i, read.v, event + " by " + way);
                    assertNull(read.parent);
                    assertEquals(event, wire.event());
                }
                assertNull(wire.read(EventNode.class));
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void anEventMayBeNamedAsAComponentOfItsRecord(String format) {
        for (String event : List.of("parent", "any", "v", "old", "number", "other")) {
            for (int way = 0; way < 3; way++) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                for (int i = 1; i <= 3; i++) {
                    wire.write(event, new EventRecord(i, null, null));
                }
                for (int i = 1; i <= 3; i++) {
                    EventRecord read = switch (way) {
                        case 0 -> wire.read(EventRecord.class);
                        case 1 -> wire.readReused(EventRecord.class);
                        default -> wire.readByKey(EventRecord.class);
                    };
                    assertEquals(new EventRecord(i, null, null), read, event + " by " + way);
                    assertEquals(event, wire.event());
                }
            }
        }
    }

    /** The prefix that untyped objects have in common is not taken for that of an event. */
    @Test
    void eventsAmongUntypedObjectsAreEvents() {
        String event = "{\"%s\":{\"@dw:EventNode\":{\"v\":3}}}\n";
        for (String name : List.of("v", "number", "parent", "old", "any")) {
            Wire wire = Wire.of("json", Bytes.from(("{\"v\":1}\n{\"v\":2}\n" + event.formatted(name)).repeat(3)));
            for (int i = 0; i < 9; i++) {
                EventNode read = wire.read(EventNode.class);
                assertEquals(i % 3 + 1, read.v, name);
                assertEquals(i % 3 == 2 ? name : "", wire.event());
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void anEventMayBeNamedAsAFieldOfAClassReadByHand(String format) {
        for (String event : List.of("parent", "v", "other")) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            for (int i = 1; i <= 4; i++) {
                EventNodeByHand node = i == 3 ? new UnregisteredByHand() : new EventNodeByHand();
                node.v = i;
                wire.write(event, node);
            }
            for (int i = 1; i <= 4; i++) {
                assertEquals(i, wire.read(EventNodeByHand.class).v, event);
                assertEquals(event, wire.event());
            }
        }
    }

    /** An unknown type name where a field of another class is: it may be a former name of that class. */
    @Test
    void anUnknownTypeMayBeThatOfAField() {
        Wire wire = Wire.of("yaml", Bytes.from("leg: !Former {v: 1}\n---\nany: !Former {v: 1}\nmore: 2\n"));
        assertEquals(1, wire.read(Legged.class).leg.v);
        Legged more = wire.read(Legged.class);
        assertEquals(2, more.more);
        assertEquals(GenericRecord.ofFields("Former", Map.of("v", 1L)), more.any);
    }

    @Test
    void aFieldOfADocumentIsAField() {
        EventNode node = Marshallable.fromString(EventNode.class, "parent: !EventNode {v: 1}");
        assertEquals(1, node.parent.v);
        Wire wire = Wire.of("yaml", Bytes.from("{parent: !EventNode {v: 1}, v: 2}\n"));
        EventNode two = wire.read(EventNode.class);
        assertEquals(2, two.v);
        assertEquals(1, two.parent.v);
        Wire former = Wire.of("yaml", Bytes.from("{old: !EventNode {v: 1}, v: 2}\n"));
        assertEquals(two, former.read(EventNode.class));
        assertEquals(1, Marshallable.fromString(EventNode.class, "old: !EventNode {v: 1}").parent.v);
        assertEquals(
                GenericRecord.ofFields("Unknown", Map.of("v", 1L)),
                Marshallable.fromString(EventNode.class, "any: !Unknown {v: 1}").any);
    }
}
