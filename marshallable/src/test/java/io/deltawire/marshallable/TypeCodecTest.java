package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;

/** Codecs of an application for classes that it cannot change. */
class TypeCodecTest {
    /** A class of another library: no constructor without arguments, and a field that says nothing. */
    static final class Money {
        private final transient long cents;

        Money(long cents) {
            this.cents = cents;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Money money && money.cents == cents;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(cents);
        }
    }

    /** An abstract class of another library, whose subclasses are hidden. */
    abstract static class Shape {
        abstract int size();

        static Shape of(int size) {
            return new Shape() {
                @Override
                int size() {
                    return size;
                }
            };
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Shape shape && shape.size() == size();
        }

        @Override
        public int hashCode() {
            return size();
        }
    }

    private record Codec<T>(BiConsumer<T, WireOut> writer, Function<WireIn, T> reader) implements TypeCodec<T> {
        @Override
        public void write(T value, WireOut out) {
            writer.accept(value, out);
        }

        @Override
        public T read(WireIn in) {
            return reader.apply(in);
        }
    }

    private static final TypeCodec<Money> AS_TEXT =
            new Codec<>((v, out) -> out.text(v.cents + "c"), in -> money(in.text()));

    private static Money money(String text) {
        return new Money(Long.parseLong(text.substring(0, text.length() - 1)));
    }

    private static final TypeCodec<Shape> AS_OBJECT = new Codec<>(
            (value, out) -> {
                out.beginObject();
                out.field("size");
                out.int64(value.size());
                out.endObject();
            },
            in -> {
                in.beginObject();
                in.fieldName();
                Shape shape = Shape.of((int) in.int64());
                in.endObject();
                return shape;
            });

    private static TypeRegistry types() {
        return TypeRegistry.create().register(Money.class, AS_TEXT).register(Shape.class, AS_OBJECT);
    }

    static class Invoice {
        @Key
        Money id = new Money(7);

        Money total = new Money(100);
        Money none;
        Shape shape = Shape.of(3);
        List<Money> list = new ArrayList<>(List.of(new Money(1), new Money(2)));
        Map<Money, Money> map = new LinkedHashMap<>(Map.of(new Money(3), new Money(4)));
        Money[] array = {new Money(5)};
        Object any = new Money(6);
        Object anyShape = Shape.of(9);
        int n;

        Invoice() {}

        Invoice(long id, int n) {
            this.id = new Money(id);
            this.n = n;
        }

        List<Object> content() {
            return java.util.Arrays.asList(id, total, none, shape, list, map, List.of(array), any, anyShape, n);
        }
    }

