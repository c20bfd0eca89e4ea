package io.deltawire.examples.mocks;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

/** The best prices of both sides of a market; NaN where there is none yet. */
final class TopOfBook extends AbstractMarshallable {
    @Key
    final String symbol;

    double buy = Double.NaN;
    double sell = Double.NaN;

    TopOfBook(String symbol) {
        this.symbol = symbol;
    }

    TopOfBook(String symbol, double buy, double sell) {
        this.symbol = symbol;
        this.buy = buy;
        this.sell = sell;
    }
}
