package io.deltawire.examples.transports;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.Closeable;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;

/** Turns quotes into messages of a transport. Every so often it sends a key frame, at which a receiver can join. */
final class QuoteSender implements Closeable {
    private static final int QUOTES_PER_KEY_FRAME = 100;

    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
    private final Wire wire = Wire.of("delta", bytes, DeltaFormat.forLive(WireOptions.DEFAULTS));
    private final Consumer<byte[]> transport;
    private int quotes;

    QuoteSender(Consumer<byte[]> transport) {
        this.transport = transport;
    }

    void send(Quote quote) {
        if (quotes++ % QUOTES_PER_KEY_FRAME == 0) {
            keyFrame();
        }
        wire.write(quote);
        handOver();
    }

    /** Sends the last quote of each symbol, which those who have joined already do not see. */
    void keyFrame() {
        wire.keyFrame();
        handOver();
    }

    /** Ends the stream, so that receivers know that nothing of it is missing. */
    @Override
    public void close() {
        wire.close();
        handOver();
    }

    private void handOver() {
        if (!bytes.isEmpty()) {
            transport.accept(bytes.toByteArray());
            bytes.clear();
        }
    }
}
