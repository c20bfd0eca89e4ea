package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The search for list edits costs work in proportion to the number of values. The work is counted, not timed. */
class ListEditWorkTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final int MESSAGES = 60;
    /**
     * Bound on the work per leaf: it is compared with those of 17 items, counted a few times, and moved by at most 64
     * edits.
     */
    private static final int MAX_WORK_PER_LEAF = 90;

    /** Writes messages, checks that they are read again, and returns the work per message. */
    private static double work(IntFunction<List<Object>> items) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> expected = new ArrayList<>();
        double work;
        try (DeltaWriter out = (DeltaWriter) FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < MESSAGES; i++) {
                Object message = Trees.map("id", 1L, "items", items.apply(i));
                Trees.writeMessage(out, message);
                expected.add(message);
            }
            work = (double) out.editWork() / MESSAGES;
        }
        assertEquals(expected, Trees.readAll(FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)));
        return work;
    }

    private static List<Object> levels(LongStream prices) {
        List<Object> levels = new ArrayList<>();
        prices.forEach(price -> levels.add(Trees.map("price", price, "quantity", price * 31 % 1009)));
        return levels;
    }

    @Test
    void entirelyChangedListsCostWorkInProportionToTheirLength() {
        double before = 0;
        for (int size : new int[] {32, 64, 128, 256}) {
            int items = size;
            Random random = new Random(5);
            double work = work(i -> levels(random.longs(items)));
            assertTrue(work > 0 && work <= 2.0 * MAX_WORK_PER_LEAF * size, size + " items: " + work);
            assertTrue(before == 0 || work < 2.5 * before, size + " items: " + work + ", of half of them " + before);
            before = work;
        }
    }

    @Test
    void listsWithAllItemsMovedCostWorkInProportionToTheirLength() {
        for (int size : new int[] {64, 128, 256}) {
            // One item is inserted at the top, one is removed at the end, and two in the middle are swapped.
            int items = size;
            double work = work(i -> {
                List<Object> levels = levels(LongStream.range(0, items).map(n -> 1000 - i + 2 * n));
                Collections.swap(levels, items / 2, items / 2 + 1);
                return levels;
            });
            assertTrue(work > size && work <= 2.0 * MAX_WORK_PER_LEAF * size, size + " items: " + work);
            Random random = new Random(3);
            double shuffled = work(i -> {
                List<Object> levels = levels(LongStream.range(0, items));
                Collections.shuffle(levels, random);
                return levels;
            });
            assertTrue(shuffled > size && shuffled <= 2.0 * MAX_WORK_PER_LEAF * size, size + " items: " + shuffled);
        }
    }

    @Test
    void listsOfThousandsOfItemsAreNotSearched() {
        Random random = new Random(9);
        assertEquals(0, work(i -> levels(random.longs(4000))));
        assertEquals(0, work(i -> levels(LongStream.range(i, 3000 + i))));
    }

    @Test
    void itemsOfManyFieldsCostWorkInProportionToTheirValues() {
        for (int fields : new int[] {50, 500}) {
            Random random = new Random(7);
            int size = 2000 / fields;
            double work = work(i -> {
                List<Object> items = new ArrayList<>();
                for (int n = 0; n < size; n++) {
                    Object[] entries = new Object[2 * fields];
                    for (int f = 0; f < fields; f++) {
                        entries[2 * f] = "field" + f;
                        entries[2 * f + 1] = random.nextLong();
                    }
                    items.add(Trees.map(entries));
                }
                return items;
            });
            assertTrue(work <= 2000.0 * MAX_WORK_PER_LEAF, fields + " fields: " + work);
        }
    }
}
