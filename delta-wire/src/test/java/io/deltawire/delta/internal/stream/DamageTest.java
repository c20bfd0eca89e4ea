package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.isSubsequence;
import static io.deltawire.delta.testing.Streams.readOn;
import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.VarInt;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Damage is reported and never guessed over; intact messages are read. */
class DamageTest {
    private static final byte[] SYNC = ContainerCodes.sync();

    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions SMALL_BLOCKS =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 300);

    private static final WireOptions TRUSTING =
            WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED);

    private static List<Object> messages(int count) {
        SplittableRandom random = new SplittableRandom(5);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(Trees.map(
                    "id",
                    (long) random.nextInt(3),
                    "n",
                    (long) i,
                    "price",
                    random.nextInt(10_000) / 100.0,
                    "v",
                    "v" + i % 7));
        }
        return messages;
    }

    /** Reads past every error and collects the errors in a list. */
    @Test
    void damageLosesTheBlocksUpToTheNextReset() {
        List<Object> messages = messages(2000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        SplittableRandom random = new SplittableRandom(1);
        int least = messages.size();
        for (int i = 0; i < 300; i++) {
            byte[] damaged = bytes.clone();
            int at = random.nextInt(damaged.length);
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            List<WireException> errors = new ArrayList<>();
            List<Object> read = readOn(damaged, errors);
            assertFalse(errors.isEmpty(), "byte " + at);
            assertTrue(isSubsequence(read, messages), "byte " + at);
            least = Math.min(least, read.size());
        }
        assertTrue(least > messages.size() / 2, "least: " + least);
    }

    /** The number of lost messages according to the errors. */
    private static long lost(List<WireException> errors) {
        long lost = 0;
        for (WireException e : errors) {
            Matcher count = Pattern.compile("(\\d+) messages? (is|are) missing").matcher(e.getMessage());
            lost += count.find() ? Long.parseLong(count.group(1)) : 0;
        }
        return lost;
    }

    /** The offset of the last block with empty state. */
    private static int lastStart(byte[] bytes) {
        int last = -1;
        for (int i = 0; i < bytes.length - SYNC.length - 1; i++) {
            boolean isReset = bytes[i + SYNC.length + 1] == ContainerCodes.RESET;
            last = isReset && Arrays.mismatch(bytes, i, i + SYNC.length, SYNC, 0, SYNC.length) < 0 ? i : last;
        }
        return last;
    }

    /** A length past the end is damage and no truncation, because good blocks follow it. */
    @Test
    void lengthThatLeadsPastTheEndOfTheInputIsDamage() {
        List<Object> messages = messages(600);
        byte[] bytes = write(messages, SMALL_BLOCKS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        List<Integer> frames = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                frames.add((int) in.messageOffset() - 1);
            }
        }
        int lastStart = lastStart(bytes);
        for (int frame : frames.stream().filter(each -> each < lastStart).toList()) {
            byte[] damaged = bytes.clone();
            int length = bytes.length - frame;
            length -= VarInt.size(length);
            length += VarInt.size(length) < VarInt.size(bytes.length - frame) ? 1 : 0;
            if (bytes[frame] > 0 && VarInt.write(damaged, frame, length) + length == bytes.length) {
                List<WireException> errors = new ArrayList<>();
                List<Object> read = readOn(damaged, errors);
                assertFalse(errors.get(0) instanceof TruncatedWireException, frame + ": " + errors.get(0));
                assertTrue(isSubsequence(read, messages), "frame " + frame);
                assertTrue(
                        frame > bytes.length / 2 || read.size() > messages.size() / 3,
                        "frame " + frame + ": " + read.size());
            }
        }
    }

    @Test
    void messagesLostByDamageAreCountedExactly() {
        List<Object> messages = messages(2000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        SplittableRandom random = new SplittableRandom(2);
        int recovered = 0;
        for (int i = 0; i < 300; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            List<WireException> errors = new ArrayList<>();
            List<Object> read = readOn(damaged, errors);
            if (!read.isEmpty() && read.get(read.size() - 1).equals(messages.get(1999)) && read.size() < 2000) {
                assertEquals(messages.size() - read.size(), lost(errors), errors.toString());
                recovered++;
            }
        }
        assertTrue(recovered > 200, "recovered: " + recovered);
    }

    @Test
    void everyDuplicateBlockIsReportedAndLosesNothing() {
        List<Object> messages = messages(600);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = blockStarts(bytes);
        for (int block = 1; block < starts.size() - 1; block++) {
            int length = starts.get(block + 1) - starts.get(block);
            byte[] doubled = new byte[bytes.length + length];
            System.arraycopy(bytes, 0, doubled, 0, starts.get(block + 1));
            System.arraycopy(
                    bytes, starts.get(block), doubled, starts.get(block + 1), bytes.length - starts.get(block));
            for (WireOptions options : List.of(WireOptions.DEFAULTS, TRUSTING)) {
                List<WireException> errors = new ArrayList<>();
                assertEquals(messages, readOn(doubled, errors, options), "block " + block);
                assertEquals(1, errors.size(), errors.toString());
                assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
            }
        }
    }

    @Test
    void messagesOfEveryMissingBlockAreCounted() {
        List<Object> messages = messages(600);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = blockStarts(bytes);
        int counted = 0;
        for (int block = 1; block < starts.size() - 1; block++) {
            byte[] without = new byte[bytes.length - (starts.get(block + 1) - starts.get(block))];
            System.arraycopy(bytes, 0, without, 0, starts.get(block));
            System.arraycopy(
                    bytes, starts.get(block + 1), without, starts.get(block), bytes.length - starts.get(block + 1));
            List<WireException> errors = new ArrayList<>();
            List<Object> read = readOn(without, errors);
            assertTrue(errors.get(0) instanceof MissingBaseException, errors.toString());
            // The first error reports the gap, the next one everything lost up to the next start.
            if (read.get(read.size() - 1).equals(messages.get(599))) {
                assertEquals(600 - read.size(), lost(errors.subList(errors.size() - 1, errors.size())));
                counted++;
            }
        }
        assertTrue(counted > 3, "counted: " + counted);
    }

    @Test
    void blocksLargerThanTheWindowAreCheckedFromAStream() {
        List<Object> messages = messages(60_000);
        byte[] bytes = write(messages, SMALL_BLOCKS.with(DeltaFormat.BLOCK_BYTES, 1 << 18));
        assertTrue(bytes.length > 1 << 18, "bytes: " + bytes.length);
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            WireIn in = FORMAT.newReader(
                    new java.io.ByteArrayInputStream(bytes), WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
            assertEquals(messages, Trees.readAll(in));
        }
    }

    @Test
    void missingBlockIsReported() {
        List<Object> messages = messages(600);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = blockStarts(bytes);
        assertTrue(starts.size() > 6, "blocks: " + starts.size());
        byte[] without = new byte[bytes.length - (starts.get(4) - starts.get(3))];
        System.arraycopy(bytes, 0, without, 0, starts.get(3));
        System.arraycopy(bytes, starts.get(4), without, starts.get(3), bytes.length - starts.get(4));
        List<WireException> errors = new ArrayList<>();
        List<Object> read = readOn(without, errors);
        assertTrue(errors.get(0).getMessage().contains("messages are missing before this block"), errors.toString());
        assertTrue(isSubsequence(read, messages));
    }

    @Test
    void duplicateBlockIsReported() {
        List<Object> messages = messages(600);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = blockStarts(bytes);
        int length = starts.get(4) - starts.get(3);
        byte[] doubled = new byte[bytes.length + length];
        System.arraycopy(bytes, 0, doubled, 0, starts.get(4));
        System.arraycopy(bytes, starts.get(3), doubled, starts.get(4), bytes.length - starts.get(3));
        List<WireException> errors = new ArrayList<>();
        readOn(doubled, errors);
        assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
    }

    /** A connection broke while a block was sent; the block was sent again, and the end of the first copy came late. */
    @Test
    void tornDuplicateLosesNothing() {
        List<Object> messages = messages(300);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = blockStarts(bytes);
        for (int block = 1; block < Math.min(starts.size() - 1, 6); block++) {
            int end = starts.get(block + 1);
            for (int cut = starts.get(block) + 26; cut < end; cut++) {
                byte[] torn = HandMadeStreams.concat(
                        Arrays.copyOf(bytes, end),
                        Arrays.copyOfRange(bytes, starts.get(block), cut),
                        Arrays.copyOfRange(bytes, end, bytes.length));
                for (WireOptions options : List.of(WireOptions.DEFAULTS, TRUSTING)) {
                    List<WireException> errors = new ArrayList<>();
                    String what = "block " + block + ", " + (cut - starts.get(block)) + " bytes";
                    assertEquals(messages, readOn(torn, errors, options), what);
                    assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
                }
            }
        }
    }

    private static List<Integer> blockStarts(byte[] bytes) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i + SYNC.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + SYNC.length, SYNC, 0, SYNC.length)) {
                starts.add(i);
            }
        }
        return starts;
    }

    @Test
    void concatenatedStreamsAreRead() {
        List<Object> messages = messages(100);
        byte[] once = write(messages, SMALL_BLOCKS);
        byte[] twice = Arrays.copyOf(once, 2 * once.length);
        System.arraycopy(once, 0, twice, once.length, once.length);
        List<Object> expected = new ArrayList<>(messages);
        expected.addAll(messages);
        List<WireException> errors = new ArrayList<>();
        assertEquals(expected, readOn(twice, errors));
        assertEquals(List.of(), errors);
    }

    @Test
    void tailWithoutChecksumIsReportedUnlessTrusted() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = FORMAT.newWriter(
                bytes,
                SMALL_BLOCKS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE).with(DeltaFormat.BLOCK_BYTES, 5000));
        List<Object> messages = messages(20);
        messages.subList(0, 15).forEach(message -> Trees.writeMessage(out, message));
        out.flush();
        messages.subList(15, 20).forEach(message -> Trees.writeMessage(out, message));
        byte[] open = bytes.toByteArray();

        List<WireException> errors = new ArrayList<>();
        assertEquals(messages.subList(0, 15), readOn(open, errors));
        assertTrue(errors.get(0) instanceof TruncatedWireException, errors.toString());
        WireIn trusting = FORMAT.newReader(
                open, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
        assertEquals(messages, Trees.readAll(trusting));
        out.close();
    }

    @Test
    void streamCutBetweenTwoBlocksIsTruncated() {
        List<Object> messages = messages(600);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        byte[] cut = Arrays.copyOf(bytes, blockStarts(bytes).get(4));
        List<WireException> errors = new ArrayList<>();
        List<Object> read = readOn(cut, errors);
        assertTrue(isSubsequence(read, messages) && read.size() > 50, "read: " + read.size());
        assertEquals(1, errors.size());
        assertTrue(errors.get(0).getMessage().contains("the input ends without an end mark"), errors.toString());
    }

    @Test
    void readerOfBytesSeesEachMessageImmediately() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS);
        WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
        assertFalse(in.nextMessage());
        for (Object message : messages(200)) {
            Trees.writeMessage(out, message);
            assertTrue(in.nextMessage());
            assertEquals(message, Trees.readMessage(in));
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void unknownKeyFieldNamesTheFieldsThereAre() {
        WireDataException e = assertThrows(
                WireDataException.class,
                () -> write(messages(1), WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("simbol"))));
        assertEquals("delta: expected the key field \"simbol\" but the message has: id, n, price, v", e.getMessage());
        WireOptions lenient = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, List.of("greeting"))
                .with(DeltaFormat.UNSEEN_KEY_FIELDS, DeltaFormat.UnseenKeyFields.ABSENT);
        assertEquals(
                messages(20),
                Trees.readAll(FORMAT.newReader(
                        new java.io.ByteArrayInputStream(write(messages(20), lenient)), WireOptions.DEFAULTS)));
    }

    @Test
    void messagesBeyondTheKeyLimitAreWrittenInFull() {
        WireLimits few = WireLimits.DEFAULTS.withMaxKeys(5, 1 << 20);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            messages.add(Trees.map("id", (long) i % 20, "n", (long) i));
        }
        byte[] bytes = write(messages, SMALL_BLOCKS.with(WireOptions.LIMITS, few));
        List<WireException> errors = new ArrayList<>();
        assertEquals(messages, readOn(bytes, errors));
        WireIn strict =
                FORMAT.newReader(write(messages, SMALL_BLOCKS), WireOptions.DEFAULTS.with(WireOptions.LIMITS, few));
        MalformedWireException e = assertThrows(MalformedWireException.class, strict::nextMessage);
        assertTrue(e.getMessage().contains("announces 65536"), e.getMessage());
    }

    @Test
    void messageOverTheLimitIsRefusedAndTheStreamContinues() {
        WireLimits small = new WireLimits(100, 2000, 1 << 20, 1000, 1024, 1000, 1 << 20, 50, 10);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> written = new ArrayList<>();
        try (WireOut out = FORMAT.newWriter(bytes, SMALL_BLOCKS.with(WireOptions.LIMITS, small))) {
            for (Object message : messages(50)) {
                Trees.writeMessage(out, message);
                written.add(message);
                assertThrows(
                        WireDataException.class,
                        () -> Trees.writeMessage(out, Trees.map("id", 1L, "text", "x".repeat(3000) + message)));
            }
        }
        List<WireException> errors = new ArrayList<>();
        assertEquals(written, readOn(bytes.toByteArray(), errors));
        assertEquals(List.of(), errors);
    }

    @Test
    void streamAfterATargetFailureNeedsNothingBefore() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean[] full = {false};
        OutputStream target = new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("bytes are handed over in bulk");
            }

            @Override
            public void write(byte[] b, int off, int len) throws IOException {
                if (full[0]) {
                    throw new IOException("no space left");
                }
                bytes.write(b, off, len);
            }
        };
        List<Object> messages = messages(60);
        WireOut out = FORMAT.newWriter(target, SMALL_BLOCKS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        List<Object> written = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Object message = messages.get(i);
            full[0] = i >= 20 && i < 25;
            if (full[0]) {
                assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, message));
                out.cancelMessage();
            } else {
                Trees.writeMessage(out, message);
                written.add(message);
            }
        }
        out.close();
        WireIn in = FORMAT.newReader(
                bytes.toByteArray(), WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
        assertEquals(written, Trees.readAll(in));
    }

    @Test
    void longStreamOfNewFieldsIsBounded() {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            Object[] fields = new Object[40];
            for (int j = 0; j < 20; j++) {
                fields[2 * j] = "f" + (i * 20 + j);
                fields[2 * j + 1] = (long) j;
            }
            messages.add(Trees.map(fields));
        }
        byte[] bytes = write(messages, WireOptions.DEFAULTS);
        List<WireException> errors = new ArrayList<>();
        assertEquals(messages, readOn(bytes, errors));
    }

    @Test
    void damagedLengthInADuplicateEndsAtTheNextBlock() {
        String first = "00444c54570101000000000000e8078080400a2a6f6a11c00002080161080162c2003d0307020704000121f297e9";
        String second = "00444c54570100000000000001e80780804023952eb4033d01020001d5dbe005";
        String damaged = "00444c54570100000000000001e80780804023952eb4ff7f3d01020001d5dbe005";
        String third = "00444c54570101000100000002e8078080406cf1b57a11c00002080161080162c2003d0307020704000121f297e9";
        byte[] bytes = HexFormat.of().parseHex(first + second + damaged + third + "00030317f8d347");
        List<WireException> errors = new ArrayList<>();
        List<Object> read = readOn(bytes, errors);
        assertEquals(3, read.size(), errors.toString());
        assertEquals(read.get(0), read.get(2));
        assertEquals(1, errors.size(), errors.toString());
        assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
        // If the block after it is not the expected one, something is missing.
        errors.clear();
        String later = "00444c54570101000100000009e8078080402c2f20e511c00002080161080162c2003d0307020704000121f297e9";
        readOn(HexFormat.of().parseHex(first + second + damaged + later), errors);
        assertTrue(errors.size() > 1, errors.toString());
        assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
        // If nothing good follows, the input is cut off there.
        errors.clear();
        readOn(HexFormat.of().parseHex(first + second + damaged), errors);
        assertTrue(errors.get(errors.size() - 1) instanceof TruncatedWireException, errors.toString());
    }
}
