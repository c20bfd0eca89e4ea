package io.deltawire.examples.fanout;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one client has not been sent yet, at most one price of each symbol: a newer price replaces an older one that is
 * waiting. So memory is bounded, however slow the client is, and what it gets is never old.
 */
final class NewestPrices {
    private final Map<String, Price> pending = new LinkedHashMap<>();

    synchronized void put(Price price) {
        pending.put(price.symbol(), price);
        notifyAll();
    }

    private synchronized List<Price> takeAll() throws InterruptedException {
        while (pending.isEmpty()) {
            wait();
        }
        List<Price> prices = new ArrayList<>(pending.values());
        pending.clear();
        return prices;
    }

    /** Sends prices until the connection ends. The wire compares each price with the last one that this client got. */
    void sendTo(OutputStream client) {
        try (Wire wire = Wire.of("delta", client, DeltaFormat.forLive(WireOptions.DEFAULTS))) {
            while (true) {
                for (Price price : takeAll()) {
                    wire.write("price", price);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
