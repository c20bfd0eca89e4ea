package io.deltawire.examples.journal;

import io.deltawire.marshallable.Key;

/** What a strategy would like to buy, and at which price at most. */
record OrderIdea(@Key String symbol, double limit, long quantity) {}
