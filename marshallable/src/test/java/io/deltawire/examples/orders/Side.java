package io.deltawire.examples.orders;

enum Side {
    Buy,
    Sell
}
