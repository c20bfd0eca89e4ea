package io.deltawire.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.deltawire.bench.codec.DeltawireFormats;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The dependencies between modules, which docs/architecture.md describes, and between the packages of this module. The
 * lists of modules and formats come from the poms and from the class path.
 */
class ArchitectureTest {
    private static final Path PROJECT = Path.of(System.getProperty("projectDir"));
    private static final int MAX_CLASSES_IN_A_PACKAGE = 35;

    /** The root package of each module that is shipped, by the name of the module. */
    private static final Map<String, String> PACKAGES = new TreeMap<>();

    /** The root package of each format. */
    private static final List<String> FORMATS = DeltawireFormats.all().stream()
            .map(format -> format.getClass().getPackageName())
            .toList();

    private static JavaClasses all;
    private static JavaClasses bench;

    @BeforeAll
    static void importClasses() throws IOException {
        Matcher modules = Pattern.compile("<module>([^<]+)</module>").matcher(pom("."));
        while (modules.find()) {
            if (!Files.isDirectory(PROJECT.resolve(modules.group(1)).resolve("src/main/java/io"))
                    || pom(modules.group(1)).contains("<maven.deploy.skip>true")) {
                continue; // the BOM, the module that only requires others, and what is not shipped
            }
            Matcher name = Pattern.compile("<module.name>([^<]+)</module.name>").matcher(pom(modules.group(1)));
            assertTrue(name.find(), "no module.name in the pom of " + modules.group(1));
            PACKAGES.put(modules.group(1), name.group(1));
        }
        List<Path> folders = PACKAGES.keySet().stream()
                .map(module -> PROJECT.resolve(module).resolve("target/classes"))
                .toList();
        for (Path folder : folders) {
            assertTrue(Files.isDirectory(folder), folder + " is not there: build all modules first");
        }
        all = new ClassFileImporter().importPaths(folders);
        bench = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.deltawire.bench");
    }

    private static String pom(String module) throws IOException {
        return Files.readString(PROJECT.resolve(module).resolve("pom.xml"));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.deltawire.(*)..").should().beFreeOfCycles().check(all);
    }

    @Test
    void packagesOfTheBenchmarkAreSmallLayers() {
        slices().matching("(io.deltawire.bench..)").should().beFreeOfCycles().check(bench);
        Map<String, Long> classes = bench.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertTrue(
                classes.values().stream().allMatch(count -> count <= MAX_CLASSES_IN_A_PACKAGE),
                "more than " + MAX_CLASSES_IN_A_PACKAGE + " classes in a package: " + classes);
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
            assertTrue(type.getPackageName().startsWith(PACKAGES.get(module)), type.getName() + " in " + module);
        });
        assertEquals(PACKAGES.size(), owner.values().stream().distinct().count());
    }

    @Test
    void formatsDependOnTheWireAndNeitherOnTheObjectModelNorOnEachOther() {
        for (String format : FORMATS) {
            noClasses()
                    .that()
                    .resideInAPackage(format + "..")
                    .should()
                    .dependOnClassesThat(resideInAnyPackage("io.deltawire..")
                            .and(DescribedPredicate.not(resideInAnyPackage("io.deltawire.wire..", format + ".."))))
                    .check(all);
        }
    }

    @Test
    void formatsHaveAtMostFourPublicClasses() {
        for (String format : FORMATS) {
            List<String> shown = all.stream()
                    .filter(type -> type.getPackageName().equals(format))
                    .filter(type ->
                            type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                    .map(JavaClass::getSimpleName)
                    .toList();
            assertTrue(shown.stream().anyMatch(name -> name.endsWith("Format")), format + ": " + shown);
            assertTrue(shown.size() <= 4, format + ": " + shown);
        }
    }

    @Test
    void wireApiDependsOnNoFormat() {
        noClasses()
                .that()
                .resideInAPackage("io.deltawire.wire..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        FORMATS.stream().map(format -> format + "..").toArray(String[]::new)))
                .check(all);
    }

    @Test
    void commandDependsNeitherOnTheObjectModelNorOnChronicle() {
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
                .dependOnClassesThat(resideInAnyPackage("java.lang.reflect..", "sun.misc..", "sun.reflect..")
                        .and(DescribedPredicate.not(JavaClass.Predicates.type(Array.class)))) // has no members to find
                .check(all);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.deltawire.marshallable..")
                .should()
                .callMethod(Class.class, "forName", String.class)
                .check(all);
    }
}
