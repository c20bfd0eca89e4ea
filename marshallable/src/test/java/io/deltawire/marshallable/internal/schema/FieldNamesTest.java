package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.FieldName;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Required;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.EachFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Fields have the names that {@link FieldName} gives, in generated code and by reflection. */
class FieldNamesTest {
    enum Side {
        BUY,
        SELL
    }

    static class Inner extends AbstractMarshallable {
        @FieldName("num")
        int number;
    }

    static class NamedLevel extends AbstractMarshallable {
        @Key
        @FieldName("sym")
        String symbol;

        @FieldName("px")
        @Alias("price")
        double value;

        long size;

        @FieldName("side of the book")
        Side side = Side.BUY;

        @FieldName("a.b")
        Inner inner = new Inner();
    }

    /** A class with a required field is read and written by reflection. */
    static class ReflectiveNamedLevel extends NamedLevel {
        @FieldName("must")
        @Required
        int required;
    }

    record NamedLevelRecord(
            @Key @FieldName("sym") String symbol,
            @FieldName("px") @Alias("price") double value,
            long size) {}

    static class OldNamedLevel extends AbstractMarshallable {
        String sym = "EURUSD";
        double price = 2;
        long size = 3;
        int must = 4;
    }

    private static NamedLevel level(NamedLevel level, String symbol, double value) {
        level.symbol = symbol;
        level.value = value;
        level.size = (long) (value * 8);
        level.side = value > 2 ? Side.SELL : Side.BUY;
        level.inner.number = (int) value;
        if (level instanceof ReflectiveNamedLevel reflective) {
            reflective.required = 9;
        }
        return level;
    }

    private static final List<Class<? extends NamedLevel>> CLASSES =
            List.of(NamedLevel.class, ReflectiveNamedLevel.class);

    private static NamedLevel newLevel(Class<? extends NamedLevel> type) {
        return type == NamedLevel.class ? new NamedLevel() : new ReflectiveNamedLevel();
    }

    @ParameterizedTest
    @EachFormat
    void objectsComeBackByEveryMethod(String format) {
        for (Class<? extends NamedLevel> type : CLASSES) {
            for (String event : new String[] {null, "level"}) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Wire wire = Wire.of(format, bytes);
                for (int i = 0; i < 40; i++) {
                    NamedLevel level = level(newLevel(type), "S" + i % 2, 1 + i * 0.25);
                    if (event == null) {
                        wire.write(level);
                    } else {
                        wire.write(event, level);
                    }
                }
                NamedLevel into = newLevel(type);
                for (int i = 0; i < 40; i++) {
                    NamedLevel expected = level(newLevel(type), "S" + i % 2, 1 + i * 0.25);
                    NamedLevel read = switch (i % 4) {
                        case 0 -> wire.read(type);
                        case 1 -> wire.read(into);
                        case 2 -> wire.readReused(type);
                        default -> wire.readByKey(type);
                    };
                    assertEquals(expected, read);
                }
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void wireHasTheGivenNamesOnly(String format) {
        for (Class<? extends NamedLevel> type : CLASSES) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of(format, bytes);
            wire.write(level(newLevel(type), "EURUSD", 1.5));
            String text = new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1);
            assertTrue(text.contains("px") && text.contains("sym") && text.contains("size"), text);
            assertTrue(!text.contains("value") && !text.contains("symbol") && !text.contains("number"), text);
            List<Object> names =
                    List.copyOf(wire.read(GenericRecord.class).fields().keySet());
            assertEquals(List.of("sym", "px", "size", "side of the book"), names.subList(0, 4));
        }
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        NamedLevelRecord record = new NamedLevelRecord("EURUSD", 1.5, 2);
        wire.write(record).write(record);
        assertEquals(record, wire.read(NamedLevelRecord.class));
        assertEquals(
                List.of("sym", "px", "size"),
                List.copyOf(wire.read(GenericRecord.class).fields().keySet()));
    }

    @ParameterizedTest
    @EachFormat
    void formerNamesAreReadAndTheNameOfTheJavaFieldIsNot(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(new OldNamedLevel()).write(new OldNamedLevel()).write(new OldNamedLevel());
        assertEquals(2, wire.read(NamedLevel.class).value);
        assertEquals(2, wire.read(ReflectiveNamedLevel.class).value);
        assertEquals(new NamedLevelRecord("EURUSD", 2, 3), wire.read(NamedLevelRecord.class));
    }

