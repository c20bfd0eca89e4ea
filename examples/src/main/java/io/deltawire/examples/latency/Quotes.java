package io.deltawire.examples.latency;

/** What the first component takes. */
interface Quotes {
    void onQuote(Quote quote);
}
