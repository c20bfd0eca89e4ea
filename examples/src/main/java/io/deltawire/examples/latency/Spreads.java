package io.deltawire.examples.latency;

import io.deltawire.marshallable.Key;

/** What the first component calls and the second one takes. */
interface Spreads {
    void onSpread(@Key String symbol, double spread);
}