    record Line(Money price, Shape shape) {}

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void valuesAreWrittenByTheirCodecWhereverTheyAre(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), types().asOptions());
        for (int i = 0; i < 6; i++) {
            wire.write(new Invoice(i % 2, i)).write("event", new Line(new Money(i), Shape.of(i)));
        }
        for (int i = 0; i < 6; i++) {
            Invoice read = i % 3 == 0
                    ? wire.read(Invoice.class)
                    : i % 3 == 1 ? wire.readReused(Invoice.class) : wire.readByKey(Invoice.class);
            assertEquals(new Invoice(i % 2, i).content(), read.content());
            assertEquals(new Line(new Money(i), Shape.of(i)), wire.read(Line.class));
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void wholeMessagesAndArgumentsToo(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), types().asOptions());
        wire.write(new Money(1)).write("event", new Money(2)).write(Shape.of(3));
        assertEquals(new Money(1), wire.read(Money.class));
        assertTrue(wire.next());
        assertEquals(new Money(2), wire.read(Money.class));
        assertEquals(Shape.of(3), wire.read(Shape.class));
        wire.methodWriter(Listener.class).onMoney(new Money(4), Shape.of(5));
        List<Object> got = new ArrayList<>();
        Listener listener = (money, shape) -> {
            got.add(money);
            got.add(shape);
        };
        assertTrue(wire.methodReader(new Object[] {new Sink(listener)}).readOne());
        assertEquals(List.of(new Money(4), Shape.of(5)), got);
    }

    interface Listener {
        void onMoney(Money money, Shape shape);
    }

    static class Sink implements Listener {
        private final Listener to;

        Sink(Listener to) {
            this.to = to;
        }

        @Override
        public void onMoney(Money money, Shape shape) {
            to.onMoney(money, shape);
        }
    }

    @Test
    void deltaSendsNothingForAValueThatStays() {
        long[] lengths = new long[2];
        for (int changes = 0; changes < 2; changes++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of("delta", bytes, types().asOptions());
            for (int i = 0; i < 200; i++) {
                Invoice invoice = new Invoice(1, i);
                invoice.total = new Money(changes == 0 ? 123456789012345L : 123456789012345L + i * 7919L * i);
                wire.write(invoice);
            }
            wire.close();
            lengths[changes] = bytes.readRemaining();
        }
        assertTrue(lengths[0] < 200 * 6, lengths[0] + " bytes");
        assertTrue(lengths[1] > lengths[0] + 200 * 2, lengths[1] + " bytes"); // only the digits that change
    }

    @ParameterizedTest
    @EachFormat
    void twoRegistriesMayWriteOneClassDifferently(String format) {
        TypeRegistry other = TypeRegistry.create()
                .register(Money.class, new Codec<>((v, out) -> out.int64(v.cents), in -> new Money(in.int64())));
        for (TypeRegistry types : List.of(types(), other, types())) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), types.asOptions());
            wire.write(new Priced(new Money(42)));
            assertEquals(42, wire.read(Priced.class).price.cents);
        }
        assertThrows(
                WireDataException.class,
                () -> Wire.of(format, Bytes.allocateElasticOnHeap(), types().asOptions())
                        .write(Map.of("x", new Object())));
    }

    static class Priced {
        Money price;

        Priced(Money price) {
            this.price = price;
        }
    }

    @ParameterizedTest
    @EachFormat
    void misuseIsAnErrorAndWritesNothing(String format) {
        Map<String, BiConsumer<Money, WireOut>> writers = new LinkedHashMap<>();
        writers.put("has written no value", (v, out) -> {});
        writers.put("has written a second value", (v, out) -> {
            out.int64(1);
            out.int64(2);
        });
        writers.put("has begun an object or list that it has not ended", (v, out) -> out.beginObject());
        writers.put("has written a name or an end outside an object", (v, out) -> out.field("x"));
        writers.forEach((problem, writer) -> {
            TypeRegistry types = TypeRegistry.create().register(Money.class, new Codec<>(writer, in -> null));
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of(format, bytes, types.asOptions());
            long before = bytes.writePosition();
            String message = assertThrows(IllegalStateException.class, () -> wire.write(new Priced(new Money(1))))
                    .getMessage();
            assertTrue(message.contains("the codec of Money " + problem), message);
            assertEquals(before, bytes.writePosition());
        });
        Map<String, Function<WireIn, Money>> readers = new LinkedHashMap<>();
        readers.put("has read no value", in -> new Money(1));
        readers.put("has read a second value", in -> {
            in.text();
            return money(in.text());
        });
        readers.put("returned null", in -> {
            in.text();
            return null;
        });
        readers.put("expected a Money but: ", in -> new Money(Long.parseLong(in.text())));
        readers.forEach((problem, reader) -> {
            TypeRegistry types =
                    TypeRegistry.create().register(Money.class, new Codec<>((v, out) -> out.text("1c"), reader));
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), types.asOptions());
            wire.write(new Priced(new Money(1))).write(new Priced(null));
            RuntimeException error = assertThrows(RuntimeException.class, () -> wire.read(Priced.class));
            assertTrue(Objects.requireNonNull(error.getMessage()).contains(problem), error.getMessage());
            assertEquals(null, wire.read(Priced.class).price);
        });
    }

    @Test
    void formsThatGeneratedCodeKnowsCannotBeReplaced() {
        TypeRegistry types = TypeRegistry.create();
        TypeCodec<String> text = new Codec<>((v, out) -> out.text(v), WireIn::text);
        TypeCodec<int[]> ints = new Codec<>((v, out) -> out.nullValue(), in -> null);
        TypeCodec<Thread.State> states = new Codec<>((v, out) -> out.text(v.name()), in -> null);
        for (Executable each : List.<Executable>of(
                () -> types.register(String.class, text),
                () -> types.register(int[].class, ints),
                () -> types.register(Thread.State.class, states))) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, each);
            assertTrue(
                    e.getMessage().contains("generated code reads and writes; register a codec for"), e.getMessage());
        }
        TypeCodec<Object> objects = new Codec<>((v, out) -> out.nullValue(), in -> null);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> types.register(Object.class, objects));
        assertTrue(e.getMessage().contains("the class of each value decides"), e.getMessage());
    }

    static final class Temperature {
        final double degrees;

        Temperature(double degrees) {
            this.degrees = degrees;
        }
    }

    static class Reading extends AbstractMarshallable {
        Temperature value = new Temperature(1.5);
    }

    @Test
    void copiesEqualityAndTextUseTheSharedRegistry() {
        TypeRegistry.shared()
                .register(
                        Temperature.class,
                        new Codec<>(
                                (v, out) -> out.text(v.degrees + " C"),
                                in -> new Temperature(
                                        Double.parseDouble(in.text().replace(" C", "")))));
        Reading reading = new Reading();
        assertEquals("!Reading {\n  value: \"1.5 C\"\n}\n", reading.toString());
        Reading copy = reading.deepCopy();
        assertNotSame(reading.value, copy.value);
        assertEquals(reading, copy);
        assertEquals(reading.hashCode(), copy.hashCode());
        assertEquals(reading, Marshallable.fromString(Reading.class, reading.toString()));
        assertInstanceOf(Temperature.class, Marshallable.fromString("!Temperature \"3.0 C\""));
    }
}
