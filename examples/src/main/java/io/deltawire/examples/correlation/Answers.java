package io.deltawire.examples.correlation;

/** What the service calls and the client implements. */
interface Answers {
    void onAnswer(Answer answer);

    void onFailure(Failure failure);
}
