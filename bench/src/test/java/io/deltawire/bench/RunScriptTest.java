package io.deltawire.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script {@code bench/run} in a small copy of the project, with a fake {@code ./mvnw} that leaves the files of a build. */
@DisabledOnOs(OS.WINDOWS)
class RunScriptTest {
    @TempDir
    Path dir;

    private Path project;

    private record Result(int exit, String out, String err) {}

    @BeforeEach
    void copyProject() throws IOException {
        project = dir.resolve("the project");
        Files.createDirectories(project.resolve("bench/src/main/java"));
        Files.copy(Path.of("run"), project.resolve("bench/run"));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.writeString(project.resolve("bench/pom.xml"), "<project/>");
        Files.writeString(project.resolve("mvnw"), """
                [ ! -f fails ] || { echo "error of the compiler"; exit 1; }
                mkdir -p bench/target/lib
                echo classes > bench/target/deltawire-bench-1.jar
                case "$*" in
                  *-Dmaven.source.skip=true*) ;;
                  *) echo sources > bench/target/deltawire-bench-1-sources.jar ;;
                esac
                """);
        Path java = dir.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
    }

    private Result run(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", project.resolve("bench/run").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", dir.resolve("jdk").toString());
        Path out = dir.resolve("out");
        Path err = dir.resolve("err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return new Result(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    @Test
    void buildsOnFirstUseAndAgainWhenSourcesChange() throws Exception {
        Path target = project.resolve("bench/target");
        Files.createDirectories(target);
        Files.writeString(target.resolve("deltawire-bench-0-sources.jar"), "from an earlier build");
        Files.writeString(target.resolve("deltawire-bench-0.jar"), "from an earlier build");

        Result first = run("--sizes", "a file");
        assertEquals(0, first.exit, first.err);
        assertTrue(first.err.contains("bench/run: building"), first.err);
        assertTrue(first.out.endsWith("<io.deltawire.bench.BenchMain><--sizes><a file>"), first.out);
        assertEquals("classes\n", Files.readString(target.resolve("bench.jar")));

        Result second = run("latency", "--help");
        assertEquals("", second.err);
        assertTrue(second.out.endsWith("<io.deltawire.bench.latency.LatencyMain><--help>"), second.out);

        Result third = run("kafka", "--help");
        assertTrue(third.out.endsWith("<io.deltawire.bench.kafka.KafkaMain><--help>"), third.out);

        Path source = project.resolve("bench/src/main/java/A.java");
        Files.writeString(source, "class A {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        assertTrue(run().err.contains("bench/run: building"));
    }

    @Test
    void printsTheLogOfABuildThatFails() throws Exception {
        Files.writeString(project.resolve("fails"), "");
        Result result = run();
        assertEquals(3, result.exit);
        assertTrue(result.err.contains("error of the compiler"), result.err);
        assertEquals("", result.out);
    }
}
