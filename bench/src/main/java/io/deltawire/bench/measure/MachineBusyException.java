package io.deltawire.bench.measure;

/** Signals that another measurement runs on this machine. The two would disturb each other, so all of this one ends. */
public final class MachineBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MachineBusyException() {
        super("another JMH run is under way on this machine; wait for its end");
    }
}
