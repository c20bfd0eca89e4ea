package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A writer drops the state of types that do not come again. */
class IdleTypesTest {
    /** The types of one epoch and the one before. */
    private static final int MAX_TYPES = 2 * 1024;

    private final DeltaFormat format = new DeltaFormat();

    private static Object message(String event, long i) {
        return Trees.map(event, new Trees.Typed("Quote", Trees.map("a", i, "b", "text " + i)));
    }

    private void check(WireOptions options, int rounds, int maxTypes) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<Object> expected = new ArrayList<>();
        int max = 0;
        try (DeltaWriter out = (DeltaWriter) format.newWriter(bytes, options)) {
            for (long i = 0; i < rounds; i++) {
                Object message = message("event" + i / 2, i);
                Trees.writeMessage(out, message);
                expected.add(message);
                max = Math.max(max, out.retainedTypes());
            }
        }
        assertTrue(max <= maxTypes, "retained types: " + max);
        try (WireIn in = format.newReader(bytes, options)) {
            assertEquals(expected, Trees.readAll(in));
        }
    }

    @Test
    void dropsTypesOfEventsThatNeverComeAgain() {
        check(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 5000), 20_000, MAX_TYPES);
        check(WireOptions.DEFAULTS, 40_000, MAX_TYPES);
    }

    @Test
    void dropsTypesOfMessagesWithoutARecord() {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.WHEN_FULL, DeltaFormat.WhenFull.WRITE_IN_FULL);
        check(options.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(100, 1 << 20)), 10_000, MAX_TYPES);
    }
}
