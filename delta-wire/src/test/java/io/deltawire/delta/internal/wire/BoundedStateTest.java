package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.internal.codec.OperationsTest;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** The state stays within the bounds that the header announces, on both sides and for any stream. */
class BoundedStateTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private static WireOptions limited(int keys, long stateBytes, DeltaFormat.WhenFull overflow) {
        return BY_ID.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(keys, stateBytes))
                .with(DeltaFormat.WHEN_FULL, overflow);
    }

    private static List<Object> read(byte[] bytes, WireOptions options) {
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            return Trees.readAll(in);
        }
    }

    private static Map<Object, Object> message(long key, long count) {
        return Trees.map("id", key, "name", "a name that is long, of " + key, "count", count);
    }

    private static List<Object> skewed(int keys, int count) {
        SplittableRandom random = new SplittableRandom(4);
        List<Object> messages = new ArrayList<>();
        long[] counts = new long[keys];
        for (int i = 0; i < count; i++) {
            int key = Math.min(random.nextInt(keys), random.nextInt(keys));
            counts[key] += random.nextInt(60);
            messages.add(message(key, counts[key]));
        }
        return messages;
    }

    @Test
    void forgettingIdleRecordsTakesFewerBytesThanPlainMessages() {
        List<Object> messages = skewed(2000, 40_000);
        WireOptions all = limited(65_536, 64 << 20, DeltaFormat.WhenFull.DROP_IDLE);
        WireOptions forget = limited(1000, 64 << 20, DeltaFormat.WhenFull.DROP_IDLE);
        WireOptions plain = limited(1000, 64 << 20, DeltaFormat.WhenFull.WRITE_IN_FULL);
        byte[] unlimited = Streams.write(messages, all);
        byte[] forgetting = Streams.write(messages, forget);
        byte[] inFull = Streams.write(messages, plain);
        assertEquals(messages, read(unlimited, all));
        assertEquals(messages, read(forgetting, forget));
        assertEquals(messages, read(inFull, plain));
        assertTrue(
                unlimited.length < forgetting.length && forgetting.length < inFull.length * 5 / 6,
                unlimited.length + ", " + forgetting.length + ", " + inFull.length);
    }

    /** Bounds computed from the largest numbers do not overflow. */
    @Test
    void acceptsTheLargestBounds() {
        List<Object> messages = skewed(20, 100);
        for (long stateBytes : new long[] {Long.MAX_VALUE, 1L << 62, 1L << 61}) {
            WireOptions options = limited(Integer.MAX_VALUE, stateBytes, DeltaFormat.WhenFull.DROP_IDLE);
            assertEquals(messages, read(Streams.write(messages, options), options), stateBytes + " bytes");
        }
    }

    /** Types, fields, keys and deletions are random. Both sides have the same size of state after each message. */
    @Test
    void bothSidesCountTheSameStateWithinItsBounds() {
        for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
            for (long stateBytes : new long[] {20_000, 60_000, 1 << 20}) {
                WireOptions options = limited(40, stateBytes, overflow).with(DeltaFormat.BLOCK_BYTES, 5000);
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                DeltaWriter out = (DeltaWriter) FORMAT.newWriter(bytes, options);
                DeltaReader in = (DeltaReader) FORMAT.newReader(bytes, options);
                SplittableRandom random = new SplittableRandom(stateBytes);
                for (int i = 0; i < 4000; i++) {
                    Object message = random(random);
                    MessageKind kind = random.nextInt(10) == 0 ? MessageKind.DELETE : MessageKind.DATA;
                    write(out, kind, message);
                    assertTrue(in.nextMessage());
                    assertEquals(kind, in.messageKind());
                    Object read = Trees.readMessage(in);
                    if (kind == MessageKind.DATA) {
                        assertEquals(message, read);
                    }
                    assertEquals(out.stateBytes(), in.stateBytes(), "message " + i);
                    assertTrue(in.stateBytes() <= stateBytes, "message " + i + ": " + in.stateBytes());
                }
            }
        }
    }

    private static void write(WireOut out, MessageKind kind, Object message) {
        out.beginMessage(kind);
        Trees.write(out, message);
        out.endMessage();
    }

    private static Object random(SplittableRandom random) {
        Map<Object, Object> fields = new LinkedHashMap<>();
        fields.put("id", (long) random.nextInt(60));
        for (int i = random.nextInt(5); i > 0; i--) {
            fields.put("f" + random.nextInt(random.nextInt(20) == 0 ? 200 : 12), (long) random.nextInt());
        }
        int type = random.nextInt(12);
        return type < 3 ? new Trees.Typed("T" + type, fields) : fields;
    }

    @Test
    void deletingAndCreatingManyRecordsStaysWithinTheBounds() {
        WireOptions options = limited(100, 1 << 20, DeltaFormat.WhenFull.DROP_IDLE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int rounds = 60_000;
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            for (long i = 0; i < rounds; i++) {
                Trees.writeMessage(out, Trees.map("id", i, "n", 1L));
                write(out, MessageKind.DELETE, Trees.map("id", i));
            }
        }
        int deleted = 0;
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), options)) {
            while (in.nextMessage()) {
                deleted += in.messageKind() == MessageKind.DELETE ? 1 : 0;
            }
        }
        assertEquals(rounds, deleted);
        assertTrue(bytes.size() < rounds * 12, "bytes: " + bytes.size());
    }

    @Test
    void reusesIdsOfDeletedRecordsIfTheyAreShorter() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> expected = new ArrayList<>();
        try (WireOut out = FORMAT.newWriter(bytes, BY_ID)) {
            for (long i = 0; i < 200; i++) {
                Trees.writeMessage(out, message(i, i));
                expected.add(message(i, i));
            }
            write(out, MessageKind.DELETE, message(3, 0));
            expected.add(message(3, 3));
            out.flush();
            int before = bytes.size();
            Trees.writeMessage(out, message(1000, 1));
            expected.add(message(1000, 1));
            out.flush();
            byte[] written = bytes.toByteArray();
            assertEquals((byte) Op.NEW_AT, written[before + 1], "operation in the frame");
            assertEquals(3, written[before + 2], "slot");
            Trees.writeMessage(out, message(1, 7));
            expected.add(message(1, 7));
        }
        assertEquals(expected, read(bytes.toByteArray(), WireOptions.DEFAULTS));
    }

    @Test
    void dissimilarRecordTakesTheSlotOfTheForgottenOne() {
        WireOptions options =
                limited(1, 1 << 20, DeltaFormat.WhenFull.DROP_IDLE).with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        List<Object> messages = new ArrayList<>();
        for (long i = 0; i < 20; i++) {
            Map<Object, Object> message = Trees.map("id", i);
            message.put("a" + i % 4, i);
            message.put("b" + i % 4, i);
            messages.add(message);
        }
        byte[] bytes = Streams.write(messages, options);
        assertEquals(messages, read(bytes, options));
        int replaced = 0;
        for (int i = 2; i < bytes.length; i++) {
            replaced += (bytes[i - 2] & 0xFF) == Op.FORGET && (bytes[i] & 0xFF) == Op.NEW_AT ? 1 : 0;
        }
        assertTrue(replaced >= 10, "replaced: " + replaced);
    }

    /** The reader has no keys, so their bytes count only on the writer's side, within the same bound. */
    @Test
    void longKeysCountOnTheWritersSideOnly() {
        for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
            long stateBytes = 1 << 20;
            WireOptions options = WireOptions.DEFAULTS
                    .with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(65_536, stateBytes))
                    .with(DeltaFormat.WHEN_FULL, overflow);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            List<Object> expected = new ArrayList<>();
            long max = 0;
            try (DeltaWriter out = (DeltaWriter) FORMAT.newWriter(bytes, options)) {
                SplittableRandom random = new SplittableRandom(2);
                byte[] key = new byte[1024];
                for (int i = 0; i < 8000; i++) {
                    int id = random.nextInt(4000);
                    key[0] = (byte) id;
                    key[1023] = (byte) (id >> 8);
                    Object message = Trees.map("n", (long) i);
                    out.beginMessage();
                    out.recordKey(key, 0, key.length);
                    Trees.write(out, message);
                    out.endMessage();
                    expected.add(message);
                    long held = out.stateBytes() + out.keyBytes();
                    assertTrue(held <= stateBytes, overflow + ", message " + i + ": " + held);
                    max = Math.max(max, out.keyBytes());
                }
            }
            assertTrue(max > stateBytes / 2, "keys are retained while there is room: " + max);
            assertEquals(expected, read(bytes.toByteArray(), options));
        }
    }

    @Test
    void longTextsEndAnEpochWithoutAnError() {
        WireOptions options = limited(100, 20_000, DeltaFormat.WhenFull.DROP_IDLE);
        List<Object> messages = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            messages.add(Trees.map("id", i % 5, "text", ("x" + i).repeat(1000)));
        }
        assertEquals(messages, read(Streams.write(messages, options), options));
    }

    @Test
    void startsAnEpochBeforeTheRingsExceedTheirBound() {
        long bound = StateBounds.maxRingState(1 << 20);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<Object> expected = new ArrayList<>();
        long max = 0;
        // Texts that take the most memory for their bytes on the wire.
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(10, 8 << 20))
                .with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);
        try (DeltaWriter out = (DeltaWriter) FORMAT.newWriter(bytes, options)) {
            for (int i = 0; i < 120; i++) {
                Map<Object, Object> message = new LinkedHashMap<>();
                for (int field = 0; field < 4_000; field++) {
                    // long names make the epoch long
                    message.put(Integer.toHexString(field * 0x9E3779B9) + "x".repeat(80), "" + (char) (0xA1 + i));
                }
                Trees.writeMessage(out, message);
                expected.add(message);
                max = Math.max(max, out.ringBytes());
            }
        }
        assertTrue(max > bound / 2 && max < bound + (1 << 20), "the rings took " + max);
        assertEquals(expected, read(bytes.toByteArray(), options));
    }

    @Test
    void rejectsStreamsThatExceedTheAnnouncedBounds() {
        String open = "C0 00 02 08 01 61 08 01 62  C2 00 3D 03 07 02 07 04";
        assertTrue(error(2, 1 << 20, open, "C2 01 3D 00", "C2 01 3D 00").contains("at most 2 keys"));
        // Record ids count as well: a bound for one record does not allow a thousand ids.
        assertTrue(error(2, 1 << 20, open, "C6 00 C2 01 3D 00", "C6 01 C2 01 3D 00")
                .contains("at most 2 keys"));
        assertTrue(error(2, 1500, open).contains("takes at most 1500 bytes"));
        assertEquals(
                2,
                OperationsTest.read(HandMadeStreams.block(0, 2, 2_100, open, "C6 00 C3 00 01 3D 00"))
                        .size());
        // Leaves count for each record that has them: a few bytes must not create many.
        StringBuilder bodies = new StringBuilder(open);
        for (int i = 0; i < 900; i++) {
            bodies.append("C2 01 3D 00");
        }
        StringBuilder nodes = new StringBuilder("C0 00 50");
        for (int i = 0; i < 0x50; i++) {
            nodes.append("08 02 ")
                    .append(Integer.toHexString(0x30 + i / 10))
                    .append(Integer.toHexString(0x30 + i % 10));
        }
        assertTrue(error(1000, 1 << 20, bodies.toString(), nodes + "01").contains("takes at most 1048576 bytes"));
    }

    private static String error(int keys, int stateBytes, String... bodies) {
        MalformedWireException e = assertThrows(
                MalformedWireException.class,
                () -> OperationsTest.read(HandMadeStreams.block(0, keys, stateBytes, bodies)));
        assertFalse(e.getMessage().isEmpty());
        return e.getMessage();
    }
}
