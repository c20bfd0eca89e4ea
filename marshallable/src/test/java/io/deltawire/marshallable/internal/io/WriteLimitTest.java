package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A {@code Bytes} has a write limit for a while. The messages after the limit is lifted are correct. */
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
        Wire reader = Wire.of(
                new DeltaFormat(),
                bytes,
                WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
        while (reader.next()) {
            read.add(reader.read(LimitedQuote.class).volume);
        }
        assertEquals(written, read);
    }

    @Test
    void nothingIsWrittenBeyondTheLimit() {
        byte[] precious = "precious".getBytes(StandardCharsets.ISO_8859_1);
        for (WireFormat format : WireFormats.all()) {
            for (int room = 0; room < 200; room++) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap(1 << 10);
                bytes.write(300, precious);
                bytes.writePosition(300 - room).writeLimit(300);
                bytes.readPosition(300 - room);
                int written = 0;
                boolean isFull = false;
                try (Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS)) {
                    LimitedQuote quote = new LimitedQuote();
                    try {
                        for (; written < 3; written++) {
                            quote.volume = written;
                            wire.write("quote", quote);
                        }
                    } catch (WireDataException e) {
                        isFull = true;
                    }
                    String what = format.name() + ", room for " + room;
                    assertEquals(isFull, written < 3, what);
                    assertTrue(bytes.writePosition() <= 300, what);
                    byte[] behind = new byte[precious.length];
                    for (int i = 0; i < behind.length; i++) {
                        behind[i] = bytes.bytesStore().readByte(300L + i);
                    }
                    assertArrayEquals(precious, behind, what);
                    for (int i = 0; i < written; i++) {
                        assertEquals(i, wire.read(LimitedQuote.class).volume, what);
                    }
                    bytes.writeLimit(bytes.capacity()); // for the end of a delta stream
                }
            }
        }
    }
}
