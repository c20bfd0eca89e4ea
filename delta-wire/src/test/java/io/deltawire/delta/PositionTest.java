package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat.Position;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ChannelPrefix;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both sides tell in which epoch a message is, and a reader goes on from there. */
class PositionTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final List<WireOptions> SETTINGS = List.of(
            WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE),
            WireOptions.DEFAULTS
                    .with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                    .with(DeltaFormat.NUMBERED, true),
            WireOptions.DEFAULTS.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofDays(1)),
            WireOptions.DEFAULTS
                    .with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)
                    .with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH));

    @Test
    void writerAndReaderAgreeOnTheEpochOfEachMessage() {
        for (WireOptions settings : SETTINGS) {
            WireOptions options =
                    settings.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 400);
            List<Position> written = new ArrayList<>();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = FORMAT.newWriter(bytes, options)) {
                assertEquals(new Position(-1, 0), DeltaFormat.position(out));
                for (Object message : Streams.messages(0, 2_000)) {
                    Trees.writeMessage(out, message);
                    written.add(DeltaFormat.position(out));
                }
                out.keyFrame();
                long offset = DeltaFormat.position(out).epochOffset();
                assertEquals(0, DeltaFormat.position(out).messages());
                Trees.writeMessage(out, Streams.messages(0, 1).get(0));
                written.add(DeltaFormat.position(out));
                assertEquals(new Position(offset, 1), DeltaFormat.position(out));
            }
            List<Position> read = new ArrayList<>();
            try (WireIn in = FORMAT.newReader(
                    bytes.toByteArray(),
                    WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE))) {
                assertEquals(new Position(-1, 0), DeltaFormat.position(in));
                while (in.nextMessage()) {
                    read.add(DeltaFormat.position(in));
                }
            }
            assertEquals(written, read, settings.toString());
            assertTrue(
                    read.stream().filter(position -> position.messages() == 1).count() > 2, settings.toString());
        }
    }

    @Test
    void readingGoesOnFromAPosition(@TempDir Path dir) throws IOException {
        WireOptions options = DeltaFormat.forFile(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 400));
        byte[] dump = Streams.write(Streams.messages(0, 2_000), options);
        Path file = Files.write(dir.resolve("a.dw"), dump);
        List<Object> read = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(dump, options)) {
            for (int i = 0; i < 2_000; i++) {
                assertTrue(in.nextMessage());
                read.add(Trees.readMessage(in));
                if (i % 97 == 5) {
                    assertEquals(Streams.messages(i + 1, 3), next(file, DeltaFormat.position(in), 3));
                }
            }
        }
        assertEquals(Streams.messages(0, 2_000), read);
    }

    private static List<Object> next(Path file, Position position, int count) throws IOException {
        FileChannel channel = FileChannel.open(file);
        List<Object> read = new ArrayList<>();
        DeltaFormat.Split rest = new DeltaFormat.Split(position.epochOffset(), channel.size());
        try (WireIn in = FORMAT.newReader(channel, rest, WireOptions.DEFAULTS)) {
            for (long skipped = 0; skipped < position.messages(); skipped++) {
                in.nextMessage();
            }
            while (read.size() < count && in.nextMessage()) {
                read.add(Trees.readMessage(in));
            }
        }
        return read;
    }

    /** The offsets are anything: those of a header, inside one, in the middle of a message that holds a dump. */
    @Test
    void startPointsAreFoundFromAnyOffset(@TempDir Path dir) throws IOException {
        byte[] inner = Streams.write(Streams.messages(0, 20), WireOptions.DEFAULTS);
        WireOptions options = DeltaFormat.forFile(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 300));
        List<Object> messages = Streams.messages(0, 1_000);
        messages.addAll(
                0, List.of(Trees.map("dump", new Trees.Blob(inner)), "x", Trees.map("dump", new Trees.Blob(inner))));
        Path file = Files.write(dir.resolve("a.dw"), Streams.write(messages, options));
        try (FileChannel channel = FileChannel.open(file)) {
            long[] starts = DeltaFormat.startPoints(channel).stream()
                    .mapToLong(DeltaFormat.StartPoint::offset)
                    .toArray();
            assertTrue(starts.length > 3);
            for (long offset = 0; offset <= channel.size(); offset++) {
                int index = Arrays.binarySearch(starts, offset);
                int next = index < 0 ? -index - 1 : index;
                DeltaFormat.StartPoint found = DeltaFormat.startPointAfter(channel, offset);
                assertEquals(next < starts.length ? starts[next] : -1, found == null ? -1 : found.offset());
                assertEquals(index >= 0, DeltaFormat.startPointAt(channel, offset) != null);
            }
            assertEquals(List.of(), DeltaFormat.startPoints(new ChannelPrefix(channel, 0)));
        }
    }

    @Test
    void otherWritersHaveNoPosition() {
        WireOut other = new io.deltawire.yaml.YamlFormat().newWriter(new ByteArrayOutputStream(), WireOptions.DEFAULTS);
        assertThrows(IllegalArgumentException.class, () -> DeltaFormat.position(other));
    }
}
