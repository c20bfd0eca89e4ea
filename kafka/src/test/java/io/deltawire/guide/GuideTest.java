package io.deltawire.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.kafka.testing.Broker;
import io.deltawire.wire.testing.GuidePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the code of the README and of each page of the guide, and compares what it prints. The page about
 * Kafka gets a broker. The page about Flink has its test in that module.
 */
class GuideTest {
    private static final Path HOME = Path.of(System.getProperty("projectDir", ".."));

    /** The address in pages of a broker that the test replaces. */
    private static final String BROKER = "localhost:9092";

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> codeOfEachPageRunsAndPrintsWhatThePageSays() throws IOException {
        List<Path> pages = new ArrayList<>();
        pages.add(HOME.resolve("README.md"));
        try (Stream<Path> files = Files.list(HOME.resolve("docs/guide"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        assertTrue(pages.size() > 1, "no guide");
        return pages.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compileAndRun(file)));
    }

    private void compileAndRun(Path file) throws Exception {
        GuidePage page = new GuidePage(file);
        if (!page.hasCode() || page.uses("io.deltawire.flink")) {
            return;
        }
        Path home = Files.createDirectories(folder.resolve(file.getFileName().toString()));
        if (!page.source().contains(BROKER)) {
            page.compileAndRun(home, page.source());
            return;
        }
        try (Broker broker = Broker.start(Files.createDirectories(folder.resolve("broker")))) {
            page.compileAndRun(home, page.source().replace(BROKER, broker.address()));
        }
    }
}
