package io.deltawire.examples.orders;

interface OrderIdeaListener {
    void onOrderIdea(OrderIdea idea);
}
