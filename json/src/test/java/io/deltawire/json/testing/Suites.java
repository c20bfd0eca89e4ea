package io.deltawire.json.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** Third-party suites, which are not part of this project: given by the system property {@code suites}. */
public final class Suites {
    private Suites() {}

    /** The folder of a suite, or null where there is none, which is said on stdout. */
    public static Path folder(String name, Class<?> test) {
        String root = System.getProperty("suites", "");
        Path folder = root.isEmpty() ? null : Path.of(root, name);
        if (folder == null || !Files.isDirectory(folder)) {
            System.out.println(test.getSimpleName() + ": LEFT OUT, no folder " + name + " under -Dsuites=" + root);
            return null;
        }
        return folder;
    }
}
