package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The test vectors under vectors/delta: YAML in, bytes out, message by message. */
class VectorsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final Path VECTORS = Path.of(System.getProperty("projectDir"), "vectors", "delta");

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        try (Stream<Path> folders = Files.list(VECTORS)) {
            List<Path> cases = folders.filter(Files::isDirectory).sorted().toList();
            assertFalse(cases.isEmpty());
            return cases.stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
        }
    }

    /** With -Dvectors.write=true this writes the bytes instead, for an intended change of the format. */
    private static void check(Path folder) throws IOException {
        byte[] yaml = Files.readAllBytes(folder.resolve("messages.yaml"));
        Properties properties = properties(folder);
        List<byte[]> parts = encode(yaml, properties);
        Path hexFile = folder.resolve("messages.delta.hex");
        if (Boolean.getBoolean("vectors.write")) {
            Files.writeString(hexFile, format(parts));
        }
        if (!properties.containsKey("compression")) { // compressed bytes depend on the JDK's zlib
            assertEquals(Files.readString(hexFile), format(parts));
        }
        byte[] bytes = parse(Files.readString(hexFile));
        List<Object> expected;
        try (WireIn in = WireFormats.byName("yaml").newReader(yaml, WireOptions.DEFAULTS)) {
            expected = Trees.readAll(in);
        }
        try (WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            assertEquals(expected, Trees.readAll(in));
        }
    }

    private static Properties properties(Path folder) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("case.properties"))) {
            properties.load(reader);
        }
        return properties;
    }

    /** The bytes that each message adds, and the end of the stream. */
    private static List<byte[]> encode(byte[] yaml, Properties properties) {
        String keys = properties.getProperty("keyFields");
        WireOptions options = WireOptions.DEFAULTS
                .with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                .with(WireOptions.KEY_FIELDS, keys.isEmpty() ? List.of() : List.of(keys.split(",")));
        if (properties.containsKey("compression")) {
            options = options.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK)
                    .with(
                            DeltaFormat.COMPRESSION,
                            DeltaFormat.Compression.valueOf(properties.getProperty("compression")));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<byte[]> parts = new ArrayList<>();
        try (WireIn in = WireFormats.byName("yaml").newReader(yaml, WireOptions.DEFAULTS);
                WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            while (in.nextMessage()) {
                Transcoder.copyMessage(in, out);
                parts.add(bytes.toByteArray());
                bytes.reset();
            }
        }
        parts.add(bytes.toByteArray());
        return parts;
    }

    private static String format(List<byte[]> parts) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            boolean last = i == parts.size() - 1;
            text.append(
                    last
                            ? "# checksum and end\n"
                            : "# message " + (i + 1) + (i == 0 ? ", after the block's header\n" : "\n"));
            byte[] part = parts.get(i);
            for (int at = 0; at < part.length; at += 32) {
                text.append(HEX.formatHex(part, at, Math.min(part.length, at + 32)))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static byte[] parse(String text) {
        StringBuilder digits = new StringBuilder();
        text.lines().filter(line -> !line.startsWith("#")).forEach(digits::append);
        return HEX.parseHex(digits);
    }

    @Test
    void workedExampleOfTheSpecificationIsWhatTheWriterWrites() throws IOException {
        String spec = Files.readString(Path.of(System.getProperty("projectDir"), "docs", "spec", "delta.md"));
        String example = spec.substring(spec.indexOf("## 9. Worked example"), spec.indexOf("## 10."));
        StringBuilder said = new StringBuilder();
        example.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .takeWhile(hex -> !hex.contains("..."))
                .forEach(hex -> said.append(hex.replace(" ", "").toLowerCase(java.util.Locale.ROOT)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOptions byId = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
        try (WireOut out = new DeltaFormat().newWriter(bytes, byId)) {
            Trees.writeMessage(out, Trees.map("id", 7L, "price", 1.25));
            Trees.writeMessage(out, Trees.map("id", 7L, "price", 1.3));
        }
        String written = HEX.formatHex(bytes.toByteArray());
        assertTrue(said.length() > 80, said.toString());
        assertEquals(said.toString(), written.substring(0, said.length()));
    }
}
