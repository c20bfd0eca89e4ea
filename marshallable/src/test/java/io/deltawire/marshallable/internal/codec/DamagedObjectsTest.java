package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.testing.DamagedObjects;
import io.deltawire.wire.testing.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged and hostile input read into objects, in a virtual machine with a heap of 64 MB and stacks of 256 kB. */
class DamagedObjectsTest {
    @Test
    void damageIsAnErrorWithItsPathAndNothingElse(@TempDir Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-Xss256k",
                        Effort.option(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DamagedObjects.class.getName(),
                        Path.of(System.getProperty("projectDir"), "vectors").toString())
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
