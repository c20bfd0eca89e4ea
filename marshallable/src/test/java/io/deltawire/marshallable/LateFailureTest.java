package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/** Code of an object that fails at any of its calls: the message is in the stream if and only if the write returned. */
class LateFailureTest {
    private static final int MAX_CALLS = 2000;

    /** The number of calls until one fails; negative for none. */
    private static int fuse = -1;

    private static void call() {
        if (fuse == 0) {
            fuse = -1;
            throw new IllegalArgumentException("as planned");
        }
        fuse -= fuse > 0 ? 1 : 0;
    }

    private static <E> Iterator<E> iterate(Iterator<E> real) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                call();
                return real.hasNext();
            }

            @Override
            public E next() {
                call();
                return real.next();
            }
        };
    }

    private static <E> List<E> list(List<E> real) {
        return new AbstractList<>() {
            @Override
            public E get(int index) {
                call();
                return real.get(index);
            }

            @Override
            public int size() {
                call();
                return real.size();
            }
        };
    }

    private static <E> Collection<E> collection(Collection<E> real) {
        return new AbstractCollection<>() {
            @Override
            public Iterator<E> iterator() {
                call();
                return iterate(real.iterator());
            }

            @Override
            public int size() {
                call();
                return real.size();
            }
        };
    }

    private static <E> Set<E> set(Set<E> real) {
        return new AbstractSet<>() {
            @Override
            public Iterator<E> iterator() {
                call();
                return iterate(real.iterator());
            }

            @Override
            public int size() {
                call();
                return real.size();
            }
        };
    }

    private static <K, V> Map<K, V> map(Map<K, V> real) {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<K, V>> entrySet() {
                call();
                return set(real.entrySet());
            }
        };
    }

    static final class Leg extends AbstractMarshallable {
        long size;
        String name;

        Leg() {}

        Leg(long size) {
            this.size = size;
            this.name = "leg " + size;
        }
    }

    /** Text whose conversion is code of the application. */
    private record Text(String text) implements CharSequence {
        @Override
        public int length() {
            call();
            return text.length();
        }

        @Override
        public char charAt(int index) {
            call();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            call();
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            call();
            return text;
        }
    }

    static final class Scalars extends AbstractMarshallable {
        @Key
        String id;

        List<Long> longs;
        List<String> texts;
        double price;
    }

    static final class Nested extends AbstractMarshallable {
        String id;
        List<Leg> legs;
        Map<String, Long> counts;
        Map<String, Leg> byName;
    }

    static final class Others extends AbstractMarshallable {
        @Key
        long id;

        Set<String> names;
        Collection<Long> numbers;
        CharSequence text;
        Object any;
    }

    static final class WritesKey extends AbstractMarshallable implements KeyedMarshallable {
        long id;
        double price;
        List<Leg> legs;

        @Override
        public void writeKey(Bytes<?> bytes) {
            call();
            bytes.writeLong(id);
        }
    }

    /** Makes the n-th object with a version. Objects of equal n have one key. */
    private static final Map<Class<?>, BiFunction<Integer, Integer, Object>> MAKERS = new LinkedHashMap<>();

    static {
        MAKERS.put(Scalars.class, (n, version) -> {
            Scalars made = new Scalars();
            made.id = "id" + n;
            made.longs = list(longs(3 + version % 3, version));
            made.texts = list(texts(2 + version % 2, version));
            made.price = version / 4.0;
            return made;
        });
        MAKERS.put(Nested.class, (n, version) -> {
            Nested made = new Nested();
            made.id = "id" + n;
            made.legs = list(legs(2 + version % 2, version));
            made.counts = map(new LinkedHashMap<>(Map.of("a", (long) version)));
            made.byName = map(new LinkedHashMap<>(Map.of("b", new Leg(version))));
            return made;
        });
        MAKERS.put(Others.class, (n, version) -> {
            Others made = new Others();
            made.id = n;
            made.names = set(new LinkedHashSet<>(texts(2, version)));
            made.numbers = collection(longs(3, version));
            made.text = new Text("text " + version);
            made.any = new ArrayList<>(texts(2, version));
            return made;
        });
        MAKERS.put(WritesKey.class, (n, version) -> {
            WritesKey made = new WritesKey();
            made.id = n;
            made.price = version;
            made.legs = list(legs(2, version));
            return made;
        });
    }

    private static List<Long> longs(int count, int version) {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add((long) version * 10 + i);
        }
        return all;
    }

    private static List<String> texts(int count, int version) {
        return longs(count, version).stream().map(n -> "text " + n).toList();
    }

    private static List<Leg> legs(int count, int version) {
        return longs(count, version).stream().map(Leg::new).toList();
    }

    interface Events {
        void scalars(Scalars object);

        void nested(Nested object);

        void others(Others object);

        void writesKey(WritesKey object);
    }

    private static void call(Events events, Object object) {
        if (object instanceof Scalars one) {
            events.scalars(one);
        } else if (object instanceof Nested one) {
            events.nested(one);
        } else if (object instanceof Others one) {
            events.others(one);
        } else {
            events.writesKey((WritesKey) object);
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void writtenMessageIsInTheStreamAndNoOther(String format) {
        for (Class<?> type : MAKERS.keySet()) {
            for (int before : new int[] {0, 1, 5}) {
                boolean fails = true;
                for (int calls = 0; fails && calls < MAX_CALLS; calls++) {
                    fails = check(format, type, before, calls, false);
                }
                fails = true;
                for (int calls = 0; fails && calls < MAX_CALLS; calls++) {
                    fails = check(format, type, before, calls, true);
                }
            }
        }
    }

    /** Returns whether a write failed. */
    private static boolean check(String format, Class<?> type, int before, int calls, boolean isByMethod) {
        BiFunction<Integer, Integer, Object> maker = MAKERS.get(type);
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        Events events = wire.methodWriter(Events.class);
        BiConsumer<String, Object> write =
                isByMethod ? (name, object) -> call(events, object) : (name, object) -> wire.write(name, object);
        List<String> written = new ArrayList<>();
        boolean hasFailed = false;
        for (int version = 0; version < before + 4; version++) {
            Object object = maker.apply(version % 2, version);
            String text = object.toString();
            if (version == before) {
                fuse = calls;
            }
            try {
                write.accept("event", object);
                written.add(text);
            } catch (IllegalArgumentException e) {
                assertEquals("as planned", e.getMessage());
                hasFailed = true;
                fuse = -1;
                write.accept("event", object); // again
                written.add(text);
            }
            fuse = -1;
        }
        List<String> read = new ArrayList<>();
        String what = format + " " + type.getSimpleName() + " after " + before + " messages, call " + calls
                + (isByMethod ? " of a method writer" : "");
        try {
            while (wire.next()) {
                read.add(wire.read(type).toString());
            }
        } catch (RuntimeException e) {
            throw new AssertionError(what, e);
        }
        assertEquals(written, read, what);
        return hasFailed;
    }
}
