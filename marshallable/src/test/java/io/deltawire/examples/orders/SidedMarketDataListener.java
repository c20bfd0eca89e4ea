package io.deltawire.examples.orders;

interface SidedMarketDataListener {
    void onSidedPrice(SidedPrice price);
}
