package io.deltawire.examples.transports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keeps docs/guide/transports.md true: its classes are those of this package, which the tests run. */
@Tag("transports")
class TransportsPageTest {
    private static final Path PROJECT = Path.of(System.getProperty("projectDir"));
    private static final Pattern CLASS =
            Pattern.compile("```java\n(package io\\.deltawire\\..*?(?:class|record) (\\w+).*?)```", Pattern.DOTALL);

    @Test
    void classesOfThePageAreThoseOfTheTests() throws IOException {
        String page = Files.readString(PROJECT.resolve("docs/guide/transports.md"));
        Path folder = PROJECT.resolve("examples/src/test/java/io/deltawire/examples/transports");
        List<String> names = new ArrayList<>();
        Matcher blocks = CLASS.matcher(page);
        while (blocks.find()) {
            names.add(blocks.group(2));
            assertEquals(Files.readString(folder.resolve(blocks.group(2) + ".java")), blocks.group(1));
        }
        assertEquals(
                List.of("Quote", "QuoteSender", "QuoteReceiver", "AeronQuotes", "QueueQuotes", "ArrowTable"), names);
    }
}
