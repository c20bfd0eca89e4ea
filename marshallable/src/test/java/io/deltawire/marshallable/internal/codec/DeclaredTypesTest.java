package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** A value that does not have the declared type is an error of the wire, whatever the declaration looks like. */
class DeclaredTypesTest {
    static {
        Types.registerNested(DeclaredTypesTest.class);
    }

    static class BoundBox<N extends Number> extends AbstractMarshallable {
        N value;
        N[] items;
        List<N> list;
    }

    static class BoundBoxes extends AbstractMarshallable {
        BoundBox<?> any;
        BoundBox<? super Integer> below;
        BoundBox<? extends Integer> above;
    }

    private static BoundBox<Integer> box() {
        BoundBox<Integer> box = new BoundBox<>();
        box.value = 5;
        box.items = new Integer[] {1, 2};
        box.list = List.of(3);
        return box;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void wildcardsAreBoundByTheVariableTheyStandFor(String format) {
        BoundBoxes holder = new BoundBoxes();
        holder.any = box();
        holder.below = box();
        holder.above = box();
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        BoundBoxes read = wire.write(holder).read(BoundBoxes.class);
        assertEquals(5, read.any.value);
        assertInstanceOf(Number[].class, read.any.items);
        assertEquals(List.of(3), read.below.list);
        assertEquals(holder.above, read.above);
    }

    @Test
    void valueOutsideTheBoundIsAnError() {
        for (String text :
                List.of("any: {value: text}", "any: {value: {a: 1}}", "below: {value: text}", "any: {list: [text]}")) {
            String message = assertThrows(
                            WireDataException.class, () -> Marshallable.fromString(BoundBoxes.class, text))
                    .getMessage();
            assertTrue(message.contains("expected a Number"), message);
        }
    }

    static class OfSomeEnum<E extends Enum<E>> extends AbstractMarshallable {
        EnumMap<E, String> map;
        EnumSet<E> set;
    }

    static class OfUnitEnum extends AbstractMarshallable {
        OfSomeEnum<TimeUnit> of = new OfSomeEnum<>();
    }

    @Test
    void enumContainersNeedTheirEnum() {
        OfUnitEnum units = new OfUnitEnum();
        units.of.map = new EnumMap<>(Map.of(TimeUnit.DAYS, "d"));
        units.of.set = EnumSet.of(TimeUnit.HOURS);
        assertEquals(units, Marshallable.fromString(units.getClass(), units.toString()));
        for (String text : List.of("map: {DAYS: d}", "set: [DAYS]")) {
            String message = assertThrows(
                            WireDataException.class, () -> Marshallable.fromString(OfSomeEnum.class, text))
                    .getMessage();
            assertTrue(message.contains("has to be declared with the enum"), message);
        }
    }

    @Test
    void thereAreNoArraysOfNothing() {
        for (String text : List.of("!type \"void[]\"", "!type \"void[][]\"")) {
            assertEquals(
                    GenericRecord.ofValue("type", text.substring(7, text.length() - 1)),
                    Marshallable.fromString(GenericRecord.class, text));
        }
        Object read = Wire.of("json", Bytes.from("{\"@dw:void[]\":[1]}")).read(Object.class);
        assertEquals(GenericRecord.ofValue("void[]", List.of(1L)), read);
    }

    static class HoldsNothing extends AbstractMarshallable {
        Object any = OptionalInt.empty();
        List<Object> more = List.of(OptionalInt.of(1), OptionalInt.empty());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void nothingKeepsItsClass(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        HoldsNothing read = wire.write(new HoldsNothing()).read(HoldsNothing.class);
        assertEquals(OptionalInt.empty(), read.any);
        assertEquals(new HoldsNothing(), read);
    }

    static class HasOneChar {
        char c;
    }

    @Test
    void escapesOfCharactersHaveNoSign() {
        HasOneChar read = Marshallable.fromString(HasOneChar.class, "c: '\\uD83D'");
        assertEquals('\uD83D', read.c);
        for (String text : List.of("c: '\\u-001'", "c: '\\u+041'", "c: '\\u00 1'")) {
            assertThrows(WireDataException.class, () -> Marshallable.fromString(HasOneChar.class, text), text);
        }
    }

    /** Read as bytes, and defined again as a hidden class. */
    static class OnceHidden {
        final int a;

        OnceHidden(int a) {
            this.a = a;
        }
    }

    @Test
    void hiddenClassWithoutAConstructorIsAnError() throws Exception {
        byte[] content;
        try (InputStream file = OnceHidden.class.getResourceAsStream("DeclaredTypesTest$OnceHidden.class")) {
            content = file.readAllBytes();
        }
        Class<?> hidden =
                MethodHandles.lookup().defineHiddenClass(content, false).lookupClass();
        String message = assertThrows(WireDataException.class, () -> Marshallable.fromString(hidden, "a: 1"))
                .getMessage();
        assertTrue(message.contains("needs a constructor without arguments"), message);
    }
}
