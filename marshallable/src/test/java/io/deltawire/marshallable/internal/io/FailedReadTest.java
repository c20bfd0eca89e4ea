package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** After a failure in one message, the next call continues with the next message. */
class FailedReadTest {
    /** Reads itself, and throws in the middle if its text demands it. */
    static final class ByHandOnly implements ReadMarshallable, WriteMarshallable {
        String text = "";
        boolean throwsError;

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("list");
            out.beginList();
            out.text(text);
            out.text("more");
            out.endList();
            out.field("after");
            out.int64(1);
        }

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                if (in.fieldName().equals("list")) {
                    in.beginList();
                    text = in.text();
                    if (text.equals("boom")) {
                        throw new IllegalStateException("boom");
                    }
                    if (text.equals("overflow")) {
                        text += overflow(0);
                    }
                    in.endList();
                } else {
                    in.skipValue();
                }
            }
        }
    }

    /** Ends in a StackOverflowError. */
    private static int overflow(int depth) {
        return depth == Integer.MAX_VALUE ? depth : 1 + overflow(depth + 1);
    }

    sealed interface Thing permits RoundThing {}

    record RoundThing(double radius) implements Thing {}

    record UnknownThing(double radius) {}

    record ObjectForNumber(String sym, RoundThing id) {}

    static class FitSample extends AbstractMarshallable {
        String sym;
        int id;
        Thing shape = new RoundThing(1);
        ByHandOnly hand = new ByHandOnly();
        List<Integer> items = new ArrayList<>(List.of(1));

        FitSample() {}

        FitSample(String sym) {
            this.sym = sym;
        }
    }

    /** Has values that {@link FitSample} cannot hold, under the same name. */
    static class MisfitSample extends AbstractMarshallable {
        String sym;
        String id = "5";
        Object shape = new RoundThing(1);
        ByHandOnly hand = new ByHandOnly();
        List<Object> items = new ArrayList<>(List.of(1L));
    }

    interface Events {
        void event(FitSample value);
    }

    private static Map<String, Object> failures() {
        Map<String, Object> failures = new LinkedHashMap<>();
        MisfitSample misfit = new MisfitSample();
        misfit.id = "no number";
        failures.put("misfit", misfit);
        failures.put("object for a number", new ObjectForNumber("b", new RoundThing(2)));
        MisfitSample type = new MisfitSample();
        type.shape = new UnknownThing(2);
        failures.put("unknown type", type);
        MisfitSample item = new MisfitSample();
        item.items.add("no number");
        failures.put("item", item);
        MisfitSample byHand = new MisfitSample();
        byHand.hand.text = "boom";
        failures.put("by hand", byHand);
        failures.put("scalar", 5L);
        failures.put("list", List.of(1L, 2L));
        return failures;
    }

    private static Map<String, Function<Wire, Object>> ways() {
        Map<String, Function<Wire, Object>> ways = new LinkedHashMap<>();
        FitSample into = new FitSample();
        ways.put("read", wire -> wire.read(FitSample.class));
        ways.put("read into", wire -> wire.read(into));
        ways.put("live", wire -> wire.readByKey(FitSample.class));
        ways.put("next and read", wire -> wire.next() ? wire.read(FitSample.class) : null);
        ways.put("next and read into", wire -> wire.next() ? wire.read(into) : null);
        ways.put("next and live", wire -> wire.next() ? wire.readByKey(FitSample.class) : null);
        return ways;
    }

    private static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (String format : Formats.all()) {
            for (String failure : failures().keySet()) {
                boolean isColumns = failure.equals("misfit") || failure.equals("item") || failure.equals("by hand");
                if (isColumns || !Formats.has(format, Feature.TABLE)) {
                    cases.add(Arguments.of(format, failure, true));
                    cases.add(Arguments.of(format, failure, false));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}, {1}, events: {2}")
    @MethodSource("cases")
    void nextCallGoesOnWithTheNextMessage(String format, String failure, boolean isEvent) {
        WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create());
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, options);
        for (Object each :
                List.of(new FitSample("a"), failures().get(failure), new FitSample("c"), new FitSample("d"))) {
            if (isEvent) {
                wire.write("event", each);
            } else {
                wire.write(each);
            }
        }
        wire.close();
        byte[] content = bytes.toByteArray();
        // Without next(), an event that is no object could be a field, in text.
        boolean needsNext = isEvent && (failure.equals("scalar") || failure.equals("list"));
        ways().forEach((name, way) -> {
            if (name.startsWith("next") || !needsNext) {
                WireOptions fresh = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create());
                Wire in = Wire.of(format, new ByteArrayInputStream(content), fresh);
                assertEquals(List.of("a", "c", "d"), symbols(in, way, 1), name);
            }
        });
        if (isEvent) {
            List<String> called = new ArrayList<>();
            Wire in = Wire.of(
                    WireFormats.byName(format),
                    Bytes.wrapForRead(content),
                    WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create()));
            MethodReader reader = in.methodReader((Events) value -> called.add(value.sym));
            assertTrue(reader.readOne());
            assertThrows(RuntimeException.class, reader::readOne);
            assertTrue(reader.readOne());
            assertTrue(reader.readOne());
            assertFalse(reader.readOne());
            assertEquals(List.of("a", "c", "d"), called);
        }
    }

    /** Also covers a message that is read by its columns, as all but the first of a delta stream are. */
    @Test
    void overflowOfANestedObjectIsReportedAndEndsReading() {
        FitSample overflowing = new FitSample("b");
        overflowing.hand.text = "overflow";
        for (String format : Formats.all()) {
            WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create());
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire out = Wire.of(format, bytes, options);
            for (Object each : List.of(new FitSample("a"), new FitSample("a"), overflowing, new FitSample("c"))) {
                out.write(each);
            }
            out.close();
            byte[] content = bytes.toByteArray();
            ways().forEach((name, way) -> {
                String what = format + ", " + name;
                Wire in = Wire.of(format, new ByteArrayInputStream(content), options);
                assertEquals("a", ((FitSample) way.apply(in)).sym, what);
                assertEquals("a", ((FitSample) way.apply(in)).sym, what);
                assertThrows(WireDataException.class, () -> way.apply(in), what);
                assertThrows(WireDataException.class, () -> way.apply(in), what);
                assertNull(way.apply(in), what);
            });
        }
    }

    /** What a loop gets that catches everything; it has to end. */
    private static List<String> symbols(Wire wire, Function<Wire, Object> way, int failures) {
        List<String> symbols = new ArrayList<>();
        int failed = 0;
        while (true) {
            try {
                Object value = way.apply(wire);
                if (value == null) {
                    assertEquals(failures, failed);
                    assertNull(wire.read());
                    assertFalse(wire.next());
                    return symbols;
                }
                symbols.add(((FitSample) value).sym);
            } catch (RuntimeException e) {
                failed++;
                assertTrue(failed <= failures, e.toString());
                assertFalse(
                        e instanceof IllegalStateException && !e.getMessage().equals("boom"), e.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"event\":{\"sym\":\"b\",\"id\":}}",
                "{\"event\":{\"sym\":\"b\" 1}}",
                "{\"event\":{\"sym\":\"b\"]",
                "]",
                "x",
                "\"\\x\"",
                "{\"event\":{\"@dw:FitSample\":{\"sym\":\"b\",\"items\":[1,}}}",
                "{\"ev\0",
                "\0\0\0{",
                "{\"id\":1e}"
            })
    void malformedJsonCostsItsLine(String broken) {
        damagedMessage("json", broken + "\n", "{\"event\":{\"sym\":\"%s\"}}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event: {sym: b, id: }}",
                "event: {sym: b, id: [1}",
                "event: !FitSample {sym: b, sym: b}",
                "event: !FitSample {sym: *b}",
                "]",
                "event: \"\\x\"",
                "\tevent: 1",
                "event: [1, 2",
                "event: {sym: b, ? [1] : 2, ? [1] : 3}"
            })
    void malformedYamlCostsItsDocument(String broken) {
        damagedMessage("yaml", "---\n" + broken + "\n", "---\nevent: {\n  sym: %s\n}\n");
    }

    private static void damagedMessage(String format, String broken, String whole) {
        String text = String.format(whole, "a") + broken + String.format(whole, "c") + String.format(whole, "d");
        ways().forEach((name, way) -> {
            Wire wire = Wire.of(format, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
            assertEquals(List.of("a", "c", "d"), symbolsOfDamaged(wire, way), name);
        });
        Wire wire = Wire.of(format, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertNotNull(wire.read());
        assertThrows(WireException.class, wire::read);
        assertNotNull(wire.read());
        assertNotNull(wire.read());
        assertNull(wire.read());
    }

    /**
     * Like {@link #symbols}. A message may be reported twice: once for a value that does not fit, and once for the
     * damage after it.
     */
    private static List<String> symbolsOfDamaged(Wire wire, Function<Wire, Object> way) {
        List<String> symbols = new ArrayList<>();
        for (int calls = 0; calls < 6; calls++) {
            try {
                Object value = way.apply(wire);
                if (value == null) {
                    return symbols;
                }
                symbols.add(((FitSample) value).sym);
            } catch (WireException e) {
                assertTrue(e.getMessage().length() > 20, e.getMessage());
            }
        }
        throw new AssertionError("does not end; has read " + symbols);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,1,2\n", "\"a\"x,1\n", "a,1e\n", "a,\"\0\n1\",\n", "a\n"})
    void malformedCsvCostsItsRecord(String broken) {
        String text = "sym,id\na,1\n" + broken + "c,3\nd,4\n";
        ways().forEach((name, way) -> {
            if (!name.startsWith("next")) { // for which a record without an event is events
                Wire wire = Wire.of("csv", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
                assertEquals(List.of("a", "c", "d"), symbolsOfDamaged(wire, way), name);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x81, 0x8E, 0xB6, 0xBF, 0xFF, 0x3A})
    void damagedBinaryDocumentCostsItself(int code) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (Wire wire = Wire.of("binary", stream)) {
            wire.write("event", new FitSample("a"));
            int from = stream.size();
            wire.write("event", new FitSample("b"));
            wire.write("event", new FitSample("c")).write("event", new FitSample("d"));
            byte[] content = stream.toByteArray();
            content[from + 4] = (byte) code; // where the name of the event begins
            ways().forEach((name, way) -> {
                Wire in = Wire.of("binary", new ByteArrayInputStream(content));
                assertEquals(List.of("a", "c", "d"), symbolsOfDamaged(in, way), name);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "bytes"})
    void loopOverBinaryThatIsCutOrHasABadHeaderEnds(String source) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (Wire wire = Wire.of("binary", stream)) {
            wire.write("event", new FitSample("a"));
            int from = stream.size();
            wire.write("event", new FitSample("b")).write("event", new FitSample("c"));
            for (int damage = 0; damage < 6 * 256; damage++) {
                byte[] content = stream.toByteArray();
                if (damage < 4 * 256) {
                    content[from + damage % 4] = (byte) (damage / 4); // a byte of the header
                } else {
                    content = Arrays.copyOf(content, from + damage % (content.length - from));
                }
                byte[] damaged = content;
                ways().forEach((name, way) -> {
                    Wire in = source.equals("stream")
                            ? Wire.of("binary", new ByteArrayInputStream(damaged))
                            : Wire.of("binary", Bytes.wrapForRead(damaged));
                    assertEquals("a", ((FitSample) way.apply(in)).sym);
                    assertTrue(ends(in, way, damaged.length), name);
                });
            }
        }
    }

    @Test
    void binaryDocumentThatIsNotAllThereIsReadOnceItIs() {
        Bytes<?> whole = Bytes.allocateElasticOnHeap();
        Wire.of("binary", whole).write("event", new FitSample("a")).write("event", new FitSample("b"));
        byte[] content = whole.toByteArray();
        Bytes<?> live = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", live);
        live.write(content, 0, content.length - 10);
        assertEquals("a", wire.read(FitSample.class).sym);
        assertNull(wire.read(FitSample.class)); // an incomplete document is no message yet
        assertNull(wire.read(FitSample.class));
        live.write(content, content.length - 10, 10);
        assertEquals("b", wire.read(FitSample.class).sym);
        assertNull(wire.read(FitSample.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "bytes"})
    void loopOverADamagedDeltaStreamEnds(String source) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (Wire wire = Wire.of("delta", stream, WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 200))) {
            for (int i = 0; i < 50; i++) {
                wire.write("event", new FitSample("s" + i));
            }
        }
        for (int at = 20; at < stream.size(); at += 7) {
            byte[] content = stream.toByteArray();
            content[at] ^= 0x55;
            ways().forEach((name, way) -> {
                Wire in = source.equals("stream")
                        ? Wire.of("delta", new ByteArrayInputStream(content))
                        : Wire.of("delta", Bytes.wrapForRead(content));
                assertTrue(ends(in, way, 200), name);
            });
        }
    }

    private static boolean ends(Wire wire, Function<Wire, Object> way, int most) {
        for (int calls = 0; calls < most; calls++) {
            try {
                if (way.apply(wire) == null) {
                    return true;
                }
            } catch (WireException e) {
                assertNotNull(e.getMessage());
            }
        }
        return false;
    }

    @ParameterizedTest
    @EachFormat
    void stackOverflowIsReportedAgainAndThenInputEnds(String format) {
        MisfitSample overflow = new MisfitSample();
        overflow.hand.text = "overflow";
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(overflow).write(overflow);
        Wire wire = Wire.of(format, bytes);
        assertThrows(WireDataException.class, () -> wire.read(FitSample.class));
        WireDataException e = assertThrows(WireDataException.class, wire::next);
        assertTrue(e.getMessage().contains("cannot go on"), e.getMessage());
        assertFalse(wire.next());
        assertNull(wire.read());
        assertNull(wire.read(FitSample.class));
    }
}
