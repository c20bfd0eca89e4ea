package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application in one jar file as Spring Boot packs it: its classes under BOOT-INF/classes, the libraries as jar
 * files under BOOT-INF/lib, all loaded by one class loader that the system's does not know.
 */
class FatJarTest {
    /** The application inside the jar, which uses only the public API. */
    public static final class Application {
        private Application() {}

        @SuppressWarnings("UnusedVariable") // read by the codec
        static final class Order extends AbstractMarshallable {
            private final String symbol;
            private long quantity;
            private List<Samples.Point> points = List.of(new Samples.Point(1, 2));

            Order(String symbol, long quantity) {
                this.symbol = symbol;
                this.quantity = quantity;
            }
        }

        interface Listener {
            void onOrder(Order order);
        }

        /** Writes and reads in each format and reports the result. Throws if a value differs. */
        public static String run(String format) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            Order order = new Order("EURUSD", 5);
            wire.write(order);
            Order read = wire.read(Order.class);
            assertEquals(order, read);
            assertEquals(order, order.deepCopy());
            assertEquals(order, Marshallable.fromString(order.getClass(), order.toString()));
            if (!wire.format().features().contains(Feature.TABLE)) {
                List<Object> seen = new ArrayList<>();
                wire.methodWriter(Listener.class).onOrder(order);
                assertTrue(wire.methodReader((Listener) seen::add).readOne());
                assertEquals(List.of(order), seen);
            }
            FieldIo direct = CodecGenerator.generate(CodecSet.BUILT_IN.ofObject(Order.class), AccessMode.DIRECT);
            return (direct == null
                    ? "no code"
                    : "code beside " + direct.getClass().getNestHost().getSimpleName());
        }
    }

    /** Loads classes and resources out of jar files inside a jar file. */
    private static final class NestedJarLoader extends ClassLoader {
        private final Map<String, List<byte[]>> entries = new LinkedHashMap<>();

        NestedJarLoader(Path jar) throws IOException {
            super(ClassLoader.getPlatformClassLoader());
            try (ZipInputStream outer = new ZipInputStream(Files.newInputStream(jar))) {
                for (ZipEntry e = outer.getNextEntry(); e != null; e = outer.getNextEntry()) {
                    byte[] content = outer.readAllBytes();
                    if (e.getName().startsWith("BOOT-INF/classes/")) {
                        add(e.getName().substring("BOOT-INF/classes/".length()), content);
                    } else {
                        addAll(content);
                    }
                }
            }
        }

        private void addAll(byte[] jar) throws IOException {
            try (ZipInputStream inner = new ZipInputStream(new ByteArrayInputStream(jar))) {
                for (ZipEntry e = inner.getNextEntry(); e != null; e = inner.getNextEntry()) {
                    add(e.getName(), inner.readAllBytes());
                }
            }
        }

        private void add(String name, byte[] content) {
            entries.computeIfAbsent(name, n -> new ArrayList<>()).add(content);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            List<byte[]> found = entries.get(name.replace('.', '/') + ".class");
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, found.get(0), 0, found.get(0).length);
        }

        @Override
        protected URL findResource(String name) {
            List<byte[]> found = entries.get(name);
            return found == null ? null : url(name, found.get(0));
        }

        @Override
        protected Enumeration<URL> findResources(String name) {
            return Collections.enumeration(entries.getOrDefault(name, List.of()).stream()
                    .map(content -> url(name, content))
                    .toList());
        }

        @SuppressWarnings("deprecation") // its replacement is not in JDK 17
        private static URL url(String name, byte[] content) {
            URLStreamHandler handler = new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new URLConnection(url) {
                        @Override
                        public void connect() {}

                        @Override
                        public InputStream getInputStream() {
                            return new ByteArrayInputStream(content);
                        }
                    };
                }
            };
            try {
                return new URL("nested", "", -1, "/" + name, handler);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @TempDir
    Path folder;

    @Test
    void applicationInOneJarRunsOnEveryWire() throws Exception {
        Path jar = fatJar();
        Class<?> first = application(jar);
        Class<?> second = application(jar); // another deployment in the same server
        assertNotSame(first, second);
        for (Class<?> application : List.of(first, second)) {
            assertNotSame(FatJarTest.class.getClassLoader(), application.getClassLoader());
            for (String format : Formats.all()) {
                assertEquals("code beside FatJarTest", run(application, format));
            }
        }
    }

    @Test
    void threadsOfTheSystemSeeTheFormatsToo() throws Exception {
        Class<?> application = application(fatJar());
        List<Object> results = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                results.add(run(application, "delta"));
            } catch (ReflectiveOperationException e) {
                results.add(e.getCause());
            }
        });
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        thread.start();
        thread.join();
        assertEquals(List.of("code beside FatJarTest"), results);
    }

    private static Class<?> application(Path jar) throws IOException, ClassNotFoundException {
        return Class.forName(Application.class.getName(), true, new NestedJarLoader(jar));
    }

    private static Object run(Class<?> application, String format) throws ReflectiveOperationException {
        return application.getMethod("run", String.class).invoke(null, format);
    }

    private Path fatJar() throws IOException {
        Path jar = folder.resolve("application.jar");
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            int number = 0;
            for (String entry : path.split(java.io.File.pathSeparator)) {
                Path file = Path.of(entry);
                if (Files.isRegularFile(file)) {
                    out.putNextEntry(new ZipEntry("BOOT-INF/lib/" + number++ + "-" + file.getFileName()));
                    Files.copy(file, out);
                    out.closeEntry();
                } else if (Files.exists(file.resolve(FatJarTest.class.getName().replace('.', '/') + ".class"))) {
                    addFiles(file, "BOOT-INF/classes/", out);
                } else if (Files.isDirectory(file)) {
                    ByteArrayOutputStream inner = new ByteArrayOutputStream();
                    try (ZipOutputStream nested = new ZipOutputStream(inner)) {
                        addFiles(file, "", nested);
                    }
                    out.putNextEntry(new ZipEntry("BOOT-INF/lib/" + number++ + ".jar"));
                    out.write(inner.toByteArray());
                    out.closeEntry();
                }
            }
        }
        return jar;
    }

    private static void addFiles(Path from, String prefix, ZipOutputStream to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                to.putNextEntry(
                        new ZipEntry(prefix + from.relativize(file).toString().replace('\\', '/')));
                copy(file, to);
                to.closeEntry();
            }
        }
    }

    private static void copy(Path file, OutputStream to) throws IOException {
        Files.copy(file, to);
    }
}
