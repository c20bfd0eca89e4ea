package io.deltawire.examples.orders;

import java.util.HashMap;
import java.util.Map;

/** Places the orders that a strategy wants, as soon as the market reaches their prices. */
class OrderManager implements MarketDataListener, OrderIdeaListener {
    private final OrderListener listener;
    private final Map<String, TopOfBookPrice> prices = new HashMap<>();
    private final Map<String, OrderIdea> ideas = new HashMap<>();

    OrderManager(OrderListener listener) {
        this.listener = listener;
    }

    @Override
    public void onTopOfBookPrice(TopOfBookPrice price) {
        OrderIdea idea = ideas.get(price.symbol);
        if (idea != null && placeOrder(price, idea)) {
            ideas.remove(price.symbol); // until the strategy asks for more
        } else {
            prices.put(price.symbol, price.deepCopy());
        }
    }

    @Override
    public void onOrderIdea(OrderIdea idea) {
        TopOfBookPrice price = prices.get(idea.symbol);
        if (price != null && placeOrder(price, idea)) {
            prices.remove(idea.symbol); // until the market shows the remaining quantity
        } else {
            ideas.put(idea.symbol, idea.deepCopy());
        }
    }

    /** Joins its side of the market where that is at the limit or better; a price of NaN never is. */
    private boolean placeOrder(TopOfBookPrice price, OrderIdea idea) {
        boolean isBuy = idea.side == Side.Buy;
        double marketPrice = isBuy ? price.buyPrice : price.sellPrice;
        double available = isBuy ? price.buyQuantity : price.sellQuantity;
        boolean isGood = isBuy ? marketPrice >= idea.limitPrice : marketPrice <= idea.limitPrice;
        double quantity = Math.min(available, idea.quantity);
        if (!isGood || !(quantity > 0)) {
            return false;
        }
        listener.onOrder(new Order(idea.symbol, idea.side, marketPrice, quantity));
        return true;
    }
}
