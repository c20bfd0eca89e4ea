package io.deltawire.examples.orders;

import java.util.HashMap;
import java.util.Map;

/** Makes prices of both sides out of prices of one. */
class SidedMarketDataCombiner implements SidedMarketDataListener {
    private final MarketDataListener listener;
    private final Map<String, TopOfBookPrice> prices = new HashMap<>();

    SidedMarketDataCombiner(MarketDataListener listener) {
        this.listener = listener;
    }

    @Override
    public void onSidedPrice(SidedPrice sided) {
        TopOfBookPrice price = prices.computeIfAbsent(sided.symbol, TopOfBookPrice::new);
        if (price.combine(sided)) {
            listener.onTopOfBookPrice(price);
        }
    }
}
