package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.Formats;
import java.io.File;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application whose library has a separate loader, as in an application server, can be unloaded. */
class UnloadedLibraryTest {
    public static class Parcel extends AbstractMarshallable {
        String name = "x";
        BigDecimal weight = BigDecimal.TEN;
        Object any = new ArrayList<>(List.of(1L, "two"));
        Map<String, Object> map = new LinkedHashMap<>(Map.of("k", 1.5));
    }

    /** What an application does that is loaded apart. */
    public static class Application implements Supplier<Object> {
        @Override
        @SuppressWarnings("unchecked")
        public Object get() {
            StringBuilder seen = new StringBuilder();
            for (String format : Formats.without(Feature.TABLE)) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                wire.write(new Parcel()).write("event", new Parcel());
                wire.write(Map.of("a", List.of(1L)));
                seen.append(new Parcel().equals(wire.read(Parcel.class)));
                seen.append(wire.read().name()).append(wire.read().value());
                // An interface of the JDK, which outlives all of this.
                wire.methodWriter(Consumer.class).accept(new Parcel());
                seen.append(wire.read().name());
            }
            Parcel read = Marshallable.fromString(Parcel.class, new Parcel().toString());
            return seen.append(read);
        }
    }

    @Test
    @Timeout(60)
    void classesThatOutliveTheLibraryDoNotKeepIt() throws Exception {
        String expected = new Application().get().toString();
        List<URL> own = new ArrayList<>();
        List<URL> shared = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File file = new File(path);
            boolean isOwn = file.isDirectory() || file.getName().startsWith("deltawire-");
            (isOwn ? own : shared).add(file.toURI().toURL());
        }
        try (URLClassLoader parent =
                new URLClassLoader(shared.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            // Starts the threads of chronicle-core first. A thread keeps alive whatever was on the stack when it was
            // started.
            parent.loadClass(Bytes.class.getName())
                    .getMethod("allocateElasticOnHeap")
                    .invoke(null);
            WeakReference<ClassLoader> loader = use(own, parent, expected);
            use(own, parent, expected); // the JDK caches what it made last, for example for the equality of records
            while (loader.get() != null) {
                System.gc();
                Thread.sleep(20);
            }
            assertNull(loader.get());
        }
    }

    private static WeakReference<ClassLoader> use(List<URL> own, ClassLoader parent, String expected) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(own.toArray(URL[]::new), parent)) {
            Class<?> application = loader.loadClass(Application.class.getName());
            assertNotSame(Application.class, application);
            Supplier<?> made = (Supplier<?>) application.getConstructor().newInstance();
            assertEquals(expected, made.get().toString());
            return new WeakReference<>(loader);
        }
    }
}
