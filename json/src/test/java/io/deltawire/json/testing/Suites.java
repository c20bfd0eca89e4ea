package io.deltawire.json.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** Third-party test suites, which are not part of this project. The system property {@code suites} locates them. */
public final class Suites {
    private Suites() {}

    /** Returns the folder of a suite; if it is missing, reports that on stdout and returns null. */
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
