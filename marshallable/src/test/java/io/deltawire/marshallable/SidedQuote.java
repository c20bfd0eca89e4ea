package io.deltawire.marshallable;

/** The article's first message: final fields, and only a constructor of all of them. */
@SuppressWarnings("UnusedVariable") // read by the codec
class SidedQuote extends AbstractMarshallable {
    private final String symbol;
    private final long timestamp;
    private final Side side;
    private final double price;
    private final double quantity;

    SidedQuote(String symbol, long timestamp, Side side, double price, double quantity) {
        this.symbol = symbol;
        this.timestamp = timestamp;
        this.side = side;
        this.price = price;
        this.quantity = quantity;
    }

    enum Side {
        Buy,
        Sell
    }

    static SidedQuote sample() {
        return new SidedQuote("Symbol", 123456789000L, Side.Buy, 1.2345, 1e6);
    }
}
