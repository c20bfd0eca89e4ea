package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.VectorTables;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A {@code Bytes} is filled with parts of any size, as from a socket. An incomplete message is no message yet. */
class PartialInputTest {
    private static final Path VECTORS = Path.of(System.getProperty("projectDir"), "vectors", "delta");
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final List<DeltaFormat.ReadMode> LIVE = List.of(
            DeltaFormat.ReadMode.AUTO,
            DeltaFormat.ReadMode.LIVE,
            DeltaFormat.ReadMode.UNCHECKED,
            DeltaFormat.ReadMode.CHECKED);

    /** Makes space in a {@code Bytes} when a part has been read completely. */
    private static final List<Consumer<Bytes<?>>> ROOM = List.of(
            bytes -> {}, Bytes::compact, PartialInputTest::clearOrCompact, PartialInputTest::moveAfterForeignBytes);

    private static void clearOrCompact(Bytes<?> bytes) {
        if (bytes.readRemaining() == 0) {
            bytes.clear();
        } else {
            bytes.compact();
        }
    }

    /** Leaves bytes of another protocol before each part. */
    private static void moveAfterForeignBytes(Bytes<?> bytes) {
        byte[] left = bytes.toByteArray();
        bytes.clear();
        bytes.append("head".repeat(left.length % 3 + 1));
        bytes.readPosition(bytes.writePosition());
        bytes.write(left);
    }

