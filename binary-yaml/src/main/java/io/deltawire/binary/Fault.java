package io.deltawire.binary;

/**
 * A fault at an index of the array being read. The reader makes a {@link io.deltawire.wire.MalformedWireException} of
 * it, which knows the offset and the path.
 */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int index;
    private final boolean overrun;

    Fault(int index, String problem) {
        this(index, problem, false);
    }

    private Fault(int index, String problem, boolean overrun) {
        super(problem, null, false, false); // caught in this package; a stack trace would only cost
        this.index = index;
        this.overrun = overrun;
    }

    /** The value at {@code index} does not end before its block does. */
    static Fault overrun(int index, String what) {
        return new Fault(index, "expected " + what + " but the block or document ends in it", true);
    }

    /** A length at {@code index} goes past the {@code left} bytes that its block has. */
    static Fault tooLong(int index, String what, long left, long length) {
        String problem = "expected " + what + " of at most " + left + " bytes, which are left, but was " + length;
        return new Fault(index, problem, length > left);
    }

    /** Whether there would be no fault if the input went on. */
    boolean isOverrun() {
        return overrun;
    }

    int index() {
        return index;
    }
}
