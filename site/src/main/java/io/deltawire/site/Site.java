package io.deltawire.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.node.Link;

/**
 * Converts the documentation of a repository to HTML pages. It begins with {@code README.md} and {@code
 * docs/README.md}, and follows their links to all other Markdown files. The headings of {@code docs/README.md}, with
 * the links below them, are the navigation of each page.
 */
final class Site {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*|//.*");
    private static final Path START = Path.of("README.md");
    private static final Path CONTENTS = Path.of("docs", "README.md");
    private static final Path GUIDE = Path.of("docs", "guide", "README.md");

    private final Path root;
    private final String version;
    private final String url;
    private final Map<Path, Page> pages = new LinkedHashMap<>();
    private final Set<Path> images = new LinkedHashSet<>();
    private final List<SearchIndex.Entry> api = new ArrayList<>();
    private final Map<String, List<Page>> contents = new LinkedHashMap<>();

    /** Reads the pages of the repository in {@code root}, whose other files are shown at {@code url}. */
    Site(Path root, String version, String url) throws IOException {
        this.root = root;
        this.version = version;
        this.url = url;
        Deque<Path> open = new ArrayDeque<>(List.of(START, CONTENTS));
        while (!open.isEmpty()) {
            Path source = open.poll();
            if (!pages.containsKey(source)) {
                Page page = new Page(root, source);
                pages.put(source, page);
                page.visit(
                        link -> {
                            Path target = target(page, link.getDestination());
                            if (target != null && isPage(target)) {
                                open.add(target);
                            }
                        },
                        image -> {
                            Path target = target(page, image.getDestination());
                            if (target != null) {
                                images.add(target);
                            }
                        });
            }
        }
        checkThatAllAreReached();
        readContents();
        for (Page page : pages.values()) {
            page.visit(link -> link.setDestination(address(page, link.getDestination())), image -> {});
        }
    }

    /** Adds the types of the Javadoc in folder {@code api} to the search, and a link to it to each page. */
    void addApi(List<SearchIndex.Entry> types) {
        api.addAll(types);
    }

