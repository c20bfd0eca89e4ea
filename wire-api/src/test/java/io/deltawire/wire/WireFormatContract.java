package io.deltawire.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.wire.Trees.Generator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * What every wire format must do. A format's test extends this and declares what its format cannot hold, so that each
 * gap is a named line.
 */
public abstract class WireFormatContract {
    /** The format under test. */
    protected abstract WireFormat format();

    /** Whether the format keeps every token kind: bytes stay bytes, temporals stay temporals, NaN stays a double. */
    protected boolean keepsKinds() {
        return true;
    }

    /** Whether the format keeps type names. */
    protected boolean keepsTypes() {
        return true;
    }

    /** Whether entries of a map may have keys that are not text. */
    protected boolean keepsKeyKinds() {
        return true;
    }

    /** Whether messages may be anything, and not only records of scalars (CSV). */
    protected boolean isTree() {
        return true;
    }

    /** What a message becomes in the format: itself, unless the format does not keep kinds. */
    protected Object expected(Object message) {
        return message;
    }

    /** The options that the contract is run with. */
    protected WireOptions options() {
        return WireOptions.DEFAULTS;
    }

    /** Writes messages and returns the bytes. */
    protected final byte[] encode(Iterable<?> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = format().newWriter(bytes, options())) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        return bytes.toByteArray();
    }

    private List<Object> decode(byte[] bytes) {
        try (WireIn in = format().newReader(bytes, options())) {
            return Trees.readAll(in);
        }
    }

    private List<Object> records(long seed, int count) {
        List<Object> records = new ArrayList<>();
        if (isTree()) {
            Generator generator = new Generator(seed, keepsTypes(), keepsKeyKinds());
            for (int i = 0; i < count; i++) {
                records.add(generator.record());
            }
        } else {
            Generator generator = new Generator(seed, false, false);
            for (int i = 0; i < count; i++) {
                records.add(Trees.map("id", (long) i, "name", generator.text(), "v", i % 3 == 0 ? null : i / 8.0));
            }
        }
        return records;
    }

    private void assertRoundTrip(List<Object> messages, byte[] bytes, String what) {
        List<Object> read;
        try {
            read = decode(bytes);
        } catch (RuntimeException e) {
            throw new AssertionError(what + ": " + shown(bytes), e);
        }
        for (int i = 0; i < Math.min(messages.size(), read.size()); i++) {
            assertEquals(expected(messages.get(i)), read.get(i), what + ", message " + i + ": " + shown(bytes));
        }
        assertEquals(messages.size(), read.size(), what);
    }

    private String shown(byte[] bytes) {
        return bytes.length > 4000
                ? bytes.length + " bytes"
                : format().isBinary()
                        ? java.util.HexFormat.of().formatHex(bytes)
                        : new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void randomMessagesRoundTripOneByOne() {
        for (int seed = 0; seed < 400; seed++) {
            List<Object> one = records(seed, 1);
            assertRoundTrip(one, encode(one), "seed " + seed);
        }
    }

    @Test
    void randomStreamsRoundTrip() {
        for (int seed = 0; seed < 40; seed++) {
            List<Object> messages = records(1000 + seed, 20);
            assertRoundTrip(messages, encode(messages), "seed " + seed);
        }
    }

    @Test
    void sameMessagesGiveSameBytes() {
        List<Object> messages = records(7, 50);
        assertEquals(shown(encode(messages)), shown(encode(messages)));
    }

    @Test
    void offsetOfATokenIsThatOfItsLocation() {
        try (WireIn in = format().newReader(encode(records(9, 30)), options())) {
            WireOut out = (WireOut) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {WireOut.class}, (proxy, method, arguments) -> {
                        assertEquals(in.location().offset(), in.tokenOffset(), method.getName());
                        return null;
                    });
            assertEquals(30, Transcoder.copyAll(in, out));
        }
    }

    @Test
    void streamGivesTheSameWhateverItsChunks() {
        List<Object> messages = records(8, 30);
        byte[] bytes = encode(messages);
        for (int chunk : new int[] {1, 3, 1000}) {
            try (WireIn in = format().newReader(new Chunks(bytes, chunk), options())) {
                List<Object> read = Trees.readAll(in);
                assertEquals(messages.stream().map(this::expected).toList(), read, "chunk " + chunk);
            }
        }
    }

    @Test
    void everyKindOfTargetGetsTheSameBytes() {
        List<Object> messages = records(9, 30);
        byte[] expected = encode(messages);
        for (Bytes<?> bytes : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
            try (WireOut out = format().newWriter(bytes, options())) {
                messages.forEach(message -> Trees.writeMessage(out, message));
            }
            byte[] got = bytes.toByteArray();
            assertEquals(shown(expected), shown(got));
            try (WireIn in = format().newReader(bytes, options())) {
                assertEquals(messages.stream().map(this::expected).toList(), Trees.readAll(in));
            }
            bytes.releaseLast();
        }
    }

    @Test
    void skippedValuesLeaveTheRestReadable() {
        List<Object> messages = records(10, 30);
        byte[] bytes = encode(messages);
        try (WireIn in = format().newReader(bytes, options())) {
            int count = 0;
            while (in.nextMessage()) {
                if (count % 3 == 0) {
                    in.skipValue();
                    assertEquals(WireToken.END_MESSAGE, in.peek());
                } else if (count % 3 == 1) {
                    assertEquals(expected(messages.get(count)), Trees.readMessage(in));
                } // else left unread
                count++;
            }
            assertEquals(messages.size(), count);
        }
    }

    @Test
    void messageIsReadAgainFromItsStart() {
        List<Object> messages = records(15, 60);
        byte[] bytes = encode(messages);
        Random random = new Random(16);
        try (WireIn in = format().newReader(bytes, options());
                WireIn chunks = format().newReader(new Chunks(bytes, 5), options())) {
            for (Object message : messages) {
                for (WireIn reader : List.of(in, chunks)) {
                    assertTrue(reader.nextMessage());
                    for (int times = random.nextInt(4); times > 0; times--) {
                        readSome(reader, random);
                        reader.restartMessage();
                    }
                    assertEquals(expected(message), Trees.readMessage(reader));
                }
            }
            assertFalse(in.nextMessage());
            assertThrows(IllegalStateException.class, in::restartMessage);
            assertThrows(IllegalStateException.class, format().newReader(bytes, options())::restartMessage);
        }
    }

    private static void readSome(WireIn in, Random random) {
        if (in.peek() != WireToken.BEGIN_OBJECT || random.nextInt(5) == 0) {
            in.skipValue();
            return;
        }
        in.beginObject();
        while (random.nextInt(8) > 0 && in.hasNext()) {
            if (in.peek() == WireToken.KEY) {
                in.key();
                in.skipValue();
            } else {
                in.fieldName();
            }
            if (in.peek() == WireToken.BEGIN_OBJECT && random.nextBoolean()) {
                readSome(in, random);
                return;
            }
            in.skipValue();
        }
    }

    private static final class Chunks extends ByteArrayInputStream {
        private final int size;

        Chunks(byte[] bytes, int size) {
            super(bytes);
            this.size = size;
        }

        @Override
        public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(length, size));
        }
    }

    @Test
    void streamIsClosedAlsoWhereItTakesNoMore() {
        for (int room : new int[] {0, 1, 50, 200, 300}) {
            Full full = new Full(room);
            WireOut out = format().newWriter(full, options());
            UncheckedIOException first = assertThrows(UncheckedIOException.class, () -> {
                try (out) {
                    records(17, 20).forEach(message -> Trees.writeMessage(out, message));
                    out.flush();
                }
            });
            assertEquals("full", first.getCause().getMessage());
            assertEquals(1, full.closes, "room for " + room);
            out.close();
            assertEquals(1, full.closes);
        }
    }

    /** Takes so many bytes, and as a buffered stream that is full fails again on a flush. */
    private static final class Full extends OutputStream {
        private int room;
        private int closes;

        Full(int room) {
            this.room = room;
        }

        @Override
        public void write(int b) throws IOException {
            if (--room < 0) {
                throw new IOException("full");
            }
        }

        @Override
        public void flush() throws IOException {
            if (room < 0) {
                throw new IOException("full");
            }
        }

        @Override
        public void close() {
            closes++;
        }
    }

    @Test
    void cancelledMessageLeavesNoTrace() {
        List<Object> messages = records(11, 10);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = format().newWriter(bytes, options())) {
            for (Object message : messages) {
                out.beginMessage();
                out.beginObject();
                out.field("name"); // a field that CSV records have as well
                out.text("never seen");
                out.cancelMessage();
                Trees.writeMessage(out, message);
            }
        }
        assertEquals(shown(encode(messages)), shown(bytes.toByteArray()));
    }

    @Test
    void shapeGivesTheSameBytesAsNames() {
        Shape shape = Shape.of("Quote", List.of("symbol", "bid", "size"));
        byte[] byName = encode(List.of(Trees.map("symbol", "EURUSD", "bid", 1.1172, "size", 5L)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = format().newWriter(bytes, options())) {
            out.beginMessage();
            out.beginObject(shape);
            out.field(0);
            out.text("EURUSD");
            out.field(1);
            out.float64(1.1172);
            out.field(2);
            out.int64(5);
            out.endObject();
            out.endMessage();
        }
        assertEquals(shown(byName), shown(bytes.toByteArray()));
    }

    @Test
    void fieldsAreFoundByShapeInAnyOrder() {
        byte[] bytes = encode(List.of(Trees.map("c", 3L, "x", "skip me", "a", 1L, "b", 2L)));
        for (List<String> order : List.of(List.of("a", "b", "c"), List.of("c", "x", "a", "b"), List.of("x", "c"))) {
            Shape shape = Shape.of(null, order);
            try (WireIn in = format().newReader(bytes, options())) {
                assertTrue(in.nextMessage());
                in.beginObject();
                List<String> seen = new ArrayList<>();
                for (int field = in.nextField(shape); field != WireIn.END; field = in.nextField(shape)) {
                    if (field == WireIn.UNKNOWN) {
                        seen.add(in.fieldName());
                        in.skipValue();
                    } else {
                        seen.add(shape.name(field));
                        if (shape.name(field).equals("x")) {
                            assertEquals("skip me", in.text());
                        } else {
                            assertEquals(shape.name(field).charAt(0) - 'a' + 1, in.int64());
                        }
                    }
                }
                in.endObject();
                assertEquals(List.of("c", "x", "a", "b"), seen);
                assertFalse(in.nextMessage());
            }
        }
    }

    @Test
    void everyPrefixIsAnErrorOrWholeMessages() {
        List<Object> messages = records(12, 4);
        byte[] bytes = encode(messages);
        List<Object> whole = messages.stream().map(this::expected).toList();
        for (int length = 0; length < bytes.length; length++) {
            byte[] prefix = java.util.Arrays.copyOf(bytes, length);
            List<Object> read = new ArrayList<>();
            try (WireIn in = format().newReader(prefix, options())) {
                while (in.nextMessage()) {
                    read.add(Trees.readMessage(in));
                }
            } catch (WireException e) {
                assertTrue(e.location() != null, e.getMessage());
            } catch (RuntimeException e) {
                fail("prefix of " + length + " bytes: " + shown(prefix), e);
            }
            if (format().isBinary()) {
                assertEquals(whole.subList(0, read.size()), read, "prefix of " + length + " bytes");
            }
        }
    }

    @Test
    void flippedBitsNeverEscapeAsAnotherException() {
        byte[] bytes = encode(records(13, 3));
        for (int i = 0; i < bytes.length * 8; i++) {
            byte[] flipped = bytes.clone();
            flipped[i >> 3] ^= (byte) (1 << (i & 7));
            try (WireIn in = format().newReader(flipped, options())) {
                while (in.nextMessage()) {
                    in.skipValue();
                }
            } catch (WireException e) {
                assertTrue(e.location() != null, e.getMessage());
            } catch (RuntimeException e) {
                fail("bit " + i + " flipped: " + shown(flipped), e);
            }
            try (WireIn in = format().newReader(flipped, options())) {
                Trees.readAll(in);
            } catch (WireException e) {
                assertTrue(e.location() != null, e.getMessage());
            } catch (AssertionError e) {
                // a key given twice is a tree that the test model cannot hold
            } catch (RuntimeException e) {
                fail("bit " + i + " flipped: " + shown(flipped), e);
            }
        }
    }

    @Test
    void depthIsLimitedOnBothSides() {
        if (!isTree()) {
            return;
        }
        WireOptions deep = options().with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(1000));
        Object nested = "bottom";
        for (int i = 0; i < 150; i++) {
            nested = i % 2 == 0 ? new ArrayList<>(List.of(nested)) : Trees.map("n", nested);
        }
        Object message = nested;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = format().newWriter(bytes, deep)) {
            Trees.writeMessage(out, message);
        }
        try (WireIn in = format().newReader(bytes.toByteArray(), deep)) {
            assertEquals(List.of(message), Trees.readAll(in));
        }
        assertThrows(MalformedWireException.class, () -> decode(bytes.toByteArray()));
        assertThrows(WireDataException.class, () -> encode(List.of(message)));
    }

    /** What is written can be read: the limits of numbers are kept on both sides. */
    @Test
    void decimalsAreLimitedOnBothSides() {
        for (BigDecimal most :
                List.of(new BigDecimal("1E-10000"), new BigDecimal("1E+10000"), BigDecimal.TEN.pow(990))) {
            byte[] bytes = encode(List.of(Trees.map("n", most)));
            try (WireIn in = format().newReader(bytes, options())) {
                assertTrue(in.nextMessage());
                in.beginObject();
                assertEquals("n", in.fieldName());
                assertEquals(0, most.compareTo(in.decimal()));
                in.endObject();
            }
        }
        for (String more : List.of("1E-10001", "1E+10001", "1E-2147483647", "1E+2147483647", "1" + "0".repeat(1000))) {
            assertThrows(WireDataException.class, () -> encode(List.of(Trees.map("n", new BigDecimal(more)))), more);
        }
    }

    @Test
    void conversionsKeepTheValueOrSaySo() {
        byte[] bytes = encode(List.of(Trees.map("whole", 3.0, "half", 1.5, "big", 9007199254740993L, "text", "12")));
        try (WireIn in = format().newReader(bytes, options())) {
            assertTrue(in.nextMessage());
            in.beginObject();
            assertEquals("whole", in.fieldName());
            assertEquals(3, in.int64());
            assertEquals("half", in.fieldName());
            WireException e = assertThrows(WireDataException.class, in::int64);
            assertTrue(e.getMessage().contains("expected an integer but was 1.5"), e.getMessage());
            assertTrue(e.getMessage().contains("half"), e.getMessage());
            assertEquals(1.5, in.float64());
            assertEquals("big", in.fieldName());
            assertThrows(WireDataException.class, in::float64);
            assertEquals(9007199254740993L, in.int64());
            assertEquals("text", in.fieldName());
            assertEquals(12, in.int64());
            in.endObject();
        }
    }

    @Test
    void formatIsFoundByNameAndByContent() {
        assertEquals(format().name(), WireFormats.byName(format().name()).name());
        byte[] bytes = encode(records(14, 3));
        assertTrue(format().detect(bytes, bytes.length).compareTo(WireFormat.Match.MAYBE) >= 0);
    }
}
