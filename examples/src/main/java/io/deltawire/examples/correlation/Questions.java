package io.deltawire.examples.correlation;

/** What the client calls and the service implements. */
interface Questions {
    void onQuestion(Question question);
}
