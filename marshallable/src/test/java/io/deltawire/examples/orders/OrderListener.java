package io.deltawire.examples.orders;

interface OrderListener {
    void onOrder(Order order);
}
