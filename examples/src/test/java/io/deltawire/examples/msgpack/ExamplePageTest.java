package io.deltawire.examples.msgpack;

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

/** Keeps docs/adding-a-format.md true: its code is that of this package, which is as short as the page says. */
class ExamplePageTest {
    private static final Path PROJECT = Path.of(System.getProperty("projectDir"));
    private static final int MOST_LINES = 600;

    @Test
    void codeOfThePageIsThatOfTheExample() throws IOException {
        StringBuilder code = new StringBuilder();
        int lines = 0;
        try (Stream<Path> files = Files.list(PROJECT.resolve("examples/src/test/java/io/deltawire/examples/msgpack"))) {
            for (Path file : files.sorted().toList()) {
                List<String> text = Files.readAllLines(file);
                lines += file.toString().endsWith("Test.java") ? 0 : text.size();
                code.append(String.join("\n", text)).append('\n');
            }
        }
        assertTrue(lines <= MOST_LINES, lines + " lines");
        Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PROJECT.resolve("docs/adding-a-format.md")));
        int found = 0;
        while (blocks.find()) {
            assertTrue(code.indexOf(blocks.group(1)) >= 0, blocks.group(1));
            found++;
        }
        assertEquals(7, found);
    }
}
