package io.deltawire.examples.fanout;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** Reads the prices of a {@link PriceServer}. */
final class PriceClient implements Closeable {
    private final Socket socket;
    private final Wire wire;

    PriceClient(int port, Subscription subscription) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write(subscription.code);
        wire = Wire.of("delta", socket.getInputStream(), DeltaFormat.forLive(WireOptions.DEFAULTS));
    }

    /** Waits for the next price; returns null at the end of the stream. */
    Price next() {
        return wire.read(Price.class);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
