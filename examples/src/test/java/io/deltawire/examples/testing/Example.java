package io.deltawire.examples.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.function.Executable;

/** Runs an example as a user does, and compares what it prints with the block at the end of its README.md. */
public final class Example {
    private static final Path SOURCES = Path.of("src/main/java");

    private Example() {}

    /** Returns what a program prints. */
    public static String output(Executable program) throws Throwable {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.execute();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    /** Checks that a program prints what the README of the package says. */
    public static void assertPrintsAsReadme(Class<?> example, Executable program) throws Throwable {
        assertEquals(readme(example), output(program));
    }

    /** Returns the block at the end of the README of an example's package. */
    public static String readme(Class<?> example) throws IOException {
        Path readme =
                SOURCES.resolve(example.getPackageName().replace('.', '/')).resolve("README.md");
        String[] parts = Files.readString(readme).replace("\r\n", "\n").split("(?m)^```.*\\n");
        return parts[parts.length - 1];
    }
}
