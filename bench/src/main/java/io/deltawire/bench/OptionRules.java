package io.deltawire.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ParseResult;

/**
 * Rejects options of {@code bench/run} that contradict each other or have no effect. A run takes up to an hour, so a slip must not end in
 * a measurement of something else.
 */
final class OptionRules {
    /** Options that select another task than the comparison, each with the options that this task uses. */
    private static final Map<String, Set<String>> TASKS = new LinkedHashMap<>();

    /** Options that refine another one, each with that other one. */
    private static final Map<String, String> REQUIRED = Map.of(
            "--key", "--class",
            "--classpath", "--class",
            "--data", "--class",
            "--threshold", "--against",
            "--depth", "--books",
            "--tool-bytes", "--tool");

    /** Options that select the messages: only one of them may be given. */
    private static final Set<String> WORKLOADS = Set.of("--workloads", "--shapes", "--class");

    static {
        TASKS.put("--sizes", Set.of("--key"));
        TASKS.put("--convert", Set.of("--key"));
        TASKS.put("--books", Set.of("--depth"));
        TASKS.put("--figures", Set.of("--out"));
        TASKS.put("--tool", Set.of("--tool-bytes", "--quick", "--out", "--baseline"));
        TASKS.put(
                "--check",
                Set.of("--quick", "--peers", "--workloads", "--shapes", "--class", "--classpath", "--data", "--key"));
    }

    private OptionRules() {}

    /** Describes the first contradiction, or returns null if there is none. */
    static String problem(ParseResult given) {
        Set<String> names = new TreeSet<>();
        given.matchedOptions().forEach(option -> names.add(option.longestName()));
        for (Map.Entry<String, Set<String>> task : TASKS.entrySet()) {
            if (names.contains(task.getKey())) {
                names.remove(task.getKey());
                for (String name : names) {
                    if (!task.getValue().contains(name)) {
                        return name + " has no effect with " + task.getKey();
                    }
                }
                return task.getKey().equals("--check") ? problem(names) : null;
            }
        }
        return problem(names);
    }

    private static String problem(Set<String> names) {
        for (String name : names) {
            String required = REQUIRED.get(name);
            if (required != null && !names.contains(required)) {
                return name + " has no effect without " + required
                        + (name.equals("--key") ? ", --sizes or --convert" : "");
            }
        }
        Set<String> both = new TreeSet<>(names);
        both.retainAll(WORKLOADS);
        return both.size() < 2 ? null : String.join(" and ", both) + " do not go together: each says what is compared";
    }
}
