package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.MyDataType;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values with a type name that no class has: name and kind of the value stay, on every wire. */
class UnknownScalarsTest {
    static final class ScalarHolder extends AbstractMarshallable {
        Object o;
        GenericRecord declared;
    }

    private static Stream<Arguments> values() {
        List<Arguments> cases = new ArrayList<>();
        for (String format : Formats.all()) {
            for (String value : List.of(
                    "!ZzAmount 1.5",
                    "!ZzAmount 5.0",
                    "!ZzAmount%7Cfloat 1.50",
                    "!ZzAmount%7Cfloat 5",
                    "!ZzAmount 18446744073709551616",
                    "!ZzCount 5",
                    "!ZzStart 2020-01-01",
                    "!ZzStart 2016-07-22T12:34:56Z",
                    "!ZzStart 2016-07-22T12:34:56+01:00",
                    "!ZzStart 2016-07-22T12:34:56",
                    "!ZzS \"12:30:45\"",
                    "!ZzKey%7Cbinary \"AAEC\"",
                    "!ZzNan .nan",
                    "!ZzInf -.inf",
                    "!ZzN null",
                    "!ZzB true",
                    "!ZzT text",
                    "!ZzT%7CS%7C text",
                    "!ZzT%7CLocalDate%7C text",
                    "!ZzT%7C%7C text",
                    "!ZzL [1, 2020-01-01, 1.50, .nan, !ZzU 2020-01-01]",
                    "!ZzM {a: !ZzU 1.50, b: 2020-01-01}")) {
                cases.add(Arguments.of(format, value));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("values")
    void nameAndKindStay(String format, String value) {
        ScalarHolder holder = Marshallable.fromString(ScalarHolder.class, "o: " + value + "\ndeclared: " + value);
        GenericRecord record = (GenericRecord) holder.o;
        assertEquals(record, holder.declared);
        assertEquals(record, Marshallable.fromString(record.getClass(), record.toString()));
        assertTrue(value.startsWith("!" + record.typeName().charAt(0)), record.typeName());
        for (Object written : List.of(holder, event(record))) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire.of(format, bytes).write(written).write(written);
            byte[] first = bytes.toByteArray();
            Wire wire = Wire.of(format, bytes);
            Object read = wire.read(written.getClass());
            assertEquals(written, read);
            assertEquals(written, wire.read(written.getClass()));
            Bytes<?> again = Bytes.allocateElasticOnHeap();
            Wire.of(format, again).write(read).write(read);
            assertEquals(Arrays.toString(first), Arrays.toString(again.toByteArray()));
        }
        assertEquals(holder, Marshallable.fromString(holder.getClass(), holder.toString()));
    }

    /** The record as an item of a list and as a value of a map. */
    private static ScalarHolder event(GenericRecord record) {
        ScalarHolder holder = new ScalarHolder();
        holder.o = new ArrayList<>(List.of(record, record, new LinkedHashMap<>(Map.of("k", record))));
        return holder;
    }

    @Test
    void aRecordIsShownAsTheYamlThatItIsReadFrom() {
        String text = "!ZzOrder {\n  id: 5,\n  raw: !!binary AAEC,\n  legs: [!ZzLeg {price: 1.50}]\n}\n";
        GenericRecord record = Marshallable.fromString(GenericRecord.class, text);
        assertEquals(record, Marshallable.fromString(record.getClass(), record.toString()));
        assertTrue(
                record.toString().startsWith("!ZzOrder {\n  id: 5,\n  raw: !!binary \"AAEC\",\n"), record.toString());
        GenericRecord unnamed = GenericRecord.ofFields(null, Map.of("a", 1L));
        assertEquals("a: 1\n", unnamed.toString());
        List<Object> itself = new ArrayList<>();
        GenericRecord cycle = GenericRecord.ofValue("ZzCycle", itself);
        itself.add(cycle);
        WireDataException e =
                assertThrows(WireDataException.class, () -> Marshallable.toString(cycle, TypeRegistry.shared()));
        assertEquals("!ZzCycle [\"(not shown: a GenericRecord inside itself)\"]\n", cycle.toString());
        assertTrue(e.getMessage().contains("inside itself"), e.getMessage());
    }

    @ParameterizedTest
    @EachFormat
    void typeNameInFrontOfATypeNameIsRefused(String format) {
        for (Object value : List.of(
                GenericRecord.ofValue("B", 1L),
                GenericRecord.ofFields("B", Map.of("x", 1L)),
                new MyDataType(),
                Map.of("x", 1L),
                Thread.State.NEW)) {
            ScalarHolder holder = new ScalarHolder();
            holder.o = GenericRecord.ofValue("A", value);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of(format, bytes);
            WireDataException e = assertThrows(WireDataException.class, () -> wire.write(holder));
            assertTrue(e.getMessage().contains("type name \"A\""), e.getMessage());
            assertEquals(0, bytes.readRemaining());
            holder.o = "after";
            wire.write(holder);
            assertEquals("after", wire.read(ScalarHolder.class).o);
        }
    }

    @Test
    void kindsThatATokenHasNoneOfAreNamedInTextOnly() {
        ScalarHolder holder = new ScalarHolder();
        holder.o = GenericRecord.ofValue("A", new BigDecimal("1.50"));
        Bytes<?> json = Bytes.allocateElasticOnHeap();
        Wire.of("json", json).write("e", holder);
        assertEquals(
                "{\"e\":{\"@dw:ScalarHolder\":{\"o\":{\"@dw:A|BigDecimal\":1.50},\"declared\":null}}}\n",
                json.toString());
        assertEquals("!ScalarHolder {\n  o: !A%7Cfloat 1.50,\n  declared: null\n}\n", holder.toString());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void nullIsAKeyAndNotTheTextNull(String format) {
        Map<Object, Object> keys = new LinkedHashMap<>();
        keys.put(null, "null itself");
        keys.put("null", "text");
        Map<UUID, String> ids = new LinkedHashMap<>();
        ids.put(null, "none");
        ids.put(new UUID(1, 2), "one");
        NullKeySample maps = new NullKeySample();
        maps.any = keys;
        maps.ids = ids;
        maps.texts.put(null, 1);
        maps.generic = GenericRecord.ofFields("G", keys);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(maps).write("event", maps);
        Wire wire = Wire.of(format, bytes);
        assertEquals(maps, wire.read(NullKeySample.class));
        assertEquals(maps, wire.read(NullKeySample.class));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void numbersAreKeysOfTheirKind(String format) {
        NumberKeys keys = new NumberKeys();
        for (Number key : List.of(1L, 1, 1.0, 1f, new BigDecimal("1.0"), new BigDecimal("1.00"), -0.0, Double.NaN)) {
            keys.numbers.put(key, key.getClass().getName());
            keys.comparables.put((Comparable<?>) key, key.getClass().getName());
        }
        keys.temporals.put(LocalDate.EPOCH, "date");
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(keys).write("event", keys);
        Wire wire = Wire.of(format, bytes);
        assertEquals(keys, wire.read(NumberKeys.class));
        assertEquals(keys, wire.read(NumberKeys.class));
    }

    static final class NumberKeys extends AbstractMarshallable {
        Map<Number, String> numbers = new LinkedHashMap<>();
        Map<Comparable<?>, String> comparables = new LinkedHashMap<>();
        Map<Temporal, String> temporals = new LinkedHashMap<>();
    }

    static final class NullKeySample extends AbstractMarshallable {
        Object any;
        Map<UUID, String> ids;
        Map<String, Integer> texts = new LinkedHashMap<>();
        Object generic;
    }

    @ParameterizedTest
    @EachFormat
    void uuidThatBinaryHoldsAsOneStaysOne(String format) {
        String chronicle = "c16fa07766554433221100ffeeddccbbaa9988"; // o: a UUID, as Chronicle Wire writes it
        ScalarHolder holder = Wire.of("binary", Bytes.wrapForRead(HexFormat.of().parseHex(chronicle)))
                .read(ScalarHolder.class);
        assertEquals(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"), holder.o);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(holder);
        assertEquals(holder, Wire.of(format, bytes).read(ScalarHolder.class));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void wholeDoublesStayDoublesWithoutATypeName(String format) {
        Map<Object, String> keys =
                new LinkedHashMap<>(Map.of(1L, "long", 1.0, "double", -1.0, "minus", 70000.0, "more"));
        WholeDoubles doubles = new WholeDoubles();
        doubles.any = 5.0;
        doubles.number = -3.0;
        doubles.comparable = 65536.0;
        doubles.keys = keys;
        doubles.list = new ArrayList<>(List.of(1L, 1.0, 1e15, 4294967295.0, -0.0));
        doubles.generic = GenericRecord.ofFields("G", Map.of("x", 2.0));
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(doubles).write("event", 5.0).write("event", List.of(5.0));
        Wire wire = Wire.of(format, bytes);
        assertEquals(doubles, wire.read(WholeDoubles.class));
        assertEquals(new Wire.Event("event", 5.0), named(wire.read(), format));
        assertEquals(new Wire.Event("event", List.of(5.0)), named(wire.read(), format));
    }

    /** Text does not distinguish an event from a field, so an event without an object is read as a map. */
    private static Wire.Event named(Wire.Event event, String format) {
        return event.name().isEmpty()
                        && event.value() instanceof Map<?, ?> map
                        && !WireFormats.byName(format).isBinary()
                ? new Wire.Event("event", map.get("event"))
                : event;
    }

    static final class WholeDoubles extends AbstractMarshallable {
        Object any;
        Number number;
        Comparable<?> comparable;
        Map<Object, String> keys;
        List<Object> list;
        Object generic;
    }
}
