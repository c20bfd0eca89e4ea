package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.elsewhere.Base;
import io.deltawire.marshallable.elsewhere.Message;
import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of other class loaders and packages. */
class ClassLoaderTest {
    /** Loads some classes itself, child first, as an application server or a fat jar does. */
    private static final class ChildFirst extends ClassLoader {
        private final boolean seesLibrary;

        ChildFirst(boolean seesLibrary) {
            super(ChildFirst.class.getClassLoader());
            this.seesLibrary = seesLibrary;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith(Message.class.getName())) {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded != null ? loaded : define(name);
                }
            }
            if (!seesLibrary && name.startsWith("io.deltawire.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] content = in.readAllBytes();
                return defineClass(name, content, 0, content.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static Class<?> load(boolean seesLibrary) throws ReflectiveOperationException {
        return Class.forName(Message.class.getName(), false, new ChildFirst(seesLibrary));
    }

    private static Object make(Class<?> type) throws ReflectiveOperationException {
        return type.getConstructor(int.class).newInstance(7);
    }

    private static Object roundTrip(String format, TypeRegistry types, Object object) {
        WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types);
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), options);
        wire.write(object);
        return wire.read(Object.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void classesOfOneNameInTwoLoadersHaveCodecsOfTheirOwn(boolean seesLibrary) throws ReflectiveOperationException {
        Class<?> first = load(seesLibrary);
        Class<?> second = load(seesLibrary);
        assertNotSame(first, second);
        for (String format : Formats.without(Feature.TABLE)) {
            for (Class<?> type : List.of(first, second, Message.class)) {
                Object message = make(type);
                Object read = roundTrip(format, TypeRegistry.create().register(type), message);
                assertEquals(type, read.getClass());
                assertEquals(message.toString(), read.toString());
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void oneClassInSeveralLoadersIsReadByWhomeverAsksWithTheSharedRegistry(String format)
            throws ReflectiveOperationException {
        List<Class<?>> types = List.of(load(true), Message.class, load(true), load(false));
        for (int round = 0; round < 2; round++) {
            for (Class<?> type : types) {
                Object message = make(type);
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Wire.of(format, bytes).write(message).write(message).write(message);
                Wire wire = Wire.of(format, bytes);
                assertSameMessage(message, wire.read(type));
                assertSameMessage(message, wire.readByKey(type));
                Object into = type.getConstructor(int.class).newInstance(3);
                assertSame(into, wire.read(into));
                assertSameMessage(message, into);
                Wire events = Wire.of(format, Bytes.allocateElasticOnHeap());
                events.write("event", message);
                assertTrue(events.next());
                assertSameMessage(message, events.read(type));
                String text = Marshallable.toString(message, TypeRegistry.shared());
                assertTrue(text.startsWith("!Message {"), text);
                assertSameMessage(message, Marshallable.fromString(type, text));
            }
        }
    }

    private static void assertSameMessage(Object expected, Object read) {
        assertEquals(expected.getClass(), read.getClass());
        assertEquals(expected.toString(), read.toString());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void nestedClassesComeFromTheLoaderOfTheRequestedClass(String format) throws ReflectiveOperationException {
        List<Class<?>> types = List.of(load(true), Message.class, load(true));
        List<Object> envelopes = new ArrayList<>();
        for (Class<?> type : types) {
            Class<?> envelope = Class.forName(Message.class.getName() + "$Envelope", false, type.getClassLoader());
            Object message = make(type);
            envelopes.add(envelope.getDeclaredConstructors()[0].newInstance(List.of(message), message));
        }
        for (Object envelope : envelopes) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire.of(format, bytes).write(envelope);
            Object read = Wire.of(format, bytes).read((Class<?>) envelope.getClass());
            assertSameMessage(envelope, read);
            Object inside = ((List<?>) read.getClass().getMethod("any").invoke(read)).get(0);
            assertSame(envelope.getClass().getClassLoader(), inside.getClass().getClassLoader());
        }
        // If no class is requested, the class that was registered last is used.
        Class<?> last = load(true);
        TypeRegistry.shared().register(last);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write("event", make(last));
        assertSameMessage(make(last), Wire.of(format, bytes).read().value());
    }

    /** Classes are requested in any order, with and without next() before them. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void oneReaderRequestsClassesOfSeveralLoaders(String format) throws ReflectiveOperationException {
        List<Object> envelopes = new ArrayList<>();
        for (Class<?> type : List.of(load(true), load(true))) {
            Class<?> envelope = Class.forName(Message.class.getName() + "$Envelope", false, type.getClassLoader());
            Object message = make(type);
            envelopes.add(envelope.getDeclaredConstructors()[0].newInstance(List.of(message), message));
        }
        SplittableRandom random = new SplittableRandom(3);
        List<Object> expected = new ArrayList<>();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        for (int i = 0; i < 300; i++) {
            expected.add(envelopes.get(random.nextInt(2)));
            wire.write("event", expected.get(i));
        }
        for (int i = 0; i < expected.size(); i++) {
            if (random.nextBoolean()) {
                assertTrue(wire.next());
            }
            Class<?> type = expected.get(i).getClass();
            Object read = wire.read(type);
            assertSame(type, read.getClass());
            Object inside = ((List<?>) type.getMethod("any").invoke(read)).get(0);
            assertSame(type.getClassLoader(), inside.getClass().getClassLoader(), "message " + i);
        }
    }

    @ParameterizedTest
    @EachFormat
    void registryIsGivenToWiresAndText(String format) throws ReflectiveOperationException {
        Class<?> type = load(true);
        TypeRegistry types = TypeRegistry.create().register("loaded.Message", type);
        Object message = make(type);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes, types.asOptions()).write(message);
        assertSameMessage(
                message, Wire.of(format, bytes, types.asOptions()).read().value());
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(format, stream, types.asOptions())) {
            wire.write(message);
        }
        ByteArrayInputStream input = new ByteArrayInputStream(stream.toByteArray());
        assertSameMessage(
                message, Wire.of(format, input, types.asOptions()).read().value());
        String text = Marshallable.toString(message, types);
        assertTrue(text.startsWith("!loaded.Message {"), text);
        assertSameMessage(message, Marshallable.fromString(text, types));
    }

    @Test
    void codeIsGeneratedWhateverTheLoader() throws ReflectiveOperationException {
        for (Class<?> type : List.of(load(true), load(false), Message.class)) {
            assertInstanceOf(GeneratedCodec.class, CodecGenerator.ioFor(CodecSet.BUILT_IN.ofObject(type)));
        }
        assertNull(CodecGenerator.generate(CodecSet.BUILT_IN.ofObject(load(true)), AccessMode.DIRECT));
        assertNull(CodecGenerator.generate(CodecSet.BUILT_IN.ofObject(load(false)), AccessMode.DIRECT));
        assertNotNull(CodecGenerator.generate(CodecSet.BUILT_IN.ofObject(Message.class), AccessMode.DIRECT));
    }

    @Test
    void codecsKeepNoLoaderAlive() throws Exception {
        assertCollected(useOnce());
    }

    @Test
    void eventsKeepNoLoaderAlive() throws Exception {
        assertCollected(callOnce());
    }

    @Test
    void allowedPackagesKeepNoLoaderAlive() throws Exception {
        TypeRegistry types = TypeRegistry.create();
        assertCollected(allowOnce(types));
        String name = Message.class.getName();
        assertEquals(Optional.empty(), types.find(name));
        // The next loader has the package as well.
        Class<?> again = load(true);
        assertEquals(Optional.of(again), types.loadClassesFromPackageOf(again).find(name));
    }

    private static void assertCollected(java.lang.ref.WeakReference<Class<?>> type) throws InterruptedException {
        for (int i = 0; i < 50 && type.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertNull(type.get(), "the class is still reachable");
    }

    private static java.lang.ref.WeakReference<Class<?>> allowOnce(TypeRegistry types)
            throws ReflectiveOperationException {
        Class<?> type = load(true);
        assertEquals(
                Optional.of(type),
                types.loadClassesFrom(type.getPackageName(), type.getClassLoader())
                        .find(type.getName()));
        return new java.lang.ref.WeakReference<>(type);
    }

    private static java.lang.ref.WeakReference<Class<?>> useOnce() throws ReflectiveOperationException {
        Class<?> type = load(true);
        Object message = make(type);
        Wire wire = Wire.of("yaml", Bytes.allocateElasticOnHeap());
        TypeRegistry.shared().register(type);
        WireOptions options = WireOptions.DEFAULTS.with(
                MarshallableOptions.TYPES, TypeRegistry.create().register(type));
        assertEquals(
                message.toString(),
                roundTrip("yaml", options.get(MarshallableOptions.TYPES), message)
                        .toString());
        assertNull(wire.read(type));
        return new java.lang.ref.WeakReference<>(type);
    }

    /** Of an interface of this loader, an implementation of the other one says what the arguments are. */
    private static java.lang.ref.WeakReference<Class<?>> callOnce() throws ReflectiveOperationException {
        Class<?> type = load(true);
        Object taker = Class.forName(type.getName() + "$Taker", true, type.getClassLoader())
                .getConstructor()
                .newInstance();
        Wire wire = Wire.of("yaml", Bytes.from("on: {id: 1}\n---\nonAll: [{id: 2}, {id: 3}]\n"));
        MethodReader reader = wire.methodReader(taker);
        while (reader.readOne()) {
            // both calls
        }
        assertEquals("[1null0null, 2null0null, 3null0null]", taker.toString());
        return new java.lang.ref.WeakReference<>(type);
    }

    @SuppressWarnings("UnusedVariable") // read by the codec
    static class FarDerived extends Base<Samples.Point> {
        private int own = 3;

        FarDerived() {
            super(4, new Samples.Point(1, 2), List.of(new Samples.Point(3, 4)));
        }
    }

    @ParameterizedTest
    @EachFormat
    void fieldsOfASuperclassElsewhereAreReached(String format) {
        assertNotNull(CodecGenerator.generate(CodecSet.BUILT_IN.ofObject(FarDerived.class), AccessMode.DIRECT));
        FarDerived derived = new FarDerived();
        assertEquals(derived, roundTrip(format, TypeRegistry.create().register(FarDerived.class), derived));
    }
}
