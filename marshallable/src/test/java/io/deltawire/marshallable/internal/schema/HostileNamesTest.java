package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Formats;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * The input contains unregistered type names, in every position where a type name can stand, on every wire. No class is
 * loaded or initialised for them: a class loader records which names it is asked for.
 */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class HostileNamesTest {
    private static final String PROPERTY = "io.deltawire.test.trapped";

    /** Records in a system property that it was initialised, whichever class loader defined it. */
    static class TrapForInput {
        static {
            System.setProperty(PROPERTY, "initialised");
        }

        int a;
    }

    interface Kind {}

    static class Known implements Kind {
        int a;
    }

    static class Holder {
        Object object;
        Kind face;
        Known known;
        List<Object> list;
        Object[] array;
        Known[] knowns;
        Map<String, Object> values;
        Map<Object, Object> keys;
        Map<Class<?>, Long> classKeys;
        Class<?> type;
        List<Class<?>> types;
        Optional<Object> optional;
        Map<String, List<Map<String, Object>>> deep;
    }

    interface Listener {
        void onObject(Object object);

        void onKind(Kind kind);

        void onKnown(Known known);

        void onTwo(Object first, Object second);

        void onClass(Class<?> type);

        void onList(List<Object> list);

        Next to(Object key);
    }

    interface Next {
        void onNext(Object object);
    }

    /** What runs inside the class loader that takes notes. */
    public static final class Inside {
        private int reads;
        private final List<String> problems = new ArrayList<>();

        private Inside() {}

        /** Reads everything, and returns how much was read and found. */
        public static String run(String trap) {
            Inside inside = new Inside();
            String simple = trap.substring(trap.lastIndexOf('$') + 1);
            for (String name : List.of(
                    trap,
                    trap.replace('$', '.'),
                    simple,
                    "HostileNamesTest$" + simple,
                    trap + "[]",
                    simple + "[][]",
                    "[L" + trap + ";",
                    "L" + trap + ";",
                    trap.replace('.', '/'),
                    "!" + trap)) {
                for (String format : Formats.all()) {
                    for (TypeRegistry types : List.of(
                            TypeRegistry.create(),
                            TypeRegistry.create().loadClassesFrom("java.time", Inside.class.getClassLoader()))) {
                        inside.readAll(format, name, types);
                    }
                }
            }
            return inside.reads + " " + inside.problems;
        }

        private void readAll(String format, String name, TypeRegistry types) {
            WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types);
            for (Object value : values(name)) {
                read(format, options, value, wire -> wire.read(Object.class));
                read(format, options, value, wire -> wire.read(Known.class));
                read(format, options, value, Wire::read);
                for (Map.Entry<String, Object> place : places(value, name).entrySet()) {
                    Object holder = GenericRecord.ofFields("Holder", Map.of(place.getKey(), place.getValue()));
                    read(format, options, holder, wire -> wire.read(Holder.class));
                    read(format, options, holder, wire -> wire.read(Object.class));
                }
                for (Map.Entry<String, Object> event : events(value, name).entrySet()) {
                    readEvent(format, options, event.getKey(), event.getValue());
                }
            }
        }

        private static List<Object> values(String name) {
            return List.of(
                    GenericRecord.ofFields(name, Map.of("a", 1L)),
                    GenericRecord.ofValue(name, List.of(1L)),
                    GenericRecord.ofValue(name, "text"),
                    GenericRecord.ofValue("type", name));
        }

        private static Map<String, Object> places(Object value, String name) {
            Map<String, Object> places = new LinkedHashMap<>();
            for (String field : List.of("object", "face", "known", "optional")) {
                places.put(field, value);
            }
            for (String field : List.of("list", "array", "knowns")) {
                places.put(field, List.of(value));
            }
            places.put("values", Map.of("k", value));
            places.put("keys", Map.of(value, 1L));
            places.put("classKeys", Map.of(name, 1L));
            places.put("type", name);
            places.put("types", List.of(name));
            places.put("deep", Map.of("k", List.of(Map.of("k", value))));
            return places;
        }

        private static Map<String, Object> events(Object value, String name) {
            Map<String, Object> events = new LinkedHashMap<>();
            for (String event : List.of("onObject", "onKind", "onKnown", "history", "unheard")) {
                events.put(event, value);
            }
            events.put("onTwo", List.of(value, value));
            events.put("onList", List.of(value));
            events.put("onClass", name);
            events.put("to", value);
            return events;
        }

        private interface Reading {
            Object from(Wire wire);
        }

        private void read(String format, WireOptions options, Object message, Reading reading) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), options);
            try {
                wire.write(message);
                reads++;
                check(reading.from(wire));
            } catch (WireException e) {
                // the name is data where the call expects a class, or the input does not fit the format
            }
        }

        private void readEvent(String format, WireOptions options, String event, Object value) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), options);
            try {
                wire.write(event, value);
                reads++;
                Listener listener = new Listener() {
                    @Override
                    public void onObject(Object object) {
                        check(object);
                    }

                    @Override
                    public void onKind(Kind kind) {
                        check(kind);
                    }

                    @Override
                    public void onKnown(Known known) {
                        check(known);
                    }

                    @Override
                    public void onTwo(Object first, Object second) {
                        check(List.of(first, second));
                    }

                    @Override
                    public void onClass(Class<?> type) {
                        check(type);
                    }

                    @Override
                    public void onList(List<Object> list) {
                        check(list);
                    }

                    @Override
                    public Next to(Object key) {
                        check(key);
                        return Inside.this::check;
                    }
                };
                MethodReaderBuilder builder = wire.methodReaderBuilder();
                MethodReader reader = reads % 2 == 0
                        ? builder.build(listener)
                        : builder.history(1, new MessageHistory()).build(listener);
                while (reader.readOne()) {
                    // all there are
                }
            } catch (WireException e) {
                // as above
            }
        }

        private void check(Object read) {
            if (read instanceof Class<?> type) {
                problems.add("a name became " + type);
            } else if (read != null && read.getClass().getName().contains("Trap")) {
                problems.add("an object of " + read.getClass());
            } else if (read instanceof List<?> list) {
                list.forEach(this::check);
            } else if (read instanceof Holder holder) {
                check(holder.object);
                check(holder.face);
                check(holder.known);
                check(holder.list);
                check(holder.type);
                check(holder.types);
                check(holder.array == null ? null : List.of(holder.array));
            }
        }
    }

    /** Loads this library and these tests again, and records the requested names. */
    private static final class NotingLoader extends URLClassLoader {
        static {
            registerAsParallelCapable();
        }

        final Set<String> asked = ConcurrentHashMap.newKeySet();

        NotingLoader(URL[] classPath) {
            super(classPath, ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            return super.loadClass(name, resolve);
        }
    }

    private static URL[] classPath() throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(java.io.File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    @Test
    void noClassIsLoadedForANameInTheInput() throws Exception {
        String trap = HostileNamesTest.class.getName() + "$TrapForInput";
        try (NotingLoader loader = new NotingLoader(classPath())) {
            Class<?> inside = Class.forName(Inside.class.getName(), true, loader);
            Thread.currentThread().setContextClassLoader(loader);
            String found = (String) inside.getMethod("run", String.class).invoke(null, trap);
            assertTrue(found.endsWith(" []"), found);
            assertTrue(Integer.parseInt(found.substring(0, found.indexOf(' '))) > 5_000, found);
            Set<String> trapped = loader.asked.stream()
                    .filter(name -> name.contains("Trap") || name.contains("/") || name.contains("["))
                    .filter(name -> !name.startsWith("java.time.")) // the package that is allowed
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(Set.of(), trapped);
            assertTrue(loader.asked.contains(Known.class.getName()), "the loader notes nothing");
            assertEquals(null, System.getProperty(PROPERTY));
            // Checks the trap itself: loading the class would be noticed.
            Class.forName(trap, true, loader);
            assertTrue(loader.asked.contains(trap));
            assertFalse(System.clearProperty(PROPERTY).isEmpty());
        } finally {
            Thread.currentThread().setContextClassLoader(HostileNamesTest.class.getClassLoader());
        }
    }
}
