package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;

/** The article's second message. */
@SuppressWarnings("UnusedVariable") // read by the codec
public class TopOfBookQuote extends AbstractMarshallable {
    private final String symbol;
    private final long timestamp;
    private final double buyPrice;
    private final double buyQuantity;
    private final double sellPrice;
    private final double sellQuantity;

    TopOfBookQuote(
            String symbol, long timestamp, double buyPrice, double buyQuantity, double sellPrice, double sellQuantity) {
        this.symbol = symbol;
        this.timestamp = timestamp;
        this.buyPrice = buyPrice;
        this.buyQuantity = buyQuantity;
        this.sellPrice = sellPrice;
        this.sellQuantity = sellQuantity;
    }

    TopOfBookQuote(String symbol) {
        this(symbol, 0, Double.NaN, 0, Double.NaN, 0);
    }
}
