package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Effort;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Several writers of one process append to one file, one after the other. */
class AppendedFilesTest {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final int THREADS = 16;
    private static final int WRITERS = Effort.times(320);

    @TempDir
    Path dir;

    @Test
    void interruptDoesNotCloseTheWriter() throws IOException {
        Path file = dir.resolve("a.dw");
        WireOptions each = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        try (WireOut out = new DeltaFormat().newAppender(file, each)) {
            Thread.currentThread().interrupt();
            for (long i = 0; i < 10; i++) {
                Trees.writeMessage(out, Trees.map("id", i));
            }
            assertTrue(Thread.interrupted(), "it is told to whoever asks");
            Trees.writeMessage(out, Trees.map("id", 10L));
        }
        try (WireIn in = new DeltaFormat().newReader(Files.readAllBytes(file), WireOptions.DEFAULTS)) {
            assertEquals(11, Trees.readAll(in).size());
        }
    }

    /** Closing a writer does not release the lock that the next writer has got. The system lists the lock. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void everyWriterKeepsItsLockUntilItIsClosed() throws Exception {
        Path file = dir.resolve("a.dw");
        new DeltaFormat().newAppender(file, WireOptions.DEFAULTS).close();
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> unlocked = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Callable<Integer> writers = () -> {
                    int without = 0;
                    for (int written = 0; written < WRITERS / THREADS; ) {
                        try (WireOut out = new DeltaFormat().newAppender(file, WireOptions.DEFAULTS)) {
                            Trees.writeMessage(out, Trees.map("id", 1L));
                            without += Files.readString(LOCKS).contains(inode) ? 0 : 1;
                            written++;
                        } catch (IOException e) {
                            assertTrue(e.getMessage().contains("another"), e.toString());
                        }
                    }
                    return without;
                };
                unlocked.add(threads.submit(writers));
            }
            for (Future<Integer> each : unlocked) {
                assertEquals(0, each.get(), "writers without a lock");
            }
        } finally {
            threads.shutdownNow();
        }
        try (WireIn in = new DeltaFormat().newReader(Files.readAllBytes(file), WireOptions.DEFAULTS)) {
            assertEquals(WRITERS, Trees.readAll(in).size());
        }
    }
}
