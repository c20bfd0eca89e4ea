package io.deltawire.cli.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs lines of shell as a user types them, with the launchers of this project on the PATH. */
public final class Shell {
    private static final long PATIENCE_SECONDS = 120;

    private final Path dir;
    private final Map<String, String> environment = new HashMap<>();

    /**
     * The result of a line.
     *
     * @param code exit code
     * @param out standard output
     * @param err standard error
     */
    public record Result(int code, String out, String err) {}

    /** A shell whose current directory is {@code dir}; the launchers run the jar that this build has made. */
    public Shell(Path dir) {
        this.dir = dir;
        environment.put("WIRE_JAR", System.getProperty("wireJar"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PATH", System.getProperty("projectDir") + ":" + System.getenv("PATH"));
    }

    public Shell with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Starts a line and does not wait for it. */
    public Process start(String line, Path out, Path err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-o", "pipefail", "-c", line)
                .directory(dir.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Runs a line to its end. */
    public Result run(String line) throws IOException, InterruptedException {
        Path out = Files.createTempFile("shell", ".out");
        Path err = Files.createTempFile("shell", ".err");
        try {
            Process process = start(line, out, err);
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertTrue(ended, "still running: " + line);
            return new Result(
                    process.exitValue(),
                    new String(Files.readAllBytes(out), StandardCharsets.UTF_8),
                    new String(Files.readAllBytes(err), StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
