package io.deltawire.examples.likes;

/** The events that the service receives. */
interface LikesIn {
    void openingBalance(OpeningBalance balance);

    void startBatch(StartBatch batch);

    void give(Give give);

    void endBatch();
}
