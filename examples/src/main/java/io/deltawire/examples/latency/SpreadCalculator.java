package io.deltawire.examples.latency;

/** The first component. */
final class SpreadCalculator implements Quotes {
    private final Spreads next;

    SpreadCalculator(Spreads next) {
        this.next = next;
    }

    @Override
    public void onQuote(Quote quote) {
        next.onSpread(quote.symbol, quote.ask - quote.bid);
    }
}
