package io.deltawire.examples.correlation;

/** Asks for a quotient. The id comes back in the answer. */
record Question(long id, long dividend, long divisor) {}
