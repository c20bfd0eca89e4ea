package io.deltawire.examples.kotlin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import java.time.Instant;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class KotlinExampleTest {
    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(KotlinExample.class, () -> KotlinExample.main(new String[0]));
    }

    @Test
    void aDataClassComesBackFromEachFormat() {
        List<Trade> trades = List.of(
                new Trade("EURUSD", 1.25, 7, Instant.EPOCH, List.of("a", "b")),
                new Trade("EURUSD", 1.5, 8, null, List.of()),
                new Trade("GBPUSD", 2, 9, null, List.of("c")));
        for (String format : new String[] {"yaml", "json", "binary", "delta"}) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            trades.forEach(wire::write);
            for (Trade trade : trades) {
                assertEquals(trade, wire.read(Trade.class), format);
            }
        }
    }

    @Test
    void aMissingPropertyIsNamed() {
        WireException error =
                assertThrows(WireException.class, () -> Marshallable.fromString(Trade.class, "{symbol: GBPUSD}"));
        assertTrue(error.getMessage().contains("price"), error.getMessage());
    }
}
