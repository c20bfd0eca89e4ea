package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages of this module are layers: each depends only on those before it, and none on the public classes. */
class LayersTest {
    private static final List<String> LAYERS =
            List.of("value", "state", "stream", "codec", "inspect", "token", "nested", "object", "wire");

    private static final Pattern NAME = Pattern.compile("io\\.deltawire\\.delta\\.(?:internal\\.)?(\\w+)");

    private static final Path INTERNAL =
            Path.of(System.getProperty("projectDir")).resolve("delta-wire/src/main/java/io/deltawire/delta/internal");

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        }
    }

    @Test
    void everyInternalPackageIsALayer() throws IOException {
        List<String> names = children(INTERNAL).stream()
                .map(folder -> folder.getFileName().toString())
                .toList();
        assertEquals(LAYERS.stream().sorted().toList(), names);
    }

    @Test
    void layersDependOnlyOnEarlierLayers() throws IOException {
        for (int i = 0; i < LAYERS.size(); i++) {
            List<String> known = LAYERS.subList(0, i + 1);
            for (Path file : children(INTERNAL.resolve(LAYERS.get(i)))) {
                Matcher names = NAME.matcher(Files.readString(file));
                while (names.find()) {
                    assertTrue(known.contains(names.group(1)), file + " names " + names.group());
                }
            }
        }
    }
}
