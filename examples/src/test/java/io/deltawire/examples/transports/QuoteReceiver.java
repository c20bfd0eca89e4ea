package io.deltawire.examples.transports;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;

/** Turns the messages of one sender into quotes, from the first key frame on that it gets. */
final class QuoteReceiver {
    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
    private final Wire wire = Wire.of("delta", bytes, DeltaFormat.forLive(WireOptions.DEFAULTS));
    private final Consumer<Quote> listener;
    private final Consumer<WireException> problems;

    /** @param problems is given an error where it has joined between two key frames, or where a sender was killed */
    QuoteReceiver(Consumer<Quote> listener, Consumer<WireException> problems) {
        this.listener = listener;
        this.problems = problems;
    }

    void receive(byte[] message) {
        bytes.write(message);
        boolean isThere = true;
        while (isThere) {
            try {
                isThere = wire.next();
                if (isThere) {
                    listener.accept(wire.read(Quote.class));
                }
            } catch (WireException e) {
                problems.accept(e); // the next call goes on at the next key frame, if it has come
            }
        }
        bytes.compact(); // not clear: what the reader has not taken must stay
    }
}
