package io.deltawire.examples.journal;

import java.util.HashMap;
import java.util.Map;

/**
 * Orders what a strategy wants as soon as the market reaches its limit. It takes one interface and calls another, and has
 * no idea of journals. Equal input makes equal output: it asks no clock and no random number.
 */
final class OrderManager implements Market {
    private final Orders orders;
    private final Map<String, Price> prices = new HashMap<>();
    private final Map<String, OrderIdea> ideas = new HashMap<>();

    OrderManager(Orders orders) {
        this.orders = orders;
    }

    @Override
    public void onPrice(Price price) {
        prices.put(price.symbol(), price);
        orderIfGood(price.symbol());
    }

    @Override
    public void onIdea(OrderIdea idea) {
        ideas.put(idea.symbol(), idea);
        orderIfGood(idea.symbol());
    }

    private void orderIfGood(String symbol) {
        Price price = prices.get(symbol);
        OrderIdea idea = ideas.get(symbol);
        if (price != null && idea != null && price.ask() <= idea.limit()) {
            ideas.remove(symbol);
            orders.onOrder(new Order(symbol, price.ask(), idea.quantity()));
        }
    }
}
