package io.deltawire.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ParseResult;

/**
 * Which options of {@code bench/run} go together: one that would have no effect is refused, since an hour of measuring something else than
 * was meant is a high price for a slip.
 */
final class OptionRules {
    /** What there is to do in place of comparing formats, and the options that it looks at. */
    private static final Map<String, Set<String>> INSTEAD = new LinkedHashMap<>();

    /** Options that say more about another one. */
    private static final Map<String, String> NEED = Map.of(
            "--key", "--class",
            "--classpath", "--class",
            "--data", "--class",
            "--threshold", "--against",
            "--depth", "--books",
            "--tool-bytes", "--tool");

    /** Each says which messages are compared. */
    private static final Set<String> WORKLOADS = Set.of("--workloads", "--shapes", "--class");

    static {
        INSTEAD.put("--sizes", Set.of("--key"));
        INSTEAD.put("--convert", Set.of("--key"));
        INSTEAD.put("--books", Set.of("--depth"));
        INSTEAD.put("--figures", Set.of("--out"));
        INSTEAD.put("--tool", Set.of("--tool-bytes", "--quick", "--out", "--baseline"));
        INSTEAD.put(
                "--check",
                Set.of("--quick", "--peers", "--workloads", "--shapes", "--class", "--classpath", "--data", "--key"));
    }

    private OptionRules() {}

    /** Returns what is wrong with the options given, or null. */
    static String problem(ParseResult given) {
        Set<String> names = new TreeSet<>();
        given.matchedOptions().forEach(option -> names.add(option.longestName()));
        for (Map.Entry<String, Set<String>> task : INSTEAD.entrySet()) {
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
            String needed = NEED.get(name);
            if (needed != null && !names.contains(needed)) {
                return name + " has no effect without " + needed
                        + (name.equals("--key") ? ", --sizes or --convert" : "");
            }
        }
        Set<String> both = new TreeSet<>(names);
        both.retainAll(WORKLOADS);
        return both.size() < 2 ? null : String.join(" and ", both) + " do not go together: each says what is compared";
    }
}
