package io.deltawire.examples.encryption;

import io.deltawire.marshallable.Key;

/** The best prices of a symbol. */
record Quote(@Key String symbol, double bid, double ask) {}
