package io.deltawire.examples.mocks;

import java.util.HashMap;
import java.util.Map;

/** A component that makes prices of both sides out of prices of one. */
final class SidedPriceCombiner implements SidedPrices {
    private final TopOfBooks listener;
    private final Map<String, TopOfBook> books = new HashMap<>();

    SidedPriceCombiner(TopOfBooks listener) {
        this.listener = listener;
    }

    @Override
    public void onSidedPrice(SidedPrice price) {
        TopOfBook book = books.computeIfAbsent(price.symbol, TopOfBook::new);
        boolean isBuy = price.side == SidedPrice.Side.BUY;
        double before = isBuy ? book.buy : book.sell;
        if (Double.compare(before, price.price) == 0) {
            return;
        }
        if (isBuy) {
            book.buy = price.price;
        } else {
            book.sell = price.price;
        }
        listener.onTopOfBook(book);
    }
}
