package io.deltawire.wire.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.regex.Pattern;

/**
 * A page of documentation as a program: types and methods of its {@code java} blocks become members of one class, and
 * the statements of each section a method that the program calls in turn. A block after the comment
 * {@code <!-- prints -->} is what the statements before it print.
 */
public final class GuidePage {
    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();

    private static final String PRINTS = "<!-- prints -->";

    /** The packages of the JDK, whose imports the pages leave out. A page imports all other types. */
    private static final List<String> IMPORTS = List.of(
            "java.io.*",
            "java.math.*",
            "java.nio.*",
            "java.nio.channels.*",
            "java.nio.charset.StandardCharsets",
            "java.nio.file.*",
            "java.time.*",
            "java.util.*",
            "java.util.concurrent.*",
            "java.util.stream.*");

    private static final Pattern TYPE = Pattern.compile(
            "(public |private |static |final |sealed |non-sealed |abstract |@\\w+(\\([^)]*\\))? ?)*(class|interface|record|enum|@interface) .*");
    private static final Pattern METHOD = Pattern.compile(
            "(public |private |static ).*\\w+\\(.*|(?!new |return |else )[\\w<>\\[\\], ?]+ \\w+\\(.*\\{");
    private static final Pattern ANNOTATION = Pattern.compile("@\\w+(\\(.*\\))?");

    private final Path file;
    private final String name;
    private final Set<String> imports = new LinkedHashSet<>();
    private final List<String> members = new ArrayList<>();
    private final List<StringBuilder> sections = new ArrayList<>();
    private final StringBuilder expected = new StringBuilder();
    private int statements;

    /** Reads a page. Its class is named after the file. */
    public GuidePage(Path file) throws IOException {
        this.file = file;
        String base = file.getFileName().toString().replace(".md", "");
        name = "Page_" + base.replaceAll("\\W", "_");
        List<String> lines = Files.readAllLines(file);
        sections.add(new StringBuilder());
        boolean prints = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#")) {
                sections.add(new StringBuilder());
            } else if (line.strip().equals(PRINTS)) {
                prints = true;
            } else if (line.strip().startsWith("```")) {
                String indent = line.substring(0, line.indexOf('`'));
                String language = line.strip().substring(3);
                List<String> block = new ArrayList<>();
                for (i++; !lines.get(i).strip().equals("```"); i++) {
                    block.add(lines.get(i).startsWith(indent) ? lines.get(i).substring(indent.length()) : lines.get(i));
                }
                if (prints) {
                    block.forEach(text -> expected.append(text).append('\n'));
                    prints = false;
                } else if (language.equals("java")) {
                    add(block);
                }
            }
        }
    }

    /** Returns true if there is anything to compile. */
    public boolean hasCode() {
        return statements > 0 || !members.isEmpty();
    }

    /** Returns true if the program uses types of a package. */
    public boolean uses(String packageName) {
        return imports.stream().anyMatch(line -> line.contains(packageName + "."));
    }

    private void add(List<String> block) {
        List<String> code = new ArrayList<>();
        for (String line : block) {
            if (line.startsWith("import ")) {
                imports.add(line);
            } else {
                code.add(line);
            }
        }
        String first = code.stream()
                .filter(line -> !line.isBlank()
                        && !line.startsWith("//")
                        && !ANNOTATION.matcher(line).matches())
                .findFirst()
                .orElse("");
        if (first.startsWith("module ") || first.startsWith("package ")) {
            return; // a file of its own, which another test compiles
        }
        if (TYPE.matcher(first).matches()) {
            // All types of the block, in a class whose members may be static: each is made static where it can be.
            for (String line : code) {
                boolean isClass = TYPE.matcher(line).matches() && line.matches("(?!.*\\bstatic\\b).*\\bclass .*");
                members.add(isClass ? "static " + line : line);
            }
        } else if (METHOD.matcher(first).matches()) {
            members.addAll(code);
        } else {
            statements++;
            StringBuilder section = sections.get(sections.size() - 1);
            code.forEach(line -> section.append(line).append('\n'));
        }
    }

    /** Returns the program. */
    public String source() {
        StringBuilder source = new StringBuilder();
        IMPORTS.forEach(name -> source.append("import ").append(name).append(";\n"));
        imports.forEach(line -> source.append(line).append('\n'));
        source.append("public class ").append(name).append(" {\n");
        members.forEach(line -> source.append(line).append('\n'));
        for (int i = 0; i < sections.size(); i++) {
            source.append("static void section").append(i).append("() throws Exception {\n");
            source.append(sections.get(i)).append("}\n");
        }
        source.append("public static void main(String[] args) throws Exception {\n");
        for (int i = 0; i < sections.size(); i++) {
            source.append("section").append(i).append("();\n");
        }
        return source.append("}\n}\n").toString();
    }

    /**
     * Compiles and runs the program with the class path of this process, and compares what it prints with the page.
     *
     * @param home a folder for its files
     * @param program the program, which may differ from the page in an address
     */
    public void compileAndRun(Path home, String program) throws IOException, InterruptedException {
        Path source = Files.writeString(home.resolve(name + ".java"), program);
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
        assertTrue(Files.exists(home.resolve(name + ".class")), () -> file + " does not compile:\n" + errors);
        Path out = home.resolve("printed.txt");
        Process running = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        home + File.pathSeparator + classPath,
                        name)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(home.resolve("errors.txt").toFile())
                .start();
        assertTrue(running.waitFor(2, TimeUnit.MINUTES), () -> file + " does not end");
        String printed = Files.readString(out).replace(System.lineSeparator(), "\n");
        assertEquals(0, running.exitValue(), () -> file + " fails:\n" + errorsOf(home));
        assertEquals(expected.toString(), printed, () -> file + " prints something else");
    }

    private static String errorsOf(Path home) {
        try {
            return Files.readString(home.resolve("errors.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
