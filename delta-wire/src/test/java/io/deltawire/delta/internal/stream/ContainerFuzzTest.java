package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.PartialWriteStream;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random streams are damaged in random ways and read in every mode. Each message given by a reader that checks was
 * written so, an error tells of everything that is missing, and epochs that the damage has not touched are read.
 *
 * <p>With {@code -Dfuzz=N} it tries N cases.
 */
class ContainerFuzzTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final int CASES = Integer.getInteger("fuzz", 4_000);
    private static final int FIRST = Integer.getInteger("fuzz.first", 0);

    @TempDir
    Path dir;

    /** A stream, its messages, and the bounds of its epochs with the messages before each. */
    private record Stream(byte[] bytes, List<Object> messages, List<Integer> starts, List<Integer> sequences) {}

    private static Object message(SplittableRandom random, long number) {
        return switch (random.nextInt(12)) {
            case 0 -> Trees.map("id", number % 7, "n", number, "more", "x".repeat(random.nextInt(300)));
            case 1 -> Trees.map("id", number % 7, "n", number, "dump", new Trees.Blob(innerDump(random)));
            case 2 -> Trees.map("n", number, "mark", new Trees.Blob(marks(random)));
            default -> Trees.map("id", number % 7, "n", number);
        };
    }

    private static byte[] innerDump(SplittableRandom random) {
        byte[] dump = Streams.write(Streams.messages(random.nextInt(50), 1 + random.nextInt(9)), WireOptions.DEFAULTS);
        return Arrays.copyOf(dump, 1 + random.nextInt(dump.length));
    }

    private static byte[] marks(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(30)];
        byte[] mark = Mark.bytes();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = mark[random.nextInt(3) == 0 ? random.nextInt(mark.length) : i % mark.length];
        }
        return bytes;
    }

    private static WireOptions options(SplittableRandom random) {
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, random.nextBoolean() ? List.of("n") : List.of())
                .with(DeltaFormat.BLOCK_BYTES, 20 << random.nextInt(8))
                .with(DeltaFormat.NUMBERED, random.nextInt(4) == 0)
                .with(DeltaFormat.FLUSH, random.nextBoolean() ? DeltaFormat.Flush.MESSAGE : DeltaFormat.Flush.BLOCK);
        return random.nextInt(4) == 0
                ? options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)
                : options;
    }

    private static Stream stream(SplittableRandom random, long first) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> messages = new ArrayList<>();
        int count = random.nextInt(120);
        try (WireOut out = FORMAT.newWriter(bytes, options(random))) {
            for (int i = 0; i < count; i++) {
                Object message = message(random, first + i);
                messages.add(message);
                Trees.writeMessage(out, message);
                if (random.nextInt(25) == 0) {
                    out.flush();
                }
                if (random.nextInt(40) == 0) {
                    out.keyFrame();
                }
            }
        }
        return withEpochs(bytes.toByteArray(), messages);
    }

    private static Stream withEpochs(byte[] bytes, List<Object> messages) {
        List<Integer> starts = new ArrayList<>();
        List<Integer> sequences = new ArrayList<>();
        for (int at = Mark.find(bytes, 0, bytes.length); at >= 0; at = Mark.find(bytes, at + 1, bytes.length)) {
            EpochHeader header = EpochHeader.parse(bytes, at, EpochHeader.length(bytes, at, bytes.length));
            starts.add(at);
            sequences.add((int) header.sequence());
        }
        starts.add(bytes.length);
        return new Stream(bytes, messages, starts, sequences);
    }

    /** A part of the stream is replaced; epochs outside of it are as they were. */
    private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
        byte[] result = Arrays.copyOf(bytes, bytes.length - (to - from) + by.length);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(bytes, to, result, from + by.length, bytes.length - to);
        return result;
    }

    private static WireIn reader(byte[] bytes, DeltaFormat.ReadMode mode, SplittableRandom random) {
        WireOptions options = WireOptions.DEFAULTS
                .with(DeltaFormat.READ_MODE, mode)
                .with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE);
        return random.nextBoolean()
                ? FORMAT.newReader(bytes, options)
                : FORMAT.newReader(InputBuffer.of(new ByteArrayInputStream(bytes)), options);
    }

    @Test
    void damageIsReportedAndHarmsNoOtherEpoch() {
        for (int seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Stream stream = stream(random, seed * 1000L);
            int from = random.nextInt(stream.bytes.length + 1);
            int to = Math.min(stream.bytes.length, from + random.nextInt(1 + random.nextInt(60)));
            byte[] by = new byte[random.nextInt(3) == 0 ? to - from : random.nextInt(1 + random.nextInt(40))];
            if (random.nextBoolean()) {
                random.nextBytes(by);
            } else if (by.length > 0) {
                byte[] marks = marks(random);
                System.arraycopy(marks, 0, by, 0, Math.min(marks.length, by.length));
            }
            byte[] damaged = replaced(stream.bytes, from, to, by);
            boolean isSame = Arrays.equals(damaged, stream.bytes);
            for (DeltaFormat.ReadMode mode : List.of(DeltaFormat.ReadMode.CHECKED, DeltaFormat.ReadMode.LIVE)) {
                String what = "seed " + seed + " " + mode + " " + from + " to " + to;
                List<WireException> errors = new ArrayList<>();
                List<Object> read = new ArrayList<>();
                try (WireIn in = reader(damaged, mode, random)) {
                    Streams.readOn(in, read, e -> errors.add((WireException) e));
                }
                boolean isCut = to > stream.starts.get(stream.sequences.size() - 1); // a live stream may go on
                boolean isChecked = mode == DeltaFormat.ReadMode.CHECKED;
                if (isSame) {
                    assertEquals(List.of(), errors, what);
                    assertEquals(stream.messages, read, what);
                } else if (isChecked) {
                    assertTrue(Streams.isSubsequence(read, stream.messages), () -> what + errors);
                    assertTrue(!errors.isEmpty() || damaged.length == 0, what);
                } else if (!isCut) {
                    assertTrue(!errors.isEmpty() || read.equals(stream.messages), what);
                }
                Set<Object> given = new HashSet<>(read);
                for (int i = 0; i < stream.sequences.size(); i++) {
                    boolean isTouched = stream.starts.get(i) < to + (by.length > 0 ? 1 : 0)
                            && from < stream.starts.get(i + 1) + (i + 1 < stream.sequences.size() ? 0 : 1);
                    int end = i + 1 < stream.sequences.size() ? stream.sequences.get(i + 1) : stream.messages.size();
                    if (!isTouched && !(from <= stream.starts.get(i) && stream.starts.get(i) <= to)) {
                        List<Object> whole = stream.messages.subList(stream.sequences.get(i), end);
                        int epoch = i;
                        assertTrue(
                                given.containsAll(whole),
                                () -> what + " by " + java.util.HexFormat.of().formatHex(by) + ", epoch " + epoch
                                        + " of " + stream.starts + ": " + errors);
                    }
                }
            }
        }
    }

    /** Epochs come twice, are missing, or in another order, as over a transport that does not keep order. */
    @Test
    void movedEpochsAreReported() {
        for (int seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(~seed);
            Stream stream = stream(random, seed * 1000L);
            List<byte[]> parts = new ArrayList<>();
            for (int i = 0; i + 1 < stream.starts.size(); i++) {
                parts.add(Arrays.copyOfRange(stream.bytes, stream.starts.get(i), stream.starts.get(i + 1)));
            }
            int a = random.nextInt(parts.size());
            int b = random.nextInt(parts.size());
            switch (random.nextInt(3)) {
                case 0 -> parts.add(b, parts.get(a));
                case 1 -> parts.remove(a);
                default -> parts.add(b, parts.remove(a));
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            parts.forEach(bytes::writeBytes);
            List<WireException> errors = new ArrayList<>();
            List<Object> read = new ArrayList<>();
            try (WireIn in = reader(bytes.toByteArray(), DeltaFormat.ReadMode.CHECKED, random)) {
                Streams.readOn(in, read, e -> errors.add((WireException) e));
            }
            String what = "seed " + seed + ": " + errors;
            assertTrue(new HashSet<>(stream.messages).containsAll(read), what);
            boolean isJoined = stream.sequences.size() > 1 && !parts.isEmpty(); // a first epoch of another number
            assertTrue(!errors.isEmpty() || read.equals(stream.messages) || isJoined, what);
        }
    }

    /** A target takes a part of a write and fails, a process is stopped, and another one goes on in its file. */
    @Test
    void stoppedWritersLoseNothingThatTheyHandedOver() throws IOException {
        Path file = dir.resolve("a.dw");
        for (int seed = FIRST; seed < FIRST + CASES / 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Files.deleteIfExists(file);
            List<Object> handedOver = new ArrayList<>();
            Set<Object> all = new HashSet<>();
            WireOptions options = options(random).with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
            long number = 0;
            int writers = 1 + random.nextInt(3);
            for (int writer = 0; writer < writers; writer++) {
                try (FileChannel channel = open(file)) {
                    AppendPoint end = AppendPoint.of(channel, options);
                    assertTrue(!end.isDamaged(), "seed " + seed + ": " + end);
                    end.repair(channel);
                    channel.position(end.length());
                    PartialWriteStream target = new PartialWriteStream(
                            java.nio.channels.Channels.newOutputStream(channel), random.nextInt(9));
                    WireOut out = FORMAT.newWriter(target, options.with(DeltaFormat.APPEND_AT, end));
                    int count = random.nextInt(30);
                    for (int i = 0; i < count; i++) {
                        target.failures = random.nextInt(10) == 0 ? 1 : 0;
                        Object message = message(random, number++);
                        all.add(message);
                        try {
                            Trees.writeMessage(out, message);
                            handedOver.add(message);
                        } catch (UncheckedIOException e) {
                            out.cancelMessage();
                        }
                    }
                    if (random.nextBoolean()) {
                        channel.truncate(channel.size()); // the process is stopped: nothing is closed
                    } else {
                        target.failures = 0;
                        out.close();
                    }
                }
            }
            byte[] bytes = Files.readAllBytes(file);
            for (DeltaFormat.ReadMode mode : List.of(
                    DeltaFormat.ReadMode.CHECKED_THEN_RECOVER,
                    DeltaFormat.ReadMode.LIVE,
                    DeltaFormat.ReadMode.RECOVER)) {
                List<WireException> errors = new ArrayList<>();
                List<Object> read = new ArrayList<>();
                try (WireIn in = reader(bytes, mode, random)) {
                    Streams.readOn(in, read, e -> errors.add((WireException) e));
                }
                String what = "seed " + seed + ", " + mode + ": " + errors;
                assertTrue(all.containsAll(read), what);
                assertTrue(new HashSet<>(read).containsAll(handedOver), what);
                assertEquals(read.size(), new HashSet<>(read).size(), what);
            }
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.READ,
                java.nio.file.StandardOpenOption.WRITE);
    }

    /** The stream comes in parts of any size, cut anywhere, and the reader waits at each. */
    @Test
    void liveReadersTakeTheSameFromParts() {
        for (int seed = 0; seed < CASES / 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed + 7L);
            Stream stream = stream(random, seed * 1000L);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            List<Object> read = new ArrayList<>();
            try (WireIn in = FORMAT.newReader(
                    bytes,
                    WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE))) {
                for (int at = 0; at < stream.bytes.length; ) {
                    int more = Math.min(stream.bytes.length - at, 1 + random.nextInt(1 + random.nextInt(80)));
                    bytes.write(stream.bytes, at, more);
                    at += more;
                    while (in.nextMessage()) {
                        read.add(Trees.readMessage(in));
                    }
                }
            } catch (TruncatedWireException e) {
                throw new AssertionError("seed " + seed, e);
            }
            assertEquals(stream.messages, read, "seed " + seed);
        }
    }
}
