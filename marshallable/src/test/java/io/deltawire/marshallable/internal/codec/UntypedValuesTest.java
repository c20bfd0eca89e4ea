package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UntypedValuesTest {
    /** A class with the typed neighbours of an untyped map. */
    static final class Typed {
        Map<List<String>, Integer> map = new LinkedHashMap<>();
        Set<List<String>> set = Set.of();
    }

    /** Lists of "Aa" and "BB", which have one hash code. */
    private static List<String> alike(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder key = new StringBuilder("[");
            for (int bit = 0; bit < 16; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa," : "BB,");
            }
            keys.add(key.append("]").toString());
        }
        return keys;
    }

    private static Object read(String yaml, Class<?> type) {
        try (Wire wire = Wire.of("yaml", new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))) {
            return wire.read(type);
        }
    }

    @Test
    void keysOfOneHashCodeAreRefusedBeforeTheyTakeLong() {
        String keys = "? " + String.join("\n: 1\n? ", alike(20_000)) + "\n: 1\n";
        String inField = keys.replace("\n", "\n  ").stripTrailing() + "\n";
        for (String yaml : List.of(keys, "map:\n  " + inField, "set: [" + String.join(", ", alike(20_000)) + "]\n")) {
            Class<?> type = yaml.startsWith("?") ? Object.class : Typed.class;
            WireException e = assertTimeoutPreemptively(
                    Duration.ofMinutes(2), () -> assertThrows(WireException.class, () -> read(yaml, type)));
            assertTrue(e.getMessage().contains("expected keys with different hash codes"), e.getMessage());
        }
    }

    @Test
    void pointsOfAGridAreKeys() {
        StringBuilder yaml = new StringBuilder();
        for (int x = 0; x < 200; x++) {
            for (int y = 0; y < 200; y++) {
                yaml.append("? [").append(x).append(", ").append(y).append("]\n: 1\n");
            }
        }
        assertEquals(40_000, ((Map<?, ?>) read(yaml.toString(), Object.class)).size());
    }

    /** Three bytes of input ask for a hundred of memory. */
    @Test
    void untypedValuesAreCountedBeforeTheyFillASmallHeap(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log.txt");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Small.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertTrue(process.waitFor(300, TimeUnit.SECONDS), "does not end");
        String said = Files.readString(log);
        assertTrue(said.contains("\n3 refused, read\n") || said.startsWith("3 refused, read\n"), said);
    }

    /** Reads large values in a small heap. */
    static final class Small {
        public static void main(String[] args) throws IOException {
            int refused = 0;
            for (String item : List.of("{},", "[],", "{\"a\":1},")) {
                try {
                    readJson("[" + item.repeat(1_000_000) + "1]");
                } catch (WireException e) {
                    refused += e.getMessage().contains("bytes of memory, a third of the heap") ? 1 : 0;
                }
            }
            for (int i = 0; i < 20; i++) {
                readJson("[" + "{},".repeat(100_000) + "1]"); // each value is counted alone
            }
            System.out.println(refused + " refused, read");
        }

        private static void readJson(String json) {
            try (Wire wire = Wire.of("json", new ByteArrayInputStream(json.getBytes(StandardCharsets.ISO_8859_1)))) {
                wire.read(Object.class);
            }
        }
    }
}
