package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.DeltaFormat.Flush;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** An object that cannot be written leaves a delta wire unchanged, on every path that its fields can take. */
class FailedDeltaWriteTest {
    static final class FailedQuote extends AbstractMarshallable {
        @Key
        String symbol;

        double bid;
        String note;

        FailedQuote(String symbol, double bid, String note) {
            this.symbol = symbol;
            this.bid = bid;
            this.note = note;
        }
    }

    /** Writes itself, and fails after some fields. */
    static final class FailedOwn implements WriteMarshallable {
        private final int failsAfter;

        FailedOwn(int failsAfter) {
            this.failsAfter = failsAfter;
        }

        @Override
        public void writeMarshallable(WireOut out) {
            for (int i = 0; ; i++) {
                if (i == failsAfter) {
                    throw new UnsupportedOperationException("after " + i + " fields");
                }
                out.field("field" + i);
                out.int64(i);
            }
        }
    }

    /** Has a key that is compared by its bytes. */
    @SuppressWarnings("UnusedVariable") // read by the codec
    static final class FailedWritten extends AbstractMarshallable implements KeyedMarshallable {
        private final String symbol;
        private final String note;

        FailedWritten(FailedQuote quote) {
            this.symbol = quote.symbol;
            this.note = quote.note;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8(symbol);
        }
    }

    private static byte[] write(boolean withFailures, int maxKeys) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireLimits limits = new WireLimits(100, 1 << 20, 50, 1000, 1024, maxKeys, 1 << 20, 50, 10);
        Wire wire = Wire.of("delta", bytes, WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits));
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        for (int i = 0; i < 200; i++) {
            if (withFailures) {
                int failsAfter = i % 5;
                assertThrows(UnsupportedOperationException.class, () -> wire.write("own", new FailedOwn(failsAfter)));
                assertThrows(RuntimeException.class, () -> wire.write("cycle", cycle));
                FailedQuote tooLong = new FailedQuote("S" + i % 3, 99, "x".repeat(51));
                assertThrows(RuntimeException.class, () -> wire.write("quote", tooLong));
                assertThrows(RuntimeException.class, () -> wire.delete("quote", tooLong));
                FailedQuote tooLongAndNew = new FailedQuote("N" + i, 99, "x".repeat(51));
                assertThrows(RuntimeException.class, () -> wire.write("quote", tooLongAndNew));
                assertThrows(RuntimeException.class, () -> wire.write("keyed", new FailedWritten(tooLongAndNew)));
            }
            FailedQuote quote = new FailedQuote("S" + i % 3, i / 8.0, "note " + i % 7);
            wire.write("quote", quote).write("keyed", new FailedWritten(quote));
        }
        byte[] written = new byte[(int) bytes.readRemaining()];
        bytes.read(bytes.readPosition(), written, 0, written.length);
        for (int i = 0; wire.next(); i++) {
            assertEquals(i % 2 == 0 ? "quote" : "keyed", wire.event());
        }
        return written;
    }

    @Test
    void bytesContainTheWritableObjectsOnly() {
        for (int maxKeys : new int[] {1_000, 6, 4}) {
            assertArrayEquals(write(false, maxKeys), write(true, maxKeys), "at most " + maxKeys + " keys");
        }
    }

    /** A handwritten key finds its record without tokens, as annotated fields do. */
    @SuppressWarnings("UnusedVariable") // read by the codec
    static final class FailedKeyed extends AbstractMarshallable implements KeyedMarshallable {
        private final int price;

        FailedKeyed(int price) {
            this.price = price;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeUtf8("S");
        }
    }

    @Test
    void nothingIsWrittenToAClosedWire() {
        for (Object object :
                List.of(new FailedQuote("S", 1.5, "n"), new FailedKeyed(3), new ArrayList<>(List.of(1L)))) {
            for (int messages = 1; messages < 4; messages++) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Wire wire = Wire.of("delta", bytes);
                for (int i = 0; i < messages; i++) {
                    wire.write(object);
                }
                wire.close();
                long length = bytes.writePosition();
                assertThrows(IllegalStateException.class, () -> wire.write(object));
                assertThrows(IllegalStateException.class, () -> wire.write("event", object));
                assertThrows(IllegalStateException.class, () -> wire.delete(object));
                wire.flush();
                wire.close();
                assertEquals(length, bytes.writePosition());
                Wire reader = Wire.of("delta", bytes);
                for (int i = 0; i < messages; i++) {
                    assertEquals(object, reader.read(object.getClass()));
                }
                assertFalse(reader.next());
            }
        }
    }

    /** Bytes that have reached the stream stay there, and the next block says how far they count. */
    @Test
    void aFlushThatFailsLosesNoMessage() {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        int[] flushes = {0};
        OutputStream stream = new FilterOutputStream(into) {
            @Override
            public void flush() throws IOException {
                if (++flushes[0] == 80) {
                    throw new IOException("once");
                }
            }
        };
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, Flush.MESSAGE);
        try (Wire wire = Wire.of("delta", stream, options)) {
            for (int i = 0; i < 100; i++) {
                FailedQuote quote = new FailedQuote("S", i, "");
                if (flushes[0] == 79) {
                    assertThrows(UncheckedIOException.class, () -> wire.write("quote", quote));
                } else {
                    wire.write("quote", quote);
                }
            }
        }
        Wire reader = Wire.of("delta", new ByteArrayInputStream(into.toByteArray()));
        List<Double> bids = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (int i = 0; i < 110; i++) {
            try {
                FailedQuote quote = reader.read(FailedQuote.class);
                if (quote == null) {
                    break;
                }
                bids.add(quote.bid);
            } catch (WireException e) {
                errors.add(e.getMessage());
            }
        }
        assertEquals(List.of(), errors);
        assertEquals(IntStream.range(0, 100).mapToObj(i -> (double) i).toList(), bids);
    }
}
