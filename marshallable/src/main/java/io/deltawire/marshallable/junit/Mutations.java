package io.deltawire.marshallable.junit;

import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opentest4j.AssertionFailedError;

/**
 * Derives the mutations of a scenario's input, by omitting or repeating parts of it, and checks or writes their
 * expected output in {@code mutations.yaml}. That file has one document with the name of each mutation, followed by its
 * output.
 */
final class Mutations {
    static final String FILE = "mutations.yaml";

    private static final String COMMENT =
            "# What is written when a message of in.yaml is missing or comes twice, or a field is missing.\n";
    private static final String NAME = "mutation";
    private static final String OUTPUT = "output";
    private static final String UNCHANGED = "unchanged";

    private final Scenario scenario;
    private final Path file;
    private final List<Mutation> all;

    Mutations(Scenario scenario) {
        this.scenario = scenario;
        this.file = scenario.folder().resolve(FILE);
        try {
            this.all = of(YamlMessages.split(scenario.input()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (WireException e) {
            throw new IllegalStateException(scenario.folder().resolve(Scenario.IN) + ": " + e.getMessage(), e);
        }
    }

    List<Mutation> all() {
        return all;
    }

    private static List<Mutation> of(List<String> messages) {
        List<Mutation> mutations = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            String name = "message " + (i + 1) + " (" + YamlMessages.event(messages.get(i)) + ")";
            mutations.add(new Mutation(name + " missing", with(messages, i, "")));
            mutations.add(new Mutation(name + " twice", with(messages, i, messages.get(i) + messages.get(i))));
            for (Map.Entry<String, String> cut :
                    YamlMessages.withoutEachField(messages.get(i)).entrySet()) {
                mutations.add(new Mutation(name + " without " + cut.getKey(), with(messages, i, cut.getValue())));
            }
        }
        return mutations;
    }

    private static String with(List<String> messages, int index, String replacement) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < messages.size(); i++) {
            text.append(i == index ? replacement : messages.get(i));
        }
        return text.toString();
    }

    /** Runs a mutation and compares its output with the expected one. */
    void check(Mutation mutation) throws IOException {
        Section expected = expected().get(mutation.name());
        if (expected == null) {
            throw new AssertionFailedError(
                    file + " has no mutation \"" + mutation.name() + "\". " + Scenario.hint(),
                    "",
                    scenario.run(mutation.events()));
        }
        String text = expected.isUnchanged
                ? scenario.run(scenario.input())
                : scenario.canonical(expected.text.toString(), file + ", " + mutation.name());
        Scenario.compare(file + ", " + mutation.name() + ",", text, scenario.run(mutation.events()));
    }

    /** Fails if the file contains mutations that cannot be derived from the input any more. */
    void checkNames() throws IOException {
        Set<String> names = new java.util.TreeSet<>(expected().keySet());
        all.forEach(mutation -> names.remove(mutation.name()));
        if (!names.isEmpty()) {
            throw new AssertionFailedError(
                    file + " has mutations that in.yaml does not give: " + names + ". " + Scenario.hint(),
                    Set.of(),
                    names);
        }
    }

    void rewrite() throws IOException {
        String unchanged = scenario.run(scenario.input());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Wire headers = Wire.of("yaml", text);
        for (Mutation mutation : all) {
            String written = scenario.run(mutation.events());
            Map<String, Object> header = new LinkedHashMap<>();
            header.put(NAME, mutation.name());
            if (written.equals(unchanged)) {
                header.put(OUTPUT, UNCHANGED);
            }
            headers.write(header);
            if (!written.equals(unchanged)) {
                text.write(written.getBytes(StandardCharsets.UTF_8));
            }
        }
        Scenario.write(file, COMMENT, Scenario.text(text));
    }

    /** The expected output of one mutation. */
    private static final class Section {
        boolean isUnchanged;
        final StringBuilder text = new StringBuilder();
    }

    private Map<String, Section> expected() throws IOException {
        Map<String, Section> sections = new LinkedHashMap<>();
        if (!Files.exists(file)) {
            return sections;
        }
        Section section = null;
        for (String message : messages()) {
            Object value = YamlMessages.read(message);
            if (value instanceof Map<?, ?> header && header.containsKey(NAME)) {
                section = new Section();
                section.isUnchanged = UNCHANGED.equals(header.get(OUTPUT));
                sections.put(String.valueOf(header.get(NAME)), section);
            } else if (section == null) {
                throw new AssertionError(file + " does not begin with a document \"mutation: ...\"");
            } else {
                section.text.append(message);
            }
        }
        return sections;
    }

    private List<String> messages() throws IOException {
        try {
            return YamlMessages.split(Files.readString(file));
        } catch (WireException e) {
            throw new AssertionError(file + ": " + e.getMessage(), e);
        }
    }
}
