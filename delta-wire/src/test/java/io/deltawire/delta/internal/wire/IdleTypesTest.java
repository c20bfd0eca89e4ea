package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.Trees;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A writer lets go of what it knows of types that do not come again. */
class IdleTypesTest {
    /** What the epoch has, and the one before. */
    private static final int MOST = 2 * 1024;

    private final DeltaFormat format = new DeltaFormat();

    private static Object message(String event, long i) {
        return Trees.map(event, new Trees.Typed("Quote", Trees.map("a", i, "b", "text " + i)));
    }

    private void check(WireOptions options, int rounds, int kept) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<Object> expected = new ArrayList<>();
        int most = 0;
        try (DeltaWriter out = (DeltaWriter) format.newWriter(bytes, options)) {
            for (long i = 0; i < rounds; i++) {
                Object message = message("event" + i / 2, i);
                Trees.writeMessage(out, message);
                expected.add(message);
                most = Math.max(most, out.knownTypes());
            }
        }
        assertTrue(most <= kept, "types kept: " + most);
        try (WireIn in = format.newReader(bytes, options)) {
            assertEquals(expected, Trees.readAll(in));
        }
    }

    @Test
    void namesOfEventsThatNeverComeAgainDoNotAddUp() {
        check(WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 5000), 20_000, MOST);
        check(WireOptions.DEFAULTS, 40_000, MOST);
    }

    @Test
    void namesOfEventsOfMessagesWithoutARecordDoNotAddUp() {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.OVERFLOW, DeltaFormat.Overflow.PLAIN);
        check(options.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(100, 1 << 20)), 10_000, MOST);
    }
}
