package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One writer writes many dumps, each of which can be read by itself. */
class EndDumpTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    static List<WireOptions> options() {
        WireOptions keyed = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
        return List.of(
                WireOptions.DEFAULTS,
                keyed,
                DeltaFormat.forFile(keyed),
                DeltaFormat.forLive(keyed),
                keyed.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER).with(DeltaFormat.BLOCK_BYTES, 500),
                keyed.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE),
                keyed.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofHours(1)));
    }

    @ParameterizedTest
    @MethodSource("options")
    void eachDumpIsReadByItself(WireOptions options) {
        SplittableRandom random = new SplittableRandom(7);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> all = new ArrayList<>();
        ByteArrayOutputStream together = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            for (int dump = 0; dump < 40; dump++) {
                List<Object> messages = new ArrayList<>();
                int count = dump % 7 == 3 ? 0 : random.nextInt(dump % 9 == 5 ? 3000 : 300);
                int flushAt = random.nextInt(4) == 0 ? random.nextInt(count + 1) : -1;
                for (int i = 0; i < count; i++) {
                    messages.add(message(random, dump));
                }
                write(out, messages, flushAt);
                DeltaFormat.endDump(out);
                assertEquals(messages, read(bytes.toByteArray()));
                assertArrayEquals(writeAlone(messages, flushAt, options), bytes.toByteArray(), "as of a new writer");
                together.writeBytes(bytes.toByteArray());
                all.addAll(messages);
                bytes.reset();
            }
        }
        assertEquals(all, read(together.toByteArray()));
    }

    /** @param flushAt the number of messages after which to flush, or -1 */
    private static void write(WireOut out, List<Object> messages, int flushAt) {
        for (int i = 0; i < messages.size(); i++) {
            if (i == flushAt) {
                out.flush();
            }
            Trees.writeMessage(out, messages.get(i));
        }
    }

    private static byte[] writeAlone(List<Object> messages, int flushAt, WireOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            write(out, messages, flushAt);
        }
        return bytes.toByteArray();
    }

    private static Object message(SplittableRandom random, int dump) {
        long id = random.nextInt(12);
        return dump % 5 == 4 && random.nextInt(3) == 0
                ? Trees.map("id", id, "name " + dump, "other type " + random.nextInt(9))
                : Trees.map("id", id, "n", (long) random.nextInt(50), "text", "text of " + id);
    }

    private static List<Object> read(byte[] dump) {
        List<Object> messages = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(dump, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                messages.add(Trees.readMessage(in));
            }
            assertEquals(true, DeltaFormat.isEnded(in));
        }
        return messages;
    }

    @Test
    void worksInABytes() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS);
        for (long i = 0; i < 3; i++) {
            Trees.writeMessage(out, Trees.map("n", i));
            DeltaFormat.endDump(out);
            assertEquals(List.of(Trees.map("n", i)), read(bytes.toByteArray()));
            bytes.clear();
        }
    }

    @Test
    void refusesOpenMessagesAndClosedWriters() {
        WireOut out = FORMAT.newWriter(new ByteArrayOutputStream(), WireOptions.DEFAULTS);
        out.beginMessage();
        assertThrows(IllegalStateException.class, () -> DeltaFormat.endDump(out));
        out.cancelMessage();
        out.close();
        assertThrows(IllegalStateException.class, () -> DeltaFormat.endDump(out));
        assertThrows(NullPointerException.class, () -> DeltaFormat.endDump(null));
    }
}
