package io.deltawire.delta.internal.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.IndependentDecoder;
import io.deltawire.delta.testing.IndependentDecoder.Extent;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.StreamModel.Keys;
import io.deltawire.wire.testing.StreamModel.Message;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A decoder that is written after the specification alone reads the same messages from random dumps, and finds each
 * value where the inspector of the module's decoder reports it. Use {@code -Ddelta.messages=5000000} for a long run and
 * {@code -Ddelta.seed=...} for other streams.
 */
class DeltaInspectorTest {
    /** Collects where values are, and checks that every byte is reported once. */
    private static final class Extents implements DeltaInspector.Sink {
        private final byte[] bytes;
        private final List<Extent> values;
        private int end;
        private int unknown;

        Extents(byte[] bytes, List<Extent> values) {
            this.bytes = bytes;
            this.values = values;
        }

        @Override
        public byte[] bytes() {
            return bytes;
        }

        @Override
        public void line(int from, int to, int depth, String meaning) {
            assertEquals(end, from, meaning);
            assertTrue(to > from, meaning);
            end = to;
        }

        @Override
        public void value(String path, int from, int to, String meaning) {
            line(from, to, 1, meaning);
            values.add(new Extent(path, from, to));
        }

        @Override
        public void plain(int from, int to) {
            assertEquals(end, from);
            unknown += to - from;
            end = to;
        }

        @Override
        public DeltaInspector.Sink inflated(byte[] bodies, int length) {
            return new Extents(bodies, values);
        }
    }

    @Test
    void independentDecoderReadsTheSameMessagesFromTheSameBytes() {
        long wanted = Long.getLong("delta.messages", 20_000);
        long seed = Long.getLong("delta.seed", 1) * 2_000_003;
        for (long messages = 0; messages < wanted; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StreamModel model = new StreamModel(seed);
            List<Message> stream = new ArrayList<>();
            for (int i = 1 + random.nextInt(1500); i > 0; i--) {
                stream.add(model.next());
            }
            check(stream, write(stream, model.keys(), random), "seed " + seed);
            messages += stream.size();
        }
    }

    private static byte[] write(List<Message> stream, Keys keys, SplittableRandom random) {
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, keys == Keys.FIELDS ? List.of("id") : List.of())
                .with(
                        DeltaFormat.KEY_FRAMES,
                        random.nextBoolean() ? DeltaFormat.KeyFrames.ON_REQUEST : DeltaFormat.KeyFrames.EACH_EPOCH)
                .with(
                        DeltaFormat.COMPRESSION,
                        random.nextInt(4) == 0 ? DeltaFormat.Compression.DEFLATE : DeltaFormat.Compression.NONE)
                .with(DeltaFormat.BLOCK_BYTES, new int[] {200, 3000, 1 << 16}[random.nextInt(3)]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            for (Message message : stream) {
                message.write(out);
                if (random.nextInt(100) == 0) {
                    out.flush();
                } else if (random.nextInt(300) == 0) {
                    out.keyFrame();
                }
            }
        }
        return bytes.toByteArray();
    }

    private static void check(List<Message> stream, byte[] dump, String what) {
        IndependentDecoder decoder = new IndependentDecoder(dump);
        List<IndependentDecoder.Message> messages =
                decoder.messages().stream().filter(m -> !m.isRepeat()).toList();
        assertEquals(stream.size(), messages.size(), what);
        for (int i = 0; i < stream.size(); i++) {
            assertEquals(stream.get(i).kind(), messages.get(i).kind(), what + ", message " + i);
            Object expected = stream.get(i).value();
            Object tree = messages.get(i).tree();
            if (!StreamModel.same(expected, tree)) {
                assertEquals(expected, tree, what + ", message " + i);
                throw new AssertionError(what + ": doubles of other bits: " + expected);
            }
        }
        List<Extent> values = new ArrayList<>();
        Extents sink = new Extents(dump, values);
        new DeltaInspector(sink, WireLimits.DEFAULTS).report(0, Map.of(), Integer.MAX_VALUE);
        assertEquals(dump.length, sink.end, what);
        assertEquals(0, sink.unknown, what);
        for (int i = 0; i < Math.min(values.size(), decoder.extents().size()); i++) {
            assertEquals(decoder.extents().get(i), values.get(i), what);
        }
        assertEquals(decoder.extents().size(), values.size(), what);
    }

    @Test
    void damageIsReportedAndReportingGoesOnAtTheNextHeader() {
        SplittableRandom random = new SplittableRandom(7);
        int unknown = 0;
        for (int round = 0; round < 400; round++) {
            StreamModel model = new StreamModel(round);
            List<Message> stream = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                stream.add(model.next());
            }
            byte[] dump = write(stream, model.keys(), random);
            dump[random.nextInt(dump.length)] ^= (byte) (1 << random.nextInt(8));
            Extents sink = new Extents(dump, new ArrayList<>());
            DeltaInspector inspector = new DeltaInspector(sink, WireLimits.DEFAULTS);
            inspector.report(0, Map.of(), Integer.MAX_VALUE);
            assertEquals(dump.length, sink.end, "round " + round);
            unknown += sink.unknown;
            sink.end = DeltaInspector.lastHeader(dump);
            inspector.restart();
            inspector.report(sink.end, Map.of(), Integer.MAX_VALUE);
            assertEquals(dump.length, sink.end, "round " + round);
        }
        assertTrue(unknown > 1000, "bytes after damage: " + unknown);
    }
}
