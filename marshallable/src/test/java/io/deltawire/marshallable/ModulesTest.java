package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codegen.CodecGenerator;
import io.deltawire.marshallable.testing.SidedQuote;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of named modules, with this library on the class path and as modules itself. */
class ModulesTest {
    private static final String POJO = """
            package app;

            import java.util.ArrayList;
            import java.util.List;

            public class Ticket {
                private final String symbol;
                private double bid;
                private Side side;
                private Level level;
                private List<Level> levels = new ArrayList<>();

                public Ticket(String symbol, double bid) {
                    this.symbol = symbol;
                    this.bid = bid;
                    side = Side.BUY;
                    level = new Level(1, 2.5);
                    levels.add(new Level(3, 4.5));
                }

                @Override
                public String toString() {
                    return symbol + bid + side + level + levels;
                }

                enum Side {
                    BUY
                }

                record Level(int depth, double price) {}
            }
            """;

    private static final String APPLICATION = """
            package app;

            import io.deltawire.marshallable.*;
            import net.openhft.chronicle.bytes.Bytes;

            public class Application {
                static class Order extends AbstractMarshallable {
                    private long id;
                    private final String text;
                    private Ticket quote;

                    Order(long id, String text) {
                        this.id = id;
                        this.text = text;
                        quote = new Ticket("EURUSD", 1.5);
                    }
                }

                interface Listener {
                    void onOrder(Order order);
                }

                public static String run(String format) {
                    Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                    Wire wire = Wire.of(format, bytes);
                    Order order = new Order(7, "seven");
                    wire.write(order);
                    Order read = wire.read(Order.class);
                    if (!read.toString().equals(order.toString()) || read.id != 7) {
                        throw new AssertionError(read);
                    }
                    StringBuilder seen = new StringBuilder(read.text);
                    if (!wire.format().features().contains(io.deltawire.wire.WireFormat.Feature.TABLE)) {
                        wire.methodWriter(Listener.class).onOrder(read.deepCopy());
                        MethodReader reader = wire.methodReader((Listener) each -> seen.append(each.id));
                        reader.readOne();
                    }
                    return seen + " " + order.getClass().getModule().isNamed();
                }
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EachFormat
    void openModuleIsReadAndWritten(String format) throws Exception {
        Class<?> type = load("module app { opens app; }", POJO);
        Object quote = make(type);
        Object read = roundTrip(format, quote);
        assertEquals(type, read.getClass());
        assertEquals(quote.toString(), read.toString());
        assertInstanceOf(GeneratedCodec.class, CodecGenerator.ioFor(CodecSet.BUILT_IN.ofObject(type)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"module app { exports app; }", "module app {}"})
    void closedModuleIsReportedWithWhatToOpen(String module) throws Exception {
        Class<?> type = load(module, POJO);
        Object quote = module.contains("exports") ? make(type) : null;
        String expected = "the fields of app.Ticket cannot be reached (symbol): open package app of module app";
        for (String format : Formats.all()) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(Map.of("symbol", "x", "bid", 1.5));
            WireDataException reading = assertThrows(WireDataException.class, () -> wire.read(type));
            assertTrue(reading.getMessage().contains(expected), reading.getMessage());
            if (quote != null) {
                Wire out = Wire.of(format, Bytes.allocateElasticOnHeap());
                WireDataException writing = assertThrows(WireDataException.class, () -> out.write(quote));
                assertTrue(writing.getMessage().contains(expected), writing.getMessage());
                assertFalse(writing.getMessage().contains("unnamed"), "nobody can open anything to that alone");
                out.write(SidedQuote.sample());
                assertEquals(SidedQuote.sample(), out.read(SidedQuote.class));
                assertNull(out.read(SidedQuote.class));
            }
        }
    }

    @Test
    void resourceOfAModuleIsReadBesideItsClass() throws Exception {
        Class<?> type = load("module app { opens app; }", POJO);
        Files.writeString(folder.resolve("modules/app/app/ticket.yaml"), "{symbol: S, bid: 1.5}");
        assertEquals(
                "S1.5nullnullnull",
                Marshallable.fromResource(type, "ticket.yaml").toString());
        String message = assertThrows(IOException.class, () -> Marshallable.fromResource(type, "none.yaml"))
                .getMessage();
        assertTrue(message.endsWith("there is no app/none.yaml in module app"), message);
    }

    @Test
    void classesWithoutFieldsTellWhatToOpenToo() throws Exception {
        String source = """
                package app;

