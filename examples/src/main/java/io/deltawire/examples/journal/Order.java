package io.deltawire.examples.journal;

import io.deltawire.marshallable.Key;

/** What goes to the market. */
record Order(@Key String symbol, double price, long quantity) {}
