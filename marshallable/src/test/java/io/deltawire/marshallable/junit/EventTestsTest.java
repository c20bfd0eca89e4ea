package io.deltawire.marshallable.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** Tests that data-driven tests pass, fail and rewrite their files as they should. */
class EventTestsTest {
    static class Amount extends AbstractMarshallable {
        String name;
        double value;
        List<Double> parts = new ArrayList<>();
    }

    interface Amounts {
        void add(Amount amount);

        void ask();
    }

    interface Totals {
        void total(String name, double value);
    }

    private record Adder(Totals out, double[] sum) implements Amounts {
        Adder(Totals out) {
            this(out, new double[1]);
        }

        @Override
        public void add(Amount amount) {
            if (amount.value < 0) {
                throw new IllegalArgumentException("negative: " + amount.value);
            }
            sum[0] += amount.value + amount.parts.size();
        }

        @Override
        public void ask() {
            out.total("sum", sum[0]);
        }
    }

    @TempDir
    Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String text(String file) throws IOException {
        return Files.readString(root.resolve(file));
    }

    private EventTests tests() {
        return EventTests.in(root).component(Totals.class, Adder::new).rewriting(false);
    }

    private static List<DynamicTest> all(EventTests tests) {
        return tests.tests().flatMap(EventTestsTest::leaves).toList();
    }

    private static Stream<DynamicTest> leaves(DynamicNode node) {
        return node instanceof DynamicContainer container
                ? container.getChildren().flatMap(EventTestsTest::leaves)
                : Stream.of((DynamicTest) node);
    }

    private static void run(EventTests tests) throws Throwable {
        for (DynamicTest test : all(tests)) {
            test.getExecutable().execute();
        }
    }

    private AssertionError failure(EventTests tests) {
        return assertThrows(AssertionError.class, () -> run(tests));
    }

    private static final String IN = "---\nadd: {name: a, value: 1.5}\n---\nadd: {value: 2}\n---\nask: \"\"\n";

    @Test
    void folderPassesWhereTheOutputIsAsExpected() throws Throwable {
        write("one/in.yaml", IN);
        write("one/out.yaml", "total: [sum, 3.50] # however it is written\n");
        write("deep/er/in.yaml", IN);
        write("deep/er/setup.yaml", "add: {value: 1}\n---\nask:\n");
        write("deep/er/out.yaml", "total:\n- sum\n- 4.5\n");
        run(tests());
        assertEquals(
                List.of("deep/er", "one"),
                tests().tests().map(DynamicNode::getDisplayName).toList());
    }

    @Test
    void failureShowsTheDifferenceAsYaml() throws Throwable {
        write("one/in.yaml", IN + "---\nask: \"\"\n");
        write("one/out.yaml", "---\ntotal: [sum, 3.5]\n---\ntotal: [sum, 4.5]\n");
        AssertionFailedError error = (AssertionFailedError) failure(tests());
        assertEquals(
                root.resolve("one/out.yaml") + " is not what the component writes (- expected, + written):\n"
                        + "  ---\n  total: [sum, 3.5]\n  ---\n- total: [sum, 4.5]\n+ total: [sum, 3.5]\n"
                        + "To accept what is written, after review: -Ddeltawire.rewrite=true",
                error.getMessage());
        assertEquals(
                "---\ntotal: [sum, 3.5]\n---\ntotal: [sum, 4.5]\n",
                error.getExpected().getStringRepresentation());
        write("one/out.yaml", "---\ntotal: [sum, 3.5]\n");
        assertTrue(failure(tests()).getMessage().contains("+ ---\n+ total: [sum, 3.5]\n"));
        write("one/out.yaml", "");
        assertTrue(failure(tests()).getMessage().contains("+ total: [sum, 3.5]\n"));
    }

    @Test
    void exceptionIsAnEventOfTheOutput() throws Throwable {
        write("one/in.yaml", "add: {value: -1}\n---\nask: \"\"\n");
        write("one/out.yaml", """
                exception: {event: add, type: java.lang.IllegalArgumentException, message: "negative: -1.0"}
                ---
                total: [sum, 0]
                """);
        run(tests());
    }

