package io.deltawire.binary;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Generator;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.ValueOut;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;

/**
 * Both directions against Chronicle Wire 2026.7. It runs in a JVM of its own, with the flag that Chronicle Wire
 * needs.
 */
// A document is written by closing it, so its variable is unused. Padding is deprecated there, but streams have it.
@SuppressWarnings({"try", "deprecation"})
class ChronicleInteropTest {
    private static final Bytes<?> THEIRS = Bytes.allocateElasticOnHeap(1 << 18);

    @Test
    void chronicleReadsOurMessages() {
        int compared = 0;
        for (int seed = 0; seed < 2000; seed++) {
            Object record = new Generator(seed, false, true).record();
            if (!isSupportedByChronicle(record) || isNotReadAsAMap(record, true)) {
                continue;
            }
            byte[] bytes = write(List.of(record));
            assertEquals(
                    comparable(record),
                    comparable(readByChronicle(bytes)),
                    "seed " + seed + ": " + HexFormat.of().formatHex(bytes));
            compared++;
        }
        assertTrue(compared > 1000, "compared only " + compared);
    }

    @Test
    void chroniclePrintsOurTypedMessagesAsYaml() {
        for (int seed = 0; seed < 500; seed++) {
            Object record = new Generator(seed, true, true).record();
            byte[] bytes = write(List.of(record));
            Bytes<?> yaml = Bytes.allocateElasticOnHeap();
            try {
                new BinaryWire(Bytes.wrapForRead(java.util.Arrays.copyOfRange(bytes, 4, bytes.length)))
                        .copyTo(WireType.YAML_ONLY.apply(yaml));
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + HexFormat.of().formatHex(bytes), e);
            }
        }
    }

    @Test
    void chroniclesMessagesAreRead() {
        int compared = 0;
        for (int seed = 0; seed < 2000; seed++) {
            Object record = new Generator(seed, false, false).record();
            if (!isSupportedByChronicle(record) || !isPreservedByChronicle(record)) {
                continue;
            }
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            BinaryWire wire = new BinaryWire(bytes);
            boolean meta = seed % 5 == 0;
            try (DocumentContext document = wire.writingDocument(meta)) {
                ((Map<?, ?>) record).forEach((name, value) -> write(wire.write((String) name), value));
            }
            if (((Map<?, ?>) record).isEmpty()) {
                continue; // a document of no bytes is one that is not written yet
            }
            try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
                assertTrue(in.nextMessage());
                assertEquals(meta ? MessageKind.META : MessageKind.DATA, in.messageKind());
                assertEquals(comparable(record), comparable(Trees.readMessage(in)), "seed " + seed);
                assertFalse(in.nextMessage());
            }
            compared++;
        }
        assertTrue(compared > 500, "compared only " + compared);
    }

    @Test
    void numbersHaveTheSameBytes() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 50_000; i++) {
            long bits = random.nextLong() >> random.nextInt(64);
            if (bits >= Integer.MIN_VALUE && bits < 1L << 32 || (long) (float) bits != bits) {
                assertSameBytes("int64 " + bits, out -> out.int64(bits), out -> out.int64(bits));
            }
            double[] doubles = {
                Double.longBitsToDouble(random.nextLong()),
                bits / Math.pow(10, random.nextInt(8)),
                bits,
                (float) bits,
                random.nextInt() / 1e6
            };
            double value = doubles[i % doubles.length];
            if (value != 0 && !Double.isNaN(value)) {
                assertSameBytes("float64 " + value, out -> out.float64(value), out -> out.float64(value));
            }
            float single = i % 3 == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) value;
            if (single != 0 && !Float.isNaN(single)) {
                assertSameBytes("float32 " + single, out -> out.float32(single), out -> out.float32(single));
            }
        }
    }

    @Test
    void textNamesBytesAndTimesHaveTheSameBytes() {
        Generator generator = new Generator(5, false, false);
        for (int i = 0; i < 20_000; i++) {
            String text = generator.text();
            assertSameBytes("text " + text, out -> out.text(text), out -> out.text(text));
            byte[] blob = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            assertSameBytes("bytes", out -> out.bytes(blob, 0, blob.length), out -> out.bytes(blob));
            Object temporal = generator.temporal();
            if (!(temporal instanceof OffsetDateTime)) {
                assertSameBytes(
                        "temporal " + temporal,
                        out -> out.temporal((java.time.temporal.Temporal) temporal),
                        out -> write(out, temporal));
            }
        }
        for (int length : new int[] {0, 1, 253, 254, 255, 65533, 65534, 65535, 65536, 100_000}) {
            byte[] blob = new byte[length];
            assertSameBytes("bytes " + length, out -> out.bytes(blob, 0, length), out -> out.bytes(blob));
            String text = "x".repeat(length);
            assertSameBytes("text " + length, out -> out.text(text), out -> out.text(text));
        }
        for (String name : List.of(
                "a",
                "é",
                "1",
                "12x",
                "0",
                "2147483647",
                "2147483648",
                "-1",
                "x".repeat(31),
                "x".repeat(32),
                "x".repeat(200))) {
            assertSameBytes(
                    name,
                    out -> entry(out, name),
                    out -> out.wireOut().write(name).int64(1));
            assertSameBytes(
                    name,
                    out -> event(out, name),
                    out -> out.wireOut().writeEventName(name).int64(1));
        }
    }

    private static void entry(WireOut out, String name) {
        out.beginObject();
        out.field(name);
        out.int64(1);
        out.endObject();
    }

    private static void event(WireOut out, String name) {
        out.beginObject();
        out.event(name);
        out.int64(1);
        out.endObject();
    }

    private static void assertSameBytes(String what, Consumer<WireOut> ours, Consumer<ValueOut> theirs) {
        ByteArrayOutputStream mine = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(mine, UNFRAMED)) {
            out.beginMessage();
            ours.accept(out);
            out.endMessage();
        }
        THEIRS.clear();
        theirs.accept(new BinaryWire(THEIRS).getValueOut());
        assertEquals(
                HexFormat.of().formatHex(THEIRS.toByteArray()), HexFormat.of().formatHex(mine.toByteArray()), what);
    }

    @Test
    void valuesThatChronicleWouldLoseArePreserved() {
        Object record = Trees.map(
                "long",
                9007199254740992L,
                "max",
                Long.MAX_VALUE,
                "negativeZero",
                -0.0,
                "007",
                1L,
                "日本",
                2L,
                "lone",
                "\ud83d",
                "pair",
                "😀",
                "decimal",
                new BigDecimal("1.50"),
                "instant",
                Instant.EPOCH);
        Map<?, ?> read = readByChronicle(write(List.of(record)));
        assertEquals(9007199254740992L, read.get("long"));
        assertEquals(Long.MAX_VALUE, read.get("max"));
        assertEquals(-0.0, read.get("negativeZero"));
        assertTrue(read.containsKey("007") && read.containsKey("日本"), read.toString());
        assertEquals("\ud83d", read.get("lone"));
        assertEquals("😀", read.get("pair"));
        assertEquals(new BigDecimal("1.50"), read.get("decimal"));
        assertEquals(Instant.EPOCH, read.get("instant"));
    }

    @Test
    void emptyObjectAndEmptyListAreBothRead() {
        byte[] bytes = write(List.of(Trees.map("o", Map.of(), "l", List.of())));
        assertEquals(List.of(Trees.map("o", Map.of(), "l", List.of())), readAll(bytes));
        BinaryWire wire = new BinaryWire(Bytes.wrapForRead(bytes));
        try (DocumentContext document = wire.readingDocument()) {
            assertTrue(document.isPresent());
            assertEquals(Map.of(), wire.read("o").object(Map.class));
            assertEquals(List.of(), wire.read("l").object(List.class));
        }
    }

    @Test
    void dataMetaDataAndPaddedDocumentsAreRead() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        BinaryWire wire = new BinaryWire(bytes);
        wire.usePadding(true);
        for (int i = 0; i < 300; i++) {
            int n = i;
            try (DocumentContext document = wire.writingDocument(i % 3 == 0)) {
                wire.write("n").int64(n).write("text").text("x".repeat(n));
            }
        }
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 300; i++) {
                assertTrue(in.nextMessage());
                assertEquals(i % 3 == 0 ? MessageKind.META : MessageKind.DATA, in.messageKind());
                assertEquals(Trees.map("n", (long) i, "text", "x".repeat(i)), Trees.readMessage(in));
            }
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void readingStopsAtTheEndOfData() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        BinaryWire wire = new BinaryWire(bytes);
        try (DocumentContext document = wire.writingDocument(false)) {
            wire.write("n").int64(1);
        }
        bytes.writeInt(0xC000_0000);
        wire.write("EOF");
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("n", 1L), Trees.readMessage(in));
            assertFalse(in.nextMessage());
            assertFalse(in.nextMessage());
        }
    }

    private static byte[] write(List<Object> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        return bytes.toByteArray();
    }

    private static List<Object> readAll(byte[] bytes) {
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            return Trees.readAll(in);
        }
    }

    private static Map<Object, Object> readByChronicle(byte[] bytes) {
        BinaryWire wire = new BinaryWire(Bytes.wrapForRead(bytes));
        Map<Object, Object> entries = new LinkedHashMap<>();
        try (DocumentContext document = wire.readingDocument()) {
            assertTrue(document.isPresent());
            if (bytes[4] == (byte) Codes.BYTES_LENGTH8) {
                assertEquals(List.of(), wire.getValueIn().object());
                return entries;
            }
            while (wire.hasMore()) {
                Object key = wire.readEvent(Object.class);
                Object value = wire.getValueIn().object();
                // Chronicle Wire returns bytes as a view of the wire.
                entries.put(key, value instanceof BytesStore<?, ?> store ? store.toByteArray() : value);
            }
        }
        return entries;
    }

    private static void write(ValueOut out, Object value) {
        if (value == null) {
            assertNull(value);
            out.nu11();
        } else if (value instanceof Boolean b) {
            out.bool(b);
        } else if (value instanceof Long l) {
            out.int64(l);
        } else if (value instanceof Double d) {
            out.float64(d);
        } else if (value instanceof String s) {
            out.text(s);
        } else if (value instanceof Blob b) {
            out.bytes(b.bytes());
        } else if (value instanceof LocalDate t) {
            out.date(t);
        } else if (value instanceof LocalTime t) {
            out.time(t);
        } else if (value instanceof LocalDateTime t) {
            out.dateTime(t);
        } else if (value instanceof ZonedDateTime t) {
            out.zonedDateTime(t);
        } else if (value instanceof List<?> list) {
            out.sequence(list, (items, to) -> items.forEach(item -> write(to, item)));
        } else if (value instanceof Map<?, ?> map) {
            out.marshallable(wire -> map.forEach((name, item) -> write(wire.write((String) name), item)));
        } else {
            out.object(value);
        }
    }

    /** Chronicle Wire cannot hold an OffsetDateTime: it reads its own bytes back with offset null. */
    private static boolean isSupportedByChronicle(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().allMatch(ChronicleInteropTest::isSupportedByChronicle);
        }
        if (value instanceof Map<?, ?> map) {
            // Chronicle Wire reads numbered names and number keys in the same form.
            long keys = map.keySet().stream().map(String::valueOf).distinct().count();
            return keys == map.size() && map.values().stream().allMatch(ChronicleInteropTest::isSupportedByChronicle);
        }
        return !(value instanceof OffsetDateTime);
    }

    /**
     * Without a class, Chronicle Wire takes a block for a map only if it begins with an event or with a name of at
     * most 31 characters. It writes {@code B7}, {@code BA} and {@code BD} itself, but does not read them so.
     */
    private static boolean isNotReadAsAMap(Object value, boolean outermost) {
        if (value instanceof List<?> list) {
            return list.stream().anyMatch(item -> isNotReadAsAMap(item, false));
        }
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            boolean unlike = !(map.keySet().iterator().next() instanceof String name
                    && name.length() <= 31
                    && !name.equals("1")
                    && !name.equals("日本"));
            return unlike && !outermost || map.values().stream().anyMatch(item -> isNotReadAsAMap(item, false));
        }
        return false;
    }

    /**
     * The names and values that Chronicle Wire changes when it writes them are in {@code vectors/binary/values.txt}.
     */
    private static boolean isPreservedByChronicle(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().allMatch(ChronicleInteropTest::isPreservedByChronicle);
        }
        if (value instanceof Map<?, ?> map) {
            return !map.containsKey("007")
                    && !map.containsKey("日本")
                    && map.values().stream().allMatch(ChronicleInteropTest::isPreservedByChronicle);
        }
        return !(value instanceof BigDecimal) && !(value instanceof Long l && l == Long.MAX_VALUE);
    }

    /**
     * Returns a form in which numbers compare by value, and in which values that Chronicle Wire does not distinguish
     * are equal.
     */
    private static Object comparable(Object value) {
        if ((value instanceof Double || value instanceof Float) && !Double.isFinite(((Number) value).doubleValue())) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof BigDecimal d) {
            return d.stripTrailingZeros();
        }
        if (value instanceof Number n) {
            BigDecimal exact = n instanceof Double || n instanceof Float
                    ? new BigDecimal(n.doubleValue())
                    : BigDecimal.valueOf(n.longValue());
            return exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
        }
        if (value instanceof byte[] b) {
            return new Blob(b);
        }
        if (value instanceof BytesStore<?, ?> store) {
            return new Blob(store.toByteArray());
        }
        if (value instanceof Typed typed) {
            return new Typed(typed.type(), comparable(typed.value()));
        }
        if (value instanceof Object[] array) {
            return comparable(List.of(array));
        }
        if (value instanceof java.util.Collection<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(comparable(item)));
            return items;
        }
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put(String.valueOf(key), comparable(item)));
            return entries;
        }
        return value instanceof Map<?, ?> ? List.of() : value;
    }
}
