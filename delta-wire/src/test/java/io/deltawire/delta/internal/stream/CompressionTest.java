package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.readOn;
import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compressed blocks are smaller, need no setting of the reader, and are as safe against damage as others. */
class CompressionTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions COMPRESSED = WireOptions.DEFAULTS
            .with(WireOptions.KEY_FIELDS, List.of("id"))
            .with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE);

    @TempDir
    Path dir;

    private static List<Object> messages(int count) {
        SplittableRandom random = new SplittableRandom(8);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(Trees.map("id", (long) i % 5, "n", (long) random.nextInt(4), "text", "t" + random.nextInt(3)));
        }
        return messages;
    }

    @Test
    void compressedBlocksAreSmallerAndRoundTrip() {
        List<Object> messages = messages(50_000);
        WireOptions blocks = COMPRESSED.with(DeltaFormat.BLOCK_BYTES, 20_000);
        byte[] plain = write(messages, blocks.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.NONE));
        byte[] packed = write(messages, blocks);
        assertTrue(packed.length < plain.length * 3 / 4, packed.length + " of " + plain.length);
        assertTrue(plain.length > 60_000, "blocks");
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust);
            assertEquals(messages, Trees.readAll(FORMAT.newReader(packed, options)), trust.toString());
            assertEquals(messages, Trees.readAll(FORMAT.newReader(new ByteArrayInputStream(packed), options)));
        }
    }

    @Test
    void aMessageFlushedAloneIsStored() {
        List<Object> messages = messages(300);
        WireOptions flushed = COMPRESSED.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        byte[] packed = write(messages, flushed);
        assertEquals(messages, Trees.readAll(FORMAT.newReader(packed, WireOptions.DEFAULTS)));
        int plain = write(messages, flushed.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.NONE)).length;
        assertTrue(packed.length <= plain + messages.size(), packed.length + " of " + plain);
    }

    @Test
    void cutsAndFlippedBitsAreErrorsAndNeverWrongRecords() {
        List<Object> messages = messages(120);
        byte[] bytes = write(messages, COMPRESSED.with(DeltaFormat.BLOCK_BYTES, 120));
        for (int i = 0; i < bytes.length; i++) {
            for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
                List<WireException> errors = new ArrayList<>();
                List<Object> read = readOn(
                        Arrays.copyOf(bytes, i), errors, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
                assertEquals(messages.subList(0, read.size()), read, trust + ", first " + i);
                if (trust == DeltaFormat.ReadMode.CHECKED && i > 0) {
                    assertInstanceOf(TruncatedWireException.class, errors.get(0));
                }
            }
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = bytes.clone();
                flipped[i] ^= (byte) (1 << bit);
                List<WireException> errors = new ArrayList<>();
                List<Object> read = readOn(
                        flipped,
                        errors,
                        WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.CHECKED));
                assertFalse(errors.isEmpty(), "byte " + i);
                assertTrue(isPart(read, messages), "byte " + i);
            }
        }
    }

    @Test
    void dumpCutAtAnyByteCanBeAppendedTo() throws IOException {
        List<Object> messages = messages(400);
        byte[] bytes = write(messages, COMPRESSED.with(DeltaFormat.BLOCK_BYTES, 300));
        Path file = dir.resolve("cut.dw");
        for (int length = 0; length < bytes.length; length += 3) {
            Files.write(file, Arrays.copyOf(bytes, length));
            try (WireOut out = new DeltaFormat().newAppender(file, COMPRESSED)) {
                messages.subList(0, 20).forEach(message -> Trees.writeMessage(out, message));
            }
            List<Object> read = Trees.readAll(FORMAT.newReader(Files.readAllBytes(file), WireOptions.DEFAULTS));
            int whole = read.size() - 20;
            assertEquals(messages.subList(0, whole), read.subList(0, whole), "first " + length + " bytes");
            assertEquals(messages.subList(0, 20), read.subList(whole, read.size()), "first " + length + " bytes");
        }
    }

    @Test
    void frameThatInflatesBeyondTheLimitIsRefused() {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(Trees.map(
                    "id", (long) i, "text", String.valueOf((char) ('a' + i)).repeat(10_000)));
        }
        byte[] bytes = write(messages, COMPRESSED.with(DeltaFormat.BLOCK_BYTES, 1 << 20));
        assertTrue(bytes.length < 3_000, "bytes: " + bytes.length);
        List<WireException> errors = new ArrayList<>();
        WireLimits small = WireLimits.DEFAULTS.withMaxMessageBytes(20_000);
        WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS.with(WireOptions.LIMITS, small));
        try {
            in.nextMessage();
        } catch (WireException e) {
            errors.add(e);
        }
        assertTrue(errors.get(0).getMessage().contains("to inflate to at most 40000"), errors.toString());
    }

    private static boolean isPart(List<Object> part, List<Object> whole) {
        int i = 0;
        for (Object message : whole) {
            if (i < part.size() && part.get(i).equals(message)) {
                i++;
            }
        }
        return i == part.size();
    }
}
