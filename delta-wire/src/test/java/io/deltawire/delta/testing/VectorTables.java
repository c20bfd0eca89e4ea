package io.deltawire.delta.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads and writes the files of test vectors. */
public final class VectorTables {
    private VectorTables() {}

    /** The files of streams in hexadecimal digits in a folder and its subfolders. */
    public static List<Path> streams(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".hex"))
                    .sorted()
                    .toList();
            assertTrue(files.size() > 10, files.toString());
            return files;
        }
    }

    /** The rows of a table, below its header. With -Dvectors.write=true they are written first. */
    public static List<String> rows(Path table, Stream<String> present) throws IOException {
        List<String> lines = Files.readAllLines(table);
        if (Boolean.getBoolean("vectors.write")) {
            Stream<String> head = lines.stream().takeWhile(line -> line.startsWith("#"));
            Files.writeString(
                    table, Stream.concat(head, present).map(line -> line + "\n").collect(Collectors.joining()));
            lines = Files.readAllLines(table);
        }
        return lines.stream().filter(line -> !line.startsWith("#")).toList();
    }
}
