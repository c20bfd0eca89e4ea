package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A deletion is a message, whether the writer still has the record or not. */
class DeletionTest {
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private record Read(MessageKind kind, Object message) {}

    private static void write(WireOut out, MessageKind kind, Object message) {
        out.beginMessage(kind);
        Trees.write(out, message);
        out.endMessage();
    }

    private static List<Read> read(byte[] bytes, WireOptions options) {
        List<Read> read = new ArrayList<>();
        try (WireIn in = new DeltaFormat().newReader(bytes, options)) {
            while (in.nextMessage()) {
                read.add(new Read(in.messageKind(), Trees.readMessage(in)));
            }
        }
        return read;
    }

    @Test
    void deletionReturnsTheRecordAsItWas() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Object record = Trees.map("id", 1L, "text", "a", "n", 5L);
        try (WireOut out = new DeltaFormat().newWriter(bytes, BY_ID)) {
            Trees.writeMessage(out, record);
            write(out, MessageKind.DELETE, Trees.map("id", 1L, "added", true));
            Trees.writeMessage(out, Trees.map("id", 1L, "n", 6L));
        }
        assertEquals(
                List.of(
                        new Read(MessageKind.DATA, record),
                        new Read(MessageKind.DELETE, record),
                        new Read(MessageKind.DATA, Trees.map("id", 1L, "n", 6L))),
                read(bytes.toByteArray(), WireOptions.DEFAULTS));
    }

    @Test
    void deletionWithoutARecordReturnsTheMessageItself() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Read> expected = new ArrayList<>();
        try (WireOut out = new DeltaFormat().newWriter(bytes, WireOptions.DEFAULTS)) {
            for (Object message : List.of(Trees.map("id", 4L), "text", List.of(1L, 2L), Trees.map())) {
                write(out, MessageKind.DELETE, message);
                expected.add(new Read(MessageKind.DELETE, message));
            }
            Trees.writeMessage(out, Trees.map("id", 5L));
            expected.add(new Read(MessageKind.DATA, Trees.map("id", 5L)));
        }
        assertEquals(expected, read(bytes.toByteArray(), WireOptions.DEFAULTS));
    }

    /** A reader does not return keys, so the copy has one record for all messages. */
    @Test
    void deletionsAreCopiedWithoutKeys() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = new DeltaFormat().newWriter(bytes, BY_ID)) {
                for (int i = 0; i < 60; i++) {
                    Object message = Trees.map("id", (long) random.nextInt(5), "n", (long) random.nextInt(3));
                    write(out, random.nextInt(4) == 0 ? MessageKind.DELETE : MessageKind.DATA, message);
                }
            }
            ByteArrayOutputStream copy = new ByteArrayOutputStream();
            try (WireIn in = new DeltaFormat().newReader(bytes.toByteArray(), WireOptions.DEFAULTS);
                    WireOut out = new DeltaFormat().newWriter(copy, WireOptions.DEFAULTS)) {
                assertEquals(60, Transcoder.copyAll(in, out));
            }
            assertEquals(
                    read(bytes.toByteArray(), WireOptions.DEFAULTS), read(copy.toByteArray(), WireOptions.DEFAULTS));
        }
    }

    /** Few keys, small state and short epochs, so that records are dropped for every reason before they are deleted. */
    @Test
    void everyDeletionIsReadAlthoughRecordsAreForgotten() {
        for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
            WireOptions options = BY_ID.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(20, 9000))
                    .with(DeltaFormat.BLOCK_BYTES, 500)
                    .with(DeltaFormat.WHEN_FULL, overflow);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            SplittableRandom random = new SplittableRandom(6);
            List<Read> expected = new ArrayList<>();
            Map<Long, Object> live = new HashMap<>();
            int fromState = 0;
            try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
                for (long i = 0; i < 20_000; i++) {
                    long id = random.nextInt(40);
                    if (live.containsKey(id) && random.nextInt(3) == 0) {
                        Object whole = live.remove(id);
                        write(out, MessageKind.DELETE, Trees.map("id", id));
                        expected.add(new Read(MessageKind.DELETE, whole));
                    } else {
                        Object message = Trees.map("id", id, "n", i, "text", "x" + random.nextInt(1000));
                        live.put(id, message);
                        Trees.writeMessage(out, message);
                        expected.add(new Read(MessageKind.DATA, message));
                    }
                }
            }
            List<Read> read = read(bytes.toByteArray(), options);
            assertEquals(expected.size(), read.size());
            for (int i = 0; i < read.size(); i++) {
                Read wanted = expected.get(i);
                Object key = Trees.map("id", ((Map<?, ?>) wanted.message()).get("id"));
                if (!read.get(i).equals(new Read(MessageKind.DELETE, key))) {
                    assertEquals(wanted, read.get(i), "message " + i);
                    fromState += wanted.kind() == MessageKind.DELETE ? 1 : 0;
                } else {
                    assertEquals(MessageKind.DELETE, wanted.kind(), "message " + i);
                }
            }
            assertTrue(fromState > 1000 && fromState < 6500, "from state: " + fromState);
        }
    }
}
