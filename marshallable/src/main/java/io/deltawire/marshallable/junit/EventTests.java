package io.deltawire.marshallable.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests of a component whose cases are folders. In each are
 *
 * <ul>
 *   <li>{@code in.yaml}: the events that the component is called with;
 *   <li>{@code out.yaml}: those that it is expected to write;
 *   <li>{@code setup.yaml}, where it is there: events before those, of which the output does not matter.
 * </ul>
 *
 * <pre>{@code
 * class LikesTest {
 *     @TestFactory
 *     Stream<DynamicNode> likes() {
 *         return EventTests.in(Path.of("src/test/resources/likes"))
 *                 .component(Accounts.class, LikesService::new)
 *                 .withMutations()
 *                 .tests();
 *     }
 * }
 * }</pre>
 *
 * <p>A test fails with the difference in YAML. Comments, order of fields, and how a number is written make none, since
 * both sides go through the classes of the events. An event or field that does not exist is an error. An exception of the
 * component is an event of its output: {@code exception}, with the event at which it was thrown, its class and its
 * message.
 *
 * <p>With the system property {@code deltawire.rewrite=true} ({@code mvn test -Ddeltawire.rewrite=true}) the tests write
 * the files of expectations anew instead of comparing: look at the changes before you commit them. The comments at the top
 * of a file stay.
 *
 * <p>Mutations are further cases made of {@code in.yaml}: each message missing, each twice, each field missing. What is
 * expected of them is in {@code mutations.yaml}, which is made in the same way. So they tell what a component does with
 * input that nobody has thought of, and that it goes on doing it.
 */
@SuppressWarnings("exports") // whoever uses this package requires JUnit itself
public final class EventTests {
    /** The system property that has expectations written anew. */
    public static final String REWRITE = "deltawire.rewrite";

    private final Path root;
    private Function<Path, Scenario> scenarios;
    private boolean hasMutations;
    private boolean rewrites = Boolean.getBoolean(REWRITE);

    private EventTests(Path root) {
        this.root = root;
    }

    /**
     * Returns tests of the folders in a folder, and in those, that have an {@code in.yaml}.
     *
     * @param root a folder of the sources, so that expectations can be written there; Maven runs tests in the folder of
     *     the module
     */
    public static EventTests in(Path root) {
        return new EventTests(root);
    }

    /**
     * Sets the component.
     *
     * @param output the interface that it calls
     * @param component makes one that calls what it is given
     */
    public <O> EventTests component(Class<O> output, Function<O, ?> component) {
        scenarios = folder -> new Scenario(folder, output, component);
        return this;
    }

    /** Adds the cases that are made of {@code in.yaml}. */
    public EventTests withMutations() {
        hasMutations = true;
        return this;
    }

    /** Has expectations written anew, or not, whatever the system property says. */
    EventTests rewriting(boolean isWanted) {
        rewrites = isWanted;
        return this;
    }

    /**
     * Returns the tests, for a method with {@link org.junit.jupiter.api.TestFactory}.
     *
     * @throws IllegalStateException where there is no folder with an {@code in.yaml}
     */
    public Stream<DynamicNode> tests() {
        if (scenarios == null) {
            throw new IllegalStateException("no component has been set");
        }
        List<DynamicNode> nodes = new ArrayList<>();
        for (Path folder : folders()) {
            nodes.add(DynamicContainer.dynamicContainer(
                    root.relativize(folder).toString().isEmpty()
                            ? folder.getFileName().toString()
                            : root.relativize(folder).toString(),
                    folder.toUri(),
                    testsOf(folder).stream()));
        }
        if (nodes.isEmpty()) {
            throw new IllegalStateException("no folder with an in.yaml in " + root.toAbsolutePath());
        }
        return nodes.stream();
    }

    private List<Path> folders() {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> Files.isRegularFile(path.resolve(Scenario.IN)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<DynamicTest> testsOf(Path folder) {
        Scenario scenario = scenarios.apply(folder);
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(test(folder, Scenario.OUT, rewrites ? scenario::rewrite : scenario::check));
        if (hasMutations && rewrites) {
            tests.add(test(folder, Mutations.FILE, () -> new Mutations(scenario).rewrite()));
        } else if (hasMutations) {
            Mutations mutations = new Mutations(scenario);
            tests.add(test(folder, Mutations.FILE, mutations::checkNames));
            for (Mutation mutation : mutations.all()) {
                tests.add(test(folder, mutation.name(), () -> mutations.check(mutation)));
            }
        }
        return tests;
    }

    private static DynamicTest test(Path folder, String name, org.junit.jupiter.api.function.Executable body) {
        return DynamicTest.dynamicTest(name, folder.resolve(Scenario.IN).toUri(), body);
    }
}
