package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.junit.EventTests;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two threads use a class for the first time simultaneously. One of them is in a static initialiser that uses the
 * library itself.
 */
class FirstUseTest {
    static class Quoted extends AbstractMarshallable implements KeyedMarshallable {
        String symbol = "A";
        List<Quoted> legs = new ArrayList<>();
        Object any = 1L;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(symbol);
        }
    }

    interface Quotes {
        void quote(Quoted quote);

        void level(String symbol, long level);
    }

    /** Uses everything except {@code Bytes}. */
    static final class WithoutBytes {
        public static void main(String[] arguments) throws Throwable {
            for (String format : Formats.all()) {
                ByteArrayOutputStream to = new ByteArrayOutputStream();
                try (Wire wire = Wire.of(format, to)) {
                    for (int i = 0; i < 5; i++) {
                        wire.methodWriter(Quotes.class).quote(new Quoted());
                    }
                }
                MethodReader reader = Wire.of(format, new ByteArrayInputStream(to.toByteArray()))
                        .methodReader(new Quotes() {
                            @Override
                            public void quote(Quoted quote) {}

                            @Override
                            public void level(String symbol, long level) {}
                        });
                while (reader.readOne()) {
                    // to the end
                }
                Wire.of(format, new ByteArrayInputStream(to.toByteArray())).read(Quoted.class);
                for (ByteBuffer buffer : List.of(ByteBuffer.allocate(4096), ByteBuffer.allocateDirect(4096))) {
                    Wire.of(format, buffer).write(new Quoted());
                    buffer.flip();
                    Wire.of(format, buffer).read(Quoted.class);
                }
            }
            Quoted quote = Marshallable.fromString(Quoted.class, new Quoted().toString());
            System.out.println(quote.deepCopy().equals(quote) && quote.hashCode() == new Quoted().hashCode());
            Path folder = Path.of(arguments[0]);
            Files.writeString(folder.resolve("in.yaml"), "level: [a, 1]\n");
            Files.writeString(folder.resolve("out.yaml"), "level: [a, 1]\n");
            for (DynamicNode node : EventTests.in(folder)
                    .component(Quotes.class, output -> output)
                    .tests()
                    .toList()) {
                for (DynamicNode test : ((DynamicContainer) node).getChildren().toList()) {
                    ((DynamicTest) test).getExecutable().execute();
                }
            }
            System.out.println("OK");
        }
    }

    /** Chronicle Core logs an error line when the first {@code Bytes} is made. Nothing else may make one. */
    @Test
    void onlyTheApplicationsOwnBytesInitialiseChronicle(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        WithoutBytes.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertTrue(process.waitFor(300, TimeUnit.SECONDS));
        List<String> lines = Files.readAllLines(log);
        assertTrue(
                lines.contains("OK"),
                () -> String.join(
                        "\n",
                        lines.stream().filter(line -> !line.startsWith("[")).toList()));
        assertEquals(
                List.of(),
                lines.stream()
                        .filter(line -> line.contains(" net.openhft.chronicle.core.internal.ClassUtil")
                                || line.contains(" org.slf4j.LoggerFactory"))
                        .toList());
    }

    /** Of the threads that look for a lock of the other: long enough for the other one to have come to it. */
    private static final long WAIT_MILLIS = 300;

    private static final Duration HANGING = Duration.ofSeconds(20);

    static final CountDownLatch SIDE_BEGUN = new CountDownLatch(1);
    static final CountDownLatch ROLE_BEGUN = new CountDownLatch(1);

    /** Belongs to a class that CSV reads directly by columns, so that its codec is made with that of the enum. */
    static class Row {
        int id;
        Side side;
    }

    enum Side {
        BUY;

        static final int DEFAULT = begin(SIDE_BEGUN, () -> readRow().id);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface HasRole {
        Role value();
    }

    /** JUnit reads the annotations of nested classes of a test. */
    static class Inside {
        @HasRole(Role.CLIENT)
        static class Client {
            int id;
        }
    }

    static class Other {
        int id;
    }

    static class Registered {}

    enum Role {
        CLIENT;

        static final TypeRegistry TYPES =
                begin(ROLE_BEGUN, () -> TypeRegistry.shared().register("registered by Role", Registered.class));
    }

    @Test
    void enumOfAFieldReadsTheClassThatHasTheField() throws Exception {
        readRowOf(Other.class); // so that it is not the library that both wait for
        assertEquals(1, atOnce(() -> Side.DEFAULT, SIDE_BEGUN, () -> readRow().id));
    }

    @Test
    void enumOfAnAnnotationRegistersTypes() throws Exception {
        TypeRegistry types = atOnce(() -> Role.TYPES, ROLE_BEGUN, () -> {
            TypeRegistry.shared().nameOf(Inside.Client[].class);
            return TypeRegistry.shared();
        });
        assertEquals(Optional.of(Registered.class), types.find("registered by Role"));
        assertEquals("Client[]", types.nameOf(Inside.Client[].class));
    }

    @Test
    void packageThatIsAllowedWhileItsClassIsLookedUpIsFoundAfterwards() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch allowed = new CountDownLatch(1);
        ClassLoader slow = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                asked.countDown();
                await(allowed);
                throw new ClassNotFoundException(name);
            }
        };
        TypeRegistry types = TypeRegistry.create().loadClassesFrom("com.acme", slow);
        FutureTask<Optional<Class<?>>> meanwhile = start(() -> types.find("FirstUseTest"));
        await(asked);
        types.loadClassesFromPackageOf(FirstUseTest.class);
        allowed.countDown();
        meanwhile.get();
        assertEquals(Optional.of(FirstUseTest.class), types.find("FirstUseTest"));
    }

    private static Row readRow() {
        return readRowOf(Row.class);
    }

    private static <T> T readRowOf(Class<T> type) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of("csv", bytes).write(Map.of("id", 1L)).flush();
        return Wire.of("csv", bytes).read(type);
    }

    /**
     * Uses one class in a new thread and, once its static initialiser has begun, the other class. Returns the result of
     * the first.
     */
    private static <T> T atOnce(Call<T> initialising, CountDownLatch begun, Call<T> using) throws Exception {
        FutureTask<T> first = start(initialising);
        await(begun);
        FutureTask<T> second = start(using);
        return assertTimeoutPreemptively(HANGING, () -> {
            second.get();
            return first.get();
        });
    }

    private static <T> FutureTask<T> start(Call<T> call) {
        FutureTask<T> task = new FutureTask<>(call::run);
        Thread thread = new Thread(task, "first use");
        thread.setDaemon(true); // a deadlock fails the test alone
        thread.start();
        return task;
    }

    private static <T> T begin(CountDownLatch begun, Call<T> call) {
        begun.countDown();
        try {
            Thread.sleep(WAIT_MILLIS);
            return call.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(HANGING.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("hangs");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private interface Call<T> {
        T run() throws Exception;
    }
}
