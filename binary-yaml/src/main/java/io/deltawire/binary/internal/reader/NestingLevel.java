package io.deltawire.binary.internal.reader;

/**
 * A level of nesting in the message: an object, a list, or the message itself.
 *
 * <p>The levels are a chain from the outermost one. They are made once and used again, so that entering an object
 * allocates nothing.
 */
final class NestingLevel {
    enum Kind {
        ROOT,
        OBJECT,
        LIST
    }

    private final NestingLevel outer;
    private final int depth;
    private NestingLevel inner;

    private Kind kind;
    private byte[] array;
    private int start;
    private int end;

    /** The ordinal of the field that is expected next. */
    private int ordinal;

    /** The reader's position, and the number of values due, when the level inside is left. */
    private int resumePosition;

    private int resumeDue;

    NestingLevel(NestingLevel outer) {
        this.outer = outer;
        this.depth = outer == null ? 0 : outer.depth + 1;
    }

    NestingLevel outer() {
        return outer;
    }

    int depth() {
        return depth;
    }

    Kind kind() {
        return kind;
    }

    /** The array with the content; null for a message level without a message. */
    byte[] array() {
        return array;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** The ordinal of the field that is expected next. */
    int ordinal() {
        return ordinal;
    }

    /** The reader's position when the level inside is left. */
    int resumePosition() {
        return resumePosition;
    }

    /** The number of values due when the level inside is left. */
    int resumeDue() {
        return resumeDue;
    }

    /** Makes this the level of the message. */
    void beRoot() {
        kind = Kind.ROOT;
    }

    /** Sets the content. */
    void setContent(byte[] in, int from, int to) {
        array = in;
        start = from;
        end = to;
    }

    /** Drops the content: there is no message. */
    void dropContent() {
        array = null;
    }

    /** Sets the ordinal of the field that is expected next. */
    void expect(int nextOrdinal) {
        ordinal = nextOrdinal;
    }

    /**
     * Records the position at which the reader continues when the level inside is left, and the number of values due
     * then.
     */
    void suspend(int position, int due) {
        resumePosition = position;
        resumeDue = due;
    }

    NestingLevel enter(Kind innerKind, byte[] innerArray, int innerStart, int innerEnd) {
        NestingLevel entered = inner();
        entered.reset(innerKind, innerArray, innerStart, innerEnd);
        return entered;
    }

    /** Returns the level inside this one, with whatever content it had last. */
    NestingLevel inner() {
        NestingLevel found = inner;
        if (found == null) {
            found = new NestingLevel(this);
            inner = found;
        }
        return found;
    }

    /** Compares references before it stores them, because the garbage collector tracks such stores. */
    void reset(Kind newKind, byte[] newArray, int newStart, int newEnd) {
        if (kind != newKind) {
            kind = newKind;
        }
        if (array != newArray) {
            array = newArray;
        }
        start = newStart;
        end = newEnd;
        ordinal = 0;
    }
}
