package io.deltawire.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** What Maven Central asks of a POM, and what docs/releasing.md promises, by the POMs of the build. */
class PublishedPomsTest {
    private static final Path ROOT = Path.of(System.getProperty("projectDir"));

    private static Element pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(module).resolve("pom.xml").toFile())
                .getDocumentElement();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static String text(Element pom, String... path) {
        Element element = pom;
        for (String name : path) {
            List<Element> found = element == null ? List.of() : children(element, name);
            element = found.isEmpty() ? null : found.get(0);
        }
        return element == null ? null : element.getTextContent().strip();
    }

    /** The modules that are deployed. */
    private static List<String> published() throws Exception {
        List<String> modules = new ArrayList<>();
        for (Element module : children(children(pom(""), "modules").get(0), "module")) {
            String name = module.getTextContent().strip();
            if (!"true".equals(text(pom(name), "properties", "maven.deploy.skip"))) {
                modules.add(name);
            }
        }
        return modules;
    }

    private static Set<String> artifacts(Element dependencies, String scope) {
        Set<String> artifacts = new TreeSet<>();
        for (Element dependency : children(dependencies, "dependency")) {
            String declared = text(dependency, "scope");
            if (scope.equals(declared == null ? "compile" : declared)) {
                artifacts.add(text(dependency, "artifactId"));
            }
        }
        return artifacts;
    }

    @Test
    void modulesNameAndDescribeThemselves() throws Exception {
        Set<String> names = new TreeSet<>();
        for (String module : published()) {
            Element pom = pom(module);
            assertEquals("deltawire-parent", text(pom, "parent", "artifactId"), module);
            assertTrue(names.add(text(pom, "name")), module);
            assertNotNull(text(pom, "description"), module);
        }
        assertEquals(13, names.size());
    }

    @Test
    void parentHasWhatEveryPublishedPomNeeds() throws Exception {
        Element pom = pom("");
        for (String[] path : new String[][] {
            {"url"},
            {"licenses", "license", "name"},
            {"licenses", "license", "url"},
            {"developers", "developer", "name"},
            {"developers", "developer", "url"},
            {"scm", "connection"},
            {"scm", "developerConnection"},
            {"scm", "url"}
        }) {
            String text = text(pom, path);
            assertTrue(text != null && !text.isEmpty(), String.join("/", path));
        }
    }

    @Test
    void bomAndReleasingPageHaveAllArtifacts() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/releasing.md"));
        Set<String> artifacts = new TreeSet<>();
        for (String module : published()) {
            String artifact = text(pom(module), "artifactId");
            assertTrue(page.contains(artifact + "`"), artifact);
            artifacts.add(artifact);
        }
        artifacts.remove("deltawire-bom");
        Element management = children(pom("bom"), "dependencyManagement").get(0);
        assertEquals(artifacts, artifacts(children(management, "dependencies").get(0), "compile"));
    }

    @Test
    void oneDependencyBringsObjectsAndThreeWires() throws Exception {
        assertEquals(
                Set.of(
                        "deltawire-marshallable",
                        "deltawire-text-yaml",
                        "deltawire-binary-yaml",
                        "deltawire-delta-wire"),
                artifacts(children(pom("deltawire"), "dependencies").get(0), "compile"));
        assertFalse(artifacts(children(pom("marshallable"), "dependencies").get(0), "compile")
                .contains("deltawire-json"));
    }
}
