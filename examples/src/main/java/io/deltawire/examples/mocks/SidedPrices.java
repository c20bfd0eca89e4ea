package io.deltawire.examples.mocks;

interface SidedPrices {
    void onSidedPrice(SidedPrice price);
}
