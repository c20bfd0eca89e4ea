package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.EachFormat;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TransferQueue;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Fields of every kind of collection and map in the library come back, or fail with an error that contains the path.
 */
class CollectionFieldsTest {
    static class ManyCollections extends AbstractMarshallable {
        Queue<Integer> queue = new PriorityQueue<>(ITEMS);
        Queue<Integer> blockingAsQueue = new LinkedBlockingQueue<>(ITEMS);
        PriorityQueue<Integer> priority = new PriorityQueue<>(ITEMS);
        BlockingQueue<Integer> blocking = new ArrayBlockingQueue<>(9, false, ITEMS);
        BlockingDeque<Integer> blockingDeque = new LinkedBlockingDeque<>(ITEMS);
        LinkedBlockingQueue<Integer> linkedBlocking = new LinkedBlockingQueue<>(ITEMS);
        PriorityBlockingQueue<Integer> priorityBlocking = new PriorityBlockingQueue<>(ITEMS);
        ConcurrentLinkedQueue<Integer> concurrent = new ConcurrentLinkedQueue<>(ITEMS);
        TransferQueue<Integer> transfer = new LinkedTransferQueue<>(ITEMS);
        AbstractQueue<Integer> abstractQueue = new PriorityQueue<>(ITEMS);
        AbstractCollection<Integer> abstractCollection = new ArrayList<>(ITEMS);
        AbstractSet<Integer> abstractSet = new TreeSet<>(ITEMS);
        NavigableSet<Integer> navigable = new ConcurrentSkipListSet<>(ITEMS);
        AbstractMap<String, Integer> abstractMap = new TreeMap<>(Map.of("a", 1));
        NavigableMap<String, Integer> navigableMap = new TreeMap<>(Map.of("a", 1));
        ConcurrentMap<String, Integer> concurrentMap = new ConcurrentHashMap<>(Map.of("a", 1));
        ConcurrentNavigableMap<String, Integer> concurrentSorted = new ConcurrentSkipListMap<>(Map.of("a", 1));
    }

    private static final List<Integer> ITEMS = List.of(3, 1, 2, 7, 5);

    private static <T> T roundTrip(String format, T object, Class<T> type) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        return Wire.of(format, bytes).write("event", object).read(type);
    }

    @ParameterizedTest
    @EachFormat
    void everyKindComesBack(String format) {
        ManyCollections many = new ManyCollections();
        ManyCollections back = roundTrip(format, many, ManyCollections.class);
        assertEquals(many, back);
        assertEquals(many.hashCode(), back.hashCode());
        assertInstanceOf(ArrayDeque.class, back.queue);
        assertEquals(List.of(1, 2, 3, 5, 7), drained(back.priority));
        assertEquals(List.of(1, 2, 3, 5, 7), drained(back.priorityBlocking));
    }

    private static List<Integer> drained(Queue<Integer> queue) {
        List<Integer> items = new ArrayList<>();
        while (!queue.isEmpty()) {
            items.add(queue.remove());
        }
        return items;
    }

    static class Capped extends AbstractMarshallable {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
    }

    @ParameterizedTest
    @EachFormat
    void aQueueThatCannotBeMadeIsFilled(String format) {
        Capped capped = new Capped();
        capped.queue.addAll(List.of(1, 2, 3));
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes).write(capped).write(capped).write(capped);
        Capped into = new Capped();
        ArrayBlockingQueue<Integer> own = into.queue;
        assertSame(into, wire.read(into));
        assertEquals(capped, into);
        assertSame(own, into.queue);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.read(Capped.class));
        assertTrue(e.getMessage().contains("ArrayBlockingQueue cannot be made"), e.getMessage());
        assertTrue(e.getMessage().contains("path $.queue"), e.getMessage());
        Capped small = new Capped();
        small.queue = new ArrayBlockingQueue<>(2);
        e = assertThrows(WireDataException.class, () -> wire.read(small));
        assertTrue(e.getMessage().contains("does not take an Integer"), e.getMessage());
        assertTrue(e.getMessage().contains("path $.queue[2]"), e.getMessage());
    }

    static class Handover extends AbstractMarshallable {
        SynchronousQueue<Integer> queue;
        ConcurrentHashMap.KeySetView<String, Boolean> view;
        OwnList list;
        OwnMap map;
    }

    interface OwnList extends List<String> {}

    interface OwnMap extends Map<String, String> {}

    @Test
    void whatNothingCanBeMadeForIsAnErrorWithItsPath() {
        for (String text : List.of("queue: [1]", "list: [a]", "map: {a: b}")) {
            WireDataException e =
                    assertThrows(WireDataException.class, () -> Marshallable.fromString(Handover.class, text));
            assertTrue(e.getMessage().contains("path $." + text.substring(0, text.indexOf(':'))), e.getMessage());
        }
    }

    static class OwnSet extends TreeSet<Integer> {
        private static final long serialVersionUID = 1;

        OwnSet() {
            super(Comparator.reverseOrder());
        }
    }

    static class Orders extends AbstractMarshallable {
        PriorityBlockingQueue<Integer> priority = new PriorityBlockingQueue<>(9, Comparator.reverseOrder());
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
        OwnSet own = new OwnSet();
        Collection<Integer> capped = new ArrayBlockingQueue<>(7);
        LinkedBlockingQueue<Integer> linked = new LinkedBlockingQueue<>(7);
        LinkedBlockingDeque<Integer> bothEnds = new LinkedBlockingDeque<>(7);
        LinkedBlockingQueue<Integer> endless = new LinkedBlockingQueue<>();
        Set<Integer> view = ConcurrentHashMap.newKeySet();
        Queue<Integer> lifo = Collections.asLifoQueue(new ArrayDeque<>());
    }

    @Test
    void copiesTakeWhatTheOriginalTakes() {
        Orders orders = new Orders();
        List.of(orders.priority, orders.set, orders.own, orders.view, orders.lifo)
                .forEach(each -> each.addAll(ITEMS));
        List.of(orders.capped, orders.linked, orders.bothEnds, orders.endless).forEach(each -> each.addAll(ITEMS));
        ITEMS.forEach(each -> orders.map.put(each, each));
        Orders copy = orders.deepCopy();
        assertEquals(orders, copy);
        assertEquals(7, copy.set.first());
        assertEquals(7, copy.map.firstKey());
        assertEquals(7, copy.own.first());
        assertEquals(7, copy.priority.peek());
        assertEquals(2, ((ArrayBlockingQueue<Integer>) copy.capped).remainingCapacity());
        assertEquals(2, copy.linked.remainingCapacity());
        assertEquals(2, copy.bothEnds.remainingCapacity());
        assertEquals(orders.endless.remainingCapacity(), copy.endless.remainingCapacity());
    }
}
