package io.deltawire.examples.transports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Quotes for the tests. */
final class Quotes {
    static final int SYMBOLS = 7;

    private Quotes() {}

    static List<Quote> some(int count) {
        List<Quote> quotes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            quotes.add(new Quote("S" + i % SYMBOLS, 1 + i / 8.0, 100L * (i / 10)));
        }
        return quotes;
    }

    /** What a receiver gets that joins at the key frame before a quote: the last quote of each symbol, and the rest. */
    static List<Quote> fromKeyFrame(List<Quote> sent, int index) {
        Map<String, Quote> last = new LinkedHashMap<>();
        sent.subList(0, index).forEach(quote -> last.put(quote.symbol(), quote));
        List<Quote> quotes = new ArrayList<>(last.values());
        quotes.addAll(sent.subList(index, sent.size()));
        return quotes;
    }
}
