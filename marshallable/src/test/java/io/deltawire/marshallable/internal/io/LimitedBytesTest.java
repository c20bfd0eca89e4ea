package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/** A {@code Bytes} that may grow, but has a write limit, gets a whole message or nothing. */
class LimitedBytesTest {
    static class LimitedText extends AbstractMarshallable {
        @Key
        int id;

        String text;
    }

    @ParameterizedTest
    @EachFormat
    void whatGoesBeyondItsLimitIsRefused(String format) {
        for (int size : new int[] {32, 64, 128, 1024}) {
            for (int limit = 1; limit < 200; limit++) {
                for (int blockBytes : new int[] {64, 1 << 16}) {
                    Bytes<?> bytes = Bytes.allocateElasticOnHeap(size);
                    bytes.writeLimit(limit);
                    WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, blockBytes);
                    Wire wire = Wire.of(format, bytes, options);
                    List<LimitedText> written = new ArrayList<>();
                    for (int i = 0; i < 12; i++) {
                        LimitedText object = new LimitedText();
                        object.id = i % 2;
                        object.text = "x".repeat(i * 7 % 100);
                        try {
                            wire.write(object);
                            written.add(object);
                        } catch (WireDataException e) {
                            assertTrue(bytes.writePosition() <= bytes.writeLimit());
                            bytes.writeLimit(bytes.writeLimit() + 40);
                        }
                    }
                    String what = format + ", " + size + ", " + limit;
                    for (LimitedText each : written) {
                        assertEquals(each, wire.read(LimitedText.class), what);
                    }
                    assertNull(wire.read(LimitedText.class), what);
                }
            }
        }
    }
}
