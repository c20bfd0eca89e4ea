package io.deltawire.bench;

/** Another measurement is under way, which would disturb this one. */
final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BusyException() {
        super("another JMH run is under way on this machine; wait for its end");
    }
}
