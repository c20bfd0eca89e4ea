package io.deltawire.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.kafka.testing.Broker;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the code of the README and of each page of the guide, and compares what it prints. The page about
 * Kafka gets a broker.
 */
class GuideTest {
    private static final Path HOME = Path.of(System.getProperty("projectDir", ".."));

    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();

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
        if (!page.hasCode()) {
            return;
        }
        Path home = Files.createDirectories(folder.resolve(page.name));
        if (!page.source().contains(BROKER)) {
            compileAndRun(file, page, home, page.source());
            return;
        }
        try (Broker broker = Broker.start(Files.createDirectories(folder.resolve("broker")))) {
            compileAndRun(file, page, home, page.source().replace(BROKER, broker.address()));
        }
    }

    private static void compileAndRun(Path file, GuidePage page, Path home, String program) throws Exception {
        Path source = Files.writeString(home.resolve(page.name + ".java"), program);
        String classPath = System.getProperty("java.class.path");
        StringWriter errors = new StringWriter();
        JAVAC.run(
                new PrintWriter(errors),
                new PrintWriter(errors),
                "-proc:none",
                "-Xlint:-options",
                "-parameters",
                "-d",
                home.toString(),
                "-cp",
                classPath,
                source.toString());
        assertTrue(Files.exists(home.resolve(page.name + ".class")), () -> file + " does not compile:\n" + errors);
        Path out = home.resolve("printed.txt");
        Process running = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        home + File.pathSeparator + classPath,
                        page.name)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(home.resolve("errors.txt").toFile())
                .start();
        assertTrue(running.waitFor(2, TimeUnit.MINUTES), () -> file + " does not end");
        String printed = Files.readString(out).replace(System.lineSeparator(), "\n");
        assertEquals(0, running.exitValue(), () -> file + " fails:\n" + errorsOf(home));
        assertEquals(page.expected(), printed, () -> file + " prints something else");
    }

    private static String errorsOf(Path home) {
        try {
            return Files.readString(home.resolve("errors.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
