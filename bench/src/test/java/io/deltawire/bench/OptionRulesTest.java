package io.deltawire.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionRulesTest {
    private static String problem(String words) {
        String[] arguments = words.isEmpty() ? new String[0] : words.split(" ");
        return OptionRules.problem(new CommandLine(new BenchMain()).parseArgs(arguments));
    }

    @ParameterizedTest
    @CsvSource({
        "--quick --key id, '--key has no effect without --class, --sizes or --convert'",
        "--sizes f --quick, --quick has no effect with --sizes",
        "--tool --peers fory, --peers has no effect with --tool",
        "--tool --books f, --tool has no effect with --books",
        "--check --out d, --out has no effect with --check",
        "--check --data d, --data has no effect without --class",
        "--depth 3, --depth has no effect without --books",
        "--threshold 3, --threshold has no effect without --against",
        "--shapes --workloads w1, '--shapes and --workloads do not go together: each says what is compared'",
        "--class A --shapes, '--class and --shapes do not go together: each says what is compared'"
    })
    void rejectsOptionsThatContradictOrHaveNoEffect(String words, String problem) {
        assertEquals(problem, problem(words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--quick --peers deltawire --workloads w1,w3 --baseline fory --out d",
                "--against r --threshold 5 --quick",
                "--sizes f --key a,b",
                "--convert f --key a",
                "--books f --depth 3",
                "--figures f --out d",
                "--tool --tool-bytes 5 --out d --quick",
                "--class A --classpath p --data d --key k --check",
                "--shapes --check --peers kryo"
            })
    void acceptsOptionsThatGoTogether(String words) {
        assertNull(problem(words));
    }
}
