package io.deltawire.binary.internal.reader;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static io.deltawire.binary.testing.TestWires.hex;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.testing.GoldenFiles;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Malformed, truncated and hostile input gives an error with offset and path, and costs neither memory nor stack. */
class BadInputTest {
    private static final byte[] GOLDEN = GoldenFiles.hex("my-data-type/message.binary.hex");

    private static String problem(String bare) {
        return assertThrows(MalformedWireException.class, () -> MessageDump.messages(hex(bare), UNFRAMED))
                .getMessage();
    }

    @Test
    void truncationAtEveryByteIsReported() {
        for (int length = 1; length < GOLDEN.length; length++) {
            byte[] cut = Arrays.copyOf(GOLDEN, length);
            assertThrows(
                    TruncatedWireException.class,
                    () -> MessageDump.messages(cut, WireOptions.DEFAULTS),
                    "at " + length);
        }
        assertEquals(List.of(), MessageDump.messages(new byte[0], WireOptions.DEFAULTS));
    }

    @Test
    void pathShowsTheNamesOfFieldNumbers() {
        assertTrue(problem("ba8000 8003 c161 83").endsWith(", path $.history.a"), problem("ba8000 8003 c161 83"));
        assertTrue(problem("ba07 8003 c161 83").endsWith(", path $.7.a"), problem("ba07 8003 c161 83"));
    }

