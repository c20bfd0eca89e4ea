package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer in another process is killed (SIGKILL on POSIX systems) at random moments, and each time continues the same
 * dump. Use {@code -Ddelta.kills=1000} for a long run.
 */
class CrashTest {
    private static final int KILLS = Integer.getInteger("delta.kills", 9);

    private static final int MIN_MESSAGES = 40;

    @TempDir
    Path dir;

    private int torn;
    private int unchecked;

    @Test
    void killedWriterLosesNoMessageThatItHandedOver() throws Exception {
        SplittableRandom random = new SplittableRandom();
        for (CrashWriter.Mode mode : CrashWriter.Mode.values()) {
            Path dump = dir.resolve(mode + ".dw");
            Path notes = Files.write(dir.resolve(mode + ".notes"), new byte[8]);
            for (int i = 0; i < (KILLS + 2) / 3; i++) {
                long before = handedOver(notes);
                writeUntilKilled(mode, dump, notes, before, random);
                checkDump(mode, dump, handedOver(notes));
            }
            long messages = finish(dump);
            assertTrue(messages > 100, mode + ": " + messages);
        }
        assertTrue(
                torn > 0 || KILLS < 30,
                "none of the kills went through a frame"); // in BYTES mode most kills do, but not by certainty
        System.out.println("killed " + 3 * ((KILLS + 2) / 3) + " times: " + torn + " torn frames, " + unchecked
                + " ends without a checksum");
    }

    private void writeUntilKilled(CrashWriter.Mode mode, Path dump, Path notes, long before, SplittableRandom random)
            throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        dump.toString(),
                        mode.name(),
                        notes.toString())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("output").toFile())
                .start();
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            // Even on a slow machine the three kills of a mode leave a dump of some length.
            while (handedOver(notes) < before + MIN_MESSAGES && process.isAlive()) {
                assertTrue(System.nanoTime() < deadline, "the writer writes nothing");
                Thread.sleep(1);
            }
            Thread.sleep(random.nextInt(60), random.nextInt(1_000_000));
            assertTrue(process.isAlive(), () -> "the writer ended by itself: " + output());
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private String output() {
        try {
            return Files.readString(new File(dir.toFile(), "output").toPath());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static long handedOver(Path notes) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(notes)).getLong();
    }

    private void checkDump(CrashWriter.Mode mode, Path dump, long handedOver) throws IOException {
        AppendPoint end;
        try (FileChannel channel = FileChannel.open(dump)) {
            end = AppendPoint.of(channel, WireOptions.DEFAULTS);
        }
        assertFalse(end.isDamaged(), end.toString());
        assertTrue(end.messages() >= handedOver, mode + ": " + handedOver + " handed over, but there are " + end);
        torn += end.tornBytes() > 0 ? 1 : 0;
        unchecked += end.uncheckedMessages() > 0 ? 1 : 0;

        // A reader returns everything that checksums cover, and then reports that the dump is cut off.
        long checked = 0;
        WireException fault = null;
        try (WireIn in = new DeltaFormat().newReader(Files.newInputStream(dump), WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                assertEquals(CrashWriter.message(checked), Trees.readMessage(in));
                checked++;
            }
        } catch (WireException e) {
            fault = e;
        }
        assertInstanceOf(TruncatedWireException.class, fault, "checked: " + checked);
        assertEquals(end.messages(), checked + end.uncheckedMessages());
        if (mode == CrashWriter.Mode.BLOCKS) {
            assertTrue(checked >= handedOver, handedOver + " flushed, but " + checked + " have a checksum");
        }
    }

    /** Ends the dump as a writer that is not killed does, so that all of it is complete. */
    private static long finish(Path dump) throws IOException {
        long messages;
        try (FileChannel channel = FileChannel.open(dump)) {
            messages = AppendPoint.of(channel, WireOptions.DEFAULTS).messages();
        }
        try (WireOut out = new DeltaFormat().newAppender(dump, CrashWriter.OPTIONS)) {
            Trees.writeMessage(out, CrashWriter.message(messages));
        }
        try (WireIn in = new DeltaFormat().newReader(Files.newInputStream(dump), WireOptions.DEFAULTS)) {
            for (long i = 0; i <= messages; i++) {
                assertTrue(in.nextMessage());
                assertEquals(CrashWriter.message(i), Trees.readMessage(in));
            }
            assertFalse(in.nextMessage());
        }
        return messages + 1;
    }
}
