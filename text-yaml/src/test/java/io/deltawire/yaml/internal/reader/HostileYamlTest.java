package io.deltawire.yaml.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hostile and endless input in a virtual machine with a heap of 64 MB and stacks of 256 kB. */
class HostileYamlTest {
    private static final int MEGABYTES = Integer.getInteger("yaml.megabytes", 20);

    @Test
    void rejectsHostileInputInBoundedMemoryAndReadsLongStreams(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(HostileYamlProgram.command(java, MEGABYTES))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertTrue(process.waitFor(300, TimeUnit.SECONDS), () -> "does not end: " + read(log));
        assertEquals("OK", read(log).lines().reduce("", (all, line) -> line), () -> read(log));
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
