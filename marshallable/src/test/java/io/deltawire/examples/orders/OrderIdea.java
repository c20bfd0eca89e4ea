package io.deltawire.examples.orders;

import io.deltawire.marshallable.AbstractMarshallable;

/** What a strategy would like to have. */
class OrderIdea extends AbstractMarshallable {
    final String symbol;
    final Side side;
    final double limitPrice;
    final double quantity;

    OrderIdea(String symbol, Side side, double limitPrice, double quantity) {
        this.symbol = symbol;
        this.side = side;
        this.limitPrice = limitPrice;
        this.quantity = quantity;
    }
}
