package io.deltawire.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A page of documentation as a program: types and methods of its {@code java} blocks become members of one class, and
 * the statements of each section a method that the program calls in turn. A block after the comment
 * {@code <!-- prints -->} is what the statements before it print.
 */
final class GuidePage {
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

    final String name;
    private final Set<String> imports = new LinkedHashSet<>();
    private final List<String> members = new ArrayList<>();
    private final List<StringBuilder> sections = new ArrayList<>();
    private final StringBuilder expected = new StringBuilder();
    private int statements;

    /** Reads a page. Its class is named after the file. */
    GuidePage(Path file) throws IOException {
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
    boolean hasCode() {
        return statements > 0 || !members.isEmpty();
    }

    /** Returns what the page says that its program prints. */
    String expected() {
        return expected.toString();
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
    String source() {
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
}
