package io.deltawire.examples.jlbh;

interface Quotes {
    void onQuote(long startNanos, Quote quote);
}
