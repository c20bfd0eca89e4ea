package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.messages;
import static io.deltawire.delta.testing.Streams.readOn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A flush with its checksum crosses a network as one packet, which is lost, duplicated or reordered. Each packet is
 * valid by itself, but what follows would be applied to values that the reader does not have.
 */
class LostFlushesTest {
    private static final int FLUSHES = 12;
    private static final List<Object> ALL = messages(0, FLUSHES * 3);

    /** The bytes of each flush; the last one ends the stream. */
    private static List<byte[]> flushes(DeltaFormat.Flush how, int blockBytes, List<Object> messages) {
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, List.of("id"))
                .with(DeltaFormat.BLOCK_BYTES, blockBytes)
                .with(DeltaFormat.FLUSH, how);
        List<byte[]> flushes = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            for (int i = 0; i < messages.size(); i++) {
                Trees.writeMessage(out, messages.get(i));
                if (i % 3 == 2) {
                    out.flush();
                    flushes.add(bytes.toByteArray());
                    bytes.reset();
                }
            }
        }
        flushes.add(bytes.toByteArray());
        return flushes;
    }

    private static void check(List<byte[]> parts, int wrongFrom, String what) {
        byte[] stream = HandMadeStreams.concat(parts.toArray(byte[][]::new));
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            List<WireException> errors = new ArrayList<>();
            List<Object> read = readOn(stream, errors, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
            String where = what + ", " + trust + ": " + errors;
            assertFalse(errors.isEmpty(), where);
            if (trust == DeltaFormat.ReadMode.CHECKED) {
                assertTrue(read.size() <= wrongFrom * 3, where);
                assertEquals(ALL.subList(0, read.size()), read, where);
            }
        }
    }

    @Test
    void lostFlushIsReported() {
        for (DeltaFormat.Flush how : List.of(DeltaFormat.Flush.BLOCK, DeltaFormat.Flush.MESSAGE)) {
            List<byte[]> all = flushes(how, 1 << 16, ALL);
            for (int i = 0; i < FLUSHES; i++) {
                List<byte[]> lost = new ArrayList<>(all);
                lost.remove(i);
                check(lost, i, "lost " + i);
                if (i > 0) { // the first flush begins a stream, which would be another stream with three messages
                    List<byte[]> twice = new ArrayList<>(all);
                    twice.add(i, all.get(i));
                    check(twice, i + 1, "twice " + i);
                }
                if (i + 1 < FLUSHES) {
                    List<byte[]> swapped = new ArrayList<>(all);
                    Collections.swap(swapped, i, i + 1);
                    check(swapped, Math.max(1, i), "in another order " + i);
                }
            }
        }
    }

    /** Both streams begin equally, and have equally many messages in each block. */
    @Test
    void partOfAnotherStreamIsReported() {
        List<Object> others = new ArrayList<>(ALL.subList(0, 3));
        others.addAll(messages(100, ALL.size() - 3));
        for (int blockBytes : new int[] {64, 200, 1 << 16}) {
            List<byte[]> all = flushes(DeltaFormat.Flush.BLOCK, blockBytes, ALL);
            List<byte[]> other = flushes(DeltaFormat.Flush.BLOCK, blockBytes, others);
            // The flush before could continue after what both streams have in common.
            for (int i = 2; i < FLUSHES; i++) {
                List<byte[]> mixed = new ArrayList<>(all);
                mixed.set(i, other.get(i));
                check(mixed, i, "of another stream " + i + ", blocks of " + blockBytes);
            }
        }
    }
}
