package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A reader accepts what a writer with the same settings wrote, whatever these are. */
class SettingsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    @Test
    void readerWithTheSameSettingsReadsTheStream() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 1500; round++) {
            WireOptions options = settings(random);
            Trees.Generator generator = new Trees.Generator(round, true, true);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            List<Object> written = new ArrayList<>();
            try (WireOut out = FORMAT.newWriter(bytes, options)) {
                for (long i = 0; i < 1 + random.nextInt(100); i++) {
                    String text = "t".repeat(random.nextInt(60));
                    Object quote = Trees.map("id", i % 9, "text", text, "n", (long) random.nextInt(5));
                    Object message = random.nextInt(3) > 0 ? quote : generator.record();
                    try {
                        Trees.writeMessage(out, message);
                        written.add(message);
                    } catch (WireDataException e) {
                        out.cancelMessage();
                    }
                    if (random.nextInt(30) == 0) {
                        out.keyFrame();
                    }
                }
            }
            read(bytes.toByteArray(), options, written, "round " + round + ", " + options);
        }
    }

    private static void read(byte[] bytes, WireOptions options, List<Object> written, String what) {
        DeltaFormat.ReadMode[] trusts = {
            DeltaFormat.ReadMode.CHECKED, DeltaFormat.ReadMode.LIVE, DeltaFormat.ReadMode.UNCHECKED
        };
        for (DeltaFormat.ReadMode trust : trusts) {
            List<Object> read = new ArrayList<>();
            try (WireIn in = FORMAT.newReader(bytes, options.with(DeltaFormat.READ_MODE, trust))) {
                while (in.nextMessage()) {
                    read.add(Trees.readMessage(in));
                }
            } catch (RuntimeException e) {
                throw new AssertionError(what + ", " + trust, e);
            }
            assertEquals(written, read, what + ", " + trust);
        }
    }

    private static WireOptions settings(SplittableRandom random) {
        int[] bytes = {1, 50, 1000, 1 << 16, 1 << 20, Integer.MAX_VALUE};
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.LIMITS, limits(random))
                .with(DeltaFormat.BLOCK_BYTES, bytes[random.nextInt(bytes.length)])
                .with(DeltaFormat.FLUSH_BYTES, bytes[random.nextInt(bytes.length)])
                .with(DeltaFormat.FLUSH, one(DeltaFormat.Flush.values(), random))
                .with(DeltaFormat.COMPRESSION, one(DeltaFormat.Compression.values(), random))
                .with(DeltaFormat.WHEN_FULL, one(DeltaFormat.WhenFull.values(), random));
        return random.nextBoolean() ? options.with(WireOptions.KEY_FIELDS, List.of("id")) : options;
    }

    private static <E> E one(E[] all, SplittableRandom random) {
        return all[random.nextInt(all.length)];
    }

    private static WireLimits limits(SplittableRandom random) {
        WireLimits all = WireLimits.DEFAULTS;
        int[] messages = {all.maxMessageBytes(), 1, 10, 50, 64, 100, 127, 128, 200, 300, 1000, 5000};
        int[] keys = {all.maxKeys(), 1, 3, 20};
        long[] states = {all.maxStateBytes(), 1, 2000, 5000, 100_000};
        return all.withMaxMessageBytes(messages[random.nextInt(messages.length)])
                .withMaxKeys(keys[random.nextInt(keys.length)], states[random.nextInt(states.length)]);
    }
}