    @Test
    void textIsInAnyScript() throws Throwable {
        write("one/in.yaml", "add: {name: é, value: 1}\n");
        EventTests echoing =
                EventTests.in(root).component(Echoes.class, Echoing::new).withMutations();
        run(echoing.rewriting(true));
        assertEquals("---\necho: \"é😀\"\n", text("one/out.yaml"));
        assertContains(text("one/mutations.yaml"), "echo: \"null😀\"");
        run(echoing.rewriting(false));
    }

    interface Echoes {
        void echo(String text);

        Rest half(String text);
    }

    interface Rest {
        void rest(String text);
    }

    private record Echoing(Echoes out) implements Amounts {
        @Override
        public void add(Amount amount) {
            out.echo(amount.name + "😀");
        }

        @Override
        public void ask() {
            Rest rest = out.half("a");
            throw new IllegalStateException("without " + (rest == null ? "half" : "rest"));
        }
    }

    @Test
    void exceptionInAChainDropsIt() throws Throwable {
        write("one/in.yaml", "ask: \"\"\n---\nadd: {name: a}\n---\nadd: {name: b}\n");
        write("one/out.yaml", """
                exception: {event: ask, type: java.lang.IllegalStateException, message: without rest}
                ---
                echo: a😀
                ---
                echo: b😀
                """);
        run(EventTests.in(root).component(Echoes.class, Echoing::new).rewriting(false));
    }

    @Test
    void emptyDocumentsAreNothing() throws Throwable {
        write("one/setup.yaml", "---\nadd: {value: 1}\n---\n");
        write("one/in.yaml", "---\n---\n" + IN + "---\n# nothing\n---\n");
        write("one/out.yaml", "---\n---\ntotal: [sum, 4.5]\n---\n");
        run(tests());
        run(tests().withMutations().rewriting(true));
        run(tests().withMutations());
        assertEquals("---\ntotal: [sum, 4.5]\n", text("one/out.yaml"));
    }

    /** Surefire 3.5 leaves out tests whose source is a file. */
    @Test
    void testsHaveNoSourceOfTheirOwn() throws IOException {
        write("one/in.yaml", IN);
        for (DynamicNode node : tests().withMutations().tests().toList()) {
            assertEquals(java.util.Optional.empty(), node.getTestSourceUri());
            leaves(node).forEach(test -> assertEquals(java.util.Optional.empty(), test.getTestSourceUri()));
        }
    }

    @Test
    void failuresHaveWhatWasExpectedAndWritten() throws Throwable {
        write("one/in.yaml", IN);
        AssertionFailedError missing = (AssertionFailedError) failure(tests().withMutations());
        assertEquals("---\ntotal: [sum, 3.5]\n", missing.getActual().getStringRepresentation());
        write("one/out.yaml", "total: [sum, 3.5]\n");
        AssertionFailedError mutation = (AssertionFailedError) failure(tests().withMutations());
        assertTrue(mutation.getActual().getStringRepresentation().startsWith("---\ntotal: "));
    }

    @Test
    void mistakesInTheFilesAreErrorsWithTheirLocation() throws Throwable {
        write("one/out.yaml", "");
        write("one/in.yaml", "---\nadd: {name: a}\n---\nsubtract: {name: a}\n");
        assertContains(
                failure(tests()), "in.yaml: yaml: expected an event of [add, ask] but was \"subtract\" at line 4");
        write("one/in.yaml", "---\nadd: {nmae: a}\n");
        assertContains(
                failure(tests()), "expected a field of Amount but was \"nmae\"; did you mean \"name\"? at line 2");
        write("one/in.yaml", "---\nadd: {name: a\n");
        assertContains(failure(tests()), "in.yaml: yaml: ");
        write("one/in.yaml", IN);
        write("one/out.yaml", "totl: [sum, 3.5]\n");
        assertContains(failure(tests()), "the component's output has no event \"totl\"");
        write("one/out.yaml", "total: [sum, much]\n");
        assertContains(failure(tests()), "out.yaml: yaml: expected a number but was");
        Files.delete(root.resolve("one/out.yaml"));
        assertContains(failure(tests()), "out.yaml is not there. To accept what is written");
        Files.delete(root.resolve("one/in.yaml"));
        assertContains(
                assertThrows(IllegalStateException.class, () -> tests().tests()), "no folder with an in.yaml in");
    }

