package io.deltawire.examples.transports;

import io.deltawire.marshallable.Key;

/** The message of the recipes. */
record Quote(@Key String symbol, double bid, long size) {}
