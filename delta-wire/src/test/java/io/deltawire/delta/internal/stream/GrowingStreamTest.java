package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.FollowedInputStream;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is still being written ends anywhere and continues there; a {@code LIVE} reader resumes. */
class GrowingStreamTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions LIVE = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE);
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    @TempDir
    Path dir;

    private static byte[] stream(WireOptions options, List<Object> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, options.with(DeltaFormat.BLOCK_BYTES, 200))) {
            for (int i = 0; i < messages.size(); i++) {
                Trees.writeMessage(out, messages.get(i));
                if (i % 20 == 13) {
                    out.flush();
                } else if (i % 40 == 25) {
                    out.keyFrame();
                }
            }
        }
        return bytes.toByteArray();
    }

    private static void readOn(WireIn in, List<Object> read, List<WireException> errors) {
        int truncated = 0;
        int before = read.size();
        for (int guard = 0; guard < 1000; guard++) {
            try {
                if (!in.nextMessage()) {
                    assertTrue(truncated <= 1, "told once");
                    return;
                }
                read.add(Trees.readMessage(in));
            } catch (TruncatedWireException e) {
                truncated++;
                assertEquals(-1, DeltaFormat.missingBefore(in).messages());
            } catch (WireException e) {
                errors.add(e);
            }
        }
        throw new AssertionError("reading does not end behind " + (read.size() - before));
    }

    /** A stream that says that it is followed needs no option; any other stream may be a file that is complete. */
    @Test
    void followedFilesGiveMessagesBeforeTheirChecksumByDefault() throws Exception {
        Path file = dir.resolve("live.dw");
        WireOptions flushed = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        try (WireOut out = FORMAT.newWriter(Files.newOutputStream(file), flushed);
                FollowedInputStream followed = FollowedInputStream.open(file, Duration.ZERO)) {
            Trees.writeMessage(out, "first");
            WireIn in = FORMAT.newReader(followed, WireOptions.DEFAULTS);
            assertTrue(in.nextMessage());
            assertEquals("first", Trees.readMessage(in));
            Trees.writeMessage(out, "second");
            assertTrue(in.nextMessage());
            assertEquals("second", Trees.readMessage(in));
            WireIn plain = FORMAT.newReader(Files.newInputStream(file), WireOptions.DEFAULTS);
            assertThrows(TruncatedWireException.class, plain::nextMessage);
        }
    }

    @Test
    void messagesThatArriveInPartsAreReadCompletely() throws Exception {
        List<Object> messages = Streams.messages(0, 100);
        SplittableRandom random = new SplittableRandom(5);
        Path file = dir.resolve("growing.dw");
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.MESSAGE, DeltaFormat.Flush.BLOCK)) {
            for (DeltaFormat.Compression packs : DeltaFormat.Compression.values()) {
                byte[] bytes =
                        stream(BY_ID.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.COMPRESSION, packs), messages);
                for (int most : new int[] {1, 2, 7, 40, 500}) {
                    Files.write(file, new byte[0]);
                    List<Object> read = new ArrayList<>();
                    List<WireException> errors = new ArrayList<>();
                    try (InputStream input = Files.newInputStream(file);
                            WireIn in = FORMAT.newReader(input, LIVE)) {
                        for (int at = 0; at < bytes.length; ) {
                            int to = Math.min(bytes.length, at + 1 + random.nextInt(most));
                            Files.write(file, Arrays.copyOfRange(bytes, at, to), StandardOpenOption.APPEND);
                            at = to;
                            readOn(in, read, errors);
                        }
                        assertEquals(0, DeltaFormat.missingBefore(in).messages());
                        assertTrue(DeltaFormat.isEnded(in));
                    }
                    assertEquals(messages, read);
                    assertEquals(List.of(), errors);
                }
            }
        }
    }

    @Test
    void readingContinuesAtTheNextEpochAfterDamage() throws Exception {
        byte[] whole = stream(BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE), Streams.messages(0, 100));
        byte[] damaged = whole.clone();
        damaged[100] ^= 0x10;
        List<WireException> expectedErrors = new ArrayList<>();
        List<Object> expected = Streams.readOn(damaged, expectedErrors, LIVE);
        List<Object> read = new ArrayList<>();
        List<WireException> errors = new ArrayList<>();
        Path file = Files.createFile(dir.resolve("damaged.dw"));
        try (InputStream input = Files.newInputStream(file);
                WireIn in = FORMAT.newReader(input, LIVE)) {
            for (int at = 0; at < damaged.length; at += 11) {
                int to = Math.min(damaged.length, at + 11);
                Files.write(file, Arrays.copyOfRange(damaged, at, to), StandardOpenOption.APPEND);
                readOn(in, read, errors);
            }
        }
        assertFalse(expected.isEmpty() || errors.isEmpty());
        // Messages that arrived before the wrong checksum of their block are there too.
        assertTrue(read.containsAll(expected), expected + " but " + read);
        assertEquals(
                expected.subList(expected.size() - 20, expected.size()), read.subList(read.size() - 20, read.size()));
    }

    /** The copy of a block is cut off at any byte, also where the next block begins inside its header. */
    @Test
    void truncatedDuplicateHidesNothing() {
        List<Object> messages = Streams.messages(0, 400);
        byte[] bytes = Streams.write(messages, BY_ID.with(DeltaFormat.BLOCK_BYTES, 150));
        List<Integer> blocks = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                int block = Math.toIntExact(DeltaFormat.missingBefore(in).epochOffset());
                if (!blocks.contains(block)) {
                    blocks.add(block);
                }
            }
        }
        int from = blocks.get(1);
        int to = blocks.get(2);
        for (int cut = from + 25; cut < to; cut++) {
            ByteArrayOutputStream made = new ByteArrayOutputStream();
            made.write(bytes, 0, to);
            made.write(bytes, from, cut - from);
            made.write(bytes, to, bytes.length - to);
            byte[] torn = made.toByteArray();
            List<Object> read = new ArrayList<>();
            List<WireException> errors = new ArrayList<>();
            Growing input = new Growing(torn);
            try (WireIn in = FORMAT.newReader(input, LIVE)) {
                int next = to + cut - from; // where the next block begins
                for (int end = to; end < next + 100; end++) {
                    input.end = end;
                    readOn(in, read, errors);
                }
                input.end = torn.length;
                readOn(in, read, errors);
            }
            assertEquals(messages, read, "cut at " + cut);
            assertEquals(1, errors.size(), "cut at " + cut + ": " + errors);
        }
    }

    /** Ends where its file ends at the moment. */
    private static final class Growing extends InputStream {
        private final byte[] bytes;
        private int end;
        private int at;

        Growing(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            throw new AssertionError("reads single bytes");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == end) {
                return -1;
            }
            int count = Math.min(length, end - at);
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }

    /**
     * Ends once at a given byte, and has the rest at the next call: input that arrives while a torn frame is examined.
     */
    private static final class EndingOnce extends InputStream {
        private final byte[] bytes;
        private int end;
        private int at;

        EndingOnce(byte[] bytes, int end) {
            this.bytes = bytes;
            this.end = end;
        }

        @Override
        public int read() {
            throw new AssertionError("reads single bytes");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == end) {
                end = bytes.length;
                return -1;
            }
            int count = Math.min(length, end - at);
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }

    @Test
    void inputThatArrivesDuringTheSearchIsNoDamage() {
        List<Object> messages = Streams.messages(0, 60);
        for (DeltaFormat.Flush flush : DeltaFormat.Flush.values()) {
            for (DeltaFormat.Compression packs : DeltaFormat.Compression.values()) {
                byte[] bytes =
                        stream(BY_ID.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.COMPRESSION, packs), messages);
                for (int end = 0; end < bytes.length; end++) {
                    String what = flush + ", " + packs + ", ends once at " + end;
                    List<Object> read = new ArrayList<>();
                    List<WireException> errors = new ArrayList<>();
                    try (WireIn in = FORMAT.newReader(new EndingOnce(bytes, end), LIVE)) {
                        for (int calls = 0; calls < 3; calls++) {
                            readOn(in, read, errors);
                        }
                        assertTrue(DeltaFormat.isEnded(in), what);
                    }
                    assertEquals(messages, read, what);
                    assertEquals(List.of(), errors, what);
                }
            }
        }
    }

    @Test
    void streamThatEndsInsideAFrameIsTruncated() {
        byte[] bytes = stream(BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE), Streams.messages(0, 10));
        InputStream cut = new ByteArrayInputStream(bytes, 0, bytes.length - 15);
        try (WireIn in = FORMAT.newReader(cut, LIVE)) {
            assertThrows(TruncatedWireException.class, () -> {
                while (in.nextMessage()) {
                    in.skipValue();
                }
            });
            assertEquals(-1, DeltaFormat.missingBefore(in).messages());
            assertFalse(in.nextMessage());
            assertFalse(in.nextMessage());
        }
    }
}
