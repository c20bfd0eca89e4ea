package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key frame contains records without a message in the epoch, and so does every epoch on request. */
class EpochKeyFramesTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 2000);
    private static final WireOptions EACH = BY_ID.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH);
    private static final int KEYS = 50;

    /** The last message of each key. */
    private final Map<Long, Object> last = new LinkedHashMap<>();

    private final SplittableRandom random = new SplittableRandom(1);

    private void write(WireOut out, long id) {
        Object message = Trees.map("id", id, "n", (long) random.nextInt(1 << 20), "text", "text of " + id);
        Trees.writeMessage(out, message);
        last.put(id, message);
    }

    /** Writes all keys once, and then a few of them for several epochs. */
    private void writeFew(WireOut out) {
        for (long id = 0; id < KEYS; id++) {
            write(out, id);
        }
        for (int i = 0; i < 50_000; i++) {
            write(out, random.nextInt(5));
        }
    }

    private static List<Object> read(byte[] stream, WireOptions options) {
        List<Object> messages = new ArrayList<>();
        WireIn in = FORMAT.newReader(stream, options);
        while (in.nextMessage()) {
            messages.add(Trees.readMessage(in));
        }
        return messages;
    }

    private static Map<Long, Object> records(List<Object> messages) {
        Map<Long, Object> records = new LinkedHashMap<>();
        for (Object message : messages) {
            records.put((Long) ((Map<?, ?>) message).get("id"), message);
        }
        return records;
    }

    /** The records that a reader has after it joined the stream at an offset. */
    private static Map<Long, Object> recordsOfLive(ByteArrayOutputStream stream, int joinedAt) {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED);
        return records(read(from(stream.toByteArray(), joinedAt), options));
    }

    private static byte[] from(byte[] stream, long offset) {
        return Arrays.copyOfRange(stream, (int) offset, stream.length);
    }

    @Test
    void everyEpochHasAllRecordsOnRequest(@TempDir Path dir) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, EACH)) {
            writeFew(out);
        }
        byte[] stream = bytes.toByteArray();
        List<Object> all = read(stream, WireOptions.DEFAULTS);
        assertEquals(KEYS + 50_000, all.size());
        Path file = Files.write(dir.resolve("dump"), stream);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            List<DeltaFormat.StartPoint> starts = DeltaFormat.startPoints(channel);
            assertTrue(starts.size() > 5, starts.size() + " epochs");
            for (DeltaFormat.StartPoint start : starts.subList(1, starts.size())) {
                List<Object> joined = read(from(stream, start.offset()), WireOptions.DEFAULTS);
                int before = (int) start.messages();
                assertEquals(records(all.subList(0, before)), records(joined.subList(0, KEYS)));
                assertEquals(all.subList(before, all.size()), joined.subList(KEYS, joined.size()));
            }
        }
    }

    @Test
    void requestedKeyFrameContainsIdleRecords(@TempDir Path dir) throws IOException {
        for (WireOptions options : List.of(BY_ID, EACH)) {
            last.clear();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WireOut out = FORMAT.newWriter(bytes, options);
            writeFew(out);
            for (int i = 0; i < 3; i++) {
                out.flush();
                int joinedAt = bytes.size();
                out.keyFrame();
                assertEquals(last, recordsOfLive(bytes, joinedAt));
                for (int j = 0; j < 20_000; j++) {
                    write(out, random.nextInt(5));
                }
            }
            out.close();
            Path file = Files.write(dir.resolve("dump"), bytes.toByteArray());
            int complete = 0;
            try (SeekableByteChannel channel = Files.newByteChannel(file)) {
                for (DeltaFormat.StartPoint start : DeltaFormat.startPoints(channel)) {
                    Map<Long, Object> joined = recordsOfLive(bytes, (int) start.offset());
                    complete += joined.size() == KEYS ? 1 : 0;
                }
            }
            assertTrue(options == EACH ? complete > 10 : complete == 4, complete + " starts have all records");
        }
    }

    @Test
    void neverWritesNoKeyFrameAndKeepsNothing() {
        WireOut out = FORMAT.newWriter(
                new ByteArrayOutputStream(), BY_ID.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER));
        writeFew(out);
        IllegalStateException refused = assertThrows(IllegalStateException.class, out::keyFrame);
        assertTrue(refused.getMessage().contains("delta.keyFrames"), refused.getMessage());
        write(out, 3);
        out.close();
    }

    @Test
    void messagesAreTheSameWithAndWithoutKeyFrames() {
        ByteArrayOutputStream onRequest = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(onRequest, BY_ID)) {
            writeFew(out);
        }
        EpochKeyFramesTest other = new EpochKeyFramesTest();
        ByteArrayOutputStream each = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(each, EACH)) {
            other.writeFew(out);
        }
        assertEquals(
                read(onRequest.toByteArray(), WireOptions.DEFAULTS), read(each.toByteArray(), WireOptions.DEFAULTS));
        assertTrue(each.size() < onRequest.size() * 1.1, each.size() + " and " + onRequest.size());
    }

    /** Begins a stream of short messages with ten records. */
    private WireOut writeTen(ByteArrayOutputStream bytes) {
        WireOptions options = EACH.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(4000));
        WireOut out = FORMAT.newWriter(bytes, options);
        for (long id = 0; id < 10; id++) {
            write(out, id);
        }
        return out;
    }

    @Test
    void nextEpochHasTheOtherRecordsAfterATooLongMessage() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = writeTen(bytes);
        assertThrows(
                WireDataException.class,
                () -> Trees.writeMessage(out, Trees.map("id", 3L, "n", 1L, "text", "x".repeat(5000))));
        out.flush();
        int joinedAt = bytes.size();
        write(out, 7);
        out.close();
        Map<Long, Object> joined = records(read(from(bytes.toByteArray(), joinedAt), WireOptions.DEFAULTS));
        last.remove(3L); // its record is unknown after the failure
        assertEquals(last, joined);
        assertEquals(11, read(bytes.toByteArray(), WireOptions.DEFAULTS).size());
    }

    /** Two texts of different messages are longer than a message, so no one message can repeat them. */
    @Test
    void recordTooLongForOneMessageIsLeftOut() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = writeTen(bytes);
        Object half = "x".repeat(3000);
        Trees.writeMessage(out, Trees.map("id", 4L, "n", 1L, "text", half));
        Trees.writeMessage(out, Trees.map("id", 4L, "n", 1L, "text", half, "other", "y".repeat(3000)));
        for (int i = 0; i < 2; i++) {
            int joinedAt = bytes.size();
            out.keyFrame();
            write(out, 7);
            out.flush();
            Map<Long, Object> joined = recordsOfLive(bytes, joinedAt);
            last.remove(4L);
            assertEquals(last, joined);
        }
        out.close();
        assertEquals(14, read(bytes.toByteArray(), WireOptions.DEFAULTS).size());
    }

    /** All records together exceed the limits of a reader for one epoch. Some are left out, and none is wrong. */
    @Test
    void textsOfAnEpochStayWithinTheLimitsOfAReader() {
        WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(1000, 200_000);
        for (WireOptions options : List.of(BY_ID, EACH)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int count = 0;
            try (WireOut out = FORMAT.newWriter(bytes, options.with(WireOptions.LIMITS, limits))) {
                for (long id = 0; id < 300; id++) {
                    Object text = "a text of its own ".repeat(300) + id;
                    Trees.writeMessage(out, Trees.map("id", id, "n", 1L, "text", text));
                    count++;
                    if (id % 30 == 29) {
                        out.keyFrame();
                    }
                }
            }
            assertEquals(count, read(bytes.toByteArray(), WireOptions.DEFAULTS).size());
        }
    }

    /** A key frame of 1 MB for each 4 MiB of messages would be too large a part of the stream. */
    @Test
    void longKeyFramesMakeLongEpochs(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("dump");
        int messages = 0;
        SplittableRandom random = new SplittableRandom(1);
        try (OutputStream target = Files.newOutputStream(file);
                WireOut out = FORMAT.newWriter(target, EACH.with(DeltaFormat.BLOCK_BYTES, 1 << 16))) {
            for (long i = 0; i < 4000; i++) {
                String text = random.ints(5400, ' ', '~')
                        .collect(StringBuilder::new, (t, c) -> t.append((char) c), (a, b) -> {})
                        .toString();
                Trees.writeMessage(out, Trees.map("id", i % 200, "n", i, "text", text));
                messages++;
            }
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            List<DeltaFormat.StartPoint> starts = DeltaFormat.startPoints(channel);
            assertEquals(3, starts.size(), starts.toString());
        }
        assertEquals(
                messages, read(Files.readAllBytes(file), WireOptions.DEFAULTS).size());
    }

    @Test
    void nextKeyFrameHasTheRecordsThatAFailedOneLost() {
        for (int failAt = 0; failAt < 4; failAt++) {
            Broken target = new Broken();
            WireOut out = FORMAT.newWriter(target, EACH);
            for (long id = 0; id < 500; id++) {
                write(out, id);
            }
            out.flush();
            target.failIn = failAt;
            assertThrows(UncheckedIOException.class, out::keyFrame);
            target.failIn = Integer.MAX_VALUE;
            int joinedAt = target.bytes.size();
            write(out, 7);
            out.close();
            Map<Long, Object> joined = records(read(from(target.bytes.toByteArray(), joinedAt), WireOptions.DEFAULTS));
            assertEquals(last, joined);
        }
    }

    /** Fails from a given call on, while it is set to. */
    private static final class Broken extends OutputStream {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int failIn = Integer.MAX_VALUE;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (failIn-- <= 0) {
                throw new IOException("no space left");
            }
            bytes.write(from, offset, length);
        }
    }
}
