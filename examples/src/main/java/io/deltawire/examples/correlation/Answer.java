package io.deltawire.examples.correlation;

/** The result of a question. */
record Answer(long id, long quotient) {}
