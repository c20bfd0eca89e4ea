package io.deltawire.binary.internal.reader;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static io.deltawire.binary.testing.TestWires.hex;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.testing.GoldenFiles;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.FollowedInputStream;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages are found by their headers, or without any, in complete input and in input that still grows. */
class FramingTest {
    private static List<String> read(String digits) {
        return MessageDump.messages(hex(digits), WireOptions.DEFAULTS);
    }

    @Test
    void distinguishesMetaDataFromData() {
        assertEquals(List.of("meta {a: 1}", "{a: 1}"), read("04000040 c161a101 04000000 c161a101"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            for (MessageKind kind : MessageKind.values()) {
                out.beginMessage(kind);
                out.int64(kind.name().length());
                out.endMessage();
            }
        }
        assertEquals(
                "02000000a104" + "02000040a104" + "02000000a106", HexFormat.of().formatHex(bytes.toByteArray()));
    }

    @Test
    void zerosThatAlignHeadersAreSkipped() {
        assertEquals(List.of("1", "2", "3"), read("02000000a101 0000 02000000a102 0000 02000000a103"));
        assertEquals(List.of("1", "2"), read("02000000a101 02000000a102 0000"));
        // A header whose first byte is zero, because its document has 256 bytes, is not padding.
        String text = "b8fd01" + "78".repeat(253);
        assertEquals(256, hex(text).length);
        assertEquals(2, read("02000000a101 00010000" + text).size());
        assertEquals(
                List.of("1", '"' + "x".repeat(253) + '"', "2"),
                read("02000000a101 00010000" + text + "0000 02000000a102"));
    }

    /**
     * Zeros and the length after them can look like the end of data (C0), an incomplete document (80) or one of 16
     * MiB.
     */
    @Test
    void zerosThatAlignAreNotReadAsAHeader() {
        for (int length : new int[] {0x80, 0xC0, 0x180, 0x1C0, 0x9001, 0x9041, 0xA080, 0xA0C0, 0x80_0000, 0xB1_4000}) {
            for (int before = 1; before <= 4; before++) {
                byte[] bytes = new byte[2 * HEADER + 4 + length];
                bytes[0] = (byte) before;
                Arrays.fill(bytes, HEADER, HEADER + before, (byte) Codes.NULL);
                int at = HEADER + 4;
                putInt(bytes, at, length);
                Arrays.fill(bytes, at + HEADER, bytes.length, (byte) Codes.NULL);
                List<Integer> sizes = List.of(before, length);
                assertEquals(sizes, sizes(FORMAT.newReader(bytes, WireOptions.DEFAULTS)), length + " after " + before);
                for (Bytes<?> bytesInParts : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
                    List<Integer> read = new ArrayList<>();
                    WireIn in = FORMAT.newReader(bytesInParts, WireOptions.DEFAULTS);
                    for (int i = 0; i < bytes.length; ) {
                        int part = i < 4 * HEADER ? 1 : bytes.length - i;
                        bytesInParts.write(bytes, i, part);
                        i += part;
                        read.addAll(sizes(in));
                    }
                    assertEquals(sizes, read, length + " after " + before);
                    bytesInParts.releaseLast();
                }
            }
        }
    }

    private static final int HEADER = 4;

    private static void putInt(byte[] bytes, int at, int value) {
        for (int i = 0; i < HEADER; i++) {
            bytes[at + i] = (byte) (value >>> 8 * i);
        }
    }

    /** Returns the number of values of each message: a null, or a list of nulls. */
    private static List<Integer> sizes(WireIn in) {
        List<Integer> sizes = new ArrayList<>();
        while (in.nextMessage()) {
            int size = 1;
            if (in.peek() == WireToken.BEGIN_LIST) {
                in.beginList();
                for (size = 0; in.hasNext(); size++) {
                    in.nullValue();
                }
                in.endList();
            } else {
                in.nullValue();
            }
            sizes.add(size);
        }
        return sizes;
    }

    @Test
    void unalignedEndOfDataIsTheEnd() {
        for (int length = 1; length <= 4; length++) {
            String one = "0" + length + "000000" + "bb".repeat(length);
            for (String after : List.of("", "00", "0000", "000000", "00000000", "c3454f46", "0000000000")) {
                assertEquals(1, read(one + "000000c0" + after).size(), one + " " + after);
                assertThrows(TruncatedWireException.class, () -> read(one + "00000080" + after), one + " " + after);
            }
        }
    }

    @Test
    void readingStopsWhereNothingIsWritten() {
        assertEquals(List.of("1"), read("02000000a101 0000 00000000 00000000 00"));
        assertEquals(List.of("1"), read("02000000a101 0000 000000c0 c3454f46"));
    }

    @Test
    void onlyZerosUpToTheEndAreAnEnd() {
        for (int zeros : new int[] {4, 5, 6, 7, 8, 100, 100_000}) {
            byte[] end = Arrays.copyOf(hex("02000000a101"), 6 + zeros);
            assertOneMessage(end, false, false);
            byte[] damaged = Arrays.copyOf(end, end.length + 6);
            System.arraycopy(hex("7fffffffffff"), 0, damaged, end.length, 6);
            assertOneMessage(damaged, true, false);
            System.arraycopy(hex("02000000a102"), 0, damaged, end.length, 6);
            assertOneMessage(damaged, true, true);
        }
    }

    /** Reads an array and a stream. */
    private static void assertOneMessage(byte[] bytes, boolean isDamaged, boolean goesOn) {
        for (WireIn in : List.of(
                FORMAT.newReader(bytes, WireOptions.DEFAULTS),
                FORMAT.newReader(new ByteArrayInputStream(bytes), WireOptions.DEFAULTS))) {
            assertTrue(in.nextMessage());
            assertEquals(1, in.int64());
            if (!isDamaged) {
                assertFalse(in.nextMessage());
            } else {
                MalformedWireException e = assertThrows(MalformedWireException.class, in::nextMessage);
                assertTrue(e.getMessage().endsWith("at byte 6 (0x6), path $"), e.getMessage());
                assertEquals(goesOn, in.nextMessage(), e.getMessage());
                assertEquals(goesOn ? 2 : 0, goesOn ? in.int64() : 0);
            }
        }
    }

    /** A reader of a file that grows waits at zeros only if nothing follows them, however many there are. */
    @Test
    void zerosInTheMiddleOfAFileAreDamage(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("hole");
        for (int zeros : new int[] {8, 100, 5_000, 70_000, 300_000}) {
            byte[] bytes = Arrays.copyOf(hex("02000000a101"), 12 + zeros);
            System.arraycopy(hex("02000000a102"), 0, bytes, 6 + zeros, 6);
            Files.write(file, bytes);
            for (InputStream stream : List.of(
                    new FileInputStream(file.toFile()),
                    Files.newInputStream(file),
                    FollowedInputStream.open(file, Duration.ZERO))) {
                try (WireIn in = FORMAT.newReader(stream, WireOptions.DEFAULTS)) {
                    assertTrue(in.nextMessage());
                    assertEquals(1, in.int64());
                    MalformedWireException e = assertThrows(MalformedWireException.class, in::nextMessage);
                    assertTrue(e.getMessage().contains(" " + zeros + " zero bytes"), e.getMessage());
                    assertTrue(in.nextMessage());
                    assertEquals(2, in.int64());
                }
            }
        }
    }

    @Test
    void messagesThatOverwriteZerosOfAFileAreRead(@TempDir Path dir) throws IOException {
        Path file = Files.write(dir.resolve("allocated"), new byte[200_000]);
        try (RandomAccessFile writer = new RandomAccessFile(file.toFile(), "rw");
                WireIn in = FORMAT.newReader(new FileInputStream(file.toFile()), WireOptions.DEFAULTS)) {
            for (int i = 1; i < 9; i++) {
                assertFalse(in.nextMessage());
                writer.write(hex("02000000a10" + i));
                assertTrue(in.nextMessage());
                assertEquals(i, in.int64());
            }
        }
    }

    @Test
    void incompleteDocumentIsAnErrorAfterCompleteOnes() {
        for (String header : List.of("02000080", "00000080", "020000c0")) {
            try (WireIn in = FORMAT.newReader(hex("02000000a101" + header + "a102"), WireOptions.DEFAULTS)) {
                assertTrue(in.nextMessage());
                assertEquals(1, in.int64());
                TruncatedWireException e = assertThrows(TruncatedWireException.class, in::nextMessage);
                assertTrue(e.getMessage().contains("begun and not completed it"), e.getMessage());
                assertTrue(e.getMessage().endsWith("at byte 6 (0x6), path $"), e.getMessage());
            }
        }
    }

    @Test
    void liveBytesAreReadAsTheyAreCompleted() {
        for (Bytes<?> bytes : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
            try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
                assertFalse(in.nextMessage());
                bytes.write(hex("02000000a101"));
                assertTrue(in.nextMessage());
                assertEquals(1, in.int64());
                assertFalse(in.nextMessage());
                bytes.write(hex("02000080"));
                assertFalse(in.nextMessage());
                bytes.write(hex("a102"));
                assertFalse(in.nextMessage());
                bytes.writeInt(6, 2);
                assertTrue(in.nextMessage());
                assertEquals(2, in.int64());
                assertFalse(in.nextMessage());
                assertEquals(0, bytes.readRemaining());
            }
            bytes.releaseLast();
        }
    }

