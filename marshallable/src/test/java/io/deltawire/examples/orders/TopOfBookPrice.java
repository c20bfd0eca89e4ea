package io.deltawire.examples.orders;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

/** The best prices of both sides; NaN where there is none yet. */
class TopOfBookPrice extends AbstractMarshallable {
    @Key
    final String symbol;

    long timestamp;
    double buyPrice;
    double buyQuantity;
    double sellPrice;
    double sellQuantity;

    TopOfBookPrice(
            String symbol, long timestamp, double buyPrice, double buyQuantity, double sellPrice, double sellQuantity) {
        this.symbol = symbol;
        this.timestamp = timestamp;
        this.buyPrice = buyPrice;
        this.buyQuantity = buyQuantity;
        this.sellPrice = sellPrice;
        this.sellQuantity = sellQuantity;
    }

    TopOfBookPrice(String symbol) {
        this(symbol, 0, Double.NaN, 0, Double.NaN, 0);
    }

    /** Takes a new price of one side; false where it changes nothing. */
    boolean combine(SidedPrice price) {
        timestamp = price.timestamp;
        boolean isBuy = price.side == Side.Buy;
        double oldPrice = isBuy ? buyPrice : sellPrice;
        double oldQuantity = isBuy ? buyQuantity : sellQuantity;
        if (oldPrice == price.price && oldQuantity == price.quantity) {
            return false;
        }
        if (isBuy) {
            buyPrice = price.price;
            buyQuantity = price.quantity;
        } else {
            sellPrice = price.price;
            sellQuantity = price.quantity;
        }
        return true;
    }
}
