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
 * Creates JUnit tests of an event-driven component from folders of YAML files. Each folder with an {@code in.yaml} is
 * one test case:
 *
 * <ul>
 *   <li>{@code in.yaml} contains the events with which the component is called;
 *   <li>{@code out.yaml} contains the events that it is expected to write;
 *   <li>{@code setup.yaml}, if present, contains events that are played first and whose output is ignored.
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
 * <p>A failing test reports the difference as YAML, and throws an {@code AssertionFailedError} with the expected and the
 * written text, which editors show side by side. Empty documents are ignored. Comments, the order of fields and the notation of numbers do not
 * matter, because both sides are read into the classes of the events before they are compared. An unknown event or
 * field is an error. An exception that the component throws becomes an event of its output, named {@code exception},
 * with the event during which it was thrown, its class and its message.
 *
 * <p>With the system property {@value #REWRITE} set to {@code true} ({@code mvn test -Ddeltawire.rewrite=true}) the
 * tests write the expected output instead of comparing it. Review the changes before you commit them. Comments at the
 * top of a file are preserved.
 *
 * <p>Mutations are further cases that are derived from {@code in.yaml}: each message omitted, each message repeated,
 * and each field omitted. Their expected output is in {@code mutations.yaml}, which is written in the same way. They
 * record how a component handles incomplete or repeated input, and detect when that changes.
 *
 * <p>Instances are mutable and not thread-safe. Each test creates a component of its own, so the returned tests may run
 * in any order.
 */
@SuppressWarnings("exports") // users of this package require JUnit themselves
public final class EventTests {
    /** The name of the system property that makes the tests write the expected output: {@value}. */
    public static final String REWRITE = "deltawire.rewrite";

    private final Path root;
    private Function<Path, Scenario> scenarios;
    private boolean hasMutations;
    private boolean rewrites = Boolean.getBoolean(REWRITE);

    private EventTests(Path root) {
        this.root = root;
    }

    /**
     * Starts the configuration of tests for all folders with an {@code in.yaml} at or below a folder.
     *
     * @param root the folder to search. A relative path is relative to the working directory, which for Maven is the
     *     module. It should be a folder of sources and not of build output, so that rewritten files can be committed.
     * @return tests without a component; call {@link #component} next
     */
    public static EventTests in(Path root) {
        return new EventTests(root);
    }

    /**
     * Sets the component under test.
     *
     * @param <O> the interface that the component calls
     * @param output the class of that interface
     * @param component creates the component, given the object that it must call; called for each test and each
     *     mutation
     * @return this
     */
    public <O> EventTests component(Class<O> output, Function<O, ?> component) {
        scenarios = folder -> new Scenario(folder, output, component);
        return this;
    }

    /**
     * Adds the mutations of {@code in.yaml} as further tests.
     *
     * @return this
     */
    public EventTests withMutations() {
        hasMutations = true;
        return this;
    }

    /** Overrides the system property. */
    EventTests rewriting(boolean rewrites) {
        this.rewrites = rewrites;
        return this;
    }

    /**
     * Returns the tests, to be returned from a method with {@link org.junit.jupiter.api.TestFactory}. Each folder is a
     * container of tests: one for {@code out.yaml}, and with mutations one for {@code mutations.yaml} as a whole and
     * one for each mutation.
     *
     * @return the containers, sorted by path
     * @throws IllegalStateException if no component has been set, or if no folder contains an {@code in.yaml}
     * @throws UncheckedIOException if a file cannot be read
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
        tests.add(test(Scenario.OUT, rewrites ? scenario::rewrite : scenario::check));
        if (hasMutations && rewrites) {
            tests.add(test(Mutations.FILE, () -> new Mutations(scenario).rewrite()));
        } else if (hasMutations) {
            Mutations mutations = new Mutations(scenario);
            tests.add(test(Mutations.FILE, mutations::checkNames));
            for (Mutation mutation : mutations.all()) {
                tests.add(test(mutation.name(), () -> mutations.check(mutation)));
            }
        }
        return tests;
    }

    /** Returns a test without the URI of its file, because Surefire 3.5 silently omits tests with one. */
    private static DynamicTest test(String name, org.junit.jupiter.api.function.Executable body) {
        return DynamicTest.dynamicTest(name, body);
    }
}
