package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.StreamModel.Keys;
import io.deltawire.wire.testing.StreamModel.Message;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Everything written is read bit for bit, equal messages give equal bytes, and two readers of one stream agree,
 * whatever the chunks of the input are. Use {@code -Ddelta.messages=5000000} for a long run and {@code
 * -Ddelta.seed=...} for other streams.
 */
class StreamPropertyTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    @Test
    void streamsRoundTripBitForBit() {
        long wanted = Long.getLong("delta.messages", 60_000);
        long seed = Long.getLong("delta.seed", 1) * 1_000_003;
        long messages = 0;
        long bytes = 0;
        int streams = 0;
        long reported = 1_000_000;
        while (messages < wanted) {
            SplittableRandom random = new SplittableRandom(seed);
            StreamModel model = new StreamModel(seed);
            List<Message> stream = new ArrayList<>();
            for (int i = 1 + random.nextInt(1500); i > 0; i--) {
                stream.add(model.next());
            }
            bytes += check(stream, model, options(random, model.keys()), random, "seed " + seed);
            messages += stream.size();
            streams++;
            seed++;
            if (messages >= reported) {
                System.out.println(
                        messages + " messages in " + streams + " random streams, " + bytes + " bytes: equal");
                reported += 1_000_000;
            }
        }
    }

    private static WireOptions options(SplittableRandom random, Keys keys) {
        DeltaFormat.Flush[] flushes = {DeltaFormat.Flush.BLOCK, DeltaFormat.Flush.MESSAGE};
        return WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, keys == Keys.FIELDS ? List.of("id") : List.of())
                .with(DeltaFormat.FLUSH, flushes[random.nextInt(2)])
                .with(
                        DeltaFormat.COMPRESSION,
                        random.nextInt(4) == 0 ? DeltaFormat.Compression.DEFLATE : DeltaFormat.Compression.NONE)
                .with(DeltaFormat.BLOCK_BYTES, new int[] {200, 3000, 1 << 16}[random.nextInt(3)]);
    }

    private static int check(
            List<Message> stream, StreamModel model, WireOptions options, SplittableRandom random, String what) {
        long choices = random.nextLong();
        byte[] bytes = write(stream, model, options, new SplittableRandom(choices));
        // Failed or cancelled messages leave no trace. Flushes do, so both streams have them at the same messages.
        assertArrayEquals(bytes, write(stream, null, options, new SplittableRandom(choices)), what);
        try (WireIn whole = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
                WireIn chunks = FORMAT.newReader(chunked(bytes, random), WireOptions.DEFAULTS)) {
            for (int i = 0; i < stream.size(); i++) {
                assertMessage(stream.get(i), whole, what + ", message " + i);
                assertMessage(stream.get(i), chunks, what + ", in chunks, message " + i);
            }
            assertFalse(whole.nextMessage(), what);
            assertFalse(chunks.nextMessage(), what);
        }
        return bytes.length;
    }

    private static void assertMessage(Message expected, WireIn in, String what) {
        assertTrue(in.nextMessage(), what);
        assertEquals(expected.kind(), in.messageKind(), what);
        Object read = Trees.readMessage(in);
        if (!StreamModel.same(expected.value(), read)) {
            assertEquals(expected.value(), read, what);
            throw new AssertionError(what + ": doubles of other bits: " + expected.value());
        }
    }

    /** @param failing chooses messages that fail or are cancelled; null for none */
    private static byte[] write(
            List<Message> stream, StreamModel failing, WireOptions options, SplittableRandom random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            for (Message message : stream) {
                int choice = random.nextInt(60);
                if (choice == 0) {
                    out.flush();
                } else if (choice == 1 && failing != null) {
                    assertThrows(WireDataException.class, () -> failing.writeTooDeep(out));
                    out.cancelMessage();
                } else if (choice == 2 && failing != null) {
                    out.beginMessage();
                    Trees.write(out, failing.next().value());
                    out.cancelMessage();
                }
                message.write(out);
            }
        }
        return bytes.toByteArray();
    }

    private static InputStream chunked(byte[] bytes, SplittableRandom random) {
        int most = 1 << random.nextInt(14);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
            }
        };
    }
}
