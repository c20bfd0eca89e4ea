package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.Formats;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two wires write to one buffer, one after the other, as programs do that continue a file. */
class SecondWriterTest {
    static {
        Types.registerNested(SecondWriterTest.class);
    }

    static class Offer extends AbstractMarshallable {
        String symbol;
        String remark;

        Offer() {}

        Offer(String symbol, String remark) {
            this.symbol = symbol;
            this.remark = remark;
        }
    }

    /** A stream of blocks has to be appended to. A table takes part with both delimiters. */
    private static Stream<String> formats() {
        return Stream.concat(Formats.without(Feature.BLOCKS).stream(), Stream.of("tsv"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void eventsComeBack(String format) {
        for (Object value : List.of(3, 4L, 2.5, "text", true, new Offer("A", "x"), List.of("a", "b"))) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire.of(format, bytes).write("onA", value);
            Wire.of(format, bytes).write("onA", value).write("onA", value);

            Wire in = Wire.of(format, bytes);
            for (int i = 0; i < 3; i++) {
                assertTrue(in.next());
                assertEquals("onA", in.event());
                assertEquals(value, in.read(Object.class), format);
            }
            assertFalse(in.next());
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void objectsComeBack(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Offer offer = new Offer("symbol", "remark"); // the names of the columns
        for (int i = 0; i < 4; i++) {
            Wire.of(format, bytes).write(offer);
        }
        Wire in = Wire.of(format, bytes);
        for (int i = 0; i < 4; i++) {
            assertEquals(offer, in.read(Offer.class));
        }
        assertFalse(in.next());
    }
}
