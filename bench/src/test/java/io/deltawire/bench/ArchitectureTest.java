package io.deltawire.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The dependency arrows between the modules: see CONTRIBUTING.md. */
class ArchitectureTest {
    private static final Map<String, String> PACKAGES = Map.of(
            "wire-api", "wire",
            "text-yaml", "yaml",
            "json", "json",
            "csv", "csv",
            "binary-yaml", "binary",
            "delta-wire", "delta",
            "marshallable", "marshallable",
            "cli", "cli");

    private static final List<String> FORMATS = List.of("yaml", "json", "csv", "binary", "delta");

    private static JavaClasses all;

    @BeforeAll
    static void importClasses() {
        Path project = Path.of(System.getProperty("projectDir"));
        List<Path> folders = PACKAGES.keySet().stream()
                .map(module -> project.resolve(module).resolve("target/classes"))
                .toList();
        for (Path folder : folders) {
            assertTrue(Files.isDirectory(folder), folder + " is not there: build all modules first");
        }
        all = new ClassFileImporter().importPaths(folders);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.deltawire.(*)..").should().beFreeOfCycles().check(all);
        slices().matching("io.deltawire.wire.(*)..").should().beFreeOfCycles().check(all);
    }

    @Test
    void noPackageIsSplitOverModules() {
        Map<String, String> owner = new HashMap<>();
        all.forEach(type -> {
            String source = type.getSource().orElseThrow().getUri().getPath();
            String module = source.substring(0, source.indexOf("/target/"));
            module = module.substring(module.lastIndexOf('/') + 1);
            String before = owner.putIfAbsent(type.getPackageName(), module);
            assertTrue(before == null || before.equals(module), type.getPackageName() + ": " + before + ", " + module);
            assertTrue(
                    type.getPackageName().startsWith("io.deltawire." + PACKAGES.get(module)),
                    type.getName() + " in " + module);
        });
        assertEquals(PACKAGES.size(), owner.values().stream().distinct().count());
    }

    @Test
    void formatsKnowTheWireAndNeitherClassesNorEachOther() {
        for (String format : FORMATS) {
            noClasses()
                    .that()
                    .resideInAPackage("io.deltawire." + format + "..")
                    .should()
                    .dependOnClassesThat(resideInAnyPackage("io.deltawire..")
                            .and(com.tngtech.archunit.base.DescribedPredicate.not(
                                    resideInAnyPackage("io.deltawire.wire..", "io.deltawire." + format + ".."))))
                    .check(all);
        }
    }

    @Test
    void formatsShowTheirFormatAndLittleElse() {
        for (String format : FORMATS) {
            List<String> shown = all.stream()
                    .filter(type -> type.getPackageName().equals("io.deltawire." + format))
                    .filter(type ->
                            type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                    .map(JavaClass::getSimpleName)
                    .toList();
            assertTrue(shown.stream().anyMatch(name -> name.endsWith("Format")), format + ": " + shown);
            assertTrue(shown.size() <= 3, format + ": " + shown);
        }
    }

    @Test
    void wireKnowsNoFormat() {
        noClasses()
                .that()
                .resideInAPackage("io.deltawire.wire..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(FORMATS.stream()
                        .map(format -> "io.deltawire." + format + "..")
                        .toArray(String[]::new)))
                .check(all);
    }

    @Test
    void commandLineDecodesWithoutTheObjectModel() {
        noClasses()
                .that()
                .resideInAPackage("io.deltawire.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.deltawire.marshallable..", "net.openhft..")
                .check(all);
    }

    @Test
    void onlyTheObjectModelUsesReflection() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.deltawire.marshallable..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.lang.reflect..", "sun.misc..", "sun.reflect..")
                .check(all);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.deltawire.marshallable..")
                .should()
                .callMethod(Class.class, "forName", String.class)
                .check(all);
    }
}
