package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.Formats;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Maps and lists that are read into existing objects equal those that are read into new ones. */
@SuppressWarnings({"JavaUtilDate", "CollectionUndefinedEquality"}) // users still hold dates, also in sets
class RefillTest {
    /** Maps of several classes, and lists of boxed numbers. */
    public static final class Held extends AbstractMarshallable {
        public Map<String, Double> linked = new LinkedHashMap<>();
        public HashMap<Integer, String> hashed = new HashMap<>();
        public TreeMap<String, Long> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        public Map<String, Object> any = new LinkedHashMap<>();
        public List<Long> longs = new ArrayList<>();
        public List<String> texts = new ArrayList<>();
    }

    private final Random random = new Random(3);

    private String key() {
        String key = "k" + random.nextInt(6);
        return random.nextInt(5) == 0 ? key.toUpperCase(java.util.Locale.ROOT) : key;
    }

    private Held held() {
        Held held = new Held();
        for (int i = random.nextInt(6); i > 0; i--) {
            held.linked.put(key(), random.nextInt(8) == 0 ? null : random.nextInt(3) / 2.0);
            held.hashed.put(random.nextInt(6), "v" + random.nextInt(3));
            held.sorted.put(key(), (long) random.nextInt(300));
            held.any.put(key(), random.nextBoolean() ? "t" + random.nextInt(3) : (Object) List.of((long) i));
            held.longs.add(random.nextInt(8) == 0 ? null : (Long) (random.nextLong() >> random.nextInt(64)));
            held.texts.add("t" + random.nextInt(3));
        }
        return held;
    }

    @Test
    void likeNewOnes() {
        for (String format : Formats.without(Feature.TABLE)) {
            List<Held> all = new ArrayList<>();
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try (Wire wire = Wire.of(format, bytes)) {
                for (int i = 0; i < 3_000; i++) {
                    boolean isKept = i > 0 && random.nextInt(4) == 0;
                    all.add(isKept ? all.get(i - 1) : held());
                    wire.write("q", all.get(i));
                }
            }
            Held into = new Held();
            try (Wire wire = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()))) {
                for (Held expected : all) {
                    Held read = wire.read(into);
                    assertSame(into, read);
                    assertEquals(expected, read);
                    if (!Formats.has(format, Feature.RECORDS)) { // it has an order of its own
                        assertEquals(inOrder(expected), inOrder(read));
                    }
                }
            }
        }
    }

    private static List<Object> inOrder(Held held) {
        return List.of(
                new ArrayList<>(held.linked.entrySet()),
                new ArrayList<>(held.sorted.entrySet()),
                new ArrayList<>(held.any.entrySet()));
    }

    /** An object that others may hold is not changed, and an equal one is not replaced. */
    @Test
    void objectsThatStay() {
        Held held = new Held();
        held.linked.put("a", 1234.5);
        held.longs.add(1L << 40);
        held.any.put("a", new ArrayList<>(List.of(1L)));
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (Wire wire = Wire.of("binary", bytes)) {
            wire.write("q", held);
            held.any.put("a", new ArrayList<>(List.of(2L)));
            wire.write("q", held);
            Held into = new Held();
            wire.read(into);
            Object number = into.linked.get("a");
            Object item = into.longs.get(0);
            Object list = into.any.get("a");
            wire.read(into);
            assertSame(number, into.linked.get("a"));
            assertSame(item, into.longs.get(0));
            assertEquals(List.of(1L), list);
            assertEquals(List.of(2L), into.any.get("a"));
        }
    }

    /** Equal by its number alone. */
    public static final class Key extends AbstractMarshallable {
        public int number;
        public String note = "";

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** Items and keys that equal others which are not the same, or that can be changed. */
    public static final class Unsure extends AbstractMarshallable {
        public Set<URI> uris = new LinkedHashSet<>();
        public Set<Double> doubles = new HashSet<>();
        public Set<Date> dates = new HashSet<>();
        public Map<URI, Long> byUri = new LinkedHashMap<>();
        public Map<Key, Long> byKey = new LinkedHashMap<>();

        private static Unsure of(String host, long nan, String note) {
            Unsure made = new Unsure();
            made.uris.add(URI.create("http://" + host));
            made.doubles.add(Double.longBitsToDouble(nan));
            made.dates.add(new Date(5));
            made.byUri.put(URI.create("http://" + host), 1L);
            Key key = new Key();
            key.number = 7;
            key.note = note;
            made.byKey.put(key, 1L);
            return made;
        }
    }

    @Test
    void equalIsNotAlwaysTheSame() {
        for (String format : Formats.without(Feature.TABLE)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try (Wire wire = Wire.of(format, bytes)) {
                wire.write("q", Unsure.of("HOST", 0x7FF8_0000_0000_0001L, "old"));
                wire.write("q", Unsure.of("host", 0x7FF8_0000_0000_0002L, "new"));
                Unsure into = new Unsure();
                wire.read(into);
                into.dates.iterator().next().setTime(6); // so that it is no longer found
                wire.read(into);
                assertEquals("[http://host]", into.uris.toString(), format);
                assertEquals("{http://host=1}", into.byUri.toString(), format);
                assertEquals("new", into.byKey.keySet().iterator().next().note, format);
                assertEquals(Set.of(new Date(5)), into.dates, format);
                assertEquals(1, into.doubles.size());
                if (Formats.isWholeBinary(format)) { // which has all of them
                    long bits =
                            Double.doubleToRawLongBits(into.doubles.iterator().next());
                    assertEquals(0x7FF8_0000_0000_0002L, bits);
                }
            }
        }
    }

    /** The owner has changed a key or item to the next value, which takes the slot of the former one. */
    @Test
    void changedItemsAreFound() {
        for (String format : Formats.without(Feature.TABLE)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try (Wire wire = Wire.of(format, bytes)) {
                Unsure written = Unsure.of("a", 0, "");
                wire.write("q", written);
                written.dates = Set.of(new Date(6));
                written.byKey.keySet().iterator().next().number = 8;
                wire.write("q", written);
                Unsure into = new Unsure();
                wire.read(into);
                into.dates.iterator().next().setTime(6);
                into.byKey.keySet().iterator().next().number = 8;
                wire.read(into);
                assertTrue(into.dates.contains(new Date(6)), format);
                Key key = new Key();
                key.number = 8;
                assertEquals(1L, into.byKey.get(key), format);
            }
        }
    }

    /** A set that does not take all that its items may be. */
    public static final class Sorted extends AbstractMarshallable {
        public TreeSet<BigDecimal> items = new TreeSet<>();
    }

    @Test
    void misfitItemIsNamed() {
        for (String format : Formats.without(Feature.TABLE)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try (Wire wire = Wire.of(format, bytes)) {
                wire.write("q", Map.of("items", List.of(1.5, 2.5)));
                wire.write("q", Map.of("items", Arrays.asList(1.5, null)));
                Sorted into = new Sorted();
                wire.read(into);
                String said = assertThrows(WireDataException.class, () -> wire.read(into))
                        .getMessage();
                assertTrue(said.contains("items[1]"), format + ": " + said);
            }
        }
    }
}
