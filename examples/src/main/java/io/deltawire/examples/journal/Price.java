package io.deltawire.examples.journal;

import io.deltawire.marshallable.Key;

/** The best prices of a symbol. In a delta journal a price holds only what changed since the last one of its symbol. */
record Price(@Key String symbol, double bid, double ask) {}
