package io.deltawire.delta;

import static io.deltawire.delta.testing.Streams.end;
import static io.deltawire.delta.testing.Streams.messages;
import static io.deltawire.delta.testing.Streams.readOn;
import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.internal.stream.Mark;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.PartialWriteStream;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A dump can be continued wherever its writer was stopped, and no readable message is lost. */
class AppendPointTest {
    private static final byte[] MARK = Mark.bytes();

    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 300);
    /** The length of the last checksum and the end of a stream. */
    private static final int FOOTER =
            HandMadeStreams.framesAndCheck(HandMadeStreams.end(0), "").length + write(List.of(), BY_ID).length;

    private static final WireOptions EACH = BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);

    @TempDir
    Path dir;

    private static void append(Path file, List<Object> messages) throws IOException {
        try (WireOut out = new DeltaFormat().newAppender(file, EACH)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
    }

    private static List<Object> readAll(Path file) throws IOException {
        try (WireIn in = FORMAT.newReader(Files.readAllBytes(file), WireOptions.DEFAULTS)) {
            return Trees.readAll(in);
        }
    }

    /** The number of messages that are complete before an offset. */
    private static int whole(byte[] bytes, int cut) {
        byte[] part = Arrays.copyOf(bytes, cut);
        int messages = 0;
        WireIn in =
                FORMAT.newReader(part, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.RECOVER));
        try {
            while (in.nextMessage()) {
                messages++;
            }
        } catch (WireException e) {
            // the dump ends here
        }
        return messages;
    }

    @Test
    void dumpCutAtAnyByteKeepsEveryCompleteMessage() throws IOException {
        byte[] bytes = write(messages(0, 120), EACH);
        assertTrue(bytes.length > 900, "bytes: " + bytes.length);
        for (int cut = 0; cut < bytes.length; cut++) {
            Path file = Files.write(dir.resolve("a.dw"), Arrays.copyOf(bytes, cut));
            int whole = whole(bytes, cut);
            AppendPoint end = end(file);
            assertEquals(whole, end.messages(), "cut " + cut + ": " + end);
            assertFalse(end.isDamaged());
            boolean isSealed = end.uncheckedMessages() > 0;
            assertTrue(isSealed || cut == end.length() + end.tornBytes(), "cut " + cut + ": " + end);
            append(file, messages(whole, 7));
            assertEquals(messages(0, whole + 7), readAll(file), "cut " + cut);
        }
    }

    @Test
    void completeMessagesOfATornFrameStay() throws IOException {
        byte[] bytes = write(messages(0, 400), BY_ID);
        int least = Integer.MAX_VALUE;
        for (int cut = 0; cut < bytes.length; cut += 7) {
            Path file = Files.write(dir.resolve("a.dw"), Arrays.copyOf(bytes, cut));
            int whole = whole(bytes, cut);
            least = cut < 250 || cut > 300 ? least : Math.min(least, whole);
            append(file, messages(whole, 3));
            assertEquals(messages(0, whole + 3), readAll(file), "cut " + cut);
        }
        assertTrue(least > 5, "of the first frame: " + least);
    }

    @Test
    void writerWithNarrowerLimitsKeepsEveryCompleteMessage() throws IOException {
        byte[] bytes = write(messages(0, 60), EACH);
        WireOptions narrow = EACH.with(WireOptions.LIMITS, new WireLimits(10, 4000, 500, 100, 50, 20, 1 << 16, 5, 2));
        for (int cut : new int[] {bytes.length, bytes.length - 1, bytes.length - 30, bytes.length / 2}) {
            Path file = Files.write(dir.resolve("a.dw"), Arrays.copyOf(bytes, cut));
            int whole = whole(bytes, cut);
            try (WireOut out = new DeltaFormat().newAppender(file, narrow)) {
                messages(whole, 7).forEach(message -> Trees.writeMessage(out, message));
            }
            assertEquals(messages(0, whole + 7), readAll(file), "cut " + cut);
        }
    }

    @Test
    void dumpThatAnnouncesTooMuchStateIsLeftUnchanged() throws IOException {
        WireOptions wide = EACH.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(100_000, 1 << 30));
        byte[] bytes = write(messages(0, 60), wide);
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 30);
        Path file = Files.write(dir.resolve("a.dw"), cut);
        String told = assertThrows(MalformedWireException.class, () -> new DeltaFormat().newAppender(file, EACH))
                .getMessage();
        assertTrue(told.contains("announces up to 100000 records"), told);
        assertArrayEquals(cut, Files.readAllBytes(file));
        int whole;
        try (FileChannel channel = FileChannel.open(file)) {
            whole = (int) AppendPoint.of(channel, wide).messages();
            assertFalse(DeltaFormat.startPoints(channel).isEmpty());
        }
        try (WireOut out = new DeltaFormat().newAppender(file, wide)) {
            Trees.writeMessage(out, messages(whole, 1).get(0));
        }
        try (WireIn in = FORMAT.newReader(Files.readAllBytes(file), wide)) {
            assertEquals(messages(0, whole + 1), Trees.readAll(in));
        }
        assertTrue(whole > 40, "of 60: " + whole);
    }

    @Test
    void completeDumpIsContinuedByItsNextEpoch() throws IOException {
        Path file = dir.resolve("a.dw");
        for (int i = 0; i < 5; i++) {
            append(file, messages(i * 10, 10));
            AppendPoint end = end(file);
            assertEquals(0, end.tornBytes());
            assertEquals(0, end.uncheckedMessages());
            assertEquals((i + 1) * 10L, end.messages());
            assertEquals(Files.size(file), end.length());
        }
        assertEquals(messages(0, 50), readAll(file));
    }

    @Test
    void damageInTheMiddleStaysAndTheStreamContinues() throws IOException {
        byte[] bytes = write(messages(0, 3000), BY_ID);
        try (FileChannel channel = FileChannel.open(Files.write(dir.resolve("a.dw"), bytes))) {
            assertTrue(DeltaFormat.startPoints(channel).size() > 5);
        }
        byte[] damaged = Arrays.copyOf(bytes, bytes.length - 20);
        damaged[damaged.length / 2] ^= 8;
        Path file = Files.write(dir.resolve("a.dw"), damaged);
        append(file, messages(5000, 5));
        byte[] appended = Files.readAllBytes(file);
        assertEquals(damaged[damaged.length / 2], appended[damaged.length / 2]);
        List<Object> read = readOn(appended, new ArrayList<>());
        assertEquals(messages(5000, 5), read.subList(read.size() - 5, read.size()));
        assertTrue(read.size() > 1500, "read: " + read.size());
    }

    @Test
    void messagesAfterATornFrameStay() throws IOException {
        Path file = dir.resolve("a.dw");
        for (int i = 0; i < 4 * 9 * 5 * 3; i++) {
            int before = List.of(7, 20, 34, 37).get(i % 4);
            int eighths = i / 4 % 9;
            int after = 1 + i / 36 % 5;
            int failures = 1 + i / 180;
            String what = eighths + " eighths of message " + before + " " + failures + " times, then " + after;
            try (OutputStream target = Files.newOutputStream(file)) {
                PartialWriteStream torn = new PartialWriteStream(target, eighths);
                WireOut out = FORMAT.newWriter(torn, EACH); // and is never closed
                messages(0, before).forEach(message -> Trees.writeMessage(out, message));
                torn.failures = failures;
                Object lost = messages(before, 1).get(0);
                for (int failure = 0; failure < failures; failure++) {
                    assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, lost), what);
                }
                messages(before + 1, after).forEach(message -> Trees.writeMessage(out, message));
            }
            AppendPoint end = end(file);
            assertFalse(end.isDamaged(), what);
            append(file, messages(500, 3));
            List<Object> read = readOn(Files.readAllBytes(file), new ArrayList<>());
            assertTrue(read.containsAll(messages(before + 1, after)), what + ": " + read);
            assertTrue(read.containsAll(messages(500, 3)), what + ": " + read);
            read.removeAll(messages(0, 503));
            assertEquals(List.of(), read, what);
        }
    }

    @Test
    void messagesThatEndInTheNextBlockAreNotReturned() throws IOException {
        for (int i = 0; i < 9 * 40; i++) {
            int eighths = i % 9;
            int lost = 1 + i / 9;
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            PartialWriteStream torn = new PartialWriteStream(target, eighths);
            WireOut out = FORMAT.newWriter(torn, BY_ID.with(DeltaFormat.BLOCK_BYTES, 4096)); // and is never closed
            messages(0, 5).forEach(message -> Trees.writeMessage(out, message));
            out.flush();
            messages(5, lost).forEach(message -> Trees.writeMessage(out, message));
            torn.failures = 1;
            assertThrows(UncheckedIOException.class, out::flush);
            messages(100, 2).forEach(message -> Trees.writeMessage(out, message));
            out.flush();
            WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.RECOVER);
            List<Object> read = Streams.readOn(target.toByteArray(), new ArrayList<>(), options);
            String what = eighths + " eighths of a frame of " + lost + ": " + read;
            assertTrue(read.containsAll(messages(0, 5)) && read.containsAll(messages(100, 2)), what);
            read.removeAll(messages(0, 5 + lost));
            assertEquals(messages(100, 2), read, what);
        }
    }

    @Test
    void messagesThatEndInATornHeaderAreNotReturned() throws IOException {
        byte[] bytes = write(messages(0, 9), EACH);
        byte[] header = Arrays.copyOf(write(messages(100, 1), EACH), 17);
        for (int torn = bytes.length - 60; torn < bytes.length - FOOTER; torn++) {
            for (int begun = 3; begun < header.length; begun++) {
                String what = "torn at " + torn + ", then " + begun + " bytes of a header";
                byte[] both = HandMadeStreams.concat(Arrays.copyOf(bytes, torn), Arrays.copyOf(header, begun));
                for (DeltaFormat.ReadMode trust :
                        List.of(DeltaFormat.ReadMode.RECOVER, DeltaFormat.ReadMode.CHECKED_THEN_RECOVER)) {
                    WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust);
                    List<Object> read = Streams.readOn(both, new ArrayList<>(), options);
                    assertEquals(messages(0, read.size()), read, what);
                }
                Path file = Files.write(dir.resolve("a.dw"), both);
                int whole = (int) end(file).messages();
                assertEquals(whole(bytes, torn), whole, what);
                append(file, messages(whole, 3));
                assertEquals(messages(0, whole + 3), readAll(file), what);
            }
        }
    }

    @Test
    void oneOrTwoBytesOfAHeaderAreNoDamage() throws IOException {
        byte[] bytes = write(messages(0, 9), EACH);
        for (int torn = bytes.length - 60; torn < bytes.length - FOOTER; torn++) {
            for (int begun = 1; begun < 3; begun++) {
                String what = "torn at " + torn + ", then " + begun + " bytes of a header";
                byte[] both = HandMadeStreams.concat(Arrays.copyOf(bytes, torn), Arrays.copyOf(bytes, begun));
                Path file = Files.write(dir.resolve("a.dw"), both);
                assertFalse(end(file).isDamaged(), what);
                append(file, messages(20, 3));
                List<Object> read = readAll(file);
                int whole = whole(bytes, torn);
                assertEquals(messages(0, whole), read.subList(0, whole), what);
                assertEquals(messages(20, 3), read.subList(read.size() - 3, read.size()), what);
            }
        }
    }

    @Test
    void damagedHeaderIsNotTorn() throws IOException {
        byte[] whole = write(messages(0, 9), EACH);
        Path file = Files.write(dir.resolve("a.dw"), Arrays.copyOf(whole, whole.length - (FOOTER - 5)));
        append(file, messages(9, 1));
        byte[] bytes = Files.readAllBytes(file);
        int header = whole.length - (FOOTER - 5);
        for (int length = header + 18; length < header + 40; length++) {
            for (int bit = 5 * 8; bit < 18 * 8; bit++) {
                if (bit / Byte.SIZE == 5) {
                    continue; // the header may be longer, and torn
                }
                byte[] damaged = Arrays.copyOf(bytes, length);
                damaged[header + bit / 8] ^= (byte) (1 << bit % 8);
                Files.write(file, damaged);
                append(file, messages(20, 1));
                byte[] appended = Arrays.copyOf(Files.readAllBytes(file), length);
                assertArrayEquals(damaged, appended, "bit " + bit + " of " + (length - header) + " bytes");
            }
        }
    }

    @Test
    void messagesAfterATornFirstHeaderStay() throws IOException {
        byte[] bytes = write(messages(0, 20), EACH);
        for (int torn = 1; torn < 24; torn++) {
            for (int cut : new int[] {0, 1, FOOTER}) {
                byte[] begun =
                        HandMadeStreams.concat(Arrays.copyOf(bytes, torn), Arrays.copyOf(bytes, bytes.length - cut));
                Path file = Files.write(dir.resolve("a.dw"), begun);
                AppendPoint end = end(file);
                assertFalse(end.isDamaged(), "torn " + torn + ", cut " + cut);
                append(file, messages((int) end.messages(), 3));
                List<Object> read = readOn(Files.readAllBytes(file), new ArrayList<>());
                assertEquals(messages(0, (int) end.messages() + 3), read, "torn " + torn + ", cut " + cut);
                assertTrue(end.messages() > 18, end.toString());
            }
        }
    }

    @Test
    void tornStreamWithoutMessagesIsRemoved() throws IOException {
        byte[] empty = write(List.of(), EACH);
        byte[] before = write(messages(0, 3), EACH);
        for (byte[] first : List.of(new byte[0], before)) {
            for (int cut = 1; cut < empty.length; cut++) {
                byte[] bytes = Arrays.copyOf(first, first.length + cut);
                System.arraycopy(empty, 0, bytes, first.length, cut);
                Path file = Files.write(dir.resolve("a.dw"), bytes);
                append(file, messages(3, 2));
                List<Object> expected = messages(first.length == 0 ? 3 : 0, first.length == 0 ? 2 : 5);
                assertEquals(expected, readAll(file), "cut " + cut);
            }
        }
    }

    @Test
    void aDumpOfNothingButTornHeadersIsEmpty() throws IOException {
        byte[] header = write(List.of(), EACH);
        for (int first = 3; first < header.length; first++) {
            for (int second = 3; second < header.length; second++) {
                byte[] bytes = HandMadeStreams.concat(Arrays.copyOf(header, first), Arrays.copyOf(header, second));
                Path file = Files.write(dir.resolve("a.dw"), bytes);
                append(file, messages(0, 2));
                assertEquals(messages(0, 2), readAll(file), first + " and " + second + " bytes");
            }
        }
    }

    @Test
    void damagedEndStaysAndANewStreamFollows() throws IOException {
        byte[] bytes = write(messages(0, 100), BY_ID);
        // As some file systems leave after a loss of power.
        byte[] damaged = Arrays.copyOf(Arrays.copyOf(bytes, bytes.length - 30), bytes.length + 500);
        Path file = Files.write(dir.resolve("a.dw"), damaged);
        AppendPoint end = end(file);
        assertTrue(end.isDamaged(), end.toString());
        assertEquals(damaged.length, end.length());
        append(file, messages(200, 5));
        assertEquals(damaged.length, Arrays.mismatch(damaged, Files.readAllBytes(file)));
        List<Object> read = readOn(Files.readAllBytes(file), new ArrayList<>());
        assertEquals(messages(200, 5), read.subList(read.size() - 5, read.size()));
        assertEquals(messages(0, read.size() - 5), read.subList(0, read.size() - 5));
    }

    @Test
    void zerosOfAPreallocatedFileAreCutOff() throws IOException {
        for (int count = 90; count < 110; count++) { // checksums with and without a zero at their end
            byte[] bytes = write(messages(0, count), BY_ID);
            Path file = Files.write(dir.resolve("a.dw"), Arrays.copyOf(bytes, bytes.length + 500));
            append(file, messages(count, 5));
            assertEquals(messages(0, count + 5), readAll(file));
        }
    }

    @Test
    void argumentsThatMustNotBeNullAreNamed() throws IOException {
        Path file = Files.createFile(dir.resolve("a.dw"));
        try (FileChannel channel = FileChannel.open(file)) {
            isNamed("channel", () -> AppendPoint.of(null, WireOptions.DEFAULTS));
            isNamed("options", () -> AppendPoint.of(channel, null));
            isNamed("channel", () -> AppendPoint.EMPTY.repair(null));
            isNamed("file", () -> new DeltaFormat().newAppender(null, WireOptions.DEFAULTS));
            isNamed("options", () -> new DeltaFormat().newAppender(file, null));
            isNamed("channel", () -> DeltaFormat.startPoints(null));
            isNamed("channel", () -> DeltaFormat.startPointAt(null, 0));
            isNamed("in", () -> DeltaFormat.missingBefore(null));
            isNamed("in", () -> DeltaFormat.isEnded(null));
            isNamed("in", () -> DeltaFormat.changes(null));
            isNamed("in", () -> DeltaFormat.uncheckedMessages(null));
        }
    }

    private static void isNamed(String argument, Executable call) {
        assertEquals(argument, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void otherFilesAreRefusedAndUnchanged() throws IOException {
        Path file = Files.writeString(dir.resolve("a.txt"), "no dump");
        MalformedWireException e = assertThrows(
                MalformedWireException.class, () -> new DeltaFormat().newAppender(file, WireOptions.DEFAULTS));
        assertEquals(
                "delta: expected a delta dump to append to but was something else at byte 0 (0x0)", e.getMessage());
        assertEquals("no dump", Files.readString(file));
        for (int same = 1; same < MARK.length; same++) {
            byte[] bytes = HandMadeStreams.concat(Arrays.copyOf(MARK, same), new byte[] {'n', 'o', 0, 3});
            Files.write(file, bytes);
            e = assertThrows(
                    MalformedWireException.class, () -> new DeltaFormat().newAppender(file, WireOptions.DEFAULTS));
            assertEquals(0, e.location().offset());
            assertArrayEquals(bytes, Files.readAllBytes(file));
        }
    }

    @Test
    void twoWritersDoNotShareADump() throws IOException, InterruptedException {
        Path file = dir.resolve("a.dw");
        Path link = Files.createSymbolicLink(dir.resolve("link.dw"), file);
        try (WireOut out = new DeltaFormat().newAppender(file, EACH)) {
            Trees.writeMessage(out, Trees.map("id", 1L));
            for (Path path : List.of(file, link, dir.resolve("x/../a.dw"))) {
                Files.createDirectories(dir.resolve("x"));
                IOException e = assertThrows(IOException.class, () -> new DeltaFormat().newAppender(path, EACH));
                assertEquals(path + ": another writer of this process is appending to it", e.getMessage());
            }
            assertEquals("locked", lockInOtherProcess(file)); // the refused attempts keep the lock of the first writer
        }
        assertEquals("free", lockInOtherProcess(file));
        append(file, List.of());
        assertEquals(List.of(Trees.map("id", 1L)), readAll(file));
    }

    /** A lock held by another part of the process is an error of the documented kind. */
    @Test
    void lockedByTheSameProcessElsewhereIsRefused() throws IOException {
        Path file = Files.createFile(dir.resolve("a.dw"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.lock();
            IOException e = assertThrows(IOException.class, () -> new DeltaFormat().newAppender(file, EACH));
            assertEquals(file + ": another part of this process has locked it", e.getMessage());
        }
        append(file, messages(0, 3));
        assertEquals(messages(0, 3), readAll(file));
    }

    /** Whether another process can lock a file; its output is one word. */
    static String lockInOtherProcess(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(AppendPointTest.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .getPath())
                                .toString(),
                        LockProbe.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return told;
    }

    /** A program that tries to lock a file. */
    static final class LockProbe {
        private LockProbe() {}

        /** Prints "free" or "locked". */
        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                System.out.print(channel.tryLock() == null ? "locked" : "free");
            }
        }
    }

    @Test
    void findingTheEndChangesNothing() throws IOException {
        byte[] bytes = write(messages(0, 50), EACH);
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 9);
        Path file = Files.write(dir.resolve("a.dw"), cut);
        AppendPoint end = end(file);
        assertTrue(end.toString().contains("bytes of something torn"), end.toString());
        assertEquals(-1, Arrays.mismatch(cut, Files.readAllBytes(file)));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            end.repair(channel);
        }
        assertEquals(end.length(), Files.size(file));
    }
}
