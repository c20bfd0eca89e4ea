package io.deltawire.examples.jlbh;

interface Spreads {
    void onSpread(long startNanos, String symbol, double spread);
}
