package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat.KeyFrameMessages;
import io.deltawire.delta.DeltaFormat.Split;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump that is read in parts gives what it gives as a whole. */
class SplitsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions SMALL =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 300);

    @TempDir
    Path dir;

    private static List<Object> sequential(byte[] bytes, List<String> errors) {
        List<Object> read = new ArrayList<>();
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAME_MESSAGES, KeyFrameMessages.NONE);
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            Streams.readOn(in, read, e -> errors.add(e.getMessage()));
        }
        return read;
    }

    private void requireSame(byte[] bytes, String what) throws IOException {
        Path file = Files.write(dir.resolve("a.dw"), bytes);
        List<String> expectedErrors = new ArrayList<>();
        List<Object> expected = sequential(bytes, expectedErrors);
        for (int wanted : new int[] {1, 2, 3, 7, 100}) {
            List<Object> read = new ArrayList<>();
            List<String> errors = new ArrayList<>();
            List<Split> splits;
            try (FileChannel channel = FileChannel.open(file)) {
                splits = DeltaFormat.splits(channel, wanted);
            }
            assertTrue(splits.size() <= wanted, what);
            assertEquals(bytes.length, splits.get(splits.size() - 1).to(), what);
            for (Split split : splits) {
                try (WireIn in = FORMAT.newReader(FileChannel.open(file), split, WireOptions.DEFAULTS)) {
                    Streams.readOn(in, read, e -> errors.add(e.getMessage()));
                }
            }
            assertEquals(expected, read, what + " in " + splits);
            assertEquals(expectedErrors.isEmpty(), errors.isEmpty(), what + " in " + splits + errors);
        }
    }

    @Test
    void partsGiveWhatTheWholeGives() throws IOException {
        List<Object> messages = Streams.messages(0, 3000);
        byte[] plain = Streams.write(messages, SMALL);
        requireSame(new byte[0], "nothing");
        requireSame(plain, "plain");
        requireSame(Streams.write(messages, SMALL.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)), "flushed");
        requireSame(
                Streams.write(messages, SMALL.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH)), "key");
        requireSame(
                Streams.write(messages, SMALL.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)),
                "compressed");
        requireSame(HandMadeStreams.concat(plain, Streams.write(Streams.messages(5, 700), SMALL)), "two dumps");
        for (int cut = 1; cut < plain.length; cut += 611) {
            requireSame(Arrays.copyOf(plain, plain.length - cut), "cut by " + cut);
        }
    }

    @Test
    void partsOfADamagedDumpGiveWhatTheWholeGives() throws IOException {
        byte[] plain = Streams.write(Streams.messages(0, 3000), SMALL);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 60; i++) {
            byte[] damaged = plain.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            requireSame(damaged, "damage " + i);
        }
    }

    @Test
    void partsOfADumpThatWasAppendedToGiveWhatTheWholeGives() throws IOException {
        Path file = dir.resolve("b.dw");
        WireOptions each = SMALL.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        for (int i = 0; i < 6; i++) {
            try (FileChannel channel = FileChannel.open(
                    file,
                    java.nio.file.StandardOpenOption.CREATE,
                    java.nio.file.StandardOpenOption.READ,
                    java.nio.file.StandardOpenOption.WRITE)) {
                if (channel.size() > 0) {
                    channel.truncate(channel.size() - 40); // its writer was stopped
                }
            }
            try (var out = FORMAT.newAppender(file, each)) {
                Streams.messages(i * 700, 700).forEach(m -> io.deltawire.wire.testing.Trees.writeMessage(out, m));
            }
        }
        requireSame(Files.readAllBytes(file), "appended");
    }

    @Test
    void numberOfPartsMustBePositive() throws IOException {
        try (FileChannel channel = FileChannel.open(Files.write(dir.resolve("a.dw"), new byte[0]))) {
            assertThrows(IllegalArgumentException.class, () -> DeltaFormat.splits(channel, 0));
        }
    }
}
