package io.deltawire.binary;

/**
 * A fault at an index of the array being read. The reader makes a {@link io.deltawire.wire.MalformedWireException} of
 * it, which knows the offset and the path.
 */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int index;
    private final Kind kind;

    private enum Kind {
        PLAIN,
        OVERRUN,
        MISSING_BASE
    }

    Fault(int index, String problem) {
        this(index, problem, Kind.PLAIN);
    }

    private Fault(int index, String problem, Kind kind) {
        super(problem, null, false, false); // caught in this package; a stack trace would only cost
        this.index = index;
        this.kind = kind;
    }

    /** What the message at {@code index} changes was not sent before. */
    static Fault missingBase(int index, String problem) {
        return new Fault(index, problem, Kind.MISSING_BASE);
    }

    /** The value at {@code index} does not end before its block does. */
    static Fault overrun(int index, String what) {
        return new Fault(index, "expected " + what + " but the block or document ends in it", Kind.OVERRUN);
    }

    /** A length at {@code index} goes past the {@code left} bytes that its block has. */
    static Fault tooLong(int index, String what, long left, long length) {
        String problem = "expected " + what + " of at most " + left + " bytes, which are left, but was " + length;
        return new Fault(index, problem, length > left ? Kind.OVERRUN : Kind.PLAIN);
    }

    /** Whether there would be no fault if the input went on. */
    boolean isOverrun() {
        return kind == Kind.OVERRUN;
    }

    /** Whether something that was sent before is not in the input. */
    boolean isMissingBase() {
        return kind == Kind.MISSING_BASE;
    }

    public int index() {
        return index;
    }
}
