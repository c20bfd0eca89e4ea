package io.deltawire.bench.measure;

/** Another measurement is under way, which would disturb this one. */
public final class MachineBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MachineBusyException() {
        super("another JMH run is under way on this machine; wait for its end");
    }
}
