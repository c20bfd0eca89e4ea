package io.deltawire.examples.latency;

import io.deltawire.marshallable.Key;

/** What the second component calls. */
interface Alerts {
    void onAlert(@Key String symbol, boolean isWide);
}
