package io.deltawire.examples.webgateway;

import io.deltawire.marshallable.Key;

/** The best prices of a symbol. */
record Price(@Key String symbol, double bid, double ask) {}
