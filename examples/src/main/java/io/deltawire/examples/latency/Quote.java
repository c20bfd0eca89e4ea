package io.deltawire.examples.latency;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

/** The best prices of a symbol. */
class Quote extends AbstractMarshallable {
    @Key
    String symbol;

    double bid;
    double ask;

    Quote(String symbol, double bid, double ask) {
        this.symbol = symbol;
        this.bid = bid;
        this.ask = ask;
    }
}
