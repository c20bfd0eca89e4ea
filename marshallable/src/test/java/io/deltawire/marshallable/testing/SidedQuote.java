package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;

/** The article's first message: final fields, and only a constructor of all of them. */
@SuppressWarnings("UnusedVariable") // read by the codec
public class SidedQuote extends AbstractMarshallable {
    private final String symbol;
    private final long timestamp;
    private final Side side;
    private final double price;
    private final double quantity;

    public SidedQuote(String symbol, long timestamp, Side side, double price, double quantity) {
        this.symbol = symbol;
        this.timestamp = timestamp;
        this.side = side;
        this.price = price;
        this.quantity = quantity;
    }

    public enum Side {
        Buy,
        Sell
    }

    public static SidedQuote sample() {
        return new SidedQuote("Symbol", 123456789000L, Side.Buy, 1.2345, 1e6);
    }
}
