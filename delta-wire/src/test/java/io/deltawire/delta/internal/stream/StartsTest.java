package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.DeltaFormat.StartPoint;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds where reading can begin in the middle of a dump. */
class StartsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions SMALL_BLOCKS =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 300);

    @TempDir
    Path dir;

    private static List<Object> messages(int from, int count) {
        List<Object> messages = new ArrayList<>();
        for (long i = from; i < from + count; i++) {
            messages.add(Trees.map("id", i % 3, "n", i, "text", "x" + i * i));
        }
        return messages;
    }

    private List<StartPoint> starts(byte[] bytes) throws IOException {
        Path file = Files.write(dir.resolve("a.dw"), bytes);
        try (FileChannel channel = FileChannel.open(file)) {
            return DeltaFormat.startPoints(channel);
        }
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    @Test
    void readingFromEachStartReturnsTheMessagesAfterIt() throws IOException {
        List<Object> messages = messages(0, 3000);
        byte[] first = write(messages.subList(0, 1000), SMALL_BLOCKS);
        byte[] second =
                write(messages.subList(1000, 3000), SMALL_BLOCKS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        byte[] bytes = join(first, second);
        List<StartPoint> starts = starts(bytes);
        assertEquals(new StartPoint(0, 0, 0, false), starts.get(0));
        assertTrue(starts.contains(new StartPoint(first.length, 1000, 0, false)), starts.toString());
        assertTrue(starts.size() > 6, starts.toString());
        for (StartPoint start : starts) {
            int offset = (int) start.offset();
            InputBuffer in =
                    InputBuffer.of(new ByteArrayInputStream(bytes, offset, bytes.length - offset), start.offset());
            WireIn reader = FORMAT.newReader(in, WireOptions.DEFAULTS);
            assertTrue(reader.nextMessage());
            assertTrue(reader.messageOffset() > start.offset() && reader.messageOffset() < start.offset() + 100);
            assertEquals(messages.get((int) start.messages()), Trees.readMessage(reader));
            assertEquals(messages.subList((int) start.messages() + 1, messages.size()), Trees.readAll(reader));
        }
    }

    @Test
    void startIsFoundOnlyAtItsOffset() throws IOException {
        byte[] bytes = write(messages(0, 2000), SMALL_BLOCKS);
        List<StartPoint> starts = starts(bytes);
        Path file = dir.resolve("a.dw");
        List<StartPoint> found = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            for (int offset = -1; offset < bytes.length + 100; offset++) {
                StartPoint start = DeltaFormat.startPointAt(channel, offset);
                if (start != null) {
                    found.add(start);
                }
            }
        }
        assertEquals(
                starts.stream()
                        .map(s -> new StartPoint(s.offset(), -1, s.sequence(), s.isNumbered()))
                        .toList(),
                found);
    }

    @Test
    void startsEndWhereTheNumberOfMessagesIsUnknown() throws IOException {
        byte[] whole = write(messages(0, 500), SMALL_BLOCKS);
        byte[] withoutEnd = Arrays.copyOf(whole, whole.length - 8);
        int alone = starts(withoutEnd).size();
        assertEquals(starts(whole).size(), alone);
        assertEquals(alone, starts(join(withoutEnd, whole)).size());
        assertEquals(List.of(), starts("no dump at all".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        assertEquals(List.of(), starts(new byte[0]));
    }

    @Test
    void everyCutAndEveryChangedByteEndsTheScanWithoutHarm() throws IOException {
        byte[] bytes = write(messages(0, 40), SMALL_BLOCKS);
        for (int i = 0; i < bytes.length; i++) {
            starts(Arrays.copyOf(bytes, i));
            byte[] changed = bytes.clone();
            changed[i] ^= (byte) (1 + i % 255);
            for (StartPoint start : starts(changed)) {
                assertTrue(start.offset() < bytes.length && start.messages() >= 0);
            }
        }
    }

    @Test
    void lengthBeyondAnyFileEndsTheScan() throws IOException {
        byte[] whole = write(messages(0, 40), SMALL_BLOCKS);
        byte[] withoutEnd = Arrays.copyOf(whole, whole.length - write(List.of(), SMALL_BLOCKS).length);
        Path file = dir.resolve("long.dw");
        for (int bits = 20; bits < 64; bits++) {
            byte[] length = new byte[VarInt.MAX_BYTES];
            VarInt.write(length, 0, 1L << bits);
            byte[] damaged = join(withoutEnd, length);
            assertEquals(starts(whole), starts(damaged), bits + " bits");
            Files.write(file, damaged);
            new DeltaFormat().newAppender(file, SMALL_BLOCKS).close();
            try (FileChannel channel = FileChannel.open(file)) {
                assertNull(DeltaFormat.startPointAt(channel, 1L << Math.min(bits, 62)));
            }
        }
    }

    @Test
    void blockWithEmptyStateAfterAGapLosesNothing() throws IOException {
        List<Object> messages = messages(0, 3000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<StartPoint> starts = starts(bytes);
        StartPoint lost = starts.get(1);
        StartPoint next = starts.get(2);
        byte[] gap = join(
                Arrays.copyOf(bytes, (int) lost.offset()),
                Arrays.copyOfRange(bytes, (int) next.offset(), bytes.length));
        List<Object> expected = new ArrayList<>(messages.subList(0, (int) lost.messages()));
        expected.addAll(messages.subList((int) next.messages(), messages.size()));

        List<Object> read = new ArrayList<>();
        List<WireException> errors = new ArrayList<>();
        WireIn in = FORMAT.newReader(gap, WireOptions.DEFAULTS);
        boolean more = true;
        while (more) {
            try {
                more = in.nextMessage();
                if (more) {
                    read.add(Trees.readMessage(in));
                }
            } catch (WireException e) {
                errors.add(e);
            }
        }
        assertEquals(1, errors.size());
        assertInstanceOf(MissingBaseException.class, errors.get(0));
        assertEquals(
                "delta: " + (next.messages() - lost.messages()) + " messages are missing before this epoch at byte "
                        + lost.offset() + " (0x" + Long.toHexString(lost.offset()) + ")",
                errors.get(0).getMessage());
        assertEquals(expected, read);
    }
}
