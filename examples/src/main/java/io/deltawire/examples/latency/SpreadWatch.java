package io.deltawire.examples.latency;

/** The second component. */
final class SpreadWatch implements Spreads {
    private static final double WIDE = 0.5;

    private final Alerts next;

    SpreadWatch(Alerts next) {
        this.next = next;
    }

    @Override
    public void onSpread(String symbol, double spread) {
        next.onAlert(symbol, spread >= WIDE);
    }
}
