package io.deltawire.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
    @TempDir
    private Path root;

    @TempDir
    private Path output;

    @BeforeEach
    void writeSmallRepository() throws IOException {
        Files.createDirectories(root.resolve("docs/guide"));
        Files.createDirectories(root.resolve("source"));
        Files.writeString(root.resolve("README.md"), "# Small\n\n[docs](docs/README.md) [source](source)\n");
        Files.writeString(root.resolve("LICENSE"), "none");
        Files.writeString(
                root.resolve("docs/README.md"),
                "# Documents\n\n## Users\n\n* [guide](guide/README.md)\n* [one](one.md)\n");
        Files.writeString(
                root.resolve("docs/guide/README.md"),
                "# Guide\n\n[two](two.md) [licence](../../LICENSE) [one](../one.md#a-b-1)\n");
        Files.writeString(root.resolve("docs/guide/two.md"), "# Two \"quoted\"\n\nText.\n");
        Files.writeString(
                root.resolve("docs/one.md"),
                "# One\n\n## A `b`!\n\nFirst.\n\n## A b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n");
    }

    private List<String> faults() throws IOException {
        new Site(root, "1", "https://example.org/small").write(output);
        return LinkCheck.faults(output);
    }

    @Test
    void allLinksOfThePagesOfThisRepositoryLeadSomewhere() throws IOException {
        root = Path.of(System.getProperty("projectDir"));
        assertEquals(List.of(), faults());
    }

    @Test
    void linksLeadToPagesAndToFilesOnTheWeb() throws IOException {
        assertEquals(List.of(), faults());
        String guide = Files.readString(output.resolve("docs/guide/index.html"));
        assertTrue(guide.contains("<a href=\"two.html\">two</a>"), guide);
        assertTrue(guide.contains("<a href=\"https://example.org/small/blob/main/LICENSE\">"), guide);
        assertTrue(guide.contains("<a href=\"../one.html#a-b-1\">one</a>"), guide);
        assertTrue(Files.readString(output.resolve("index.html"))
                .contains("\"https://example.org/small/tree/main/source\""));
        assertTrue(Files.readString(output.resolve("docs/one.html")).contains("<h2 id=\"a-b\">A <code>b</code>!</h2>"));
    }

    @Test
    void contentsFollowTheIndexAndItsGuide() throws IOException {
        faults();
        String page = Files.readString(output.resolve("docs/one.html"));
        String contents = page.substring(page.indexOf("<h2>Users</h2>"));
        assertTrue(contents.indexOf(">Guide<") < contents.indexOf(">Two &quot;quoted&quot;<"), contents);
        assertTrue(contents.indexOf(">Two &quot;quoted&quot;<") < contents.indexOf("href=\"one.html\""), contents);
    }

    @Test
    void searchHasASectionForEachHeading() throws IOException {
        faults();
        String index = Files.readString(output.resolve("search-index.js"));
        assertTrue(index.contains("[\"One\",\"A b!\",\"docs/one.html#a-b\",\"First.\"],\n"), index);
        assertTrue(index.contains("[\"One\",\"A b\",\"docs/one.html#a-b-1\",\"x y 1 2\"],\n"), index);
        assertTrue(index.contains("[\"Two \\\"quoted\\\"\","), index);
    }

    @Test
    void linkToNoFileIsRefused() throws IOException {
        Files.writeString(root.resolve("docs/one.md"), "# One\n\n[gone](gone.md)\n");
        Exception e = assertThrows(IllegalArgumentException.class, this::faults);
        assertEquals("docs/one.md: no such file: gone.md", e.getMessage());
    }

    @Test
    void linkToNoHeadingIsFound() throws IOException {
        Files.writeString(
                root.resolve("docs/guide/two.md"), "# Two\n\n[gone](../one.md#gone) [here](#two) [not](#not)\n");
        assertEquals(
                List.of(
                        "docs/guide/two.html: #not: no such heading",
                        "docs/guide/two.html: ../one.html#gone: no such heading"),
                faults());
    }

    @Test
    void pageThatNoOtherLeadsToIsRefused() throws IOException {
        Files.writeString(root.resolve("docs/lost.md"), "# Lost\n");
        Exception e = assertThrows(IOException.class, this::faults);
        assertTrue(e.getMessage().contains("lost.md"), e.getMessage());
    }
}
