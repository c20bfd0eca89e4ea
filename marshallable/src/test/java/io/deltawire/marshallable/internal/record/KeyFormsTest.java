package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A key by annotation and the same key by {@code writeKey} are the same record, and the same bytes. */
class KeyFormsTest {
    static class AnnotatedKey extends AbstractMarshallable {
        @Key
        String symbol;

        @Key
        long venue;

        double price;
        Long size;
    }

    /** A name with the length of the other one, so that the sizes are equal. */
    static class WrittenByOwn extends AbstractMarshallable implements KeyedMarshallable {
        String symbol;
        long venue;
        double price;
        Long size;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(symbol).writeLong(venue);
        }
    }

    @Test
    void bothKeysMakeTheSameMessages() {
        Bytes<?> annotated = Bytes.allocateElasticOnHeap();
        Bytes<?> written = Bytes.allocateElasticOnHeap();
        Wire one = Wire.of("delta", annotated);
        Wire other = Wire.of("delta", written);
        SplittableRandom random = new SplittableRandom(12);
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            AnnotatedKey a = new AnnotatedKey();
            a.symbol = "S" + random.nextInt(20);
            a.venue = random.nextInt(3);
            a.price = random.nextInt(40) == 0 ? Double.NaN : random.nextInt(1000) / 8.0;
            a.size = random.nextInt(10) == 0 ? null : (Long) (long) random.nextInt(100);
            WrittenByOwn b = new WrittenByOwn();
            b.symbol = a.symbol;
            b.venue = a.venue;
            b.price = a.price;
            b.size = a.size;
            long from = annotated.writePosition();
            one.write("quote", a);
            other.write("quote", b);
            if (i > 0) { // the first one has the names of the types
                assertArrayEquals(from(written, from), from(annotated, from), "message " + i);
            }
            expected.add(a);
        }
        for (Object each : expected) {
            assertEquals(each, one.read(AnnotatedKey.class));
        }
    }

    private static byte[] from(Bytes<?> bytes, long start) {
        byte[] copy = new byte[(int) (bytes.writePosition() - start)];
        bytes.read(start, copy, 0, copy.length);
        return copy;
    }

    static class TwoPartKey extends AbstractMarshallable {
        @Key
        UUID id;

        @Key
        String name;

        @Key
        UUID other;

        long count;

        TwoPartKey() {}

        TwoPartKey(UUID id, String name, UUID other) {
            this.id = id;
            this.name = name;
            this.other = other;
        }
    }

    private static void assertAreTwoRecords(TwoPartKey one, TwoPartKey other) {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        wire.write(one).write(other).write(one).write(other);
        TwoPartKey live = wire.readByKey(TwoPartKey.class);
        assertEquals(one, live);
        assertEquals(other, wire.readByKey(TwoPartKey.class));
        assertEquals(one, live);
        assertSame(live, wire.readByKey(TwoPartKey.class));
        assertEquals(other, wire.readByKey(TwoPartKey.class));
    }

    /** If a null had another size than an id in the key, the next field could compensate for the difference. */
    @Test
    void nullAndTheNextFieldAreNoId() {
        UUID id = new UUID(-1, 5 | (long) 'a' << 32 | (long) 'b' << 48);
        assertAreTwoRecords(new TwoPartKey(null, "ab\u0001\0x", null), new TwoPartKey(id, "x", null));
        assertAreTwoRecords(
                new TwoPartKey(null, null, new UUID(-1, 7)), new TwoPartKey(new UUID(-1, -1), null, new UUID(7, 7)));
        assertAreTwoRecords(new TwoPartKey(null, null, new UUID(7, -1)), new TwoPartKey(new UUID(-1, -1), null, null));
    }

    enum KeyMode {
        five,
        SIX {
            @Override
            public String toString() {
                return "six";
            }
        }
    }

    static class AnyKey extends AbstractMarshallable {
        @Key
        Object id;

        @Key
        KeyMode mode = KeyMode.SIX;

        long count;

        AnyKey() {}

        AnyKey(Object id) {
            this.id = id;
        }
    }

    /** Each of these is the text "5", or the class's name that is in a key. */
    @Test
    void valuesOfSeveralClassesAreSeveralRecords() {
        List<Object> ids = List.of("5", 5L, 5.0, '5', "java.lang.Long", KeyMode.five, "five", BigDecimal.valueOf(5));
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        for (int round = 0; round < 4; round++) {
            for (Object id : ids) {
                long before = bytes.writePosition();
                wire.write(new AnyKey(id));
                // If nothing changed in a separate record, the message has a length, a mode and a slot.
                long length = bytes.writePosition() - before;
                assertTrue(round < 2 || length <= 3, length + " bytes for the record of " + id);
            }
        }
        for (int i = 0; i < 4 * ids.size(); i++) {
            assertEquals(ids.get(i % ids.size()), wire.read(AnyKey.class).id);
        }
    }

    static class ListKey extends AbstractMarshallable {
        @Key
        List<String> id = List.of("a");
    }

    @Test
    void keyFieldOfSeveralValuesIsRefusedWithItsName() {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        WireDataException e = assertThrows(WireDataException.class, () -> wire.write(new ListKey()));
        assertTrue(e.getMessage().contains("a key field must be one value, but id of"), e.getMessage());
        wire.write(new AnyKey(1L)); // nothing has been begun
        assertEquals(1L, wire.read(AnyKey.class).id);
    }

    /** As Kotlin compiles {@code class ByParameter(@Key val id: String, var n: Int)}. */
    @SuppressWarnings("UnusedVariable") // fields are read by codecs
    static class ByParameter extends AbstractMarshallable {
        private final String id;
        private int n;

        ByParameter(@Key String id, int n) {
            this.id = id;
            this.n = n;
        }
    }

    @SuppressWarnings("UnusedVariable") // fields are read by codecs
    static class OnNoField extends AbstractMarshallable {
        private int n;

        OnNoField(@Key String text) {
            n = text.length();
        }
    }

    @Test
    void aKeyOnTheParameterOfAConstructorIsThatOfTheField() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        for (int i = 0; i < 6; i++) {
            wire.write(new ByParameter("k" + i % 2, i));
        }
        ByParameter first = wire.readByKey(ByParameter.class);
        wire.readByKey(ByParameter.class);
        assertSame(first, wire.readByKey(ByParameter.class));
        assertEquals(new ByParameter("k0", 2), first);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.write(new OnNoField("x")));
        assertTrue(e.getMessage().contains("@field:Key"), e.getMessage());
    }
}
