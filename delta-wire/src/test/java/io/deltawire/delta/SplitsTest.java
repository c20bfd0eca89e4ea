package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat.KeyFrameMessages;
import io.deltawire.delta.DeltaFormat.Split;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
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
    void recordingInWhichEpochsComeAgainIsNotDivided() throws IOException {
        byte[] numbered = Streams.write(Streams.messages(0, 3000), SMALL.with(DeltaFormat.NUMBERED, true));
        int half = numbered.length / 2;
        byte[] again = HandMadeStreams.concat(Arrays.copyOf(numbered, half), numbered);
        requireSame(numbered, "numbered");
        requireSame(again, "again");
        requireSame(HandMadeStreams.concat(Streams.write(Streams.messages(5, 700), SMALL), again), "after another");
        assertEquals(List.of(new Split(0, again.length)), splits(again, 7));
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

    /** Counts the bytes that are read from a file. */
    private static final class CountedChannel implements SeekableByteChannel {
        private final SeekableByteChannel file;
        private long read;

        CountedChannel(Path path) throws IOException {
            file = FileChannel.open(path);
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int count = file.read(into);
            read += Math.max(0, count);
            return count;
        }

        @Override
        public int write(ByteBuffer from) {
            throw new AssertionError();
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long offset) throws IOException {
            file.position(offset);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new AssertionError();
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private List<Split> splits(byte[] bytes, int wanted) throws IOException {
        try (FileChannel channel = FileChannel.open(Files.write(dir.resolve("a.dw"), bytes))) {
            return DeltaFormat.splits(channel, wanted);
        }
    }

    private static IndexFile index(SeekableByteChannel dump) throws IOException {
        List<IndexFile.Place> places = new ArrayList<>();
        for (DeltaFormat.StartPoint start : DeltaFormat.startPoints(dump)) {
            places.add(new IndexFile.Place(start.offset(), start.messages()));
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        IndexFile.of(dump, "delta", dump.size(), 40_000, "", places).write(written);
        IndexFile index = IndexFile.read(new ByteArrayInputStream(written.toByteArray()));
        assertEquals(places, index.places());
        assertTrue(index.isOf(dump));
        return index;
    }

    @Test
    void planningByAnIndexReadsNoBlock() throws IOException {
        byte[] plain = Streams.write(Streams.messages(0, 40_000), SMALL);
        Path file = Files.write(dir.resolve("a.dw"), plain);
        for (int wanted : new int[] {1, 2, 10, 1000, 1_000_000}) {
            try (CountedChannel channel = new CountedChannel(file)) {
                IndexFile index = index(channel);
                channel.read = 0;
                List<Split> splits = DeltaFormat.splits(channel, index, wanted);
                assertTrue(
                        channel.read <= 300L * Math.min(wanted, index.places().size()), "bytes read: " + channel.read);
                assertEquals(DeltaFormat.splits(channel, wanted), splits, "wanted " + wanted);
            }
        }
    }

    @Test
    void indexOfAnotherDumpDoesNoHarm() throws IOException {
        byte[] plain = Streams.write(Streams.messages(0, 3000), SMALL);
        Path file = Files.write(dir.resolve("a.dw"), plain);
        IndexFile index;
        Path another = Files.write(dir.resolve("b.dw"), Streams.write(Streams.messages(7, 9000), SMALL));
        try (FileChannel channel = FileChannel.open(another)) {
            index = index(channel);
        }
        try (FileChannel channel = FileChannel.open(file)) {
            assertFalse(index.isOf(channel));
            List<Split> splits = DeltaFormat.splits(channel, index, 7);
            List<Split> expected = DeltaFormat.splits(channel, 7);
            assertEquals(expected.subList(0, splits.size() - 1), splits.subList(0, splits.size() - 1));
            assertEquals(plain.length, splits.get(splits.size() - 1).to());
        }
    }

    @Test
    void whatIsNoIndexIsRefused() {
        for (byte[] bytes : List.of(new byte[0], Streams.write(Streams.messages(0, 10), SMALL))) {
            InputStream stream = new ByteArrayInputStream(bytes);
            assertThrows(WireException.class, () -> IndexFile.read(stream));
        }
    }

    @Test
    void numberOfPartsMustBePositive() throws IOException {
        try (FileChannel channel = FileChannel.open(Files.write(dir.resolve("a.dw"), new byte[0]))) {
            assertThrows(IllegalArgumentException.class, () -> DeltaFormat.splits(channel, 0));
        }
    }
}
