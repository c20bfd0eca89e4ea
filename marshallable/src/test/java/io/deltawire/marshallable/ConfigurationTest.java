package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codegen.ReflectiveIo;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import io.deltawire.yaml.YamlFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Configuration files that people write: which forms are read, and how mistakes are reported. */
class ConfigurationTest {
    enum Protocol {
        HTTP,
        HTTPS
    }

    static class Server extends AbstractMarshallable {
        int port;
        String host = "localhost";
        Protocol protocol = Protocol.HTTP;
    }

    static class ServiceSettings extends AbstractMarshallable {
        String name;
        byte priority;
        double ratio;
        Duration timeout;
        Server main;
        List<Server> servers = new ArrayList<>();
        Map<String, Server> byName = new LinkedHashMap<>();
        Set<String> tags;
    }

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("config.yaml"), text);
    }

    @Test
    void readsWhatPeopleWrite() throws IOException {
        Path file = file("""
                # The defaults come first.
                defaults: &defaults {host: 'example.com', protocol: HTTPS}

                name: demo     # shown in the log
                timeout: PT5S
                servers:
                  - <<: *defaults
                    port: 80
                  - {<<: *defaults, port: 81, host: other}
                byName: !!omap
                  - first: {port: 1}
                  - second: {port: 2}
                tags: !!set {a, b}
                """);
        ServiceSettings read = Marshallable.fromFile(ServiceSettings.class, file, SKIPPING);
        assertEquals("demo", read.name);
        assertEquals(Duration.ofSeconds(5), read.timeout);
        assertEquals("example.com", read.servers.get(0).host);
        assertEquals(Protocol.HTTPS, read.servers.get(1).protocol);
        assertEquals("other", read.servers.get(1).host);
        assertEquals(List.of("first", "second"), List.copyOf(read.byName.keySet()));
        assertEquals(Set.of("a", "b"), read.tags);
    }

    @Test
    void classIsFoundByTheNameInTheFile() throws IOException {
        TypeRegistry.shared().register(Server.class);
        Server read = Marshallable.fromFile(file("!Server {\n  port: 80\n}\n").toString());
        assertEquals(80, read.port);
    }

    private void assertMistake(String text, String message) throws IOException {
        String path = file(text).toString();
        WireException e =
                assertThrows(WireException.class, () -> Marshallable.fromFile(ServiceSettings.class, path), text);
        assertEquals(path + ": yaml: " + message, e.getMessage());
    }

    @Test
    void tellsWhereAndWhatAMistakeIs() throws IOException {
        assertMistake(
                "name: x\npriorty: 1\n",
                "expected a field of ServiceSettings but was \"priorty\"; did you mean \"priority\"? at line 2, column 1, path $");
        assertMistake(
                "main:\n  prot: 3\n",
                "expected a field of Server but was \"prot\"; did you mean \"port\"? at line 2, column 3, path $.main");
        assertMistake(
                "servers:\n  - port: 80\n  - port: many\n",
                "expected an integer but was text \"many\" at line 3, column 11, path $.servers[1].port");
        assertMistake(
                "servers:\n  - port: 80\n  - port: 99999999999\n\nname: x\n",
                "expected an int (-2147483648 to 2147483647) but was 99999999999 at line 3, column 11, path $.servers[1].port");
        assertMistake(
                "priority: 300\nname: x\n",
                "expected a byte (-128 to 127) but was 300 at line 1, column 11, path $.priority");
        assertMistake(
                "byName:\n  a: {port: 1, protocol: FTP}\n",
                "expected a Protocol, one of [HTTP, HTTPS], but was \"FTP\" at line 2, column 26, path $.byName.a.protocol");
        assertMistake(
                "name: x\ntimeout: soon\nratio: 1\n",
                "expected a Duration but was text \"soon\" at line 2, column 10, path $.timeout");
        assertMistake("ratio: half\n", "expected a number but was text \"half\" at line 1, column 8, path $.ratio");
        assertMistake("main: 5\n", "expected an object but was 5 at line 1, column 7, path $.main");
        assertMistake("servers: {port: 3}\n", "expected a list but was an object at line 1, column 10, path $.servers");
        assertMistake("name: [a]\n", "expected text but was a list at line 1, column 7, path $.name");
        assertMistake("name: x\nname: y\n", "mapping key \"name\" given twice at line 2, column 1, path $.name");
        assertMistake("name: x\n  y: 1\n", "mapping values are not allowed here at line 2, column 4, path $.name");
        assertMistake(
                "!Confguration {\n  name: x\n}\n",
                "expected a ServiceSettings but was !Confguration at line 1, column 1, path $");
    }

    @Test
    void fileWithoutAnObjectOrWithAnotherOneIsNamed() throws IOException {
        String nothing = "expected an object but there is nothing at line 1, column 1, path $";
        assertMistake("", nothing);
        assertMistake("# nothing\n", nothing);
        assertMistake(
                "---\nname: x\n---\nname: y\n",
                "expected one object but there is another one after it at line 4, column 1, path $");
    }

    @Test
    void optionsSayWhatToDoWithUnknownFieldsAndHowMuchToRead() {
        String text = "name: x\nnmae: y\n";
        WireException unknown =
                assertThrows(WireException.class, () -> Marshallable.fromString(ServiceSettings.class, text));
        assertEquals(
                "yaml: expected a field of ServiceSettings but was \"nmae\"; did you mean \"name\"? at line 2, column 1, path $",
                unknown.getMessage());
        assertEquals("x", Marshallable.fromString(ServiceSettings.class, text, SKIPPING).name);
        WireOptions small = WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(10));
        assertThrows(WireException.class, () -> Marshallable.fromString(ServiceSettings.class, text, small));
        WireOptions limited = WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(5));
        assertEquals(
                unknown.getMessage(),
                assertThrows(WireException.class, () -> Marshallable.fromString(ServiceSettings.class, text, limited))
                        .getMessage());
        TypeRegistry types = TypeRegistry.create().register(ServiceSettings.class);
        assertThrows(WireException.class, () -> Marshallable.fromString("!ServiceSettings {nmae: y}", types));
    }

    @Test
    void misspeltFieldIsNoEvent() {
        WireException e =
                assertThrows(WireException.class, () -> Marshallable.fromString(Nested.class, "inne: {port: 1}"));
        assertEquals(
                "yaml: expected a field of Nested but was \"inne\"; did you mean \"inner\"? at line 1, column 1, path $",
                e.getMessage());
        assertEquals(0, Marshallable.fromString(Nested.class, "{inne: {port: 1}, port: 0}", SKIPPING).port);
        assertEquals(1, Marshallable.fromString(Nested.class, "event: !Nested {port: 1}").port);
    }

    static class Nested extends AbstractMarshallable {
        int port;
        Nested inner;
    }

    static final WireOptions SKIPPING =
            WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.SKIP);

    @Alias("Host")
    static class Machine extends AbstractMarshallable {
        int port;
    }

    static class Cluster extends Machine {
        int size;
    }

    record Level(int depth) {}

    /** Every kind of class that an outermost value can be of, each with its own name. */
    @Test
    void typeNameOfAnotherClassIsRefused() {
        TypeRegistry types = TypeRegistry.create().register(Cluster.class).alias("Formerly", Machine.class);
        WireOptions named = types.asOptions();
        for (String name : List.of("Machine", Machine.class.getName(), "Host", "Formerly", "Cluster")) {
            assertEquals(1, Marshallable.fromString(Machine.class, "!" + name + " {port: 1}", named).port, name);
        }
        Map<Class<?>, String> values = new LinkedHashMap<>();
        values.put(Machine.class, "{port: 1}");
        values.put(Cluster.class, "{port: 1}");
        values.put(Level.class, "{depth: 1}");
        values.put(Map.class, "{port: 1}");
        values.put(List.class, "[1]");
        values.put(int[].class, "[1]");
        values.put(Level[].class, "[{depth: 1}]");
        values.put(Protocol.class, "HTTP");
        values.put(int.class, "1");
        values.put(String.class, "a");
        values.put(Duration.class, "PT1S");
        types.register(Server.class);
        values.forEach((type, text) -> {
            Marshallable.fromString(type, text, named);
            Marshallable.fromString(type, "!" + type.getSimpleName() + " " + text, named);
            for (String other : List.of("Other", "Server")) {
                String message = assertThrows(
                                WireException.class,
                                () -> Marshallable.fromString(type, "!" + other + " " + text, named),
                                () -> type + " as " + other)
                        .getMessage();
                assertTrue(
                        message.contains(
                                "expected " + Printable.withArticle(type.getSimpleName()) + " but was !" + other),
                        message);
            }
            WireOptions lenient = named.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.SKIP);
            Marshallable.fromString(type, "!Other " + text, lenient);
        });
    }

    static class OldServer extends Server {
        int retries = 3;
    }

    @ParameterizedTest
    @EachFormat
    void fileOfAnyFormatIsReadStrictlyUnlessOptionsSayOtherwise(String format) throws IOException {
        Path path = folder.resolve("server." + format);
        Server server = new Server();
        server.port = 81;
        try (Wire wire = Wire.of(format, Files.newOutputStream(path))) {
            wire.write(server);
        }
        assertEquals(server, Marshallable.fromFile(Server.class, path));
        assertEquals(server, Marshallable.fromFile(Server.class, path.toString()));
        assertEquals(server, Marshallable.fromFile(Server.class, path.toString(), SKIPPING));
        try (Wire wire = Wire.of(format, Files.newOutputStream(path))) {
            wire.write("server", new OldServer());
        }
        Server old = new Server();
        WireException e = assertThrows(WireException.class, () -> Marshallable.fromFile(Server.class, path));
        assertTrue(e.getMessage().startsWith(path + ": " + format + ": expected a "), e.getMessage());
        assertEquals(format, e.format());
        assertEquals(old, Marshallable.fromFile(Server.class, path, SKIPPING));
        try (Wire wire = Wire.of(format, Files.newInputStream(path))) {
            assertEquals(old, wire.read(Server.class), "evolution");
        }
        byte[] damaged = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(damaged, damaged.length / 2));
        Exception truncated = assertThrows(Exception.class, () -> Marshallable.fromFile(Server.class, path));
        assertTrue(truncated.getMessage().startsWith(path.toString()), truncated.getMessage());
    }

    @Test
    void unreadableFileIsNamed() throws IOException {
        Path none = folder.resolve("none.yaml");
        for (Executable call : List.<Executable>of(
                () -> Marshallable.fromFile(none),
                () -> Marshallable.fromFile(none.toString()),
                () -> Marshallable.fromFile(Server.class, none),
                () -> Marshallable.fromFile(Server.class, none.toString(), SKIPPING))) {
            assertEquals(
                    none.toString(),
                    assertThrows(NoSuchFileException.class, call).getMessage());
        }
        String message = assertThrows(IOException.class, () -> Marshallable.fromFile(Server.class, folder))
                .getMessage();
        assertTrue(message.contains(folder.toString()), message);
        Path unknown = file("!NobodyKnowsThis {a: 1}");
        message = assertThrows(WireException.class, () -> Marshallable.fromFile(unknown))
                .getMessage();
        assertTrue(message.startsWith(unknown + ": "), message);
    }

    @Test
    void resourceIsFoundByTheLoaderOfTheClass() throws Exception {
        Path source = folder.resolve("Settings.java");
        Files.writeString(source, "package far.away; public class Settings { public int port; }");
        String[] arguments = {"-proc:none", "-d", folder.toString(), source.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments));
        Files.writeString(folder.resolve("far/away/settings.yaml"), "port: 5\n");
        Files.writeString(folder.resolve("top.json"), "{\"prot\":6,\"port\":7}");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Class<?> type = loader.loadClass("far.away.Settings");
            assertEquals(5, type.getField("port").get(Marshallable.fromResource(type, "settings.yaml")));
            assertEquals(7, type.getField("port").get(Marshallable.fromResource(type, "/top.json", SKIPPING)));
            assertEquals(
                    "/top.json: json: expected a field of Settings but was \"prot\"; did you mean \"port\"? at line 1, column 2, path $",
                    assertThrows(WireException.class, () -> Marshallable.fromResource(type, "/top.json"))
                            .getMessage());
            assertEquals(
                    "no resource none.yaml of far.away.Settings: there is no far/away/none.yaml on the class path",
                    assertThrows(FileNotFoundException.class, () -> Marshallable.fromResource(type, "none.yaml"))
                            .getMessage());
            assertThrows(FileNotFoundException.class, () -> Marshallable.fromResource(type, "/settings.yaml"));
        }
    }

    static class Commented extends AbstractMarshallable {
        @Comment("where to listen")
        int port = 80;

        String host = "a";

        @Comment("one line\nand another")
        List<String> tags = List.of("b");
    }

    @Test
    void commentsOnFieldsAreWrittenInYamlAndSkippedOnReading() {
        TypeRegistry.shared().register(Commented.class);
        String text = """
                !Commented {
                  # where to listen
                  port: 80,
                  host: a,
                  # one line
                  # and another
                  tags: [b]
                }
                """;
        Commented object = new Commented();
        assertEquals(text, object.toString());
        assertEquals(object, Marshallable.fromString(object.getClass(), text));

        ObjectCodec codec = CodecSet.BUILT_IN.ofObject(Commented.class);
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = new YamlFormat().newWriter(buffer, WireOptions.DEFAULTS);
        out.beginMessage();
        out.type("Commented");
        out.beginObject(codec.plan().shape());
        new ReflectiveIo(codec).writeFields(out, object, CodecContext.ofDefaults("yaml"));
        out.endObject();
        out.endMessage();
        assertEquals("---\n" + text, new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8));
    }

    @Test
    void commentsOnFieldsTakeNoBytesInOtherFormats() {
        for (String format : Formats.without(Feature.COMMENTS)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Commented object = new Commented();
            object.tags = null; // CSV holds no lists
            Wire.of(format, bytes).write("update", object);
            String written = new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1);
            assertTrue(written.contains("port") && !written.contains("listen"), written);
        }
    }
}
