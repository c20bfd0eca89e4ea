package io.deltawire.binary;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random streams in the old delta codes, read without a class. The result equals what was written, and what an old
 * release of Chronicle Wire reads with the class. Each release runs in a JVM of its own, with the flags that it
 * needs: see {@code DeltaOracle}.
 */
class DeltaOracleInteropTest {
    private static final String[] FLAGS = {
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/java.util=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "-DdeltaWire.enable=true",
        "-Dfile.encoding=UTF-8",
        "-XX:TieredStopAtLevel=1"
    };

    private record Message(byte[] bytes, String event, Map<String, String[]> wrote, Map<String, String[]> read) {}

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"2.22.21", "2.26ea10"})
    void deltasAreReadWithoutAClassAsTheOldReaderReadsThem(String release) throws Exception {
        List<String> output = oracle(release);
        if (output == null) {
            System.out.println("DeltaOracleInteropTest: chronicle-wire " + release + " does not run on Java "
                    + Runtime.version().feature()
                    + ", which has no FileChannelImpl.unmap0: it was not asked. 2.26ea10 was.");
            return;
        }
        assertTrue(
                output.get(0).contains("licence is required"),
                output.get(0)); // otherwise its writer could be tested as well
        int messages = 0;
        List<Message> stream = new ArrayList<>();
        for (String line : output) {
            String[] words = line.split("\t", -1);
            switch (words[0]) {
                case "message" ->
                    stream.add(new Message(
                            HexFormat.of().parseHex(words[1]), words[2], new LinkedHashMap<>(), new LinkedHashMap<>()));
                case "wrote" -> stream.get(stream.size() - 1).wrote().put(words[1], words);
                case "read" -> stream.get(stream.size() - 1).read().put(words[1], words);
                case "code" -> assertTrue(Integer.parseInt(words[2]) > 20, line);
                default -> {
                    compare(stream);
                    messages += stream.size();
                    stream.clear();
                }
            }
        }
        for (String code : List.of("87", "88", "89", "9a", "9b", "9c", "a8", "a9")) {
            assertTrue(output.stream().anyMatch(line -> line.startsWith("code\t" + code)), code);
        }
        assertEquals("end", output.get(output.size() - 1));
        assertTrue(messages > 1000, messages + " messages");
    }

    /** Returns what the release prints; null if it does not run on this JDK. */
    private List<String> oracle(String release) throws IOException, InterruptedException {
        Path jars = Path.of("target", "oracle", release);
        File errors = temporary.resolve("errors.txt").toFile();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(FLAGS));
        command.addAll(List.of("-cp", jars + File.separator + "*"));
        command.addAll(
                List.of(Path.of("src", "oracle", "java", "DeltaOracle.java").toString(), "1", "50"));
        File out = temporary.resolve("out.txt").toFile();
        Process process = new ProcessBuilder(command)
                .redirectError(errors)
                .redirectOutput(out)
                .start();
        if (process.waitFor() != 0) {
            String error = Files.readString(errors.toPath());
            assertTrue(Runtime.version().feature() > 17 && error.contains("FileChannelImpl.unmap0"), error);
            return null;
        }
        return Files.readAllLines(out.toPath(), StandardCharsets.UTF_8);
    }

    private static void compare(List<Message> stream) {
        for (boolean headers : new boolean[] {false, true}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (Message message : stream) {
                int length = message.bytes().length;
                if (headers) {
                    bytes.writeBytes(new byte[] {(byte) length, (byte) (length >> 8), 0, 0});
                }
                bytes.writeBytes(message.bytes());
            }
            WireOptions options = headers ? WireOptions.DEFAULTS : UNFRAMED;
            try (WireIn in = FORMAT.newReader(bytes.toByteArray(), options)) {
                for (Message message : stream) {
                    String what = HexFormat.of().formatHex(message.bytes());
                    assertTrue(in.nextMessage(), what);
                    in.beginObject();
                    assertTrue(in.hasNext());
                    assertEquals(WireToken.EVENT, in.peek());
                    assertEquals(message.event(), in.fieldName());
                    Map<String, Object> leaves = new LinkedHashMap<>();
                    leaves(in, "", leaves);
                    assertFalse(in.hasNext());
                    in.endObject();
                    assertEquals(message.wrote().keySet(), leaves.keySet(), what);
                    message.wrote().values().forEach(words -> compare(words, leaves, what));
                    message.read().values().forEach(words -> {
                        // The old reader empties collections that an update does not hold, and garbles the keys of
                        // maps.
                        if (!words[1].startsWith(".names") && !words[1].startsWith(".counts")) {
                            compare(words, leaves, what);
                        }
                    });
                }
                assertFalse(in.nextMessage());
            }
        }
    }

    private static void compare(String[] words, Map<String, Object> leaves, String what) {
        Object ours = leaves.get(words[1]);
        Object same = switch (words[2]) {
            case "float" -> ours instanceof Number number ? number.floatValue() : ours;
            case "double" -> ours instanceof Number number ? number.doubleValue() : ours;
            case "type" -> "!" + words[3];
            default -> String.valueOf(ours);
        };
        Object theirs = switch (words[2]) {
            case "float" -> Float.valueOf(words[3]);
            case "double" -> Double.valueOf(words[3]);
            case "null" -> "null";
            case "type" -> ours;
            case "list", "map" -> words[2] + " " + words[3];
            default -> words[3];
        };
        assertEquals(theirs, same, () -> String.join(" ", words) + " of " + what);
    }

    private static void leaves(WireIn in, String path, Map<String, Object> all) {
        WireToken token = in.peek();
        String type = in.typeName();
        switch (token) {
            case BEGIN_OBJECT -> {
                all.put(path, null);
                in.beginObject();
                int size = 0;
                for (; in.hasNext(); size++) {
                    leaves(in, path + '.' + in.fieldName(), all);
                }
                in.endObject();
                all.put(path, type == null ? "map " + size : "!" + type);
            }
            case BEGIN_LIST -> {
                all.put(path, null);
                in.beginList();
                int size = 0;
                for (; in.hasNext(); size++) {
                    leaves(in, path + '.' + size, all);
                }
                in.endList();
                all.put(path, "list " + size);
            }
            case NULL -> {
                in.nullValue();
                all.put(path, null);
            }
            case BOOL -> all.put(path, in.bool());
            case INT64 -> all.put(path, in.int64());
            case FLOAT64 -> all.put(path, in.float64());
            case TEMPORAL -> all.put(path, in.temporal());
            default -> all.put(path, in.text());
        }
    }
}
