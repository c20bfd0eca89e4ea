package io.deltawire.examples.journal;

/** What the service tells. */
interface Orders {
    void onOrder(Order order);
}
