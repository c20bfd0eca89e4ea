package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireDataException;
import java.util.AbstractSequentialList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays, maps and collections that are another thing than their field says: the values are what counts. */
class OddContainersTest {
    static class Stack<T> extends AbstractMarshallable {
        @SuppressWarnings("unchecked") // the usual way to have an array of T
        T[] items = (T[]) new Object[2];

        void put(T item) {
            items[0] = item;
        }
    }

    static class ArrayHolder extends AbstractMarshallable {
        Number[] numbers = {1, 2};
        CharSequence[][] texts = {{"a"}, {}};
        Stack<String> stack = new Stack<>();
        Object any = new Integer[] {5};
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "csv", "binary", "delta"})
    void arraysAreEqualByTheirItems(String format) {
        ArrayHolder holder = new ArrayHolder();
        holder.numbers = new Integer[] {1, 2};
        holder.texts = new String[][] {{"a"}, {}};
        holder.stack.put("text");
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write(holder);
        ArrayHolder read = wire.read(ArrayHolder.class);
        assertEquals(holder, read);
        assertEquals(holder.hashCode(), read.hashCode());
        assertSame(Number[].class, read.numbers.getClass());
        assertSame(Integer[].class, read.any.getClass());
        assertEquals(holder, Marshallable.fromString(holder.toString()));
        assertEquals(holder, holder.deepCopy());
        assertArrayEquals(new Number[] {1, 2}, read.numbers);
    }

    @Test
    void arraysOfOtherItemsAreNot() {
        ArrayHolder holder = new ArrayHolder();
        for (Number[] other : new Number[][] {{1L, 2L}, {1}, {1, 2, 3}, {1, null}, {}}) {
            ArrayHolder unlike = new ArrayHolder();
            unlike.numbers = other;
            assertNotEquals(holder, unlike);
        }
        for (Object other : new Object[] {new int[] {5}, List.of(5), 5, new Object[] {5, 5}}) {
            ArrayHolder unlike = new ArrayHolder();
            unlike.any = other;
            assertNotEquals(holder, unlike);
            assertNotEquals(unlike, holder);
        }
    }

    static class OptionalKeys extends AbstractMarshallable {
        Map<Optional<String>, Integer> map = new HashMap<>();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary", "delta"})
    void anEmptyOptionalIsNoText(String format) {
        OptionalKeys keys = new OptionalKeys();
        keys.map.put(Optional.empty(), 1);
        keys.map.put(Optional.of("null"), 2);
        keys.map.put(Optional.of(""), 3);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write(keys);
        assertEquals(keys, wire.read(OptionalKeys.class));
    }

    @SuppressWarnings("JdkObsolete") // what is tested
    static class Collections extends AbstractMarshallable {
        AbstractSequentialList<Integer> sequential = new LinkedList<>(List.of(1, 2));
        ConcurrentHashMap.KeySetView<String, Boolean> keys = ConcurrentHashMap.newKeySet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "csv", "binary", "delta"})
    void whatIsWrittenCanBeRead(String format) {
        Collections collections = new Collections();
        collections.keys.add("a");
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write(collections);
        assertEquals(collections, wire.read(Collections.class));
        assertEquals(collections, collections.deepCopy());
    }

    static class OwnList extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;

        OwnList(int first) {
            add(first);
        }
    }

    static class OwnHolder extends AbstractMarshallable {
        OwnList list = new OwnList(1);
    }

    @Test
    void whatCannotBeCopiedIsToldSo() {
        OwnHolder holder = new OwnHolder();
        WireDataException e = assertThrows(WireDataException.class, holder::deepCopy);
        assertEquals(
                "object: " + OwnList.class.getName() + " cannot be copied: it needs a constructor without arguments",
                e.getMessage());
        assertThrows(WireDataException.class, () -> holder.copyTo(new OwnHolder()));
    }
}
