package io.deltawire.examples.jlbh;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

final class Quote extends AbstractMarshallable {
    @Key
    String symbol;

    double bid;
    double ask;

    Quote() {}

    Quote(String symbol, double bid, double ask) {
        this.symbol = symbol;
        this.bid = bid;
        this.ask = ask;
    }
}
