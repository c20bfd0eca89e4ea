package io.deltawire.marshallable.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.GenericRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a copy shares with its original, and what equality compares. */
class CopiesTest {
    record SortedItem(int a) {}

    static class SortedViews extends AbstractMarshallable {
        SortedSet<SortedItem> set = Collections.unmodifiableSortedSet(items());
        SortedMap<String, Integer> map =
                Collections.unmodifiableSortedMap(new TreeMap<String, Integer>(Comparator.reverseOrder()));
        SortedSet<SortedItem> view = items().headSet(new SortedItem(3));

        private static SortedSet<SortedItem> items() {
            SortedSet<SortedItem> items = new TreeSet<>(Comparator.comparing(SortedItem::a));
            Collections.addAll(items, new SortedItem(2), new SortedItem(1), new SortedItem(4));
            return items;
        }
    }

    @Test
    void viewsOfSortedContainersKeepTheirOrder() {
        SortedViews original = new SortedViews();
        SortedViews copy = original.deepCopy();
        assertEquals(original, copy);
        copy.set.add(new SortedItem(0));
        assertEquals(new SortedItem(0), copy.set.first());
        copy.map.putAll(Map.of("a", 1, "b", 2));
        assertEquals("b", copy.map.firstKey());
        assertEquals(2, copy.view.size());
    }

    static class HoldsOne extends AbstractMarshallable {
        Object any;

        HoldsOne(Object any) {
            this.any = any;
        }
    }

    @Test
    void valuesInGenericRecordsAreCopied() {
        List<Object> list = new ArrayList<>(List.of(1L));
        for (GenericRecord generic : List.of(
                GenericRecord.ofFields("Unknown", Map.of("list", list)), GenericRecord.ofValue("Unknown", list))) {
            HoldsOne original = new HoldsOne(generic);
            HoldsOne copy = original.deepCopy();
            assertEquals(original, copy);
            list.add(2L);
            assertNotEquals(original, copy);
        }
    }

    record AnyCaseName(String text) {
        @Override
        public boolean equals(Object o) {
            return o instanceof AnyCaseName other && text.equalsIgnoreCase(other.text);
        }

        @Override
        public int hashCode() {
            return text.toLowerCase(Locale.ROOT).hashCode();
        }
    }

    @Test
    void recordsWithAnEqualityOfTheirOwnAreAsked() {
        assertEquals(new HoldsOne(new AnyCaseName("a")), new HoldsOne(new AnyCaseName("A")));
        assertEquals(new HoldsOne(new AnyCaseName("a")).hashCode(), new HoldsOne(new AnyCaseName("A")).hashCode());
        assertEquals(new HoldsOne(List.of(new AnyCaseName("a"))), new HoldsOne(List.of(new AnyCaseName("A"))));
        assertNotEquals(new HoldsOne(new AnyCaseName("a")), new HoldsOne(new AnyCaseName("b")));
    }

    record HeldContent(byte[] bytes) {}

    @Test
    void arraysInOtherRecordsAreComparedByContent() {
        assertEquals(new HoldsOne(new HeldContent(new byte[] {1})), new HoldsOne(new HeldContent(new byte[] {1})));
    }
}
