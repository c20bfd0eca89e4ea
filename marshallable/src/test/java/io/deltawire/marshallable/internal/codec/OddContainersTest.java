package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.util.AbstractSequentialList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.concurrent.ConcurrentHashMap;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Arrays, maps and collections whose class differs from the field's type. Their values decide. */
class OddContainersTest {
    static {
        Types.registerNested(OddContainersTest.class);
    }

    static class OddStack<T> extends AbstractMarshallable {
        @SuppressWarnings("unchecked") // the usual cast for an array of T
        T[] items = (T[]) new Object[2];

        void put(T item) {
            items[0] = item;
        }
    }

    static class OddArrays extends AbstractMarshallable {
        Number[] numbers = {1, 2};
        CharSequence[][] texts = {{"a"}, {}};
        OddStack<String> stack = new OddStack<>();
        Object any = new Integer[] {5};
    }

    @ParameterizedTest
    @EachFormat
    void arraysAreEqualByTheirItems(String format) {
        OddArrays holder = new OddArrays();
        holder.numbers = new Integer[] {1, 2};
        holder.texts = new String[][] {{"a"}, {}};
        holder.stack.put("text");
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write(holder);
        OddArrays read = wire.read(OddArrays.class);
        assertEquals(holder, read);
        assertEquals(holder.hashCode(), read.hashCode());
        assertSame(Number[].class, read.numbers.getClass());
        assertSame(Integer[].class, read.any.getClass());
        assertEquals(holder, Marshallable.fromString(holder.getClass(), holder.toString()));
        assertEquals(holder, holder.deepCopy());
        assertArrayEquals(new Number[] {1, 2}, read.numbers);
    }

    @Test
    void arraysOfOtherItemsAreNot() {
        OddArrays holder = new OddArrays();
        for (Number[] other : new Number[][] {{1L, 2L}, {1}, {1, 2, 3}, {1, null}, {}}) {
            OddArrays unlike = new OddArrays();
            unlike.numbers = other;
            assertNotEquals(holder, unlike);
        }
        for (Object other : new Object[] {new int[] {5}, List.of(5), 5, new Object[] {5, 5}}) {
            OddArrays unlike = new OddArrays();
            unlike.any = other;
            assertNotEquals(holder, unlike);
            assertNotEquals(unlike, holder);
        }
    }

    static class OddKeys extends AbstractMarshallable {
        Map<Optional<String>, Integer> map = new HashMap<>();
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void anEmptyOptionalIsNoText(String format) {
        OddKeys keys = new OddKeys();
        keys.map.put(Optional.empty(), 1);
        keys.map.put(Optional.of("null"), 2);
        keys.map.put(Optional.of(""), 3);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write(keys);
        assertEquals(keys, wire.read(OddKeys.class));
    }

    @SuppressWarnings("JdkObsolete") // what is tested
    static class OddCollections extends AbstractMarshallable {
        AbstractSequentialList<Integer> sequential = new LinkedList<>(List.of(1, 2));
        ConcurrentHashMap.KeySetView<String, Boolean> keys = ConcurrentHashMap.newKeySet();
    }

    @ParameterizedTest
    @EachFormat
    void whatIsWrittenCanBeRead(String format) {
        OddCollections collections = new OddCollections();
        collections.keys.add("a");
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write(collections);
        assertEquals(collections, wire.read(OddCollections.class));
        assertEquals(collections, collections.deepCopy());
    }

    static class OddList extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;

        OddList(int first) {
            add(first);
        }
    }

    static class OddHolder extends AbstractMarshallable {
        OddList list = new OddList(1);
    }

    @Test
    void uncopyableValueIsReported() {
        OddHolder holder = new OddHolder();
        WireDataException e = assertThrows(WireDataException.class, holder::deepCopy);
        assertEquals(
                "object: " + OddList.class.getName() + " cannot be copied: it needs a constructor without arguments",
                e.getMessage());
        assertThrows(WireDataException.class, () -> holder.copyTo(new OddHolder()));
    }

    static class OddInterfaces extends AbstractMarshallable {
        RandomAccess list;
        Cloneable map;
        Comparable<?> bytes;
        Optional<Object> nothingOrNone = Optional.empty();
    }

    @ParameterizedTest
    @EachFormat
    void interfacesThatSayLittleOfTheirValues(String format) {
        OddInterfaces holder = new OddInterfaces();
        holder.list = new ArrayList<>(List.of(1L, "two"));
        holder.map = new HashMap<>(Map.of("a", 1L));
        holder.bytes = (Comparable<?>) (Object) Bytes.allocateElasticOnHeap().append("bytes");
        Wire one = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (Object inside :
                new Object[] {null, OptionalInt.empty(), 1L, OptionalInt.of(3), null, OptionalLong.empty()}) {
            holder.nothingOrNone = Optional.ofNullable(inside);
            // The first message of a table makes its columns, which hold values of its kinds.
            Wire wire = Formats.has(format, Feature.TABLE) ? Wire.of(format, Bytes.allocateElasticOnHeap()) : one;
            wire.write(holder);
            OddInterfaces read = wire.read(OddInterfaces.class);
            assertEquals(holder, read);
            assertEquals(Optional.ofNullable(inside), read.nothingOrNone);
        }
        assertEquals(holder, Marshallable.fromString(holder.getClass(), holder.toString()));
    }
}