    @Test
    void documentLargerThanAnyBufferIsRefused() {
        WireOptions all = WireOptions.DEFAULTS.with(
                WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(Integer.MAX_VALUE));
        for (Framing framing : List.of(Framing.DOCUMENTS, Framing.AUTO)) {
            InputStream stream = new ByteArrayInputStream(hex("ffffff3fc0a1ffff"));
            WireIn in = FORMAT.newReader(stream, all.with(BinaryYamlFormat.FRAMING, framing));
            MalformedWireException e = assertThrows(MalformedWireException.class, in::nextMessage);
            assertTrue(e.getMessage().contains("of 1073741823"), e.getMessage());
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void fillersBeyondTheEndOfTheirDocumentAreRefused() {
        for (String document : List.of("050000008e06436972", "03000000be0578", "06000000 8fbe0578 8e06")) {
            byte[] two = hex(document + "02000000c0a1");
            WireIn in = FORMAT.newReader(two, WireOptions.DEFAULTS.with(BinaryYamlFormat.FRAMING, Framing.DOCUMENTS));
            MalformedWireException e = assertThrows(MalformedWireException.class, in::nextMessage, document);
            assertEquals("$", e.location().path());
            assertTrue(
                    e.location().offset() >= 4
                            && e.location().offset() < document.replace(" ", "").length() / 2,
                    e.getMessage());
            assertTrue(in.nextMessage()); // the next document
            in.skipValue();
        }
    }

    @Test
    void everyFlippedBitOfEveryVectorIsReadOrRefused() {
        List<byte[]> all = new ArrayList<>();
        GoldenFiles.table("binary/values.txt", 5).forEach(row -> all.add(hex(row[1])));
        all.add(GOLDEN);
        for (byte[] bytes : all) {
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
                readOrRefuse(flipped, UNFRAMED);
                readOrRefuse(flipped, WireOptions.DEFAULTS);
            }
        }
    }

    @Test
    void randomBytesAreReadOrRefused() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                // Small lengths and codes that lead somewhere, more often than chance would give.
                bytes[j] = switch (random.nextInt(4)) {
                    case 0 -> (byte) random.nextInt(12);
                    case 1 -> (byte) (0x80 + random.nextInt(0x40));
                    default -> bytes[j];
                };
            }
            readOrRefuse(bytes, UNFRAMED);
        }
    }

    private static void readOrRefuse(byte[] bytes, WireOptions options) {
        try {
            MessageDump.messages(bytes, options);
        } catch (WireException e) {
            assertTrue(e.location() != null, e.getMessage());
        } catch (RuntimeException e) {
            fail(HexFormat.of().formatHex(bytes), e);
        }
    }

    @Test
    void errorHasProblemOffsetAndPath() {
        assertEquals(
                "binary: expected a value but found code AA (not assigned) at byte 7 (0x7), path $.a[0]",
                problem("c161 8204000000 aa000000"));
        assertEquals(
                "binary: expected a block of at most 4 bytes, which are left, but was 4294967295 at byte 2 (0x2), path"
                        + " $",
                problem("c161 82ffffffff c162a101"));
        assertEquals(
                "binary: expected a length of at most 3 bytes, which are left, but was 127 at byte 5 (0x5), path"
                        + " $.a[0]",
                problem("c161 8005 b87f616263"));
    }

    @Test
    void pathLeadsThroughObjectsAndLists() {
        // {book: {bids: [{p: 1.5}, {p: (text that is not UTF-8)}]}}
        String inner = "8205000000 c170 929601" + "8204000000 c170 e1ff";
        String bids = "c462696473 82" + "13000000" + inner;
        String problem = problem("c4626f6f6b 82" + "1d000000" + bids);
        assertEquals("binary: expected UTF-8 text but found byte FF at byte 38 (0x26), path $.book.bids[1].p", problem);
    }

    @Test
    void invalidTextIsRefused() {
        for (String text :
                List.of("e180", "e1ff", "e2c080", "e3e08080", "e2c3c3", "e4f0808080", "e4f4908080", "e1e9", "e2eda0")) {
            String problem = problem(text);
            assertTrue(problem.contains("expected UTF-8 text but found byte"), problem);
        }
        assertEquals(List.of("\"\\ud83d\\ude00\""), MessageDump.messages(hex("e4f09f9880"), UNFRAMED));
    }

    @Test
    void stopBitNumbersBeyond64BitsAreRefused() {
        assertTrue(problem("ba ffffffffffffffffffff01 a101").contains("stop-bit number of 64 bits"));
        assertTrue(problem("b8 ffffffffffffffffff01 61").contains("stop-bit number of 64 bits"));
        assertTrue(problem("b8 ffffffffffffffff7f 61").contains("but was 9223372036854775807"));
        assertTrue(problem("b6 8200 61").contains("but was -3"));
        assertTrue(problem("b600 61").contains("expected a type name but it is empty"));
        assertTrue(problem("8d ffffffffffffff7f 0000000000000000").contains("9223372036854775807"));
        assertTrue(problem("8e ffffffff a101").contains("PADDING32"));
    }

    @Test
    void deltaCodesOutsideADeltaStreamAreRefused() {
        for (String code : List.of("8900 8000", "a801", "a90101", "9a01", "9b01", "9c01", "8800014e8000")) {
            byte[] bytes = hex("0b000000 c161 8205000000 c162" + code + "8f8f8f8f8f8f8f8f")
                    .clone();
            bytes[0] = (byte) (bytes.length - 4);
            assertThrows(MalformedWireException.class, () -> MessageDump.messages(bytes, WireOptions.DEFAULTS), code);
        }
    }

    @Test
    void valuesWithoutNamesAreNotReadAsAnObject() {
        // FIELDLESS_BINARY writes an object so: its values in a block, without their names.
        try (WireIn in = FORMAT.newReader(hex("b60154 8204000000 a101 a102"), UNFRAMED)) {
            assertTrue(in.nextMessage());
            WireDataException e = assertThrows(WireDataException.class, in::beginObject);
            assertEquals(
                    "binary: expected an object but was a list; values without names (Chronicle Wire's"
                            + " FIELDLESS_BINARY) cannot be read as an object at byte 0 (0x0), path $",
                    e.getMessage());
        }
    }

    @Test
    void hugeLengthsAllocateNoMemory() {
        long before = allocated();
        for (String bytes : List.of(
                "ffffff3f",
                "c161 82ffffffff",
                "b8ffffff7f",
                "8dffffff0f00000000 0000000000000000",
                "ffffff3f82ffffffff")) {
            for (WireOptions options : List.of(WireOptions.DEFAULTS, UNFRAMED)) {
                try (WireIn in = FORMAT.newReader(new ByteArrayInputStream(hex(bytes)), options)) {
                    assertThrows(WireException.class, () -> {
                        in.nextMessage();
                        in.skipValue();
                        in.nextMessage();
                    });
                }
            }
        }
        long used = allocated() - before;
        assertTrue(used < 32 << 20, "allocated " + used + " bytes");
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    @Test
    void nestingUsesNoStack() throws InterruptedException {
        WireOptions deep = UNFRAMED.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(1000));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, deep)) {
            out.beginMessage();
            for (int i = 0; i < 1000; i++) {
                out.beginList();
            }
            for (int i = 0; i < 1000; i++) {
                out.endList();
            }
            out.endMessage();
        }
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(
                null,
                () -> {
                    walk(bytes.toByteArray(), deep, 1000);
                    assertThrows(MalformedWireException.class, () -> walk(bytes.toByteArray(), UNFRAMED, 1000));
                    byte[] bomb = new byte[5 * 100_000];
                    for (int i = 0; i < 100_000; i++) {
                        bomb[5 * i] = (byte) 0x82;
                        LittleEndian.INT.set(bomb, 5 * i + 1, bomb.length - 5 * i - 5);
                    }
                    assertThrows(MalformedWireException.class, () -> walk(bomb, deep, 100_000));
                    byte[] keys = new byte[100_000];
                    Arrays.fill(keys, (byte) Codes.EVENT_OBJECT);
                    assertThrows(MalformedWireException.class, () -> walk(keys, deep, 1));
                    byte[] types = hex("b60154".repeat(50_000) + "b0");
                    assertThrows(MalformedWireException.class, () -> walk(types, deep, 1));
                },
                "small stack",
                256 << 10);
        thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
        thread.start();
        thread.join();
        if (!failures.isEmpty()) {
            fail(failures.get(0));
        }
    }

    private static void walk(byte[] bytes, WireOptions options, int depth) {
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            assertTrue(in.nextMessage());
            for (int i = 0; i < depth; i++) {
                if (in.peek() == WireToken.BEGIN_LIST) {
                    in.beginList();
                } else {
                    in.skipValue();
                }
            }
        }
    }

    /** The time to convert these digits to a number grows with their square: it would take minutes. */
    @Test
    void textWithMillionsOfDigitsIsNotConverted() {
        String digits = "7".repeat(3 << 20);
        for (String kind : List.of("b6146a6176612e6d6174682e426967446563696d616c", "")) {
            byte[] message = hex("c161 " + kind + " b8 8080c001");
            byte[] bytes = Arrays.copyOf(message, message.length + digits.length());
            Arrays.fill(bytes, message.length, bytes.length, (byte) '7');
            for (Consumer<WireIn> read : List.<Consumer<WireIn>>of(WireIn::int64, WireIn::float64, WireIn::decimal)) {
                WireIn in = FORMAT.newReader(bytes, UNFRAMED);
                assertTrue(in.nextMessage());
                in.beginObject();
                assertEquals("a", in.fieldName());
                WireException e = assertThrows(WireException.class, () -> read.accept(in));
                assertEquals("$.a", e.location().path(), e.getMessage());
                assertEquals(kind.isEmpty(), e instanceof WireDataException, e.getMessage());
                if (kind.isEmpty()) {
                    assertEquals(digits, in.text());
                }
            }
        }
    }

    @Test
    void limitsOfTextsAndNamesApplyToReaderAndWriter() {
        WireLimits d = WireLimits.DEFAULTS;
        WireLimits small = new WireLimits(d.maxDepth(), 1 << 20, 50, 20, 20, 10, 1 << 20, 1, 1);
        WireOptions options = UNFRAMED.with(WireOptions.LIMITS, small);
        String long51 = "x".repeat(51);
        for (Object tree : List.of(
                long51,
                Trees.map(long51, 1L),
                new Trees.Typed(long51, 1L),
                new Trees.Blob(new byte[51]),
                new java.math.BigDecimal("1.5000000000000000000001"))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = FORMAT.newWriter(bytes, UNFRAMED)) {
                Trees.writeMessage(out, tree);
            }
            assertThrows(MalformedWireException.class, () -> MessageDump.messages(bytes.toByteArray(), options));
            try (WireOut out = FORMAT.newWriter(new ByteArrayOutputStream(), options)) {
                assertThrows(WireDataException.class, () -> Trees.writeMessage(out, tree));
            }
        }
    }
}
