package io.deltawire.examples.likes;

/** What the service tells. */
interface Account {
    void onBalance(OnBalance balance);

    void onRefused(String reason);
}
