package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which record is forgotten to make room, and that making room ends. */
class ForgottenRecordsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private DeltaWriter writer(WireOptions options, int keys, long stateBytes) {
        WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(keys, stateBytes);
        return (DeltaWriter) FORMAT.newWriter(bytes, options.with(WireOptions.LIMITS, limits));
    }

    @Test
    void busyRecordIsSeldomForgotten() {
        DeltaWriter out = writer(WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")), 10, 1 << 20);
        int messages = 200;
        for (long i = 1; i <= messages; i++) {
            Trees.writeMessage(out, Trees.map("id", 0L, "n", i));
            Trees.writeMessage(out, Trees.map("id", i, "n", 1L));
        }
        int max = out.encoder().records().all().stream()
                .mapToInt(record -> record.updates())
                .max()
                .orElse(0);
        assertEquals(messages, max);
    }

    /** Forgetting all records would not make enough room. */
    @Test
    void messageWithATooLongKeyIsWrittenPlain() {
        DeltaWriter out = writer(WireOptions.DEFAULTS, 1000, 5000);
        List<Object> written = new ArrayList<>();
        for (int length : new int[] {8, 2000, 3200, 3400, 3600, 4000, 6000, 8}) {
            Object message = Trees.map("n", (long) length);
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
                out.beginMessage();
                out.recordKey(new byte[length], 0, length);
                Trees.write(out, message);
                out.endMessage();
            });
            written.add(message);
            assertTrue(out.stateBytes() + out.keyBytes() <= 5000, "with a key of " + length + " bytes");
        }
        out.close();
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            assertEquals(written, Trees.readAll(in));
        }
    }
}