                public class Bare {
                    public record Nothing() {}
                }
                """;
        Class<?> bare = load("module app {}", source);
        for (Class<?> type : List.of(bare, bare.getDeclaredClasses()[0])) {
            for (String format : Formats.without(Feature.TABLE)) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                wire.write(Map.of("a", 1L));
                WireDataException e = assertThrows(WireDataException.class, () -> wire.read(type));
                String expected = "constructor%s cannot be reached: open package app of module app";
                assertTrue(
                        e.getMessage().contains(expected.formatted(""))
                                || e.getMessage().contains(expected.formatted(" of " + type.getName())),
                        e.getMessage());
            }
        }
    }

    @Test
    void libraryAsModulesServesAModuleOpenToIt() throws Exception {
        Path library = libraryAsModules(folder);
        Class<?> application = load(
                "module app { requires io.deltawire.marshallable;"
                        + " opens app to io.deltawire.marshallable; exports app; }",
                library,
                POJO,
                APPLICATION);
        for (String format : Formats.all()) {
            String seen = (String) application.getMethod("run", String.class).invoke(null, format);
            assertEquals(Formats.has(format, Feature.TABLE) ? "seven true" : "seven7 true", seen);
        }
        Class<?> wire = Class.forName(Wire.class.getName(), false, application.getClassLoader());
        assertEquals("io.deltawire.marshallable", wire.getModule().getName());
    }

    @Test
    void libraryAsModulesTellsAClosedModuleWhatToOpen() throws Exception {
        Class<?> application = load(
                "module app { requires io.deltawire.marshallable; exports app; }",
                libraryAsModules(folder),
                POJO,
                APPLICATION);
        InvocationTargetException e = assertThrows(
                InvocationTargetException.class,
                () -> application.getMethod("run", String.class).invoke(null, "binary"));
        assertTrue(
                e.getCause()
                        .getMessage()
                        .contains("open package app of module app to module io.deltawire.marshallable"),
                e.getCause().toString());
    }

    private static Object roundTrip(String format, Object object) {
        WireOptions options = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create());
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), options);
        wire.write(object);
        return wire.read(object.getClass());
    }

    private static Object make(Class<?> type) throws ReflectiveOperationException {
        return type.getConstructor(String.class, double.class).newInstance("EURUSD", 1.25);
    }

    private Class<?> load(String module, String... sources) throws IOException, ClassNotFoundException {
        return load(module, null, sources);
    }

    /** Compiles a module and returns its last source's class, loaded in a separate layer. */
    private Class<?> load(String module, Path library, String... sources) throws IOException, ClassNotFoundException {
        Path source = Files.createDirectories(folder.resolve("source/app"));
        List<Path> files = new ArrayList<>();
        files.add(Files.writeString(source.resolveSibling("module-info.java"), module));
        String name = "";
        for (String text : sources) {
            name = text.replaceAll("(?s).*?public class (\\w+).*", "$1");
            files.add(Files.writeString(source.resolve(name + ".java"), text));
        }
        Path classes = Files.createDirectories(folder.resolve("modules/app"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none"));
        if (library != null) {
            options.addAll(List.of("--module-path", library.toString()));
        }
        StringWriter said = new StringWriter();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            boolean done = compiler.getTask(
                            new PrintWriter(said),
                            manager,
                            null,
                            options,
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertTrue(done, said.toString());
        }
        ModuleFinder finder = library == null ? ModuleFinder.of(classes) : ModuleFinder.of(classes, library);
        Set<String> roots = library == null ? Set.of("app") : allOf(finder);
        Configuration configuration = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), roots);
        ModuleLayer layer =
                ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
        return layer.findLoader("app").loadClass("app." + name);
    }

    private static Set<String> allOf(ModuleFinder finder) {
        Set<String> names = new java.util.TreeSet<>();
        finder.findAll().forEach(module -> names.add(module.descriptor().name()));
        return names;
    }

    /**
     * Returns a folder of jar files, made of folders of classes where needed, as an application's module path has them.
     */
    static Path libraryAsModules(Path folder) throws IOException {
        Path library = Files.createDirectories(folder.resolve("library"));
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : path.split(java.io.File.pathSeparator)) {
            Path file = Path.of(entry);
            String name = file.toString().replace('\\', '/');
            if (name.matches(".*(junit|opentest4j|apiguardian|easymock|byte-buddy|objenesis|test-classes|-tests).*")
                    || !Files.exists(file)
                    || Files.exists(file.resolve(ModulesTest.class.getName().replace('.', '/') + ".class"))) {
                continue;
            }
            if (Files.isDirectory(file)) {
                jar(file, library.resolve(Integer.toHexString(name.hashCode()) + ".jar"));
            } else {
                Files.copy(file, library.resolve(file.getFileName()));
            }
        }
        return library;
    }

    private static void jar(Path classes, Path jar) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> all = files.filter(Files::isRegularFile).sorted().toList();
            if (all.isEmpty()) {
                return;
            }
            try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
                for (Path each : all) {
                    out.putNextEntry(
                            new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
                    out.write(Files.readAllBytes(each));
                    out.closeEntry();
                }
            }
        }
        Files.write(jar, bytes.toByteArray());
    }
}
