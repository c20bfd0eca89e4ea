package io.deltawire.binary;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.ValueOut;
import net.openhft.chronicle.wire.VanillaMessageHistory;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;

/**
 * Code by code against Chronicle Wire 2026.7: each code that it writes is read here, and it reads each code that is
 * written here. The tests fail if a code is left out. They run in a JVM of their own, as {@link
 * ChronicleInteropTest}.
 */
@SuppressWarnings({"try", "deprecation"}) // a document is written by closing it; padding is deprecated there
class ChronicleCodesInteropTest {
    /** Codes that no call of Chronicle Wire 2026.7 writes. */
    private static final List<Integer> NEVER_WRITTEN_THERE = List.of(Codes.HINT);

    private final BitSet seen = new BitSet();
    private final List<String> problems = new ArrayList<>();

    private void theirs(int code, String expected, Consumer<ValueOut> call) {
        BinaryWire wire = new BinaryWire(Bytes.allocateElasticOnHeap());
        call.accept(wire.write("v"));
        check(code, "{v: " + expected + "}", wire);
    }

    private void theirs(int code, String expected, BinaryWire wire) {
        check(code, expected, wire);
    }

    private void check(int code, String expected, BinaryWire wire) {
        byte[] bytes = wire.bytes().toByteArray();
        String shown = String.format("code %02X in %s", code, HexFormat.of().formatHex(bytes));
        assertTrue(contains(bytes, code), shown);
        compare(expected, bytes, UNFRAMED, shown);
        byte[] document = new byte[4 + bytes.length];
        document[0] = (byte) bytes.length;
        document[1] = (byte) (bytes.length >> 8);
        System.arraycopy(bytes, 0, document, 4, bytes.length);
        compare(expected, document, WireOptions.DEFAULTS, shown);
        seen.set(code);
    }

    private void compare(String expected, byte[] bytes, WireOptions options, String shown) {
        String read;
        try {
            read = String.join(" ; ", MessageDump.messages(bytes, options))
                    .replaceAll("timings: \\[\\d+, \\d+]", "timings: [time, time]");
        } catch (RuntimeException e) {
            read = e.toString();
        }
        if (!expected.equals(read)) {
            problems.add(shown + ": expected " + expected + " but read " + read);
        }
    }

    private static boolean contains(byte[] bytes, int code) {
        for (byte each : bytes) {
            if ((each & 0xFF) == code) {
                return true;
            }
        }
        return false;
    }

    private static BinaryWire wire(Consumer<BinaryWire> calls) {
        BinaryWire wire = new BinaryWire(Bytes.allocateElasticOnHeap());
        calls.accept(wire);
        return wire;
    }

    @Test
    void everyCodeThatChronicleWritesIsRead() {
        numbers();
        textAndTimes();
        names();
        containers();
        noise();
        BitSet missing = new BitSet();
        for (int code = 0x80; code < 256; code++) {
            Codes.Role role = Codes.role(code);
            boolean isWritten = role == Codes.Role.VALUE || role == Codes.Role.ENTRY || role == Codes.Role.NOISE;
            missing.set(code, isWritten && !seen.get(code) && !NEVER_WRITTEN_THERE.contains(code));
        }
        assertEquals("", String.join("\n", problems));
        assertEquals("{}", missing.toString());
    }

