package io.deltawire.examples.likes;

/** What the service is told. */
interface LikesIn {
    void openingBalance(OpeningBalance balance);

    void startBatch(StartBatch batch);

    void give(Give give);

    void endBatch();
}
