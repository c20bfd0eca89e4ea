package io.deltawire.examples.orders;

interface MarketDataListener {
    void onTopOfBookPrice(TopOfBookPrice price);
}