    @Test
    void bytesMayArriveOneByOne() {
        // Two documents are aligned. The last has 32 bytes: with the zeros before it, that looks like an invalid
        // length until more bytes come.
        byte[] all = hex("02000000a101 02000000a102 02000000a103 0000 20000000 b61d" + "61".repeat(29) + "a1");
        byte[] whole = Arrays.copyOf(all, all.length + 1);
        whole[all.length] = 4;
        whole[20] = 0x21;
        for (Bytes<?> bytes : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
            List<Object> read = new ArrayList<>();
            try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
                for (byte b : whole) {
                    bytes.writeByte(b);
                    long before = bytes.readPosition();
                    if (in.nextMessage()) {
                        read.add(Trees.readMessage(in));
                    } else {
                        assertTrue(bytes.readPosition() - before < 4, "skips more than zeros that align");
                    }
                }
                assertFalse(in.nextMessage());
            }
            assertEquals(0, bytes.readRemaining());
            assertEquals(MessageDump.messages(whole, WireOptions.DEFAULTS).size(), read.size());
            assertEquals(4, read.size());
            bytes.releaseLast();
        }
    }

    @Test
    void documentOfPaddingAndCommentsIsNoMessage() {
        assertEquals(List.of("1"), read("06000000 8f be 026869 8f 02000000 8fbf 05000000 8fbe00a101"));
    }

    @Test
    void severalValuesInADocumentAreAList() {
        assertEquals(List.of("[1, \"a\", {b: 2}]"), read("0d000000 a101 e161 8204000000c162a102".replace(" ", "")));
    }

    @Test
    void bodyWithoutHeaderIsRecognised() {
        assertEquals(List.of("{a: 1}"), read("c161a101"));
        assertEquals(List.of("{@say: \"hi\"}", "{@say: \"ho\"}"), read("b903736179e26869 b903736179e2686f"));
        assertEquals(List.of("!T {a: 1}"), read("b60154 8204000000c161a101"));
        assertEquals(List.of("{a: 1}"), read("8204000000c161a101"));
        byte[] golden = GoldenFiles.hex("my-data-type/message.binary.hex");
        assertEquals(
                MessageDump.messages(golden, WireOptions.DEFAULTS),
                MessageDump.messages(Arrays.copyOfRange(golden, 4, golden.length), WireOptions.DEFAULTS));
    }

    @Test
    void messagesWithoutHeadersRoundTrip() {
        List<Object> messages = List.of(
                Trees.map("first", 1L, "may be", "fields"),
                Trees.map(new Trees.Name("say"), "hi", "more", 1L),
                5L,
                List.of(1L, Trees.map("n", 2L)),
                Trees.map(),
                Trees.map(new Trees.Name("say"), Trees.map("n", 2L)),
                "text");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, UNFRAMED)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), UNFRAMED)) {
            assertEquals(messages, Trees.readAll(in));
        }
    }

    @Test
    void writerRefusesWhatWouldSplitIntoMessagesWithoutHeaders() {
        try (WireOut out = FORMAT.newWriter(new ByteArrayOutputStream(), UNFRAMED)) {
            Trees.writeMessage(out, 1L);
            assertThrows(WireDataException.class, () -> Trees.writeMessage(out, Trees.map("field", 1L)));
            out.cancelMessage();
            assertThrows(WireDataException.class, () -> Trees.writeMessage(out, Trees.map(7L, 1L)));
            out.cancelMessage();
            Object twoEvents = Trees.map(new Trees.Name("a"), 1L, new Trees.Name("b"), 2L);
            assertThrows(WireDataException.class, () -> Trees.writeMessage(out, twoEvents));
            out.cancelMessage();
            Trees.writeMessage(out, Trees.map(new Trees.Name("a"), 1L));
        }
    }

    @Test
    void truncatedBodyWithoutHeaderIsReported() {
        byte[] body = hex("b903736179 8204000000c161a101");
        for (int length = 1; length < body.length; length++) {
            byte[] cut = Arrays.copyOf(body, length);
            assertThrows(TruncatedWireException.class, () -> MessageDump.messages(cut, UNFRAMED), "length " + length);
        }
        TruncatedWireException e = assertThrows(
                TruncatedWireException.class, () -> MessageDump.messages(Arrays.copyOf(body, 5), UNFRAMED));
        assertEquals(
                "binary: expected a value but the block or document ends in it at byte 5 (0x5), path $",
                e.getMessage());
    }

    @Test
    void errorOfATruncatedDocumentHasItsLength() {
        TruncatedWireException e =
                assertThrows(TruncatedWireException.class, () -> read("02000000a101 cd000000 b906757064617465"));
        assertEquals(
                "binary: expected a document of 205 bytes but the input ends after 8 at byte 6 (0x6), path $",
                e.getMessage());
        e = assertThrows(TruncatedWireException.class, () -> read("02000000a101 cd0000"));
        assertEquals(
                "binary: expected a header of 4 bytes but the input ends after 3 at byte 6 (0x6), path $",
                e.getMessage());
    }

    @Test
    void documentBeyondTheLimitIsRefusedBeforeItIsRead() {
        WireOptions small = WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(100));
        byte[] golden = GoldenFiles.hex("my-data-type/message.binary.hex");
        MalformedWireException e = assertThrows(
                MalformedWireException.class,
                () -> MessageDump.messages(golden, small.with(BinaryYamlFormat.FRAMING, Framing.DOCUMENTS)));
        assertEquals(
                "binary: expected a document of at most 100 bytes but was one of 205 at byte 0 (0x0), path $",
                e.getMessage());
        try (WireOut out = FORMAT.newWriter(new ByteArrayOutputStream(), small)) {
            assertThrows(WireDataException.class, () -> Trees.writeMessage(out, "x".repeat(200)));
        }
    }

    @Test
    void detectsItsOwnBytesAndNoText() {
        byte[] golden = GoldenFiles.hex("my-data-type/message.binary.hex");
        assertEquals(Match.LIKELY, FORMAT.detect(golden, golden.length));
        for (String text :
                List.of("{\"a\":1}\n", "a: 1\n", "--- !T {\n}", "a,b\n1,2\n", "é: 1", "# x\n", "[1]", "\"")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(Match.NO, FORMAT.detect(bytes, bytes.length), text);
        }
    }

    /** A complete message is delivered, though the next one is cut off. */
    @Test
    void truncatedEventDoesNotLoseTheMessageBeforeIt() {
        for (String torn : List.of("87", "8700", "b905", "b9")) {
            try (WireIn in = FORMAT.newReader(hex("c161a101" + torn), UNFRAMED)) {
                assertTrue(in.nextMessage(), torn);
                assertEquals("{a: 1}", MessageDump.message(in), torn);
                assertThrows(MalformedWireException.class, () -> readNext(in), torn);
            }
        }
    }

    private static void readNext(WireIn in) {
        assertTrue(in.nextMessage());
        MessageDump.message(in);
    }

    @Test
    void bodyWithoutHeaderIsRecognisedByItsFirstBytes() {
        assertEquals(List.of("[]"), read("8200000000"));
        assertEquals(List.of("{@a: 1}"), read("8780010161a101"));
    }
}
