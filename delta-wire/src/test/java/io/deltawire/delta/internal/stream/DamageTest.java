package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.isSubsequence;
import static io.deltawire.delta.testing.Streams.readOn;
import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
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
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Damage is reported and never guessed over; intact messages are read. */
class DamageTest {
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

    /** The offset of the last epoch. */
    private static int lastStart(byte[] bytes) {
        List<Integer> starts = epochStarts(bytes);
        return starts.get(starts.size() - 2);
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
            if (bytes[frame] > 2 && VarInt.write(damaged, frame, length + 2L) + length == bytes.length) {
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

    /** The stream with a part moved, left out or doubled, as a transport may do. */
    private static byte[] concat(byte[] bytes, int... bounds) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < bounds.length; i += 2) {
            out.write(bytes, bounds[i], bounds[i + 1] - bounds[i]);
        }
        return out.toByteArray();
    }

    @Test
    void everyDuplicateEpochIsReportedAndLosesNothing() {
        List<Object> messages = messages(2000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = epochStarts(bytes);
        assertTrue(starts.size() > 5, "epochs: " + starts.size());
        for (int i = 1; i < starts.size() - 1; i++) {
            byte[] doubled = concat(bytes, 0, starts.get(i + 1), starts.get(i), bytes.length);
            for (WireOptions options : List.of(WireOptions.DEFAULTS, TRUSTING)) {
                List<WireException> errors = new ArrayList<>();
                assertEquals(messages, readOn(doubled, errors, options), "epoch " + i);
                assertEquals(1, errors.size(), errors.toString());
                assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
            }
        }
    }

    @Test
    void messagesOfEveryMissingEpochAreCounted() {
        List<Object> messages = messages(2000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = epochStarts(bytes);
        for (int i = 1; i < starts.size() - 1; i++) {
            byte[] without = concat(bytes, 0, starts.get(i), starts.get(i + 1), bytes.length);
            List<WireException> errors = new ArrayList<>();
            List<Object> read = readOn(without, errors);
            assertEquals(1, errors.size(), errors.toString());
            boolean isLast = i == starts.size() - 2;
            assertTrue(isLast || errors.get(0) instanceof MissingBaseException, errors.toString());
            assertTrue(isLast || 2000 - read.size() == lost(errors), errors.toString());
        }
    }

    /** A connection broke while an epoch was sent; it was sent again, and the end of the first copy came late. */
    @Test
    void tornDuplicateLosesNothing() {
        List<Object> messages = messages(1000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        List<Integer> starts = epochStarts(bytes);
        for (int i = 1; i < Math.min(starts.size() - 1, 3); i++) {
            for (int cut = starts.get(i) + 30; cut < starts.get(i + 1); cut += 7) {
                byte[] torn = concat(bytes, 0, starts.get(i + 1), starts.get(i), cut, starts.get(i + 1), bytes.length);
                for (WireOptions options : List.of(WireOptions.DEFAULTS, TRUSTING)) {
                    List<WireException> errors = new ArrayList<>();
                    String what = "epoch " + i + ", " + (cut - starts.get(i)) + " bytes";
                    assertEquals(messages, readOn(torn, errors, options), what);
                    assertTrue(errors.get(0).getMessage().contains("duplicate"), errors.toString());
                }
            }
        }
    }

    /** Dumps in messages, whole or cut, are never taken for a part of the stream. */
    @Test
    void streamsInMessagesAreNeverRead() {
        byte[] inner = write(messages(100), SMALL_BLOCKS);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            byte[] part = Arrays.copyOf(inner, 1 + i * 31 % inner.length);
            messages.add(Trees.map("id", (long) i % 3, "dump", new Trees.Blob(part)));
        }
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.MESSAGE, DeltaFormat.Flush.BLOCK)) {
            byte[] bytes = write(messages, SMALL_BLOCKS.with(DeltaFormat.FLUSH, flush));
            List<WireException> errors = new ArrayList<>();
            assertEquals(messages, readOn(bytes, errors));
            assertEquals(List.of(), errors);
            SplittableRandom random = new SplittableRandom(4);
            for (int i = 0; i < 300; i++) {
                byte[] damaged = bytes.clone();
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
                assertTrue(isSubsequence(readOn(damaged, errors), messages));
            }
        }
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

    private static List<Integer> epochStarts(byte[] bytes) {
        List<Integer> starts = new ArrayList<>();
        for (int at = Mark.find(bytes, 0, bytes.length); at >= 0; at = Mark.find(bytes, at + 1, bytes.length)) {
            starts.add(at);
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
    void streamCutBetweenTwoEpochsIsTruncated() {
        List<Object> messages = messages(2000);
        byte[] bytes = write(messages, SMALL_BLOCKS);
        byte[] cut = Arrays.copyOf(bytes, epochStarts(bytes).get(2));
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
        assertTrue(e.getMessage().contains("announces up to 65536"), e.getMessage());
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
}
