package io.deltawire.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes one Javadoc for all modules that have a {@code module-info.java}. Javadoc itself leaves out packages that are
 * not exported. A warning of its checks, such as a link that leads nowhere, is an error.
 */
final class ApiDocs {
    private static final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");
    private static final Pattern TYPE_PAGE = Pattern.compile("[\\w.]+/(.+)/([A-Z][\\w.]*)\\.html");

    private final Map<String, Path> sources = new TreeMap<>();
    private final List<String> modulePath;

    /** Finds the modules in the folders directly below {@code root}; {@code classPath} has the jars that they require. */
    ApiDocs(Path root, String[] classPath) throws IOException {
        try (Stream<Path> folders = Files.list(root)) {
            for (Path folder : folders.sorted().toList()) {
                Path source = folder.resolve("src/main/java");
                Path descriptor = source.resolve("module-info.java");
                if (Files.exists(descriptor)) {
                    Matcher module = MODULE.matcher(Files.readString(descriptor));
                    if (!module.find()) {
                        throw new IOException("no module is declared in " + descriptor);
                    }
                    sources.put(module.group(1), source);
                }
            }
        }
        modulePath =
                Stream.of(classPath).filter(entry -> entry.endsWith(".jar")).toList();
    }

    void write(Path output, String version) throws IOException {
        String title = "Deltawire " + version + " API";
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-notimestamp",
                "-Xdoclint:all,-missing",
                "-Werror",
                "-encoding",
                "UTF-8",
                "-locale",
                "en",
                "-windowtitle",
                title,
                "-doctitle",
                title,
                "-header",
                "<a href=\"{@docRoot}/../index.html\">Deltawire</a>",
                "-d",
                output.toString(),
                "-p",
                String.join(java.io.File.pathSeparator, modulePath),
                "--module",
                String.join(",", sources.keySet())));
        sources.forEach((module, source) -> arguments.addAll(List.of("--module-source-path", module + "=" + source)));
        ToolProvider javadoc = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IOException("this Java has no javadoc: run with a JDK"));
        if (javadoc.run(System.out, System.err, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("Javadoc has errors");
        }
    }

    /** Returns the types that have a page in {@code folder} of the site. */
    static List<SearchIndex.Entry> types(Path site, String folder) throws IOException {
        List<SearchIndex.Entry> types = new ArrayList<>();
        Path api = site.resolve(folder);
        try (Stream<Path> files = Files.walk(api)) {
            for (Path file : files.sorted().toList()) {
                String name = Site.slashed(api.relativize(file));
                Matcher page = TYPE_PAGE.matcher(name);
                if (page.matches() && !page.group(1).contains("class-use")) {
                    types.add(new SearchIndex.Entry(
                            "Javadoc",
                            page.group(2),
                            folder + "/" + name,
                            page.group(1).replace('/', '.')));
                }
            }
        }
        return types;
    }
}
