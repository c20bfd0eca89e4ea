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
import io.deltawire.wire.testing.Formats;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        WireOptions skipping = WireOptions.DEFAULTS;
        ServiceSettings read = Marshallable.fromFile(ServiceSettings.class, file.toString(), skipping);
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
        assertEquals("yaml: " + message, e.getMessage());
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
        String path = file("").toString();
        String nothing = "expected an object in " + path + " but there is nothing at line 1, column 1, path $";
        assertMistake("", nothing);
        assertMistake("# nothing\n", nothing);
        assertMistake(
                "---\nname: x\n---\nname: y\n",
                "expected one object in " + path + " but there is another one after it at line 4, column 1, path $");
    }

    @Test
    void optionsSayWhatToDoWithUnknownFieldsAndHowMuchToRead() {
        String text = "name: x\nnmae: y\n";
        assertEquals("x", Marshallable.fromString(ServiceSettings.class, text).name);
        WireOptions strict = WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE);
        WireException unknown =
                assertThrows(WireException.class, () -> Marshallable.fromString(ServiceSettings.class, text, strict));
        assertEquals(
                "yaml: expected a field of ServiceSettings but was \"nmae\"; did you mean \"name\"? at line 2, column 1, path $",
                unknown.getMessage());
        WireOptions small = WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(10));
        assertThrows(WireException.class, () -> Marshallable.fromString(ServiceSettings.class, text, small));
    }

    @Test
    void missingFileIsReported() {
        assertThrows(
                NoSuchFileException.class,
                () -> Marshallable.fromFile(folder.resolve("none.yaml").toString()));
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
