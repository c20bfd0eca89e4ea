package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.IndependentDecoder;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A transport loses, repeats and swaps what a writer hands over, and a reader of numbered frames never gives a wrong
 * message.
 *
 * <p>With {@code -Dnumbered=N} it tries N streams.
 */
class NumberedFramesTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final int STREAMS = Integer.getInteger("numbered", 800);
    private static final WireOptions NUMBERED = WireOptions.DEFAULTS.with(DeltaFormat.NUMBERED, true);
    private static final WireOptions READING =
            WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE);

    private enum Fault {
        LOST,
        DOUBLED,
        REPEATED_LATER,
        SWAPPED
    }

    /** What a writer handed over step by step, and its messages. */
    private record Sent(List<byte[]> packets, List<Object> messages) {
        byte[] bytes() {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            packets.forEach(all::writeBytes);
            return all.toByteArray();
        }
    }

    private static Object message(SplittableRandom random, long number) {
        Object mark = random.nextInt(9) == 0 ? new Trees.Blob(Mark.bytes()) : "x".repeat(random.nextInt(3));
        return random.nextInt(20) == 0
                ? Trees.map("n", number, "new" + random.nextInt(9), number)
                : Trees.map("id", number % 5, "n", number, "text", mark);
    }

    private static WireOptions options(SplittableRandom random) {
        WireOptions options = NUMBERED.with(WireOptions.KEY_FIELDS, random.nextBoolean() ? List.of("id") : List.of())
                .with(DeltaFormat.UNSEEN_KEY_FIELDS, DeltaFormat.UnseenKeyFields.ABSENT)
                .with(DeltaFormat.BLOCK_BYTES, 20 << random.nextInt(8));
        return random.nextInt(4) == 0
                ? options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)
                : options;
    }

    private static Sent send(SplittableRandom random) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<byte[]> packets = new ArrayList<>();
        List<Object> messages = new ArrayList<>();
        try (WireOut out = FORMAT.newWriter(bytes, options(random))) {
            int count = 3 + random.nextInt(40);
            for (int i = 0; i < count; i++) {
                messages.add(message(random, i));
                Trees.writeMessage(out, messages.get(i));
                take(bytes, packets);
                if (random.nextInt(15) == 0) {
                    out.flush();
                    take(bytes, packets);
                }
                if (random.nextInt(15) == 0) {
                    out.keyFrame();
                    take(bytes, packets);
                }
            }
        }
        take(bytes, packets);
        return new Sent(packets, messages);
    }

    private static void take(Bytes<?> bytes, List<byte[]> packets) {
        if (bytes.readRemaining() > 0) {
            packets.add(bytes.toByteArray());
            bytes.clear();
        }
    }

    private static List<byte[]> delivered(List<byte[]> packets, Fault fault, SplittableRandom random) {
        List<byte[]> delivered = new ArrayList<>(packets);
        int at = 1 + random.nextInt(packets.size() - 2); // who misses the first joins late, and nobody misses the end
        switch (fault) {
            case LOST -> delivered.remove(at);
            case DOUBLED -> delivered.add(at, packets.get(at));
            case REPEATED_LATER ->
                delivered.add(Math.min(packets.size() - 1, at + 1 + random.nextInt(9)), packets.get(at));
            case SWAPPED -> delivered.add(at, delivered.remove(Math.min(at + 1, packets.size() - 2)));
        }
        return delivered;
    }

    @Test
    void noMessageIsWrongWhateverATransportDoes() {
        for (int seed = 0; seed < STREAMS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Sent sent = send(random);
            Fault fault = Fault.values()[seed & 3];
            List<byte[]> delivered = delivered(sent.packets, fault, random);
            boolean isSame = Arrays.equals(sent.bytes(), new Sent(delivered, List.of()).bytes());
            boolean comesAgain = fault == Fault.DOUBLED || fault == Fault.REPEATED_LATER;
            for (boolean isLive : List.of(true, false)) {
                List<WireException> errors = new ArrayList<>();
                List<Object> read = new ArrayList<>();
                long missing = isLive ? receive(delivered, read, errors) : read(delivered, read, errors);
                String what = sent.packets.size() + " packets, seed " + seed + (isLive ? " live " : " checked ") + fault
                        + " " + errors;
                if (isSame || comesAgain) {
                    assertEquals(sent.messages, read, what);
                    assertEquals(List.of(), errors, what);
                } else {
                    assertTrue(Streams.isSubsequence(read, sent.messages), what);
                    assertTrue(!errors.isEmpty() || read.equals(sent.messages), what); // a key frame was lost
                    assertEquals(sent.messages.size() - read.size(), missing, what);
                }
            }
        }
    }

    /** The transport does several of these things, and readers also begin in the middle. */
    @Test
    void noMessageIsWrongAfterSeveralFaults() {
        for (int seed = 0; seed < STREAMS; seed++) {
            SplittableRandom random = new SplittableRandom(~seed);
            Sent sent = send(random);
            List<byte[]> delivered = sent.packets;
            for (int i = 2 + random.nextInt(4); i > 0 && delivered.size() > 2; i--) {
                delivered = delivered(delivered, Fault.values()[random.nextInt(4)], random);
            }
            delivered = delivered.subList(random.nextInt(delivered.size()), delivered.size());
            for (boolean isLive : List.of(true, false)) {
                List<WireException> errors = new ArrayList<>();
                List<Object> read = new ArrayList<>();
                if (isLive) {
                    receive(delivered, read, errors);
                } else {
                    read(delivered, read, errors);
                }
                assertTrue(Streams.isSubsequence(read, sent.messages), "seed " + seed + ": " + errors);
            }
        }
    }

    /** Reads each packet as it arrives. Returns the number of messages that the reader says are missing. */
    private static long receive(List<byte[]> packets, List<Object> read, List<WireException> errors) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        long missing = 0;
        try (WireIn in = FORMAT.newReader(bytes, READING)) {
            for (byte[] packet : packets) {
                bytes.write(packet);
                missing += readOn(in, read, errors);
                bytes.compact();
            }
            return missing + DeltaFormat.missingBefore(in).messages();
        }
    }

    private static long read(List<byte[]> packets, List<Object> read, List<WireException> errors) {
        try (WireIn in = FORMAT.newReader(new Sent(packets, List.of()).bytes(), READING)) {
            return readOn(in, read, errors) + DeltaFormat.missingBefore(in).messages();
        }
    }

    private static long readOn(WireIn in, List<Object> read, List<WireException> errors) {
        long missing = 0;
        while (true) {
            try {
                if (!in.nextMessage()) {
                    return missing;
                }
                missing += DeltaFormat.missingBefore(in).messages();
                read.add(Trees.readMessage(in));
            } catch (WireException e) {
                errors.add(e);
            }
        }
    }

    private static Sent sentWithKeyFrame() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<byte[]> packets = new ArrayList<>();
        List<Object> messages = new ArrayList<>(Streams.messages(0, 20));
        try (WireOut out = FORMAT.newWriter(bytes, NUMBERED.with(WireOptions.KEY_FIELDS, List.of("id")))) {
            for (int i = 0; i < 20; i++) {
                if (i == 10) {
                    out.keyFrame();
                }
                Trees.writeMessage(out, messages.get(i));
                take(bytes, packets);
            }
        }
        take(bytes, packets);
        return new Sent(packets, messages);
    }

    @Test
    void lostFrameIsReportedAndTheNextKeyFrameGoesOn() {
        Sent sent = sentWithKeyFrame();
        sent.packets.remove(4);
        sent.packets.remove(4);
        List<WireException> errors = new ArrayList<>();
        List<Object> read = new ArrayList<>();
        assertEquals(6, receive(sent.packets, read, errors));
        List<Object> expected = new ArrayList<>(sent.messages.subList(0, 4));
        expected.addAll(sent.messages.subList(10, 20));
        assertEquals(expected, read);
        assertEquals(2, errors.size());
        assertInstanceOf(MissingBaseException.class, errors.get(0));
        assertTrue(errors.get(0).getMessage().contains("2 frames are missing before frame 6"), errors.toString());
        assertTrue(errors.get(1).getMessage().contains("6 messages are missing"), errors.toString());
    }

    @Test
    void repeatedFramesAreCounted() {
        Sent sent = sentWithKeyFrame();
        sent.packets.add(7, sent.packets.get(3));
        sent.packets.add(9, sent.packets.get(0));
        try (WireIn in = FORMAT.newReader(sent.bytes(), READING)) {
            List<Object> read = new ArrayList<>();
            Streams.readOn(in, read, e -> {
                throw e;
            });
            assertEquals(sent.messages, read);
            assertEquals(2, DeltaFormat.repeatedFrames(in));
        }
    }

    /** The header of the second stream is lost, and its frames have the numbers of frames that came long ago. */
    @Test
    void framesOfAnotherStreamAreNotTakenForRepeatedOnes() {
        WireOptions options = NUMBERED.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        byte[] first = Streams.write(Streams.messages(0, 2_000), options);
        byte[] second = Streams.write(Streams.messages(5_000, 3_000), options);
        int header = EpochHeader.length(second, 0, second.length);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        int end = lastHeader(first);
        bytes.write(first, 0, end);
        bytes.write(second, header, second.length - header);
        List<WireException> errors = new ArrayList<>();
        List<Object> read = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, READING)) {
            Streams.readOn(in, read, e -> errors.add((WireException) e));
        }
        List<Object> all = Streams.messages(0, 2_000);
        all.addAll(Streams.messages(5_000, 3_000));
        assertTrue(Streams.isSubsequence(read, all));
        assertFalse(errors.isEmpty());
    }

    private static int lastHeader(byte[] bytes) {
        int last = -1;
        for (int at = Mark.find(bytes, 0, bytes.length); at >= 0; at = Mark.find(bytes, at + 1, bytes.length)) {
            last = at;
        }
        return last;
    }

    @Test
    void numbersCostOneByteAFrame() {
        List<Object> messages = Streams.messages(0, 100);
        WireOptions each = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        byte[] without = Streams.write(messages, each);
        byte[] with = Streams.write(messages, each.with(DeltaFormat.NUMBERED, true));
        int headers = with.length - without.length - 100;
        assertTrue(headers >= 0 && headers < 10, without.length + " and " + with.length);
    }

    @Test
    void anotherDecoderReadsThem() {
        for (int seed = 0; seed < 200; seed++) {
            Sent sent = send(new SplittableRandom(seed));
            List<Object> read = new ArrayList<>();
            for (IndependentDecoder.Message message : new IndependentDecoder(sent.bytes()).messages()) {
                if (!message.isRepeat()) {
                    read.add(message.tree());
                }
            }
            assertEquals(sent.messages, read, "seed " + seed);
        }
    }

    /** A killed process leaves a torn frame; the next one goes on with the numbers that follow. */
    @Test
    void appendersContinueTheNumbers(@TempDir Path dir) throws IOException {
        byte[] whole =
                Streams.write(Streams.messages(0, 30), NUMBERED.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        int end = lastHeader(whole);
        for (int cut = end - 40; cut <= whole.length; cut++) {
            Path file = dir.resolve("cut" + cut);
            Files.write(file, Arrays.copyOf(whole, cut));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                WireOptions options = FORMAT.repairEnd(channel, NUMBERED, false);
                channel.position(channel.size());
                try (WireOut out = FORMAT.newWriter(Channels.newOutputStream(channel), options)) {
                    Streams.messages(100, 5).forEach(message -> Trees.writeMessage(out, message));
                }
            }
            List<WireException> errors = new ArrayList<>();
            List<Object> read = Streams.readOn(Files.readAllBytes(file), errors);
            assertEquals(List.of(), errors, "cut at " + cut);
            assertEquals(Streams.messages(100, 5), read.subList(read.size() - 5, read.size()));
            assertEquals(Streams.messages(0, read.size() - 5), read.subList(0, read.size() - 5));
        }
    }

    @Test
    void dumpOfNumberedFramesIsOnePart() throws IOException {
        WireOptions options = DeltaFormat.forFile(NUMBERED).with(DeltaFormat.BLOCK_BYTES, 64);
        byte[] dump = Streams.write(Streams.messages(0, 3_000), options);
        List<Object> read = new ArrayList<>();
        Path file = Files.createTempFile("numbered", ".dw");
        try (FileChannel channel = FileChannel.open(Files.write(file, dump))) {
            List<DeltaFormat.Split> splits = DeltaFormat.splits(channel, 4);
            assertEquals(1, splits.size(), "what comes again may be of an earlier part");
            for (DeltaFormat.Split split : splits) {
                try (WireIn in = FORMAT.newReader(FileChannel.open(file), split, WireOptions.DEFAULTS)) {
                    Streams.readOn(in, read, e -> {
                        throw e;
                    });
                }
            }
        } finally {
            Files.delete(file);
        }
        assertEquals(Streams.messages(0, 3_000), read);
    }

    @Test
    void changedByteIsStillAnError() {
        byte[] dump = Streams.write(Streams.messages(0, 30), NUMBERED);
        for (int at = 0; at < dump.length; at++) {
            byte[] changed = dump.clone();
            changed[at] ^= 1;
            assertThrows(WireException.class, () -> readAll(changed), "byte " + at);
        }
    }

    private static void readAll(byte[] bytes) {
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                Trees.readMessage(in);
            }
        }
    }
}