    private void numbers() {
        theirs(Codes.UINT8, "200", out -> out.int64(200));
        theirs(Codes.UINT16, "40000", out -> out.int64(40_000));
        theirs(Codes.UINT32, "4000000000", out -> out.int64(4_000_000_000L));
        theirs(Codes.INT8, "-5", out -> out.int64(-5));
        theirs(Codes.INT16, "300", out -> out.int64(300));
        theirs(Codes.INT32, "100000", out -> out.int64(100_000));
        theirs(Codes.INT64, "1010101010101", out -> out.int64(1010101010101L));
        theirs(Codes.INT64_0X, "255", out -> out.int64_0x(255));
        theirs(Codes.INT32, "5", out -> out.int32forBinding(5));
        theirs(Codes.INT64, "5", out -> out.int64forBinding(5));
        theirs(Codes.I64_ARRAY, "[]", out -> out.int64array(2));
        theirs(Codes.FLOAT32, "1000000.0", out -> out.float64(1e6));
        theirs(Codes.FLOAT64, "0.3333333333333333", out -> out.float64(1 / 3.0));
        theirs(Codes.FLOAT_STOP_2, "1.5", out -> out.float64(1.5));
        theirs(Codes.FLOAT_STOP_4, "1.1234", out -> out.float64(1.1234));
        theirs(Codes.FLOAT_STOP_6, "1.123456", out -> out.float64(1.123456));
        theirs(Codes.TRUE, "true", out -> out.bool(true));
        theirs(Codes.FALSE, "false", out -> out.bool(false));
        theirs(Codes.NULL, "null", ValueOut::nu11);
    }

