package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A {@code Bytes} that may not be written further for a while: what comes when it may be is right. */
class WriteLimitTest {
    static final class LimitedQuote extends AbstractMarshallable {
        @Key
        int id;

        long volume;
    }

    @Test
    void afterALimitWasHitMessagesAreAgainstWhatAReaderHas() {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(1 << 16);
        Wire wire = Wire.of(new DeltaFormat(), bytes, options);
        LimitedQuote quote = new LimitedQuote();
        List<Long> written = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            quote.volume += 1 + i % 3;
            if (i == 900) {
                long limit = bytes.writeLimit();
                bytes.writeLimit(bytes.writePosition() + 1);
                assertThrows(RuntimeException.class, () -> wire.write("quote", quote));
                bytes.writeLimit(limit);
            } else {
                wire.write("quote", quote);
                written.add(quote.volume);
            }
        }
        List<Long> read = new ArrayList<>();
        Wire reader =
                Wire.of(new DeltaFormat(), bytes, WireOptions.DEFAULTS.with(DeltaFormat.TRUST, DeltaFormat.Trust.ALL));
        while (reader.next()) {
            read.add(reader.read(LimitedQuote.class).volume);
        }
        assertEquals(written, read);
    }
}
