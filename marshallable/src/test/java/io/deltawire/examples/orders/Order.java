package io.deltawire.examples.orders;

import io.deltawire.marshallable.AbstractMarshallable;

/** What goes to the market. */
class Order extends AbstractMarshallable {
    final String symbol;
    final Side side;
    final double limitPrice;
    final double quantity;

    Order(String symbol, Side side, double limitPrice, double quantity) {
        this.symbol = symbol;
        this.side = side;
        this.limitPrice = limitPrice;
        this.quantity = quantity;
    }
}
