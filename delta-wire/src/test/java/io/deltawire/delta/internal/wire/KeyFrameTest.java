package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A reader that joins at a key frame has every record; a reader that was there before sees nothing of it. */
class KeyFrameTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
    private static final WireOptions LIVE =
            WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED);

    /** Messages of a few kinds with every kind of value, keyed by the bytes given with them. */
    private static final class Source {
        final SplittableRandom random;
        final Trees.Generator values;
        final Map<String, Object> live = new LinkedHashMap<>();

        Source(long seed) {
            random = new SplittableRandom(seed);
            values = new Trees.Generator(seed, true, true);
        }

        Object next(WireOut out) {
            int key = random.nextInt(30);
            int type = random.nextInt(3);
            Map<Object, Object> fields = Trees.map("n", (long) random.nextInt(1000), "text", "t" + key);
            if (random.nextInt(3) == 0) {
                fields.put("value" + random.nextInt(4), values.value(3));
            }
            Object message = switch (type) {
                case 0 -> fields;
                case 1 -> new Trees.Typed("Quote", fields);
                default -> Trees.map(new Name("trade"), new Trees.Typed("Trade", fields));
            };
            MessageKind kind = random.nextInt(15) == 0 ? MessageKind.DELETE : MessageKind.DATA;
            out.beginMessage(kind);
            out.recordKey(new byte[] {(byte) key}, 0, 1);
            Trees.write(out, message);
            out.endMessage();
            if (kind == MessageKind.DELETE) {
                live.remove(type + "/" + key);
            } else {
                live.put(type + "/" + key, message);
            }
            return message;
        }
    }

    private static List<Object> readAvailable(WireIn in) {
        List<Object> messages = new ArrayList<>();
        while (in.nextMessage()) {
            Object message = Trees.readMessage(in);
            messages.add(in.messageKind() == MessageKind.DELETE ? "deleted" : message);
        }
        return messages;
    }

    @Test
    void lateReaderHasEveryRecordAndThenEveryMessage() {
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.MESSAGE, DeltaFormat.Flush.BLOCK)) {
            for (int blockBytes : new int[] {400, 1 << 16}) {
                joinLate(LIVE.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.BLOCK_BYTES, blockBytes));
            }
        }
    }

    private static WireOut writeHundred(Source source, Bytes<?> bytes) {
        WireOut out = FORMAT.newWriter(bytes, LIVE);
        for (int i = 0; i < 100; i++) {
            source.next(out);
        }
        return out;
    }

    /** The checksum of the block before the key frame comes first. Skipping it loses nothing. */
    @Test
    void joiningRightBeforeAKeyFrameIsNoError() {
        Source source = new Source(9);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = writeHundred(source, bytes);
        int joinedAt = (int) bytes.writePosition();
        HashSet<Object> records = new HashSet<>(source.live.values());
        int count = source.live.size();
        out.keyFrame();
        source.next(out);
        out.close();
        byte[] joined = Arrays.copyOfRange(bytes.toByteArray(), joinedAt, (int) bytes.writePosition());
        assertEquals(1, joined[0], "a checksum is first");
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            WireIn in = FORMAT.newReader(joined, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
            List<Object> read = readAvailable(in);
            assertEquals(count + 1, read.size());
            assertEquals(records, new HashSet<>(read.subList(0, count)), trust.toString());
        }
    }

    @Test
    void joiningRightBeforeTheEndIsNoError() {
        Source source = new Source(9);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = writeHundred(source, bytes);
        int joinedAt = (int) bytes.writePosition();
        out.close();
        byte[] joined = Arrays.copyOfRange(bytes.toByteArray(), joinedAt, (int) bytes.writePosition());
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            WireIn in = FORMAT.newReader(joined, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
            assertEquals(List.of(), readAvailable(in), trust.toString());
        }
    }

    private static void joinLate(WireOptions options) {
        Source source = new Source(5);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(bytes, options);
        WireIn early = FORMAT.newReader(bytes, options);
        List<Object> written = new ArrayList<>();
        List<Object> read = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 200; i++) {
                source.next(out);
            }
            out.flush();
            read.addAll(readAvailable(early));
            long joinedAt = bytes.writePosition();
            out.keyFrame();
            assertEquals(List.of(), readAvailable(early), "who was there sees no message");

            WireIn late = FORMAT.newReader(bytes(bytes, joinedAt), options);
            List<Object> snapshot = readAvailable(late);
            assertEquals(source.live.size(), snapshot.size());
            assertEquals(new HashSet<>(source.live.values()), new HashSet<>(snapshot));

            // From here on both readers see the same.
            int before = read.size();
            for (int i = 0; i < 100; i++) {
                written.add(source.next(out));
            }
            out.flush();
            read.addAll(readAvailable(early));
            WireIn joined = FORMAT.newReader(bytes(bytes, joinedAt), options);
            List<Object> all = readAvailable(joined);
            assertEquals(read.subList(before, read.size()), all.subList(snapshot.size(), all.size()));
        }
        assertEquals(6 * 300, read.size());
        assertEquals(600, written.size());
    }

    private static byte[] bytes(Bytes<?> bytes, long from) {
        byte[] copy = new byte[(int) (bytes.writePosition() - from)];
        bytes.read(from, copy, 0, copy.length);
        return copy;
    }

    @Test
    void readerJoiningAFileCanCountOnlyMessages() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int joined;
        try (WireOut out = FORMAT.newWriter(bytes, BY_ID)) {
            for (long i = 0; i < 50; i++) {
                Trees.writeMessage(out, Trees.map("id", i % 10, "n", i));
            }
            out.flush();
            joined = bytes.size();
            out.keyFrame();
            for (long i = 50; i < 70; i++) {
                Trees.writeMessage(out, Trees.map("id", i % 10, "n", i));
            }
        }
        byte[] all = bytes.toByteArray();
        byte[] part = Arrays.copyOfRange(all, joined, all.length);
        assertEquals(
                70, readAvailable(FORMAT.newReader(all, WireOptions.DEFAULTS)).size());
        List<Object> late = readAvailable(FORMAT.newReader(part, WireOptions.DEFAULTS));
        assertEquals(30, late.size());
        assertEquals(Trees.map("id", 3L, "n", 43L), late.get(3));
        List<Object> counted = readAvailable(FORMAT.newReader(
                part, WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NONE)));
        assertEquals(late.subList(10, 30), counted);
        // The records are present although they were not returned: updates build on them.
        assertEquals(Trees.map("id", 0L, "n", 50L), counted.get(0));
    }

    @Test
    void damagedReaderHasEveryRecordAgain() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int damagedAt;
        try (WireOut out = FORMAT.newWriter(bytes, BY_ID)) {
            for (long i = 0; i < 50; i++) {
                Trees.writeMessage(out, Trees.map("id", i % 10, "n", i));
            }
            out.flush();
            damagedAt = bytes.size() / 2;
            out.keyFrame();
            Trees.writeMessage(out, Trees.map("id", 1L, "n", 99L));
        }
        byte[] damaged = bytes.toByteArray();
        damaged[damagedAt] ^= 4;
        List<Object> read = new ArrayList<>();
        WireIn in = FORMAT.newReader(damaged, WireOptions.DEFAULTS);
        int errors = 0;
        for (boolean more = true; more; ) {
            try {
                read.addAll(readAvailable(in));
                more = false;
            } catch (io.deltawire.wire.MalformedWireException e) {
                errors++;
            }
        }
        assertTrue(errors > 0);
        assertEquals(11, read.size(), read.toString());
        assertEquals(Trees.map("id", 9L, "n", 49L), read.get(9));
        assertEquals(Trees.map("id", 1L, "n", 99L), read.get(10));
    }

    @Test
    void largeStateIsOneKeyFrameWithoutAReset() {
        WireOptions options = BY_ID.with(DeltaFormat.BLOCK_BYTES, 2000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int keys = 20_000;
        long from;
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            for (long i = 0; i < keys; i++) {
                Trees.writeMessage(out, Trees.map("id", i, "text", "a text that is no other's, of " + i * i));
            }
            out.flush();
            from = bytes.size();
            out.keyFrame();
            long snapshot = bytes.size() - from;
            for (long i = 0; i < 1000; i++) {
                Trees.writeMessage(out, Trees.map("id", i * 7, "text", "x"));
            }
            out.flush();
            long updates = bytes.size() - from - snapshot;
            assertTrue(updates < 12_000, "bytes of updates: " + updates);
        }
        byte[] all = bytes.toByteArray();
        List<Object> late =
                readAvailable(FORMAT.newReader(Arrays.copyOfRange(all, (int) from, all.length), WireOptions.DEFAULTS));
        assertEquals(keys + 1000, late.size());
    }

    @Test
    void emptyKeyFrameWritesNothingAndIsRefusedInsideAMessage() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(bytes, BY_ID);
        out.keyFrame();
        out.beginMessage();
        assertThrows(IllegalStateException.class, out::keyFrame);
        out.cancelMessage();
        Trees.writeMessage(out, Trees.map("id", 1L));
        WireIn in = FORMAT.newReader(bytes, BY_ID);
        assertTrue(in.nextMessage());
        assertEquals(Trees.map("id", 1L), Trees.readMessage(in));
        assertFalse(in.nextMessage());
        assertTrue(bytes(bytes, 0).length > 0);
    }

    private static void write(WireOut out, MessageKind kind, boolean isToldByBytes, Object message) {
        out.beginMessage(kind);
        if (isToldByBytes) {
            out.recordKey(new byte[] {1, 2}, 0, 2);
        }
        Trees.write(out, message);
        out.endMessage();
    }

    /** Some keys are given as bytes, others by fields; each record is repeated under its own key. */
    @Test
    void recordsAreRepeatedUnderTheirOwnKeys() {
        for (boolean isToldByBytes : new boolean[] {true, false}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WireOut out = FORMAT.newWriter(bytes, BY_ID);
            write(out, MessageKind.DATA, isToldByBytes, Trees.map("id", 1L, "v", 1L));
            write(out, MessageKind.DATA, !isToldByBytes, Trees.map("id", 2L, "v", 7L));
            out.keyFrame();
            write(out, MessageKind.DATA, isToldByBytes, Trees.map("id", 1L, "v", 2L));
            out.flush();
            int second = bytes.size();
            out.keyFrame();
            write(out, MessageKind.DELETE, isToldByBytes, Trees.map("id", 1L, "v", 2L));
            out.flush();
            int third = bytes.size();
            out.keyFrame();
            out.close();
            byte[] all = bytes.toByteArray();
            Object kept = Trees.map("id", 2L, "v", 7L);
            List<Object> joined =
                    readAvailable(FORMAT.newReader(Arrays.copyOfRange(all, second, all.length), WireOptions.DEFAULTS));
            assertEquals(3, joined.size());
            assertEquals("deleted", joined.get(2));
            assertEquals(
                    new HashSet<>(List.of(kept, Trees.map("id", 1L, "v", 2L))), new HashSet<>(joined.subList(0, 2)));
            assertEquals(
                    List.of(kept),
                    readAvailable(FORMAT.newReader(Arrays.copyOfRange(all, third, all.length), WireOptions.DEFAULTS)));
        }
    }

    /** A record collected from several messages can be longer than a message may be. */
    @Test
    void keyFrameLeavesOutATooLongRecord() {
        for (boolean isToldByBytes : new boolean[] {true, false}) {
            WireOptions options = BY_ID.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(400));
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            WireOut out = FORMAT.newWriter(bytes, options);
            Object half = Trees.map("id", 1L, "s", "s".repeat(250));
            write(out, MessageKind.DATA, isToldByBytes, half);
            write(
                    out,
                    MessageKind.DATA,
                    isToldByBytes,
                    Trees.map("id", 1L, "s", "s".repeat(250), "t", "t".repeat(250)));
            write(out, MessageKind.DATA, !isToldByBytes, Trees.map("id", 2L, "s", "x"));
            long before = bytes.writePosition();
            out.keyFrame();
            out.close();
            bytes.readPosition(before);
            // The key frame begins again without the record, so its earlier part may come twice.
            assertEquals(
                    Set.of(Trees.map("id", 2L, "s", "x")),
                    new HashSet<>(readAvailable(FORMAT.newReader(bytes, WireOptions.DEFAULTS))));
        }
    }
}
