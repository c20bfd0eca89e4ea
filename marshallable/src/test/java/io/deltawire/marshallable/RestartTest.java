package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A service that is stopped anywhere and resumed answers each message of its input exactly once. The long form of the
 * kills is {@code -Drestart.kills=100}.
 */
class RestartTest {
    private static final int KILLS = Integer.getInteger("restart.kills", 3);
    private static final boolean IS_LONG = KILLS > 3;
    private static final int INPUTS = 7;

    @TempDir
    private Path dir;

    static List<String> outputs() {
        return List.copyOf(RestartedService.OUTPUTS.keySet());
    }

    /** Some combinations in every build, all in the long form. */
    static List<String> killedOutputs() {
        return IS_LONG
                ? outputs()
                : List.of("yaml BLOCK", "json", "binary", "delta MESSAGE ON_REQUEST", "delta BLOCK EACH_EPOCH");
    }

    @ParameterizedTest
    @MethodSource("outputs")
    void outputThatIsCutAnywhereIsCompleted(String name) throws IOException {
        Path input = dir.resolve("input");
        Path output = dir.resolve("output");
        RestartedService.writeInput(input, INPUTS);
        // In a delta dump, zeros that no checksum stands before are damage that readers report: AppendPointTest.
        boolean mayHaveZeros = !name.startsWith("delta");
        for (boolean hasState : new boolean[] {false, true}) {
            List<String> expected = RestartedService.expected(INPUTS, hasState);
            Files.deleteIfExists(output);
            RestartedService.run(name, input, output, hasState);
            assertEquals(expected, RestartedService.answers(name, output));
            byte[] whole = Files.readAllBytes(output);
            for (int cut = 0; cut <= whole.length; cut++) {
                if (isTried(name, cut, hasState ? 13 : 3)) {
                    checkCut(name, input, output, Arrays.copyOf(whole, cut), 0, hasState);
                }
                if (mayHaveZeros && isTried(name, cut, hasState ? 16 : 7)) {
                    int zeros = 1 + cut % 9;
                    // Few zeros can complete a message, and many stand in files that are allocated in advance.
                    checkCut(name, input, output, Arrays.copyOf(whole, cut), zeros < 9 ? zeros : 10_000, hasState);
                }
            }
        }
    }

    /** Whether a cut is made: in the long form all are, else each of so many, and others for each name. */
    private static boolean isTried(String name, int cut, int each) {
        return IS_LONG || Math.floorMod(name.hashCode() + cut, each) == 0;
    }

    private static void checkCut(String name, Path input, Path output, byte[] cut, int zeros, boolean hasState)
            throws IOException {
        Files.write(output, Arrays.copyOf(cut, cut.length + zeros));
        String what = name + ", cut at " + cut.length + ", then " + zeros + " zeros";
        List<String> answers;
        try {
            RestartedService.run(name, input, output, hasState);
            answers = RestartedService.answers(name, output);
        } catch (RuntimeException e) {
            throw new AssertionError(what, e);
        }
        assertEquals(RestartedService.expected(INPUTS, hasState), answers, what);
    }

    @ParameterizedTest
    @MethodSource("killedOutputs")
    void serviceThatIsKilledAnswersEachMessageOnce(String name) throws Exception {
        SplittableRandom random = new SplittableRandom();
        Path input = dir.resolve("input");
        Path output = dir.resolve("output");
        int inputs = 3000 * KILLS;
        RestartedService.writeInput(input, inputs);
        int interrupted = 0;
        for (int i = 0; i < KILLS; i++) {
            interrupted += runUntilKilled(name, input, output, random) ? 1 : 0;
        }
        RestartedService.run(name, input, output, false);
        List<String> answers = RestartedService.answers(name, output);
        List<String> expected = RestartedService.expected(inputs, false);
        for (int i = 0; i < Math.min(answers.size(), expected.size()); i++) {
            int at = i;
            assertEquals(expected.get(i), answers.get(i), () -> name + ", answer " + at);
        }
        assertEquals(expected.size(), answers.size(), name);
        System.out.println(name + ": killed " + KILLS + " times, " + interrupted + " of them at work");
    }

    /** Returns whether the service was killed before it had done all. */
    private boolean runUntilKilled(String name, Path input, Path output, SplittableRandom random) throws Exception {
        Path log = dir.resolve("log");
        Path started = dir.resolve("output.started");
        Path done = dir.resolve("output.done");
        Files.deleteIfExists(started);
        Files.deleteIfExists(done);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RestartedService.class.getName(),
                        name,
                        input.toString(),
                        output.toString(),
                        "false")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!Files.exists(started) && process.isAlive()) {
                assertTrue(System.nanoTime() < deadline, "the service does not start");
                Thread.sleep(1);
            }
            Thread.sleep(random.nextInt(400), random.nextInt(1_000_000));
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        boolean isDone = Files.exists(done);
        if (!isDone) {
            assertTrue(process.exitValue() != 1, () -> "the service failed: " + text(log));
        }
        return !isDone;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
