package io.deltawire.examples.webgateway;

/** The events of the stream of prices. */
interface Prices {
    void onPrice(Price price);
}
