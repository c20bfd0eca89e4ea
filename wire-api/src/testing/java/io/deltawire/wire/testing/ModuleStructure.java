package io.deltawire.wire.testing;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The rules that keep a module readable. Packages are layers of limited size. No large group of classes depends on
 * itself, and no class is cut in two by inheritance. No internal package is exported. Each module's test extends this
 * class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the classes are imported once
public abstract class ModuleStructure {
    private static final int MOST_CLASSES_IN_A_PACKAGE = 38;
    private static final int MOST_CLASSES_IN_A_CYCLE = 12;

    private final Set<String> singleSubclassAllowed;
    private JavaClasses classes;

    /**
     * @param singleSubclassAllowed the simple names of abstract classes that may have one subclass in this module,
     *     because further ones are made elsewhere: their class comments say where
     */
    protected ModuleStructure(String... singleSubclassAllowed) {
        this.singleSubclassAllowed = Set.of(singleSubclassAllowed);
    }

    @BeforeAll
    void importClasses() {
        Path folder = mainClasses();
        assertTrue(Files.isDirectory(folder), folder + " does not exist: compile the module first");
        classes = new ClassFileImporter().importPath(folder);
    }

    private static Path mainClasses() {
        String folder = System.getProperty("basedir");
        return Path.of(folder == null ? "" : folder, "target", "classes");
    }

    @Test
    void packagesFormAnOrderWithoutCycles() {
        slices().matching("io.deltawire.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void noPackageHasTooManyClasses() {
        Map<String, Integer> sizes = new TreeMap<>();
        for (JavaClass each : topLevelClasses()) {
            sizes.merge(each.getPackageName(), 1, Integer::sum);
        }
        sizes.values().removeIf(size -> size <= MOST_CLASSES_IN_A_PACKAGE);
        assertEquals(Map.of(), sizes);
    }

    @Test
    void noDependencyCycleHasTooManyClasses() {
        List<Set<String>> large = new Components(dependencies()).largerThan(MOST_CLASSES_IN_A_CYCLE);
        assertEquals(List.of(), large);
    }

    @Test
    void noAbstractClassHasASingleSubclass() {
        Set<String> found = new TreeSet<>();
        for (JavaClass each : topLevelClasses()) {
            if (!each.isInterface()
                    && each.getModifiers().contains(JavaModifier.ABSTRACT)
                    && each.getSubclasses().size() == 1) {
                found.add(each.getSimpleName());
            }
        }
        found.removeAll(singleSubclassAllowed);
        assertEquals(Set.of(), found);
    }

    @Test
    void noInternalPackageIsExported() throws IOException {
        Path file = mainClasses().resolve("module-info.class");
        if (!Files.exists(file)) {
            return; // an application; ModulesTest would miss the descriptor of a library
        }
        try (InputStream in = Files.newInputStream(file)) {
            Set<String> exported = new TreeSet<>();
            for (ModuleDescriptor.Exports each : ModuleDescriptor.read(in).exports()) {
                if (!each.isQualified()) { // modules of this project may share an internal package
                    exported.add(each.source());
                }
            }
            exported.removeIf(name -> !name.contains(".internal"));
            assertEquals(Set.of(), exported);
        }
    }

    private List<JavaClass> topLevelClasses() {
        return classes.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .toList();
    }

    /** For each top-level class the others of this module that it or its nested classes depend on. */
    private Map<String, Set<String>> dependencies() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (JavaClass each : classes) {
            Set<String> targets = found.computeIfAbsent(topLevelName(each.getName()), name -> new TreeSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                targets.add(topLevelName(
                        dependency.getTargetClass().getBaseComponentType().getName()));
            }
        }
        found.forEach((name, targets) -> {
            targets.retainAll(found.keySet());
            targets.remove(name);
        });
        return found;
    }

    private static String topLevelName(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** The strongly connected components of a graph (Tarjan, Depth-first search and linear graph algorithms, 1972). */
    private static final class Components {
        private final Map<String, Set<String>> graph;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final List<Set<String>> found = new ArrayList<>();

        Components(Map<String, Set<String>> graph) {
            this.graph = graph;
            graph.keySet().forEach(name -> {
                if (!index.containsKey(name)) {
                    visit(name);
                }
            });
        }

        List<Set<String>> largerThan(int size) {
            return found.stream().filter(each -> each.size() > size).toList();
        }

        private void visit(String name) {
            int own = index.size();
            index.put(name, own);
            low.put(name, own);
            open.push(name);
            for (String target : graph.get(name)) {
                if (!index.containsKey(target)) {
                    visit(target);
                    low.merge(name, low.get(target), Math::min);
                } else if (open.contains(target)) {
                    low.merge(name, index.get(target), Math::min);
                }
            }
            if (low.get(name) == own) {
                Set<String> component = new TreeSet<>();
                String member;
                do {
                    member = open.pop();
                    component.add(member);
                } while (!member.equals(name));
                found.add(component);
            }
        }
    }
}
