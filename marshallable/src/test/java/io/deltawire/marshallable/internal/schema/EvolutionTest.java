package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class in old and new versions: each version reads by name what the other has written. */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class EvolutionTest {
    static {
        TypeRegistry.shared().register(Renamed.class, Samples.Point.class);
    }

    enum OldSide {
        BUY,
        SELL
    }

    enum NewSide {
        @Alias({"BUY", "B"})
        BID,
        @Alias("SELL")
        ASK,
        CROSS
    }

    static class OldOrder extends AbstractMarshallable {
        int id = 5;
        String symbol = "EURUSD";
        int quantity = 100;
        float price = 1.25f;
        OldSide side = OldSide.SELL;
        String removed = "gone";
        List<String> tags = new ArrayList<>(List.of("a"));
    }

    static class NewOrder extends AbstractMarshallable {
        NewSide side;
        double price;
        List<String> tags;
        String added = "default";

        @Alias({"sym", "symbol"})
        String instrument;

        long id;
        Long quantity;
    }

    private static <T> T convert(String format, Object from, Class<T> to) {
        return convert(WireFormats.byName(format), WireOptions.DEFAULTS, from, to);
    }

    private static <T> T convert(WireFormat format, WireOptions options, Object from, Class<T> to) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (Wire wire = Wire.of(format, bytes, options)) {
            wire.write(from);
        }
        return Wire.of(format, bytes, options).read(to);
    }

    @ParameterizedTest
    @EachFormat
    void newReadsOld(String format) {
        NewOrder order = convert(format, new OldOrder(), NewOrder.class);
        assertEquals(5, order.id);
        assertEquals("EURUSD", order.instrument);
        assertEquals(100L, order.quantity);
        assertEquals(1.25, order.price);
        assertEquals(NewSide.ASK, order.side);
        assertEquals("default", order.added);
        assertEquals(List.of("a"), order.tags);
    }

    static class NewWithOldNames extends AbstractMarshallable {
        List<String> tags = new ArrayList<>(List.of("b"));
        double price = 2.5;
        String extra = "more";
        Map<String, List<Integer>> moreStill = Map.of("k", List.of(1));
        OldSide side = OldSide.BUY;
        long quantity = 7;
        long id = 9;
        String symbol = "USDJPY";
    }

    @ParameterizedTest
    @EachFormat
    void oldReadsNew(String format) {
        OldOrder order = convert(format, new NewWithOldNames(), OldOrder.class);
        assertEquals(9, order.id);
        assertEquals("USDJPY", order.symbol);
        assertEquals(7, order.quantity);
        assertEquals(2.5f, order.price);
        assertEquals(OldSide.BUY, order.side);
        assertEquals("gone", order.removed);
        assertEquals(List.of("b"), order.tags);
    }

    @ParameterizedTest
    @EachFormat
    void lossyNarrowingIsAnErrorWithItsPath(String format) {
        NewWithOldNames big = new NewWithOldNames();
        big.quantity = 3_000_000_000L;
        WireDataException e = assertThrows(WireDataException.class, () -> convert(format, big, OldOrder.class));
        assertTrue(e.getMessage().contains("expected an int"), e.getMessage());
        assertTrue(e.getMessage().contains("3000000000"), e.getMessage());
        assertTrue(e.location().path().endsWith("quantity"), e.getMessage());
        NewWithOldNames fine = new NewWithOldNames();
        fine.price = 1 / 3.0;
        WireDataException f = assertThrows(WireDataException.class, () -> convert(format, fine, OldOrder.class));
        assertTrue(f.getMessage().contains("expected a float but was 0.333"), f.getMessage());
    }

    static class Fraction extends AbstractMarshallable {
        double id = 1.5;
    }

    static class Words extends AbstractMarshallable {
        String id = "five";
    }

    static class NumberAsText extends AbstractMarshallable {
        String id = "12";
        int symbol = 5;
        double quantity = 3.0;
    }

    @ParameterizedTest
    @EachFormat
    void kindsConvertWhereNothingIsLost(String format) {
        OldOrder order = convert(format, new NumberAsText(), OldOrder.class);
        assertEquals(12, order.id);
        assertEquals("5", order.symbol);
        assertEquals(3, order.quantity);
        for (Object unfit : List.of(new Fraction(), new Words())) {
            WireDataException e = assertThrows(WireDataException.class, () -> convert(format, unfit, OldOrder.class));
            assertTrue(e.getMessage().contains("expected an integer"), e.getMessage());
        }
    }

    static class NullId extends AbstractMarshallable {
        Integer id = null;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void nullForAPrimitiveIsAnError(String format) {
        assertThrows(WireDataException.class, () -> convert(format, new NullId(), OldOrder.class));
    }

    static class StrangeSide extends AbstractMarshallable {
        String side = "BUYY";
    }

    @ParameterizedTest
    @EachFormat
    void unknownConstantIsRefusedWithTheDeclaredOnes(String format) {
        WireDataException e =
                assertThrows(WireDataException.class, () -> convert(format, new StrangeSide(), OldOrder.class));
        assertTrue(
                e.getMessage()
                        .contains("expected an OldSide, one of [BUY, SELL], but was \"BUYY\"; did you mean \"BUY\"?"),
                e.getMessage());
        assertTrue(e.location().path().endsWith("side"), e.getMessage());
    }

    static class Keeper extends AbstractMarshallable implements UnknownFields {
        int id;
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void unknownFieldsAreRetainedByOptionAndWrittenBack(String format) {
        Keeper keeper = convert(format, new OldOrder(), Keeper.class);
        assertEquals(5, keeper.id);
        assertEquals(
                List.of("symbol", "quantity", "price", "side", "removed", "tags"),
                List.copyOf(keeper.unknown.keySet()));
        assertEquals(new OldOrder(), convert(format, keeper, OldOrder.class));
    }

    @ParameterizedTest
    @EachFormat
    void unknownFieldThatIsOneOfTheClassIsRefused(String format) {
        Keeper keeper = new Keeper();
        keeper.unknown.put("more", 1L);
        keeper.unknown.put("id", 7L);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.write("event", keeper));
        assertTrue(e.getMessage().contains("the unknown field \"id\" is a field of Keeper itself"), e.getMessage());
        keeper.unknown.remove("id");
        wire.write("event", keeper);
        assertEquals(Map.of("more", 1L), wire.read(Keeper.class).unknown);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void unknownFieldsOfTheMessageBeforeAreForgotten(String format) {
        Keeper keeper = new Keeper();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        for (String name : List.of("first", "second", "third")) {
            keeper.unknown.clear();
            keeper.unknown.put(name, 1L);
            wire.write("event", keeper);
        }
        Keeper into = new Keeper();
        for (String name : List.of("first", "second", "third")) {
            assertEquals(Map.of(name, 1L), wire.read(into).unknown);
        }
    }

    static class Typo extends AbstractMarshallable {
        int id;
        String simbol = "x";
    }

    @ParameterizedTest
    @EachFormat
    void strictReadingNamesTheNearestField(String format) {
        WireOptions strict = WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE);
        TypeRegistry types = TypeRegistry.create().register("OldOrder", OldOrder.class);
        WireOptions reading = strict.with(MarshallableOptions.TYPES, types);
        WireOptions writing = WireOptions.DEFAULTS.with(
                MarshallableOptions.TYPES, TypeRegistry.create().register("OldOrder", Typo.class));
        WireFormat wireFormat = WireFormats.byName(format);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (Wire wire = Wire.of(wireFormat, bytes, writing)) {
            wire.write(new Typo());
        }
        Wire wire = Wire.of(wireFormat, bytes, reading);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.read(OldOrder.class));
        assertTrue(
                e.getMessage().contains("expected a field of OldOrder but was \"simbol\"; did you mean \"symbol\"?"),
                e.getMessage());
        assertThrows(WireDataException.class, () -> convert(wireFormat, strict, new NewWithOldNames(), OldOrder.class));
        assertEquals(new OldOrder(), convert(wireFormat, strict, new OldOrder(), OldOrder.class));
    }

    static class NewFieldFirst extends AbstractMarshallable {
        Map<String, Object> added = Map.of("point", new Samples.Point(1, 2), "list", List.of(new Samples.Point(3, 4)));
        int id = 8;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void objectsInAnUnknownFirstFieldArePassedOver(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        // Without a type name, which would exclude an event.
        wire.out().beginMessage();
        wire.out().beginObject();
        wire.out().field("added");
        Wire.writeObject(wire.out(), new NewFieldFirst().added);
        wire.out().field("id");
        wire.out().int64(8);
        wire.out().endObject();
        wire.out().endMessage();
        assertEquals(8, wire.read(OldOrder.class).id);
        Keeper keeper = convert(format, new NewFieldFirst(), Keeper.class);
        assertEquals(8, keeper.id);
        assertEquals(new NewFieldFirst().added, keeper.unknown.get("added"));
    }

    static class HoldsDrawing extends AbstractMarshallable {
        Samples.Drawing drawing;
    }

    static class HoldsOther extends AbstractMarshallable {
        Object drawing = GenericRecord.ofFields("Triangle", Map.of("a", 1L));
    }

    @ParameterizedTest
    @EachFormat
    void unknownTypeForADeclaredOneNamesThePermittedOnes(String format) {
        WireDataException e =
                assertThrows(WireDataException.class, () -> convert(format, new HoldsOther(), HoldsDrawing.class));
        assertTrue(
                e.getMessage()
                        .contains("expected a Drawing, one of [Circle, Square] but was the unknown type !Triangle"),
                e.getMessage());
        assertTrue(e.location().path().contains("drawing"), e.getMessage());
        HoldsOther kept = convert(format, new HoldsOther(), HoldsOther.class);
        assertEquals(new HoldsOther(), kept);
    }

    @Alias("FormerlyOrder")
    static class Renamed extends AbstractMarshallable {
        int a = 1;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void classIsReadByItsFormerName(String format) {
        Samples.Point unused = new Samples.Point(1, 2);
        assertEquals("Renamed", TypeRegistry.shared().nameOf(Renamed.class));
        Object read = convert(format, GenericRecord.ofFields("FormerlyOrder", Map.of("a", 1L)), Object.class);
        assertEquals(new Renamed(), read);
        assertNull(convert(format, new Keeper(), Renamed.class).getClass().getAnnotation(Key.class));
        assertEquals(1, unused.x());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void recordsEvolveToo(String format) {
        record WideRecord(String extra, long x, Integer y) {}
        record Narrow(int y, int x, String missing) {}
        assertEquals(new Narrow(2, 1, null), convert(format, new WideRecord("e", 1, 2), Narrow.class));
    }

    @ParameterizedTest
    @EachFormat
    void instantsBeyondAllDatesAreNoOtherDateTime(String format) {
        record Then(Instant at) {}
        record Offset(OffsetDateTime at) {}
        record Zoned(ZonedDateTime at) {}
        Instant last = LocalDateTime.MAX.toInstant(ZoneOffset.UTC);
        assertEquals(new Offset(last.atOffset(ZoneOffset.UTC)), convert(format, new Then(last), Offset.class));
        for (Instant beyond : List.of(Instant.MAX, Instant.MIN, last.plusNanos(1))) {
            assertEquals(new Then(beyond), convert(format, new Then(beyond), Then.class));
            assertThrows(WireDataException.class, () -> convert(format, new Then(beyond), Offset.class));
            assertThrows(WireDataException.class, () -> convert(format, new Then(beyond), Zoned.class));
        }
    }

    static final class Kept {
        int number;
        String text;
    }

    /** The error of a misspelt field is where its name is, not its value. */
    @ParameterizedTest
    @ValueSource(
            strings = {"{\"txet\":  5}\n", "{\"number\": 1,   \"txet\":  [5]}\n", "{\"number\": 1,\n\n \"txet\":  {}}\n"
            })
    void anUnknownFieldIsRefusedAtItsName(String json) {
        for (String format : List.of("json", "yaml")) {
            Wire wire = Wire.of(
                    format,
                    Bytes.from(json),
                    WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE));
            WireException e = assertThrows(WireException.class, () -> wire.read(Kept.class), format);
            String before = json.substring(0, json.indexOf("\"txet"));
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            int column = before.length() - before.lastIndexOf('\n');
            assertEquals(
                    line + ":" + column,
                    e.location().line() + ":" + e.location().column(),
                    format + " " + e);
        }
    }
}