    private static void assertContains(Throwable error, String part) {
        assertContains(error.getMessage(), part);
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), text);
    }

    @Test
    void rewritingReplacesTheExpectedOutputAndKeepsComments() throws Throwable {
        write("one/in.yaml", IN);
        write("one/out.yaml", "# what it is about\n\n---\nwhatever: 1\n");
        run(tests().withMutations().rewriting(true));
        assertEquals("# what it is about\n\n---\ntotal: [sum, 3.5]\n", text("one/out.yaml"));
        run(tests().withMutations());
    }

    @Test
    void mutationsOmitAndRepeatMessagesAndFields() throws Throwable {
        write("one/in.yaml", "---\nadd: {name: a, value: 1.5, parts: [1, 2]}\n---\nask: \"\"\n");
        run(tests().withMutations().rewriting(true));
        assertEquals("""
                # What is written when a message of in.yaml is missing or comes twice, or a field is missing.
                ---
                mutation: message 1 (add) missing
                ---
                total: [sum, 0.0]
                ---
                mutation: message 1 (add) twice
                ---
                total: [sum, 7.0]
                ---
                mutation: message 1 (add) without name
                output: unchanged
                ---
                mutation: message 1 (add) without value
                ---
                total: [sum, 2.0]
                ---
                mutation: message 1 (add) without parts
                ---
                total: [sum, 1.5]
                ---
                mutation: message 2 (ask) missing
                ---
                mutation: message 2 (ask) twice
                ---
                total: [sum, 3.5]
                ---
                total: [sum, 3.5]
                """, text("one/mutations.yaml"));
        assertEquals(9, all(tests().withMutations()).size());
        run(tests().withMutations());

        write("one/mutations.yaml", text("one/mutations.yaml").replace("[sum, 7.0]", "[sum, 8.0]"));
        assertContains(
                failure(tests().withMutations()),
                "mutations.yaml, message 1 (add) twice, is not what the component writes (- expected, + written):");
        assertContains(failure(tests().withMutations()), "\n- total: [sum, 8.0]\n+ total: [sum, 7.0]\n");
        run(tests().withMutations().rewriting(true));
        write("one/in.yaml", "---\nadd: {name: a, value: 1.5, parts: [1, 2]}\n");
        write("one/out.yaml", "");
        assertContains(
                failure(tests().withMutations()),
                "mutations that in.yaml does not give: [message 2 (ask) missing, message 2 (ask) twice]");
    }

    @Test
    void everyFieldAtEveryDepthIsOmittedOnce() {
        String message = "to: {key: 1}\non: [{a: 1, b: {c: [x, {d: 2}]}}, 3]\n";
        assertEquals(
                "[key, on.1.a, on.1.b, on.1.b.c, on.1.b.c.2.d]",
                YamlMessages.withoutEachField(message).keySet().toString());
        assertEquals("to", YamlMessages.event(message));
    }

    @Test
    void differenceOfLongTextsIsShort() {
        Function<Integer, String> lines = changed -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                text.append("line ").append(i == changed ? "changed" : i).append('\n');
            }
            return text.toString();
        };
        assertEquals("""
                  ...
                  line 46
                  line 47
                  line 48
                  line 49
                - line 50
                + line changed
                  line 51
                  line 52
                  line 53
                  line 54
                  ...
                """, LineDiff.of(lines.apply(-1), lines.apply(50)));
        assertEquals("- a\n  b\n+ c\n", LineDiff.of("a\nb\n", "b\nc\n"));
    }
}
