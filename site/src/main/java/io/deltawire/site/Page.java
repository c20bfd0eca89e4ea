package io.deltawire.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A Markdown file of the repository: its title, its headings with the anchors that GitHub gives them, and its HTML. */
final class Page {
    /** A part of a page that begins with a heading. */
    record Section(int level, String heading, String anchor, String text) {}

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private final Path source;
    private final Node document;
    private final IdentityHashMap<Node, String> anchors = new IdentityHashMap<>();
    private final List<Section> sections;

    /** Reads {@code source}, a path below {@code root}. */
    Page(Path root, Path source) throws IOException {
        this.source = source;
        document = PARSER.parse(Files.readString(root.resolve(source)));
        sections = sections();
        if (sections.isEmpty()) {
            throw new IOException(Site.slashed(source) + " has no heading");
        }
    }

    /** Returns the path of the file below the root of the repository. */
    Path source() {
        return source;
    }

    String title() {
        return sections.get(0).heading();
    }

    List<Section> sections() {
        if (sections != null) {
            return sections;
        }
        List<Section> found = new ArrayList<>();
        Map<String, Integer> uses = new HashMap<>();
        Heading heading = null;
        StringBuilder text = new StringBuilder();
        for (Node block = document.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading next) {
                addSection(found, heading, text);
                heading = next;
                text.setLength(0);
                anchors.put(next, anchor(textOf(next), uses));
            } else {
                text.append(textOf(block)).append(' ');
            }
        }
        addSection(found, heading, text);
        return List.copyOf(found);
    }

    private void addSection(List<Section> found, Heading heading, StringBuilder text) {
        if (heading != null) {
            found.add(new Section(
                    heading.getLevel(),
                    textOf(heading).strip(),
                    anchors.get(heading),
                    text.toString().replaceAll("\\s+", " ").strip()));
        }
    }

    /** Returns the anchor of a heading on GitHub: its letters and digits in lower case, and hyphens. */
    private static String anchor(String heading, Map<String, Integer> uses) {
        String anchor = heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
                .replace(' ', '-');
        int earlier = uses.merge(anchor, 1, Integer::sum) - 1;
        return earlier == 0 ? anchor : anchor + "-" + earlier;
    }

    private static String textOf(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text literal) {
                text.append(literal.getLiteral());
                if (literal.getNext() == null) {
                    text.append(' ');
                }
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
                if (code.getNext() == null) {
                    text.append(' ');
                }
            }

            @Override
            public void visit(FencedCodeBlock code) {
                text.append(code.getLiteral());
            }

            @Override
            public void visit(IndentedCodeBlock code) {
                text.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                text.append(' ');
            }

            @Override
            public void visit(HardLineBreak lineBreak) {
                text.append(' ');
            }
        });
        return text.toString();
    }

    /** Gives {@code links} each link of the page, and {@code images} each image. */
    void visit(Consumer<Link> links, Consumer<Image> images) {
        visit(document, links, images);
    }

    /** Gives {@code links} the links below each heading of level 2, after {@code headings} the heading. */
    void visitBySection(Consumer<String> headings, Consumer<Link> links) {
        for (Node block = document.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading) {
                if (heading.getLevel() == 2) {
                    headings.accept(textOf(heading).strip());
                }
            } else {
                visit(block, links, image -> {});
            }
        }
    }

    private static void visit(Node node, Consumer<Link> links, Consumer<Image> images) {
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                links.accept(link);
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                images.accept(image);
            }
        });
    }

    String html() {
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String anchor = anchors.get(node);
                    if (anchor != null) {
                        attributes.put("id", anchor);
                    }
                })
                .build();
        return renderer.render(document)
                .replace("<table>", "<div class=\"wide\"><table>")
                .replace("</table>", "</table></div>");
    }
}