    private void textAndTimes() {
        for (int length = 0; length < 32; length++) {
            String text = "t".repeat(length);
            theirs(Codes.STRING_0 + length, '"' + text + '"', out -> out.text(text));
        }
        String longer = "t".repeat(40);
        theirs(Codes.STRING_ANY, '"' + longer + '"', out -> out.text(longer));
        theirs(Codes.TIME, "LocalTime(12:34:56)", out -> out.time(LocalTime.of(12, 34, 56)));
        theirs(Codes.DATE, "LocalDate(2026-11-21)", out -> out.date(LocalDate.of(2026, 11, 21)));
        theirs(
                Codes.DATE_TIME,
                "LocalDateTime(2026-11-21T12:34:56)",
                out -> out.dateTime(LocalDateTime.of(2026, 11, 21, 12, 34, 56)));
        theirs(
                Codes.ZONED_DATE_TIME,
                "ZonedDateTime(2016-07-22T12:34:56.789Z[UTC])",
                out -> out.zonedDateTime(ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]")));
        UUID id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        theirs(Codes.UUID, "\"" + id + "\"", out -> out.uuid(id));
        theirs(Codes.TYPE_LITERAL, "!type \"String\"", out -> out.typeLiteral(String.class));
        theirs(Codes.TYPE_PREFIX, "Instant(1970-01-01T00:00:00Z)", out -> out.object(Instant.EPOCH));
        theirs(Codes.TYPE_PREFIX, "!TimeUnit \"DAYS\"", out -> out.object(java.util.concurrent.TimeUnit.DAYS));
    }

    private void names() {
        for (int length = 0; length < 32; length++) {
            String name = "n".repeat(length);
            theirs(
                    Codes.FIELD_NAME0 + length,
                    "{" + name + ": 1}",
                    wire(wire -> wire.write(name).int64(1)));
        }
        String longer = "n".repeat(40);
        theirs(
                Codes.FIELD_NAME_ANY,
                "{" + longer + ": 1}",
                wire(wire -> wire.write(longer).int64(1)));
        theirs(
                Codes.EVENT_NAME,
                "{@say: 1}",
                wire(wire -> wire.writeEventName("say").int64(1)));
        theirs(Codes.FIELD_NUMBER, "{7: 1}", wire(wire -> wire.writeEventId(7).int64(1)));
        theirs(
                Codes.FIELD_NUMBER,
                "{12345: 1}",
                wire(wire -> wire.write("12345").int64(1)));
        theirs(
                Codes.FIELD_NUMBER,
                "{@history: 1}",
                wire(wire -> wire.writeEventId(-1).int64(1)));
        theirs(
                Codes.EVENT_OBJECT,
                "{? 5: 1}",
                wire(wire -> wire.writeEvent(Integer.class, 5).int64(1)));
    }

    private void containers() {
        theirs(Codes.BYTES_LENGTH8, "bytes(010203)", out -> out.bytes(new byte[] {1, 2, 3}));
        theirs(Codes.U8_ARRAY, "bytes(010203)", out -> out.object(new byte[] {1, 2, 3}));
        theirs(Codes.BYTES_LENGTH16, "bytes(" + "07".repeat(300) + ")", out -> {
            byte[] bytes = new byte[300];
            Arrays.fill(bytes, (byte) 7);
            out.bytes(bytes);
        });
        theirs(
                Codes.BYTES_LENGTH32,
                "{a: {b: 1}}",
                out -> out.marshallable(wire ->
                        wire.write("a").marshallable(inner -> inner.write("b").int64(1))));
        theirs(
                Codes.BYTES_LENGTH32,
                "[1, [2, \"x\"], []]",
                out -> out.sequence(to -> {
                    to.int64(1);
                    to.sequence(deeper -> {
                        deeper.int64(2);
                        deeper.text("x");
                    });
                    to.sequence(deeper -> {});
                }));
        theirs(
                Codes.TYPE_PREFIX,
                "!Point {x: 1}",
                out -> out.typedMarshallable("Point", wire -> wire.write("x").int64(1)));
        theirs(Codes.TYPE_PREFIX, "!!omap {a: 1, b: 2}", out -> out.object(new TreeMap<>(Map.of("a", 1, "b", 2))));
        theirs(Codes.TYPE_PREFIX, "!!oset [\"a\", \"b\"]", out -> out.object(new TreeSet<>(List.of("a", "b"))));
        theirs(Codes.BYTES_LENGTH32, "{k: [1]}", out -> out.object(Map.of("k", List.of(1))));
        theirs(Codes.TYPE_PREFIX, "!int[] [1, 2]", out -> out.object(new int[] {1, 2}));
        VanillaMessageHistory history = new VanillaMessageHistory();
        history.useBytesMarshallable(true);
        history.addSourceDetails(false);
        history.reset(3, 44);
        String read = "{@history: {sources: [{id: 3, index: 44}], timings: [time, time]}}";
        theirs(
                Codes.HISTORY_MESSAGE,
                read,
                wire(wire -> wire.writeEventName("history").object(VanillaMessageHistory.class, history)));
    }

    private void noise() {
        theirs(Codes.COMMENT, "{a: 1, b: 2}", wire(wire -> {
            wire.write("a").int64(1);
            wire.writeComment("remark");
            wire.write("b").int64(2);
        }));
        theirs(Codes.PADDING, "{a: 1, b: 2}", wire(wire -> {
            wire.write("a").int64(1);
            wire.addPadding(3);
            wire.write("b").int64(2);
        }));
        theirs(Codes.PADDING32, "{a: 1, b: 2}", wire(wire -> {
            wire.write("a").int64(1);
            wire.addPadding(20);
            wire.write("b").int64(2);
        }));
    }

    private void ours(int code, Object expected, Consumer<WireOut> call) {
        byte[] bytes = write(out -> {
            out.beginObject();
            out.field("v");
            call.accept(out);
            out.endObject();
        });
        assertEquals("c176", HexFormat.of().formatHex(bytes, 0, 2));
        assertEquals(code, bytes[2] & 0xFF, HexFormat.of().formatHex(bytes));
        Object read = new BinaryWire(Bytes.wrapForRead(bytes)).read("v").object();
        assertEquals(plain(expected), plain(read), HexFormat.of().formatHex(bytes));
        seen.set(code);
    }

    private void ourName(int code, Object expected, Consumer<WireOut> name) {
        byte[] bytes = write(out -> {
            out.beginObject();
            name.accept(out);
            out.int64(5);
            out.endObject();
        });
        assertEquals(code, bytes[0] & 0xFF, HexFormat.of().formatHex(bytes));
        BinaryWire wire = new BinaryWire(Bytes.wrapForRead(bytes));
        assertEquals(expected, String.valueOf(wire.readEvent(Object.class)));
        assertEquals(5, wire.getValueIn().int64());
        seen.set(code);
    }

    private static byte[] write(Consumer<WireOut> call) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, UNFRAMED)) {
            out.beginMessage();
            call.accept(out);
            out.endMessage();
        }
        return bytes.toByteArray();
    }

    /** Returns numbers by value, bytes as text, and arrays as lists. */
    private static Object plain(Object value) {
        if (value instanceof BytesStore<?, ?> store) {
            return HexFormat.of().formatHex(store.toByteArray());
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Object[] array) {
            return plain(Arrays.asList(array));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ChronicleCodesInteropTest::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put(String.valueOf(key), plain(item)));
            return entries;
        }
        return value instanceof Number number && !(value instanceof BigDecimal) ? number.doubleValue() : value;
    }

    @Test
    void everyCodeThatWeWriteIsReadByChronicle() {
        ours(Codes.UINT8, 200, out -> out.int64(200));
        ours(Codes.UINT16, 40_000, out -> out.int64(40_000));
        ours(Codes.UINT32, 4e9, out -> out.int64(4_000_000_000L));
        ours(Codes.INT8, -5, out -> out.int64(-5));
        ours(Codes.INT16, 300, out -> out.int64(300));
        ours(Codes.INT32, 100_000, out -> out.int64(100_000));
        ours(Codes.INT64, 1010101010101L, out -> out.int64(1010101010101L));
        ours(Codes.FLOAT32, 1e6, out -> out.float64(1e6));
        ours(Codes.FLOAT64, 1 / 3.0, out -> out.float64(1 / 3.0));
        ours(Codes.FLOAT_STOP_2, 1.5, out -> out.float64(1.5));
        ours(Codes.FLOAT_STOP_4, 1.1234, out -> out.float64(1.1234));
        ours(Codes.FLOAT_STOP_6, 1.123456, out -> out.float64(1.123456));
        ours(Codes.FLOAT64, 5.0, out -> out.untypedFloat64(5.0));
        UUID id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        ours(Codes.UUID, id, out -> out.uuid(id));
        ours(Codes.TRUE, true, out -> out.bool(true));
        ours(Codes.FALSE, false, out -> out.bool(false));
        ours(Codes.NULL, null, WireOut::nullValue);
        for (int length = 0; length < 32; length++) {
            String text = "t".repeat(length);
            ours(Codes.STRING_0 + length, text, out -> out.text(text));
            ourName(Codes.FIELD_NAME0 + length, text, out -> out.field(text));
        }
        ours(Codes.STRING_ANY, "t".repeat(40), out -> out.text("t".repeat(40)));
        ourName(Codes.FIELD_NAME_ANY, "t".repeat(40), out -> out.field("t".repeat(40)));
        ourName(Codes.FIELD_NUMBER, "77", out -> out.field("77"));
        ourName(Codes.EVENT_NAME, "say", out -> out.event("say"));
        ourName(Codes.EVENT_OBJECT, "\u65e5\u672c", out -> out.field("\u65e5\u672c"));
        for (java.time.temporal.Temporal time : List.<java.time.temporal.Temporal>of(
                LocalTime.of(1, 2, 3), LocalDate.of(2026, 1, 2), LocalDateTime.of(2026, 1, 2, 3, 4))) {
            int code =
                    time instanceof LocalTime ? Codes.TIME : time instanceof LocalDate ? Codes.DATE : Codes.DATE_TIME;
            ours(code, time, out -> out.temporal(time));
        }
        ZonedDateTime zoned = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");
        ours(Codes.ZONED_DATE_TIME, zoned, out -> out.temporal(zoned));
        ours(Codes.TYPE_PREFIX, Instant.EPOCH, out -> out.temporal(Instant.EPOCH));
        ours(Codes.TYPE_PREFIX, new BigDecimal("1.50"), out -> out.decimal(new BigDecimal("1.50")));
        ours(Codes.TYPE_LITERAL, String.class, out -> {
            out.type("type");
            out.text("java.lang.String");
        });
        for (int length : new int[] {3, 300, 70_000}) {
            int code = length == 3 ? Codes.BYTES_LENGTH8 : length == 300 ? Codes.BYTES_LENGTH16 : Codes.BYTES_LENGTH32;
            byte[] blob = new byte[length];
            ours(code, blob, out -> out.bytes(blob, 0, length));
        }
        ours(Codes.BYTES_LENGTH32, Map.of("a", 1), out -> Trees.write(out, Trees.map("a", 1L)));
        ours(Codes.BYTES_LENGTH32, List.of(1, "x", List.of(2)), out -> Trees.write(out, List.of(1L, "x", List.of(2L))));
        BitSet missing = new BitSet();
        List<Integer> never = List.of(
                Codes.INT64_0X, // is for people to read
                Codes.I64_ARRAY, // is written as a list
                Codes.HISTORY_MESSAGE, // is written as an object
                Codes.U8_ARRAY, // is inside a block: see the bytes above
                Codes.PADDING,
                Codes.PADDING32,
                Codes.COMMENT,
                Codes.HINT);
        for (int code = 0x80; code < 256; code++) {
            Codes.Role role = Codes.role(code);
            boolean isCode = role != Codes.Role.NONE && role != Codes.Role.DELTA;
            missing.set(code, isCode && !seen.get(code) && !never.contains(code));
        }
        assertEquals("{}", missing.toString());
    }

    @Test
    void uuidsHaveTheSameBytes() {
        for (UUID id :
                List.of(new UUID(0, 0), new UUID(-1, -1), UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"))) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            WireType.BINARY
                    .apply(bytes)
                    .write("a")
                    .object(id)
                    .write("b")
                    .uuid(id)
                    .write("c")
                    .text(id.toString());
            byte[] theirs = bytes.toByteArray();
            WireIn in = FORMAT.newReader(theirs, UNFRAMED);
            assertTrue(in.nextMessage());
            in.beginObject();
            for (int i = 0; i < 2; i++) {
                in.fieldName();
                assertEquals(id, in.uuid());
            }
            in.fieldName();
            assertNull(in.uuid());
            assertEquals(id.toString(), in.text());
            in.endObject();
            byte[] ours = write(out -> {
                out.beginObject();
                out.field("a");
                out.uuid(id);
                out.field("b");
                out.uuid(id);
                out.field("c");
                out.text(id.toString());
                out.endObject();
            });
            assertArrayEquals(theirs, ours);
            BinaryWire wire = new BinaryWire(Bytes.wrapForRead(ours));
            assertEquals(id, wire.read("a").object(UUID.class));
            assertEquals(id, wire.read("b").uuid());
        }
    }

    @Test
    void chronicleReadsOurSortedMapsAndSets() {
        byte[] bytes = write(out -> {
            out.beginObject();
            out.field("m");
            out.type("!omap");
            Trees.write(out, Trees.map("a", 1L, "b", 2L));
            out.field("s");
            out.type("!oset");
            Trees.write(out, List.of("x", "y"));
            out.endObject();
        });
        BinaryWire wire = new BinaryWire(Bytes.wrapForRead(bytes));
        assertEquals("{a=1, b=2}", wire.read("m").object().toString());
        assertEquals(new TreeSet<>(List.of("x", "y")), wire.read("s").object());
    }

    @Test
    void objectsWithoutFieldNamesAreRefusedWithAReason() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = WireType.FIELDLESS_BINARY.apply(bytes);
        try (DocumentContext document = wire.writingDocument(false)) {
            wire.write("v").marshallable(inner -> {
                inner.write("a").int64(1);
                inner.write("b").text("x");
            });
        }
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            WireDataException e = assertThrows(WireDataException.class, () -> {
                in.beginObject();
                in.nextField(Shape.of("T", List.of("a", "b")));
            });
            assertTrue(
                    e.getMessage().contains("values without names (Chronicle Wire's FIELDLESS_BINARY)"),
                    e.getMessage());
            assertTrue(e.getMessage().contains(" at byte "), e.getMessage());
        }
    }
}