    private void checkThatAllAreReached() throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            List<Path> lost = files.map(root::relativize)
                    .filter(Site::isPage)
                    .filter(file -> !pages.containsKey(file))
                    .toList();
            if (!lost.isEmpty()) {
                throw new IOException("no page has a link to " + lost + ": add one to docs/README.md");
            }
        }
    }

    private void readContents() {
        Page page = pages.get(CONTENTS);
        List<List<Page>> section = new ArrayList<>();
        page.visitBySection(
                heading -> {
                    section.add(new ArrayList<>());
                    contents.put(heading, section.get(section.size() - 1));
                },
                link -> {
                    if (!section.isEmpty()) {
                        addToContents(section.get(section.size() - 1), page, link);
                    }
                });
    }

    private void addToContents(List<Page> section, Page page, Link link) {
        Page target = pages.get(target(page, link.getDestination()));
        if (target != null && !section.contains(target)) {
            section.add(target);
            if (target.source().equals(GUIDE)) {
                target.visit(inner -> addToContents(section, target, inner), image -> {});
            }
        }
    }

    /** Returns the file of the repository that a link of a page leads to, or null if it leads elsewhere. */
    private Path target(Page page, String destination) {
        if (SCHEME.matcher(destination).matches() || destination.startsWith("#")) {
            return null;
        }
        int anchor = destination.indexOf('#');
        String path = anchor < 0 ? destination : destination.substring(0, anchor);
        Path target =
                root.relativize(root.resolve(page.source()).resolveSibling(path).normalize());
        if (target.startsWith("..") || !Files.exists(root.resolve(target))) {
            throw new IllegalArgumentException(slashed(page.source()) + ": no such file: " + destination);
        }
        return target;
    }

    /** Returns the target of a link in the site: a page, or a file of the repository on the web. */
    private String address(Page page, String destination) {
        Path target = target(page, destination);
        if (target == null) {
            return destination;
        }
        if (pages.containsKey(target)) {
            int anchor = destination.indexOf('#');
            return relative(page, target) + (anchor < 0 ? "" : destination.substring(anchor));
        }
        return url + (Files.isDirectory(root.resolve(target)) ? "/tree/main/" : "/blob/main/") + slashed(target);
    }

    private static String relative(Page from, Path to) {
        return slashed(Path.of("/")
                .resolve(output(from.source()))
                .getParent()
                .relativize(Path.of("/").resolve(output(to))));
    }

    private static boolean isPage(Path file) {
        return file.getFileName().toString().endsWith(".md");
    }

    /** The HTML file of a page: a README is the first page of its folder. */
    private static Path output(Path source) {
        String name = source.getFileName().toString();
        return source.resolveSibling(
                name.equals("README.md") ? "index.html" : name.substring(0, name.length() - 3) + ".html");
    }

    void write(Path output) throws IOException {
        List<SearchIndex.Entry> entries = new ArrayList<>();
        for (Page page : pages.values()) {
            Path file = output.resolve(output(page.source()));
            Files.createDirectories(file.getParent());
            Files.writeString(file, html(page));
            for (Page.Section section : page.sections()) {
                entries.add(new SearchIndex.Entry(
                        page.title(),
                        section.heading(),
                        slashed(output(page.source())) + "#" + section.anchor(),
                        section.text()));
            }
        }
        entries.addAll(api);
        Files.writeString(output.resolve("search-index.js"), SearchIndex.script(entries));
        for (Path image : images) {
            Files.createDirectories(output.resolve(image).getParent());
            Files.copy(root.resolve(image), output.resolve(image), StandardCopyOption.REPLACE_EXISTING);
        }
        for (String name : List.of("site.css", "site.js")) {
            try (InputStream resource = Site.class.getResourceAsStream(name)) {
                Files.copy(resource, output.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private String html(Page page) {
        String top = "../".repeat(page.source().getNameCount() - 1);
        StringBuilder navigation = new StringBuilder();
        navigation.append("<ul>");
        appendEntry(navigation, page, pages.get(START));
        if (!api.isEmpty()) {
            navigation.append("<li><a href=\"").append(top).append("api/index.html\">Javadoc</a></li>");
        }
        navigation.append("</ul>\n");
        contents.forEach((heading, section) -> {
            navigation.append("<h2>").append(escaped(heading)).append("</h2>\n<ul>\n");
            section.forEach(entry -> appendEntry(navigation, page, entry));
            navigation.append("</ul>\n");
        });
        String title = page.title().equals("Deltawire") ? "Deltawire" : page.title() + " - Deltawire";
        return """
                <!DOCTYPE html>
                <html lang="en" data-top="%1$s">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%2$s</title>
                <link rel="stylesheet" href="%1$ssite.css">
                <script defer src="%1$ssite.js"></script>
                </head>
                <body>
                <header>
                <a class="name" href="%1$sindex.html">Deltawire</a> <span class="version">%3$s</span>
                <a class="to-contents" href="#contents">Contents</a>
                <div class="search"><input type="search" id="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off">
                <ul id="results" hidden></ul></div>
                </header>
                <div class="columns">
                <main>
                %4$s</main>
                <nav id="contents">
                %5$s</nav>
                </div>
                </body>
                </html>
                """.formatted(top, escaped(title), escaped(version), page.html(), navigation);
    }

    private static void appendEntry(StringBuilder navigation, Page page, Page entry) {
        boolean current = entry == page;
        navigation
                .append(current ? "<li class=\"current\"><a href=\"" : "<li><a href=\"")
                .append(relative(page, entry.source()))
                .append("\">")
                .append(escaped(entry.title()))
                .append("</a>");
        if (current) {
            List<Page.Section> inner = page.sections().stream()
                    .filter(section -> section.level() == 2)
                    .toList();
            if (!inner.isEmpty()) {
                navigation.append("\n<ul>\n");
                for (Page.Section section : inner) {
                    navigation
                            .append("<li><a href=\"#")
                            .append(section.anchor())
                            .append("\">")
                            .append(escaped(section.heading()))
                            .append("</a></li>\n");
                }
                navigation.append("</ul>\n");
            }
        }
        navigation.append("</li>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A path with slashes on every system. */
    static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }
}
