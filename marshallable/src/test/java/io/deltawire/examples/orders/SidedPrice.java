package io.deltawire.examples.orders;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

/** The best price of one side of a market. */
class SidedPrice extends AbstractMarshallable {
    @Key
    final String symbol;

    final long timestamp;
    final Side side;
    final double price;
    final double quantity;

    SidedPrice(String symbol, long timestamp, Side side, double price, double quantity) {
        this.symbol = symbol;
        this.timestamp = timestamp;
        this.side = side;
        this.price = price;
        this.quantity = quantity;
    }
}
