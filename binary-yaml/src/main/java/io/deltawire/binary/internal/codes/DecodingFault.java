package io.deltawire.binary.internal.codes;

/**
 * A fault at an index of the array that is being decoded.
 *
 * <p>The parts that decode know neither the offset in the input nor the path in the message. They throw a fault, and
 * the reader turns it into a {@link io.deltawire.wire.MalformedWireException} that has both. A fault never leaves
 * this module, so it has no stack trace.
 */
public final class DecodingFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int index;
    private final Kind kind;

    private enum Kind {
        PLAIN,
        OVERRUN,
        MISSING_BASE
    }

    public DecodingFault(int index, String problem) {
        this(index, problem, Kind.PLAIN);
    }

    private DecodingFault(int index, String problem, Kind kind) {
        super(problem, null, false, false); // no stack trace, which nobody would see
        this.index = index;
        this.kind = kind;
    }

    /** A message changes an object that was not sent before. */
    public static DecodingFault missingBase(int index, String problem) {
        return new DecodingFault(index, problem, Kind.MISSING_BASE);
    }

    /** The value at {@code index} goes on past the end of its block. */
    public static DecodingFault overrun(int index, String what) {
        return new DecodingFault(index, "expected " + what + " but the block or document ends in it", Kind.OVERRUN);
    }

    /** The length at {@code index} is negative, or exceeds the {@code left} bytes of its block. */
    static DecodingFault tooLong(int index, String what, long left, long length) {
        String problem = "expected " + what + " of at most " + left + " bytes, which are left, but was " + length;
        return new DecodingFault(index, problem, length > left ? Kind.OVERRUN : Kind.PLAIN);
    }

    /** Whether the input might be correct if it went on. */
    public boolean isOverrun() {
        return kind == Kind.OVERRUN;
    }

    /** Whether the input lacks an object that was sent before. */
    public boolean isMissingBase() {
        return kind == Kind.MISSING_BASE;
    }

    public int index() {
        return index;
    }
}
