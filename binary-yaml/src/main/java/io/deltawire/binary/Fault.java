package io.deltawire.binary;

/**
 * A fault at an index of the array being read. The reader makes a {@link io.deltawire.wire.MalformedWireException} of
 * it, which knows the offset and the path.
 */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int index;

    Fault(int index, String problem) {
        super(problem, null, false, false); // caught in this package; a stack trace would only cost
        this.index = index;
    }

    /** The value at {@code index} does not end before its block does. */
    static Fault overrun(int index, String what) {
        return new Fault(index, "expected " + what + " but the block or document ends in it");
    }

    int index() {
        return index;
    }
}