    @TestFactory
    Stream<DynamicTest> everyVectorInPartsOfAnySize() throws IOException {
        return VectorTables.streams(VECTORS).stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getParent().getFileName().toString(), () -> check(bytesOf(file), WireOptions.DEFAULTS)));
    }

    private static byte[] bytesOf(Path file) throws IOException {
        return HexFormat.of()
                .parseHex(Files.readString(file)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .collect(Collectors.joining()));
    }

    @TestFactory
    Stream<DynamicTest> everyFlushPolicy() {
        List<DynamicTest> tests = new ArrayList<>();
        for (DeltaFormat.Flush flush : DeltaFormat.Flush.values()) {
            for (DeltaFormat.Compression compression : DeltaFormat.Compression.values()) {
                for (int blockBytes : new int[] {50, 700, 1 << 16}) {
                    WireOptions options = WireOptions.DEFAULTS
                            .with(WireOptions.KEY_FIELDS, List.of("id"))
                            .with(DeltaFormat.FLUSH, flush)
                            .with(DeltaFormat.FLUSH_BYTES, blockBytes == 700 ? 40 : Integer.MAX_VALUE)
                            .with(DeltaFormat.COMPRESSION, compression)
                            .with(DeltaFormat.BLOCK_BYTES, blockBytes);
                    tests.add(DynamicTest.dynamicTest(
                            flush + " " + compression + " " + blockBytes, () -> check(written(options), options)));
                }
            }
        }
        return tests.stream();
    }

    private static byte[] written(WireOptions options) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        SplittableRandom random = new SplittableRandom(7);
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            for (long i = 0; i < 150; i++) {
                Object text = i % 40 == 3 ? "long ".repeat(100) : "t" + random.nextInt(9);
                Trees.writeMessage(out, Trees.map("id", i % 7, "text", text, "price", random.nextInt(1000) / 100.0));
                if (i % 50 == 20) {
                    out.flush();
                } else if (i == 75) {
                    out.keyFrame();
                }
            }
        }
        byte[] all = new byte[(int) bytes.readRemaining()];
        bytes.read(all);
        return all;
    }

    private static void check(byte[] all, WireOptions options) {
        List<Object> whole = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(all, options)) {
            while (in.nextMessage()) {
                whole.add(Trees.readMessage(in));
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        for (DeltaFormat.ReadMode trust : LIVE) {
            WireOptions of = options.with(DeltaFormat.READ_MODE, trust);
            for (int i = 0; i < ROOM.size(); i++) {
                Consumer<Bytes<?>> room = ROOM.get(i);
                String what = trust + ", room " + i + ", at most ";
                assertEquals(whole, fed(Bytes.allocateElasticOnHeap(16), all, of, left -> 1, room), what + 1);
                for (int max : new int[] {2, 9, 60, 500, 1 << 20}) {
                    IntUnaryOperator part = left -> random.nextInt(Math.min(left, max) + 1);
                    assertEquals(whole, fed(Bytes.allocateElasticOnHeap(16), all, of, part, room), what + max);
                    Bytes<?> direct = Bytes.allocateElasticDirect();
                    assertEquals(whole, fed(direct, all, of, part, room), what + max + ", native");
                    direct.releaseLast();
                }
            }
        }
    }

    /** Reads whenever a part has arrived. What is present must never be an error. */
    private static List<Object> fed(
            Bytes<?> bytes, byte[] all, WireOptions options, IntUnaryOperator part, Consumer<Bytes<?>> room) {
        List<Object> messages = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            for (int at = 0; at < all.length; ) {
                int length = part.applyAsInt(all.length - at);
                bytes.write(all, at, length);
                at += length;
                readAll(in, messages);
                assertFalse(at < all.length - 20 && DeltaFormat.isEnded(in) && bytes.readRemaining() > 0);
                room.accept(bytes);
            }
            assertTrue(DeltaFormat.isEnded(in));
            assertEquals(0, DeltaFormat.missingBefore(in).messages());
        }
        assertEquals(0, bytes.readRemaining());
        return messages;
    }

    private static void readAll(WireIn in, List<Object> messages) {
        while (in.nextMessage()) {
            messages.add(Trees.readMessage(in));
        }
    }

    @Test
    void completeMessagesAreReturnedImmediately() {
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
        Bytes<?> written = Bytes.allocateElasticOnHeap();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(written, options);
        WireIn in = FORMAT.newReader(bytes, options);
        for (long i = 0; i < 3000; i++) {
            // Some frames have a length of two bytes, and some of these frames are torn between the two.
            Object text = i % 3 == 0 ? "x".repeat(200 + (int) (i % 5)) + i : "t";
            Trees.writeMessage(out, Trees.map("id", i % 2, "text", text));
            int length = (int) written.readRemaining();
            byte[] message = new byte[length];
            written.read(message);
            int torn = (int) (1 + i % Math.min(length, 4)) % length;
            bytes.write(message, 0, torn);
            assertFalse(in.nextMessage());
            assertFalse(in.nextMessage());
            assertTrue(bytes.readRemaining() >= 0);
            bytes.write(message, torn, length - torn);
            assertTrue(in.nextMessage(), "message " + i);
            assertEquals(Trees.map("id", i % 2, "text", text), Trees.readMessage(in));
            assertFalse(DeltaFormat.isEnded(in));
        }
        assertFalse(in.nextMessage());
        out.close();
        assertFalse(in.nextMessage());
        assertFalse(DeltaFormat.isEnded(in));
        bytes.write(written);
        assertFalse(in.nextMessage());
        assertTrue(DeltaFormat.isEnded(in));
    }

    @Test
    void readingContinuesAfterDamageThatArrivedInParts() {
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, List.of("id"))
                .with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK)
                .with(DeltaFormat.BLOCK_BYTES, 50);
        byte[] all = written(options);
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            byte[] damaged = all.clone();
            int at = random.nextInt(all.length);
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            for (DeltaFormat.ReadMode trust : List.of(DeltaFormat.ReadMode.LIVE, DeltaFormat.ReadMode.CHECKED)) {
                WireOptions of = options.with(DeltaFormat.READ_MODE, trust);
                long seed = random.nextLong();
                List<String> errors = new ArrayList<>();
                List<Object> parts = fedDamaged(damaged, of, partSizes(seed), bytes -> {}, errors);
                String what = trust + ", byte " + at;
                if (trust == DeltaFormat.ReadMode.CHECKED) {
                    assertEquals(fedDamaged(damaged, of, left -> left, bytes -> {}, new ArrayList<>()), parts, what);
                }
                if (at < all.length / 3) {
                    assertTrue(parts.size() >= 150 - 75, what + ": " + parts.size());
                }
                for (Consumer<Bytes<?>> room : ROOM) {
                    List<String> errorsWithRoom = new ArrayList<>();
                    assertEquals(parts, fedDamaged(damaged, of, partSizes(seed), room, errorsWithRoom), what);
                    assertEquals(errors, errorsWithRoom, what);
                }
            }
        }
    }

    private static IntUnaryOperator partSizes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return left -> random.nextInt(Math.min(30, left) + 1);
    }

    private static List<Object> fedDamaged(
            byte[] damaged, WireOptions options, IntUnaryOperator part, Consumer<Bytes<?>> room, List<String> errors) {
        List<Object> messages = new ArrayList<>();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            for (int at = 0; at < damaged.length; ) {
                int length = part.applyAsInt(damaged.length - at);
                bytes.write(damaged, at, length);
                at += length;
                for (boolean more = true; more; ) {
                    try {
                        more = in.nextMessage();
                        if (more) {
                            messages.add(Trees.readMessage(in));
                        }
                    } catch (WireException e) {
                        errors.add(e.getMessage());
                    }
                }
                room.accept(bytes);
            }
        }
        assertTrue(errors.size() < 10, errors.size() + " errors");
        return messages;
    }

    @Test
    void incompleteEndMayBeWrittenAgain() {
        byte[] all = written(WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        Bytes<?> whole = Bytes.wrapForRead(all);
        List<Object> expected = new ArrayList<>();
        readAll(FORMAT.newReader(whole, WireOptions.DEFAULTS), expected);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
        List<Object> messages = new ArrayList<>();
        for (int at = 0; at < all.length; ) {
            int length = Math.min(5, all.length - at);
            bytes.write(all, at, length);
            at += length;
            readAll(in, messages);
            if (bytes.readRemaining() > 1) {
                bytes.writePosition(bytes.writePosition() - 1);
                at--;
                readAll(in, messages);
            }
            bytes.compact();
        }
        assertEquals(expected, messages);
    }

    @Test
    void removingUnreadBytesIsReported() {
        byte[] all = written(WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        int half = all.length / 2;
        for (Bytes<?> bytes : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
            for (int torn = 0; torn < 300; torn++) {
                bytes.clear();
                WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
                bytes.write(all, 0, half + torn);
                readAll(in, new ArrayList<>());
                long left = bytes.readRemaining();
                bytes.clear();
                bytes.write(all, half + torn, all.length - half - torn);
                if (left == 0) {
                    readAll(in, new ArrayList<>());
                    assertTrue(DeltaFormat.isEnded(in));
                } else {
                    assertThrows(IllegalStateException.class, in::nextMessage, left + " bytes are gone");
                }

                bytes.clear();
                WireIn inMidst = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
                bytes.write(all, 0, half + torn);
                for (int i = 0; i <= torn % 20; i++) {
                    assertTrue(inMidst.nextMessage());
                }
                bytes.readPosition(bytes.readPosition() == torn ? torn + 1 : torn);
                assertThrows(IllegalStateException.class, () -> readAll(inMidst, new ArrayList<>()));
            }
            bytes.releaseLast();
        }
    }

    @Test
    void missingEndBeforeAnotherStreamIsReported() {
        Bytes<?> written = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(written, WireOptions.DEFAULTS);
        Trees.writeMessage(out, "first");
        out.flush();
        byte[] cut = written.toByteArray();
        out.close();
        byte[] whole = written.toByteArray();
        byte[] end = Arrays.copyOfRange(whole, cut.length, whole.length);
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.CHECKED);

        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireIn in = FORMAT.newReader(bytes, options);
        bytes.write(cut);
        readAll(in, new ArrayList<>());
        assertFalse(in.nextMessage(), "the end mark may still come");
        bytes.write(whole);
        assertThrows(MalformedWireException.class, in::nextMessage, "another stream has come");
        assertTrue(in.nextMessage());
        assertEquals("first", in.text());
        assertFalse(in.nextMessage());
        assertTrue(DeltaFormat.isEnded(in));

        bytes.clear();
        bytes.write(end);
        WireIn ofEnd = FORMAT.newReader(bytes, options);
        assertThrows(MalformedWireException.class, ofEnd::nextMessage, "one is missing");
    }

    @Test
    void messagesBeforeATornLengthAreReturnedAfterTheError() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS);
        Trees.writeMessage(out, "first");
        Trees.writeMessage(out, "x".repeat(300));
        byte[] torn = new byte[(int) bytes.readRemaining() - 301 - 4];
        bytes.read(torn);
        assertTrue(torn[torn.length - 1] < 0, "ends in the length of the second frame");
        WireOptions options =
                WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.CHECKED_THEN_RECOVER);
        try (WireIn in = FORMAT.newReader(torn, options)) {
            assertThrows(TruncatedWireException.class, in::nextMessage);
            assertTrue(in.nextMessage());
            assertEquals("first", in.text());
            assertThrows(TruncatedWireException.class, in::nextMessage);
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void longFrameIsSearchedOnce() {
        WireLimits limits = WireLimits.DEFAULTS.withMaxMessageBytes(64 << 20);
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits);
        Bytes<?> written = Bytes.allocateElasticOnHeap();
        Object message = Trees.map("text", "\0".repeat(4 << 20));
        WireOut out = FORMAT.newWriter(written, options);
        Trees.writeMessage(out, message);
        out.close();
        byte[] all = new byte[(int) written.readRemaining()];
        written.read(all);
        long before = System.nanoTime();
        assertEquals(
                List.of(message),
                fed(Bytes.allocateElasticOnHeap(), all, options, left -> Math.min(left, 500), bytes -> {}));
        assertTrue(System.nanoTime() - before < 20_000_000_000L, "looks through all of it whenever some has come");
    }
}
