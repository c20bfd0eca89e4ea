package io.deltawire.examples.transports;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.WireOptions;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;

/** Turns the messages of one sender into quotes, from the first key frame on that it gets. */
final class QuoteReceiver {
    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
    private final Wire wire = Wire.of("delta", bytes, DeltaFormat.forLive(WireOptions.DEFAULTS));
    private final Consumer<Quote> listener;

    QuoteReceiver(Consumer<Quote> listener) {
        this.listener = listener;
    }

    void receive(byte[] message) {
        bytes.write(message);
        try {
            while (wire.next()) {
                listener.accept(wire.read(Quote.class));
            }
        } catch (MissingBaseException e) {
            // It has joined between two key frames, and reads on from the next one.
        }
        bytes.compact(); // not clear: what follows the exception is searched for the key frame
    }
}
