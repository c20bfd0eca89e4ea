package io.deltawire.delta;

import static io.deltawire.delta.testing.Streams.end;
import static io.deltawire.delta.testing.Streams.messages;
import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.internal.stream.FrameCodes;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An appender handles the unchecked messages at the end of a dump, which a loss of power may have changed. */
class UncheckedTailTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions EACH = WireOptions.DEFAULTS
            .with(WireOptions.KEY_FIELDS, List.of("id"))
            .with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
    private static final WireOptions BLOCKS = EACH.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);
    /** The length of the last checksum and the end of a stream of some hundred messages. */
    private static final int FOOTER = FrameCodes.CHECK_BYTES + write(List.of(), EACH).length + 1;

    private static final int MESSAGES = 300;

    @TempDir
    Path dir;

    private static List<Object> messages(int from, int count) {
        List<Object> messages = new ArrayList<>();
        for (long i = from; i < from + count; i++) {
            messages.add(Trees.map("id", i % 5, "n", i * i, "text", "x" + i * i));
        }
        return messages;
    }

    /** A dump whose writer was killed when everything was handed over and nothing checked. */
    private static byte[] unchecked() {
        byte[] bytes = write(messages(0, MESSAGES), EACH);
        return Arrays.copyOf(bytes, bytes.length - FOOTER);
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(dir.resolve("a.dw"), bytes);
    }

    private static void append(Path file, WireOptions options, List<Object> messages) throws IOException {
        try (WireOut out = new DeltaFormat().newAppender(file, options)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
    }

    /** The number of unchecked messages that a reader of a complete dump reports. */
    private static long uncheckedIn(Path file, DeltaFormat.ReadMode trust, int messages) throws IOException {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust);
        try (WireIn in = FORMAT.newReader(Files.newInputStream(file), options)) {
            for (int i = 0; i < messages; i++) {
                assertTrue(in.nextMessage(), "message " + i);
            }
            assertFalse(in.nextMessage());
            return DeltaFormat.uncheckedMessages(in);
        }
    }

    @Test
    void laterChecksumIsMarkedAsLater() throws IOException {
        Path file = file(unchecked());
        assertEquals(MESSAGES, end(file, EACH).uncheckedMessages());
        append(file, EACH, messages(MESSAGES, 20));
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            assertEquals(MESSAGES, uncheckedIn(file, trust, MESSAGES + 20), trust.name());
        }
        assertEquals(0, end(file, EACH).uncheckedMessages());
        // Only the last part is torn again.
        byte[] again = Files.readAllBytes(file);
        file(Arrays.copyOf(again, again.length - FOOTER + 2));
        append(file, EACH, messages(MESSAGES + 20, 1));
        assertEquals(MESSAGES + 20, uncheckedIn(file, DeltaFormat.ReadMode.CHECKED, MESSAGES + 21));
    }

    /** Messages of earlier streams, and damaged messages, are not counted, and none is counted twice. */
    @Test
    void uncheckedMessagesAreCountedInTheirOwnStream() throws IOException {
        byte[] tail = unchecked();
        for (int before = 1; before < 800; before += 133) {
            for (WireOptions options : List.of(EACH, BLOCKS)) {
                byte[] first = write(messages(0, before), options);
                Path file = file(HandMadeStreams.concat(first, tail));
                append(file, EACH, List.of());
                for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
                    assertEquals(MESSAGES, uncheckedIn(file, trust, before + MESSAGES), trust + " after " + before);
                }
                byte[] damaged = first.clone();
                damaged[damaged.length * 2 / 3] ^= 0x40;
                file(HandMadeStreams.concat(damaged, tail));
                AppendPoint end = end(file, EACH);
                assertEquals(MESSAGES, end.uncheckedMessages(), "after " + before + " with damage: " + end);
            }
        }
    }

    @Test
    void messagesCheckedByTheirWriterAreNotCounted() throws IOException {
        Path file = dir.resolve("a.dw");
        append(file, EACH, messages(0, 30));
        append(file, BLOCKS, messages(30, 3000));
        try (WireOut out = new DeltaFormat().newAppender(file, EACH)) {
            for (Object message : messages(3030, 10)) {
                Trees.writeMessage(out, message);
                out.flush();
                out.flush();
            }
        }
        assertEquals(0, uncheckedIn(file, DeltaFormat.ReadMode.CHECKED, 3040));
    }

    @Test
    void cutRemovesUncheckedMessages() throws IOException {
        byte[] bytes = unchecked();
        WireOptions cuts = EACH.with(DeltaFormat.UNCHECKED_TAIL, DeltaFormat.UncheckedTail.CUT);
        Path file = file(bytes);
        AppendPoint end = end(file, cuts);
        assertEquals(0, end.uncheckedMessages());
        assertEquals(bytes.length, end.length() + end.tornBytes());
        append(file, cuts, messages(7, 3));
        assertEquals(0, uncheckedIn(file, DeltaFormat.ReadMode.CHECKED, 3));
        byte[] before = write(messages(0, 10), EACH);
        byte[] both = HandMadeStreams.concat(before, bytes);
        file(both);
        append(file, cuts, messages(10, 3));
        assertEquals(0, uncheckedIn(file, DeltaFormat.ReadMode.CHECKED, 13));
    }

    /** Zeros replace pages that a file system had no time to write. */
    @Test
    void invalidTailIsNotSealed() throws IOException {
        byte[] bytes = unchecked();
        byte[] block = write(messages(0, 7 * MESSAGES), BLOCKS); // one frame, whose length takes three bytes
        byte[] torn = Arrays.copyOf(block, block.length - 50);
        byte[] half = Arrays.copyOf(block, 1 << 13); // the length of this part takes two bytes
        for (byte[] whole : List.of(bytes, torn, half)) {
            for (int from = 512; from < whole.length; from += 512) {
                for (int to : new int[] {from + 512, whole.length}) {
                    byte[] garbled = whole.clone();
                    Arrays.fill(garbled, from, Math.min(to, whole.length), (byte) 0);
                    checkNotSealed(garbled, "zeros from " + from + " to " + to + " of " + whole.length);
                }
            }
        }
    }

    /** If random bytes seem to begin a message longer than the input, the messages before them remain. */
    @Test
    void randomBytesAreNotSealed() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        int damaged = 0;
        int wrong = 0;
        byte[] bytes = unchecked();
        byte[] block = write(messages(0, MESSAGES), BLOCKS);
        for (byte[] whole : List.of(bytes, Arrays.copyOf(block, block.length - 50))) {
            for (int i = 0; i < 200; i++) {
                byte[] garbled = whole.clone();
                int from = random.nextInt(100, whole.length - 200);
                byte[] page = new byte[random.nextInt(200, whole.length - from + 1)];
                random.nextBytes(page);
                System.arraycopy(page, 0, garbled, from, page.length);
                String what = "page " + i + " from " + from + " to " + (from + page.length);
                if (end(file(garbled), EACH).isDamaged()) {
                    damaged++;
                    checkNotSealed(garbled, what);
                    continue;
                }
                Path file = file(garbled);
                append(file, EACH, List.of());
                List<Object> read = Streams.readOn(Files.readAllBytes(file), new ArrayList<>());
                wrong += messages(0, read.size()).equals(read) ? 0 : 1;
                assertEquals(read.size(), uncheckedIn(file, DeltaFormat.ReadMode.CHECKED, read.size()), what);
            }
        }
        assertTrue(damaged > 300, "of 400: " + damaged);
        assertTrue(wrong <= 10, "of 400: " + wrong); // a message may decode by chance, but it is reported as unchecked
    }

    private void checkNotSealed(byte[] garbled, String what) throws IOException {
        Path file = file(garbled);
        AppendPoint end = end(file, EACH);
        assertTrue(end.isDamaged(), what + ": " + end);
        assertEquals(0, end.uncheckedMessages(), what);
        assertEquals(garbled.length, end.length(), what); // neither cut off nor sealed
        assertEquals(0, end.tornBytes(), what);
        assertNull(end.continued(), what);
        append(file, EACH, messages(5000, 5));
        byte[] appended = Files.readAllBytes(file);
        assertArrayEquals(garbled, Arrays.copyOf(appended, garbled.length), what);
        List<WireException> errors = new ArrayList<>();
        assertEquals(messages(5000, 5), Streams.readOn(appended, errors), what);
        assertFalse(errors.isEmpty(), what);
    }

    /** A message may hold a dump. In the tail that dump is no part of the stream around it. */
    @Test
    void dumpInsideAMessageIsNoDamage() throws IOException {
        Trees.Blob inner = new Trees.Blob(write(messages(0, 500), BLOCKS));
        List<Object> messages = List.of(
                Trees.map("id", 1L, "inner", 0L),
                Trees.map("id", 1L, "inner", inner),
                Trees.map("id", 1L, "inner", inner, "and", 1L));
        for (WireOptions options : List.of(EACH, BLOCKS)) {
            byte[] whole = write(messages, options);
            for (int cut = FOOTER - 1; cut < whole.length; cut += 97) {
                byte[] tail = Arrays.copyOf(whole, whole.length - cut);
                AppendPoint end = end(file(tail), EACH);
                assertFalse(end.isDamaged(), cut + ": " + end);
                assertEquals(end.uncheckedMessages(), end.messages(), cut + ": " + end);
                assertEquals(List.of(), Streams.readOn(tail, new ArrayList<>()));
                append(file(tail), EACH, List.of());
                List<Object> read = Streams.readOn(Files.readAllBytes(dir.resolve("a.dw")), new ArrayList<>());
                assertEquals(messages.subList(0, (int) end.messages()), read);
            }
            assertEquals(
                    3,
                    end(file(Arrays.copyOf(whole, whole.length - (FOOTER - 1))), EACH)
                            .messages());
        }
    }

    /** What a writer was killed in is torn and not damaged, also if it is compressed. */
    @Test
    void cutTailIsNotDamaged() throws IOException {
        byte[] plain = write(messages(0, MESSAGES), BLOCKS);
        byte[] packed =
                write(messages(0, MESSAGES), BLOCKS.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE));
        for (byte[] whole : List.of(plain, packed, unchecked())) {
            for (int length = 0; length < whole.length; length++) {
                AppendPoint end = end(file(Arrays.copyOf(whole, length)), EACH);
                assertFalse(end.isDamaged(), length + " of " + whole.length + ": " + end);
            }
        }
    }
}
