package io.deltawire.examples.mocks;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

/** The best price of one side of a market. */
final class SidedPrice extends AbstractMarshallable {
    /** The side of a market. */
    enum Side {
        BUY,
        SELL
    }

    @Key
    final String symbol;

    @Key
    final Side side;

    final double price;

    SidedPrice(String symbol, Side side, double price) {
        this.symbol = symbol;
        this.side = side;
        this.price = price;
    }
}
