package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.Function;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Collections and maps that change while they are written come back as they were at some time. */
@SuppressWarnings({"JdkObsolete", "ThreadPriorityCheck"}) // what programs use, and a race that is provoked
class SharedContainersTest {
    private static final List<String> SHORT = List.of("s1", "s2", "s3");
    private static final List<String> LONG = List.of("x", "s1", "s2", "s3");

    /** A list that changes before each call, and whose iterators do not. */
    static final class FlippingList<T> extends AbstractList<T> implements RandomAccess {
        private final List<T> one;
        private final List<T> other;
        private int calls;

        FlippingList(List<T> one, List<T> other) {
            this.one = one;
            this.other = other;
        }

        private List<T> now() {
            calls++;
            return (calls * 0x9E3779B9 >>> 16 & 1) == 0 ? one : other;
        }

        @Override
        public T get(int index) {
            return now().get(index);
        }

        @Override
        public int size() {
            return now().size();
        }

        @Override
        public Iterator<T> iterator() {
            return now().iterator();
        }
    }

    static final class FlippingMap<V> extends AbstractMap<String, V> {
        private final FlippingList<Map.Entry<String, V>> entries;

        FlippingMap(Map<String, V> one, Map<String, V> other) {
            entries = new FlippingList<>(List.copyOf(one.entrySet()), List.copyOf(other.entrySet()));
        }

        @Override
        public Set<Entry<String, V>> entrySet() {
            return new LinkedHashSet<>(entries.now());
        }
    }

    static class SharedItem extends AbstractMarshallable {
        @Key
        String name;

        int number;

        SharedItem() {}

        SharedItem(String name) {
            this.name = name;
            this.number = name.hashCode();
        }
    }

    static class SharedOwner extends AbstractMarshallable {
        int number;
        List<String> list;
        Collection<Object> any;
        List<SharedItem> items;
        Map<String, String> map;
        Map<String, SharedItem> itemMap;
    }

    private static List<SharedItem> items(List<String> names) {
        return names.stream().map(SharedItem::new).toList();
    }

    private static <V> Map<String, V> map(List<String> names, Function<String, V> value) {
        Map<String, V> map = new LinkedHashMap<>();
        names.forEach(name -> map.put(name, value.apply(name)));
        return map;
    }

    private static void assertIsOne(Object read, Object one, Object other, String what) {
        assertTrue(read.equals(one) || read.equals(other), () -> what + ": " + read);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatIsWrittenIsOneSnapshot(String format) {
        SharedOwner owner = new SharedOwner();
        owner.list = new FlippingList<>(SHORT, LONG);
        owner.any = new FlippingList<>(List.copyOf(SHORT), List.copyOf(LONG));
        owner.items = new FlippingList<>(items(SHORT), items(LONG));
        owner.map = new FlippingMap<>(map(SHORT, name -> name), map(LONG, name -> name));
        owner.itemMap = new FlippingMap<>(map(SHORT, SharedItem::new), map(LONG, SharedItem::new));
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        @SuppressWarnings("unchecked")
        Consumer<SharedOwner> events = wire.methodWriter(Consumer.class);
        for (int i = 0; i < 300; i++) {
            owner.number = i;
            if (i % 3 == 0) {
                wire.write(owner);
            } else if (i % 3 == 1) {
                wire.write("named", owner);
            } else {
                events.accept(owner);
            }
        }
        for (int i = 0; i < 300; i++) {
            assertTrue(wire.next());
            SharedOwner read = wire.read(SharedOwner.class);
            String what = format + " " + i;
            assertEquals(i, read.number);
            assertIsOne(read.list, SHORT, LONG, what);
            assertIsOne(read.any, SHORT, LONG, what);
            assertIsOne(read.items, items(SHORT), items(LONG), what);
            assertIsOne(read.map, map(SHORT, name -> name), map(LONG, name -> name), what);
            assertIsOne(read.itemMap, map(SHORT, SharedItem::new), map(LONG, SharedItem::new), what);
        }
    }

    static class SharedBySeveral extends AbstractMarshallable {
        int number;
        List<String> copied = new CopyOnWriteArrayList<>(SHORT);
        Set<String> copiedSet = new CopyOnWriteArraySet<>(SHORT);
        List<String> locked = Collections.synchronizedList(new ArrayList<>(SHORT));
        List<String> vector = new Vector<>(SHORT);
        Map<String, String> lockedMap = Collections.synchronizedMap(new LinkedHashMap<>(map(SHORT, name -> name)));
        Map<String, String> concurrent = new ConcurrentHashMap<>(map(SHORT, name -> name));
        Collection<String> deque = new ConcurrentLinkedDeque<>(SHORT);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void anotherThreadMayChangeConcurrentAndLockedContainers(String format) throws InterruptedException {
        SharedBySeveral owner = new SharedBySeveral();
        Thread changer = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                owner.copied.add(0, "x");
                owner.copiedSet.add("y");
                owner.locked.add(0, "x");
                owner.vector.add(0, "x");
                owner.lockedMap.put("x", "x");
                owner.concurrent.put("x", "x");
                owner.deque.add("x");
                Thread.yield();
                owner.copied.remove(0);
                owner.copiedSet.remove("y");
                owner.locked.remove(0);
                owner.vector.remove(0);
                owner.lockedMap.remove("x");
                owner.concurrent.remove("x");
                owner.deque.remove("x");
            }
        });
        changer.start();
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        List<String> withY = List.of("s1", "s2", "s3", "y");
        try {
            for (int i = 0; i < Integer.getInteger("sharedContainers.messages", 1_000); i++) {
                owner.number = i;
                wire.write(owner);
                SharedBySeveral read = wire.read(SharedBySeveral.class);
                assertEquals(i, read.number);
                assertIsOne(read.copied, SHORT, LONG, format);
                assertIsOne(List.copyOf(read.copiedSet), SHORT, withY, format);
                assertIsOne(read.locked, SHORT, LONG, format);
                assertIsOne(read.vector, SHORT, LONG, format);
                assertTrue(read.lockedMap.keySet().containsAll(SHORT));
                assertTrue(read.concurrent.keySet().containsAll(SHORT));
                assertTrue(read.deque.containsAll(SHORT));
                SharedBySeveral copy = owner.deepCopy();
                assertIsOne(copy.locked, SHORT, LONG, format);
                assertIsOne(copy.vector, SHORT, LONG, format);
                assertEquals(copy.hashCode(), copy.hashCode());
            }
        } finally {
            changer.interrupt();
            changer.join();
        }
        assertEquals(owner, owner.deepCopy());
    }

    @Test
    void lockedContainersAreEqualByContent() {
        SharedBySeveral one = new SharedBySeveral();
        assertEquals(one, new SharedBySeveral());
        assertEquals(one.hashCode(), new SharedBySeveral().hashCode());
    }
}
