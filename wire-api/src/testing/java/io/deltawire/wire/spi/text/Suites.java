package io.deltawire.wire.spi.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The third-party test suites, in the directory of the system property {@code suites}. */
final class Suites {
    private Suites() {}

    /** Returns a suite; or null, after printing so, if it is missing. */
    public static Folder folder(String name, Class<?> test) {
        String suites = System.getProperty("suites", "");
        Path folder = Path.of(suites, name);
        if (suites.isEmpty() || !Files.isDirectory(folder)) {
            System.out.println(
                    test.getSimpleName() + ": LEFT OUT the suite " + name + ", which -Dsuites= does not give");
            return null;
        }
        return new Folder(folder);
    }

    record Folder(Path path) {
        List<String> lines(String file) throws IOException {
            return Files.readAllLines(path.resolve(file), StandardCharsets.UTF_8);
        }

        List<Path> files() throws IOException {
            try (var files = Files.list(path)) {
                return files.sorted().toList();
            }
        }
    }
}
