package io.deltawire.examples.journal;

/** What the service is told. */
interface Market {
    void onPrice(Price price);

    void onIdea(OrderIdea idea);
}
