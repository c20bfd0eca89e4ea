package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A separate program, compiled and run without any flag, with this library on the module path and on the class path.
 */
class ApplicationTest {
    private static final String PROGRAM = """
            package com.acme.app;

            import io.deltawire.marshallable.AbstractMarshallable;
            import io.deltawire.marshallable.Key;
            import io.deltawire.marshallable.Wire;
            import io.deltawire.wire.WireFormats;
            import net.openhft.chronicle.bytes.Bytes;

            public class Main {
                static class Quote extends AbstractMarshallable {
                    @Key
                    private final String symbol;
                    private double bid;

                    Quote(String symbol, double bid) {
                        this.symbol = symbol;
                        this.bid = bid;
                    }
                }

                interface Listener {
                    void onQuote(Quote quote);
                }

                public static void main(String[] args) {
                    StringBuilder seen = new StringBuilder();
                    for (String format : new String[] {"yaml", "delta"}) {
                        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                        wire.write("quote", new Quote("EURUSD", 1.25));
                        while (wire.next()) {
                            seen.append(wire.read(Quote.class).bid).append(' ');
                        }
                        Wire events = Wire.of(format, Bytes.allocateElasticOnHeap());
                        events.methodWriter(Listener.class).onQuote(new Quote("EURUSD", 1.5));
                        events.methodReader((Listener) quote -> seen.append(quote.bid).append(' ')).readOne();
                    }
                    System.out.println(seen + String.valueOf(Main.class.getModule().isNamed()));
                }
            }
            """;

    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();

    @TempDir
    Path folder;

    private Path library;
    private Path source;

    @BeforeEach
    void layOutFiles() throws IOException {
        library = ModulesTest.libraryAsModules(folder);
        source = Files.createDirectories(folder.resolve("source/com/acme/app"));
        Files.writeString(source.resolve("Main.java"), PROGRAM);
    }

    @Test
    void runsOnTheModulePathWithWhatTheReadmeRequires() throws Exception {
        Path descriptor = folder.resolve("source/module-info.java");
        Files.writeString(descriptor, descriptorOfReadme());
        Path aggregate = folder.resolve("aggregate");
        run("javac", "-p", library.toString(), "-d", aggregate.toString(), descriptorOfDeltawire());
        String libraries = library + File.pathSeparator + aggregate;
        Path classes = folder.resolve("modules");
        run("javac", "-p", libraries, "-d", classes.toString(), descriptor.toString(), main());
        String modules = libraries + File.pathSeparator + classes;
        assertEquals("1.25 1.5 1.25 1.5 true", run("java", "-p", modules, "-m", "com.acme.app/com.acme.app.Main"));
    }

    @Test
    void runsOnTheClassPath() throws Exception {
        Path classes = folder.resolve("classes");
        String path;
        try (Stream<Path> jars = Files.list(library)) {
            path = jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
        run("javac", "-cp", path, "-d", classes.toString(), main());
        String all = path + File.pathSeparator + classes;
        assertEquals("1.25 1.5 1.25 1.5 false", run("java", "-cp", all, "com.acme.app.Main"));
    }

    private String main() {
        return source.resolve("Main.java").toString();
    }

    /** The module that has no code and requires the others. */
    private static String descriptorOfDeltawire() {
        return Path.of(System.getProperty("projectDir"), "deltawire/src/main/java/module-info.java")
                .toString();
    }

    private static String descriptorOfReadme() throws IOException {
        String readme = Files.readString(Path.of(System.getProperty("projectDir"), "README.md"));
        Matcher block = Pattern.compile("```java\n(module com\\.acme\\.app \\{.*?\n})\n```", Pattern.DOTALL)
                .matcher(readme.replace("\r", ""));
        assertTrue(block.find(), "README.md has no module descriptor");
        return block.group(1);
    }

    /** Runs the compiler, or a command of this JDK in a process, and returns the last line that it printed on standard output. */
    private String run(String command, String... arguments) throws IOException, InterruptedException {
        if (command.equals("javac")) {
            StringWriter printed = new StringWriter();
            PrintWriter to = new PrintWriter(printed);
            assertEquals(0, JAVAC.run(to, to, arguments), () -> List.of(arguments) + "\n" + printed);
            return "";
        }
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", command).toString());
        words.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(words)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), "no end: " + words);
        assertEquals(0, process.exitValue(), words + "\n" + Files.readString(errors));
        try (Stream<String> lines = Files.lines(output, StandardCharsets.UTF_8)) {
            return lines.reduce("", (before, line) -> line);
        }
    }
}