    @Test
    void errorsNameTheFieldsAsTheWireDoes() {
        assertMistake(
                NamedLevel.class,
                "{sym: A, pix: 1}",
                "expected a field of NamedLevel but was \"pix\"; did you mean \"px\"? at line 1, column 10, path $");
        assertMistake(
                NamedLevel.class,
                "value: 1",
                "expected a field of NamedLevel but was \"value\" at line 1, column 1, path $");
        assertMistake(NamedLevel.class, "px: a", "expected a number but was text \"a\" at line 1, column 5, path $.px");
        assertMistake(
                ReflectiveNamedLevel.class,
                "px: 1",
                "expected the field must of ReflectiveNamedLevel, which is required, but it is not there at line 1, column 6, path $");
        assertMistake(
                NamedLevelRecord.class, "px: a", "expected a number but was text \"a\" at line 1, column 5, path $.px");
    }

    private static void assertMistake(Class<?> type, String text, String message) {
        assertEquals(
                "yaml: " + message,
                assertThrows(WireDataException.class, () -> Marshallable.fromString(type, text))
                        .getMessage());
    }

    @Test
    void textEqualityAndCopiesUseTheFields() {
        NamedLevel level = level(new NamedLevel(), "EURUSD", 1.5);
        assertEquals(
                "!NamedLevel {\n  sym: EURUSD,\n  px: 1.5,\n  size: 12,\n  side of the book: BUY,\n  a.b: {num: 1}\n}\n"
                        .replace("{num: 1}", "{\n    num: 1\n  }"),
                level.toString());
        assertEquals(level, Marshallable.fromString(NamedLevel.class, level.toString()));
        NamedLevel copy = level.deepCopy();
        assertEquals(level, copy);
        assertEquals(level.hashCode(), copy.hashCode());
        copy.value = 2;
        assertNotEquals(level, copy);
        OldNamedLevel old = level.copyTo(new OldNamedLevel());
        assertEquals("EURUSD", old.sym);
        assertEquals(1.5, new OldLevelByName().copyFrom(level).px);
    }

    static class OldLevelByName extends AbstractMarshallable {
        double px;

        OldLevelByName copyFrom(NamedLevel level) {
            return level.copyTo(this);
        }
    }

    static class WrittenKey extends AbstractMarshallable implements KeyedMarshallable {
        @FieldName("id")
        long number;

        int count;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(number);
        }
    }

    @ParameterizedTest
    @EachFormat
    void keyMayBeWrittenFromANamedField(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        WrittenKey written = new WrittenKey();
        for (int i = 0; i < 6; i++) {
            written.number = i % 2;
            written.count = i;
            wire.write(written);
        }
        WrittenKey first = wire.readByKey(WrittenKey.class);
        WrittenKey second = wire.readByKey(WrittenKey.class);
        assertNotSame(first, second);
        WrittenKey third = wire.readByKey(WrittenKey.class);
        assertEquals(2, third.count);
        if (format.equals("delta")) {
            assertSame(first, third);
        }
    }

    static class Twice {
        @FieldName("px")
        int price;

        @FieldName("px")
        int value;
    }

    static class TakesAnother {
        int px;

        @FieldName("px")
        int price;
    }

    static class TakesHidden extends Inner {
        int num;
    }

    static class Nameless {
        @FieldName("")
        int a;
    }

    record TwiceRecord(int px, @FieldName("px") int price) {}

    /** A field that hides another one keeps its prefix, as long as no annotation gives the name. */
    static class Hides extends Inner {
        @SuppressWarnings("HidingField")
        int number;
    }

    static class HidesPlain extends Hides {
        @SuppressWarnings("HidingField")
        int number;
    }

    @ParameterizedTest
    @EachFormat
    void twoFieldsOfOneNameAreAnError(String format) {
        List<Object> objects =
                List.of(new Twice(), new TakesAnother(), new TakesHidden(), new Nameless(), new TwiceRecord(1, 2));
        for (Object object : objects) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            String message = assertThrows(WireDataException.class, () -> wire.write(object))
                    .getMessage();
            assertTrue(message.contains(object instanceof Nameless ? "is empty" : "have one name, \""), message);
            assertTrue(message.contains(object.getClass().getName()), message);
            Wire other = Wire.of(format, Bytes.allocateElasticOnHeap());
            other.write(new OldNamedLevel());
            assertThrows(WireDataException.class, () -> other.read(object.getClass()));
        }
        assertEquals("!HidesPlain {\n  num: 0,\n  Hides_number: 0,\n  number: 0\n}\n", new HidesPlain().toString());
    }
}
