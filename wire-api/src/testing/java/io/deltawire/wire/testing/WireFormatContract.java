package io.deltawire.wire.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees.Generator;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
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

    /** Whether the format tells names of events from names of fields. */
    protected boolean keepsEvents() {
        return format().isBinary();
    }

    /** Whether the format tells messages about the stream from data. */
    protected boolean keepsMetaData() {
        return format().isBinary();
    }

    /** Whether the format keeps records by key, so that a message can say that one is gone. */
    protected boolean keepsRecords() {
        return false;
    }

    /** Whether the format writes comments, and not just takes them. */
    protected boolean keepsComments() {
        return false;
    }

    /**
     * Whether a message contains its length, so that a part of it can be recognised. Otherwise a text ends where the
     * input ends, and only whole messages may be added to the input.
     */
    protected boolean tellsLength() {
        return format().isBinary();
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
    void offsetOfATokenMatchesItsLocation() {
        try (WireIn in = format().newReader(encode(records(9, 30)), options())) {
            WireOut out = (WireOut) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {WireOut.class}, (proxy, method, arguments) -> {
                        assertEquals(in.location().offset(), in.tokenOffset(), method.getName());
                        return method.getReturnType() == boolean.class ? false : null;
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

    /** Accepts a number of bytes and then fails, also on a flush, as a full buffered stream does. */
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

    /** What is written can be read: both sides enforce the same limits of numbers. */
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

    /** One message of a mixed stream: with a kind, and the key of its record. */
    private record Mixed(MessageKind kind, byte[] key, Object value) {
        void write(WireOut out) {
            out.beginMessage(kind);
            out.recordKey(key, 0, key.length);
            Trees.write(out, value);
            out.endMessage();
        }
    }

    /** Messages of every kind: events and others, with types and without, records that change, end and begin again. */
    private List<Mixed> mixedMessages(long seed, int count) {
        Random random = new Random(seed);
        List<Object> records = records(seed, count);
        Map<String, Object> last = new LinkedHashMap<>();
        List<Mixed> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int form = isTree() ? random.nextInt(4) : 0;
            String key = form + "/" + random.nextInt(20);
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            int choice = random.nextInt(40);
            if (choice == 0 && last.containsKey(key)) {
                messages.add(new Mixed(MessageKind.DELETE, bytes, last.remove(key)));
                continue;
            }
            Object value = inForm(form, records.get(i));
            if (choice == 1) {
                messages.add(new Mixed(MessageKind.META, bytes, value));
            } else {
                messages.add(new Mixed(MessageKind.DATA, bytes, value));
                last.put(key, value);
            }
        }
        return messages;
    }

    private Object inForm(int form, Object record) {
        Object typed = form % 2 == 1 && keepsTypes() ? new Typed("Mixed" + form, record) : record;
        return form < 2 ? typed : Trees.map(new Name("event" + form), typed);
    }

    private Object expectedMixed(Mixed message) {
        Object value = expected(message.value());
        if (!keepsEvents() && value instanceof Map<?, ?> map && map.size() == 1) {
            Object key = map.keySet().iterator().next();
            return key instanceof Name name ? Trees.map(name.event(), map.get(key)) : value;
        }
        return value;
    }

    private MessageKind expectedKind(MessageKind written) {
        boolean isKept = written == MessageKind.META ? keepsMetaData() : keepsRecords();
        return isKept ? written : MessageKind.DATA;
    }

    private byte[] encodeMixed(List<Mixed> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = format().newWriter(bytes, options())) {
            assertEquals(keepsRecords(), out.keepsRecords());
            messages.forEach(message -> message.write(out));
        }
        return bytes.toByteArray();
    }

    @Test
    void kindsOfMessagesStayOrBecomeData() {
        List<Mixed> messages = mixedMessages(20, 400);
        for (MessageKind kind : MessageKind.values()) {
            assertTrue(messages.stream().anyMatch(message -> message.kind() == kind), "no message is " + kind);
        }
        try (WireIn in = format().newReader(encodeMixed(messages), options())) {
            for (Mixed message : messages) {
                assertTrue(in.nextMessage());
                assertEquals(expectedKind(message.kind()), in.messageKind());
                assertEquals(expectedMixed(message), Trees.readMessage(in));
                assertEquals(expectedKind(message.kind()), in.messageKind());
            }
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void manyMixedMessagesAreReadAndSkipped() {
        List<Mixed> messages = mixedMessages(21, 4000);
        byte[] bytes = encodeMixed(messages);
        Random random = new Random(22);
        try (WireIn in = format().newReader(bytes, options());
                WireIn chunks = format().newReader(new Chunks(bytes, 777), options())) {
            for (int i = 0; i < messages.size(); i++) {
                Mixed message = messages.get(i);
                for (WireIn reader : List.of(in, chunks)) {
                    assertTrue(reader.nextMessage(), "message " + i);
                    assertEquals(expectedKind(message.kind()), reader.messageKind(), "message " + i);
                    switch (random.nextInt(4)) {
                        case 0 -> reader.skipValue();
                        case 1 -> readSome(reader, random);
                        case 2 -> assertEquals(expectedMixed(message), Trees.readMessage(reader), "message " + i);
                        default -> {
                            // left unread
                        }
                    }
                }
            }
            assertFalse(in.nextMessage());
            assertFalse(chunks.nextMessage());
        }
    }

    /** The bytes of a stream that is written to memory message by message. */
    private final class Arriving {
        final List<Object> messages;
        final byte[] bytes;

        /** Where each message ends, with what a flush adds to it. */
        final int[] ends;

        Arriving(List<Object> messages) {
            this.messages = messages;
            ends = new int[messages.size()];
            Bytes<?> target = Bytes.allocateElasticOnHeap();
            try (WireOut out = format().newWriter(target, options())) {
                for (int i = 0; i < ends.length; i++) {
                    Trees.writeMessage(out, messages.get(i));
                    out.flush();
                    ends[i] = (int) target.writePosition();
                }
            }
            bytes = Arrays.copyOf(target.toByteArray(), ends[ends.length - 1]);
            target.releaseLast();
        }

        /**
         * Fails unless all messages have been read that are there, and at most the one that has come in part: what a
         * format adds to it when it is flushed may be missing still.
         */
        void check(List<Object> read, int present) {
            int least = 0;
            while (least < ends.length && ends[least] <= present) {
                least++;
            }
            int most = least == 0 || ends[least - 1] < present ? least + 1 : least;
            assertTrue(
                    least <= read.size() && read.size() <= most,
                    "of " + present + " bytes " + read.size() + " messages were read: " + shown(bytes));
            List<Object> expected = messages.subList(0, read.size()).stream()
                    .map(WireFormatContract.this::expected)
                    .toList();
            assertEquals(expected, read);
        }

        /**
         * Returns the size of the input after the next part has arrived: any part, or whole messages if the format
         * writes no length.
         */
        int next(int present, int most, Random random) {
            int next = Math.min(bytes.length, present + 1 + random.nextInt(most));
            if (!tellsLength()) {
                for (int end : ends) {
                    if (end >= next) {
                        return end;
                    }
                }
            }
            return next;
        }
    }

    private static final int[] PARTS = {1, 2, 7, 60, 1000};

    private static void readPresent(WireIn in, List<Object> read) {
        while (in.nextMessage()) {
            read.add(Trees.readMessage(in));
        }
    }

    @Test
    void messageInABytesIsGivenWhenAllOfItHasCome() {
        Arriving stream = new Arriving(records(23, 40));
        for (int most : PARTS) {
            Random random = new Random(most);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            List<Object> read = new ArrayList<>();
            try (WireIn in = format().newReader(bytes, options())) {
                readPresent(in, read);
                for (int present = 0; present < stream.bytes.length; ) {
                    int next = stream.next(present, most, random);
                    bytes.write(stream.bytes, present, next - present);
                    present = next;
                    readPresent(in, read);
                    stream.check(read, present);
                }
            }
            bytes.releaseLast();
        }
    }

    @Test
    void bytesMayBeClearedAndCompactedBetweenMessages() {
        Arriving stream = new Arriving(records(24, 40));
        for (int most : PARTS) {
            for (Bytes<?> bytes : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
                Random random = new Random(most);
                List<Object> read = new ArrayList<>();
                try (WireIn in = format().newReader(bytes, options())) {
                    for (int present = 0; present < stream.bytes.length; ) {
                        int next = stream.next(present, most, random);
                        bytes.write(stream.bytes, present, next - present);
                        present = next;
                        readPresent(in, read);
                        stream.check(read, present);
                        if (bytes.readRemaining() == 0) {
                            bytes.clear();
                        } else {
                            bytes.compact();
                        }
                    }
                }
                bytes.releaseLast();
            }
        }
    }

    /** If messages build on earlier ones, none may be read twice or left out. */
    @Test
    void readPositionOfABytesMayBeMovedToAnyMessage() {
        if (keepsRecords()) {
            return;
        }
        Arriving stream = new Arriving(records(29, 40));
        for (Bytes<?> bytes : List.of(Bytes.allocateElasticOnHeap(), Bytes.allocateElasticDirect())) {
            bytes.write(stream.bytes);
            Random random = new Random(30);
            try (WireIn in = format().newReader(bytes, options())) {
                int next = 0;
                for (int i = 0; i < 300; i++) {
                    if (next == stream.ends.length || random.nextInt(3) == 0) {
                        next = random.nextInt(stream.ends.length);
                        bytes.readPosition(next == 0 ? 0 : stream.ends[next - 1]);
                    }
                    assertTrue(in.nextMessage());
                    assertEquals(expected(stream.messages.get(next)), Trees.readMessage(in), "message " + next);
                    next++;
                }
            }
            bytes.releaseLast();
        }
    }

    private static List<ByteBuffer> buffers(int size) {
        return List.of(
                ByteBuffer.allocate(size),
                ByteBuffer.allocateDirect(size),
                ByteBuffer.allocate(size + 9).position(9).slice());
    }

    @Test
    void byteBufferTakesTheSameBytesFromItsPositionOn() {
        List<Object> messages = records(25, 30);
        byte[] expected = encode(messages);
        for (ByteBuffer buffer : buffers(expected.length + 100)) {
            buffer.position(5);
            try (WireOut out = format().newWriter(buffer, options())) {
                int position = 5;
                for (Object message : messages) {
                    Trees.writeMessage(out, message);
                    assertTrue(buffer.position() >= position, "the position goes back");
                    position = buffer.position();
                }
            }
            assertEquals(5 + expected.length, buffer.position());
            byte[] got = new byte[expected.length];
            buffer.get(5, got);
            assertEquals(shown(expected), shown(got));
            buffer.flip().position(5);
            try (WireIn in = format().newReader(buffer, options())) {
                assertEquals(messages.stream().map(this::expected).toList(), Trees.readAll(in));
            }
            assertEquals(0, buffer.remaining());
        }
    }

    @Test
    void byteBufferMayBeCompactedBetweenMessages() {
        Arriving stream = new Arriving(records(26, 40));
        for (int most : PARTS) {
            for (ByteBuffer buffer : buffers(stream.bytes.length + 10)) {
                Random random = new Random(most);
                List<Object> read = new ArrayList<>();
                buffer.flip();
                try (WireIn in = format().newReader(buffer, options())) {
                    for (int present = 0; present < stream.bytes.length; ) {
                        int next = stream.next(present, most, random);
                        buffer.compact()
                                .put(stream.bytes, present, next - present)
                                .flip();
                        present = next;
                        readPresent(in, read);
                        stream.check(read, present);
                    }
                }
            }
        }
    }

    @Test
    void byteBufferMayGrowDuringReading() {
        Arriving stream = new Arriving(records(27, 40));
        for (int most : PARTS) {
            for (ByteBuffer buffer : buffers(stream.bytes.length)) {
                Random random = new Random(most);
                List<Object> read = new ArrayList<>();
                for (int i = 0; i < stream.bytes.length; i++) {
                    buffer.put(i, stream.bytes[i]);
                }
                buffer.limit(0);
                try (WireIn in = format().newReader(buffer, options())) {
                    for (int present = 0; present < stream.bytes.length; ) {
                        present = stream.next(present, most, random);
                        buffer.limit(present);
                        readPresent(in, read);
                        stream.check(read, present);
                    }
                }
            }
        }
    }

    @Test
    void commentsAreNoData() {
        List<Object> messages = records(28, 60);
        for (String comment :
                List.of("a remark", "two\nlines", "", "# ---\n...\r\n", "\u0000\u2028 é \ud83d\ude00", "\"}],")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = format().newWriter(bytes, options())) {
                for (Object message : messages) {
                    out.beginMessage();
                    writeCommented(out, message, comment);
                    out.endMessage();
                }
            }
            assertRoundTrip(messages, bytes.toByteArray(), "comment \"" + comment + "\"");
            if (keepsComments()) {
                boolean isThere = new String(bytes.toByteArray(), StandardCharsets.UTF_8).contains("a remark");
                assertEquals(comment.equals("a remark"), isThere, shown(bytes.toByteArray()));
            } else {
                assertEquals(shown(encode(messages)), shown(bytes.toByteArray()));
            }
        }
    }

    /** Writes a value with a comment in front of each entry of its objects. */
    private static void writeCommented(WireOut out, Object value, String comment) {
        if (value instanceof Typed typed) {
            out.type(typed.type());
            writeCommented(out, typed.value(), comment);
        } else if (value instanceof Map<?, ?> map) {
            out.beginObject();
            map.forEach((key, item) -> {
                out.comment(comment);
                if (key instanceof String name) {
                    out.field(name);
                } else {
                    out.key();
                    Trees.write(out, key);
                }
                writeCommented(out, item, comment);
            });
            out.comment(comment);
            out.endObject();
        } else {
            Trees.write(out, value);
        }
    }

    @Test
    void formatIsFoundByNameAndByContent() {
        assertEquals(format().name(), WireFormats.byName(format().name()).name());
        byte[] bytes = encode(records(14, 3));
        assertTrue(format().detect(bytes, bytes.length).compareTo(WireFormat.Match.MAYBE) >= 0);
    }

    // ---- one thread at a time

    private static void runInThread(String name, Runnable action) {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(action, name);
        thread.setUncaughtExceptionHandler((failed, e) -> failures.add(e));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0));
        }
    }

    private static void assertRefused(String begin, Runnable call) {
        String text = assertThrows(IllegalStateException.class, call::run).getMessage();
        assertTrue(text.startsWith(begin), text);
        assertTrue(text.contains("called by thread \"" + Thread.currentThread().getName() + '"'), text);
    }

    @Test
    void aSecondThreadIsRefusedWhileAMessageIsOpen() {
        List<Object> messages = records(11, 3);
        byte[] expected = encode(messages);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        String owner = Thread.currentThread().getName();
        try (WireOut out = format().newWriter(target, options())) {
            Trees.writeMessage(out, messages.get(0));
            runInThread("other", () -> Trees.writeMessage(out, messages.get(1)));
            out.beginMessage();
            runInThread("other", () -> {
                String begin = "this writer is in use by thread \"" + owner + "\" (in a message)";
                assertRefused(begin, out::beginMessage);
                assertRefused(begin, out::endMessage);
                assertRefused(begin, out::cancelMessage);
                assertRefused(begin, out::flush);
                assertRefused(begin, out::close);
            });
            Trees.write(out, messages.get(2));
            out.endMessage();
            runInThread("other", out::close);
            assertThrows(IllegalStateException.class, out::beginMessage);
        }
        assertEquals(shown(expected), shown(target.toByteArray()));
    }

    @Test
    void threadsThatWriteWithoutALockLoseOnlyRefusedMessages() {
        int count = 2000;
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        List<List<Object>> written = List.of(new ArrayList<>(), new ArrayList<>());
        try (WireOut out = format().newWriter(target, options())) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (int thread = 0; thread < 2; thread++) {
                int id = thread;
                threads.add(new Thread(() -> writeUnlocked(out, id, count, written.get(id)), "writer " + id));
                threads.get(id).setUncaughtExceptionHandler((failed, e) -> failures.add(e));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            assertEquals(List.of(), failures);
        }
        List<List<Object>> read = List.of(new ArrayList<>(), new ArrayList<>());
        for (Object message : decode(target.toByteArray())) {
            Object id = ((Map<?, ?>) message).get("thread");
            read.get(((Number) id).intValue()).add(message);
        }
        assertEquals(written, read);
    }

    private void writeUnlocked(WireOut out, int id, int count, List<Object> written) {
        for (int i = 0; i < count; i++) {
            Object message = Trees.map("thread", (long) id, "number", (long) i, "text", "text " + i % 10);
            try {
                Trees.writeMessage(out, message);
                written.add(expected(message));
            } catch (IllegalStateException e) {
                assertTrue(e.getMessage().contains("writer 0") && e.getMessage().contains("writer 1"), e.getMessage());
            }
        }
    }

    @Test
    void aMessageIsReadByTheThreadThatTookIt() {
        byte[] bytes = encode(records(12, 4));
        String owner = Thread.currentThread().getName();
        try (WireIn in = format().newReader(bytes, options())) {
            assertTrue(in.nextMessage());
            in.beginObject();
            runInThread("other", () -> {
                assertRefused("this reader was called by thread \"other\" to read on", in::fieldName);
                assertTrue(in.nextMessage());
                in.beginObject();
            });
            assertTrue(in.nextMessage()); // a thread that has ended holds nothing
            in.beginObject();
            Runnable other = () -> assertTrue(in.nextMessage());
            CountDownLatch isDone = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            Thread living = new Thread(
                    () -> {
                        other.run();
                        isDone.countDown();
                        awaitLatch(mayEnd);
                    },
                    "living");
            living.start();
            awaitLatch(isDone);
            String begin = "this reader was called by thread \"" + owner + "\" to read on";
            assertRefused(begin, in::fieldName);
            assertRefused(begin, in::endObject);
            mayEnd.countDown();
            join(living);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
