package io.deltawire.binary.internal.reader;

/**
 * A level of nesting in the message: an object, a list, or the message itself.
 *
 * <p>The levels are a chain from the outermost one. They are made once and used again, so that entering an object
 * allocates nothing. The reader owns the fields and accesses them directly; only {@link NestingPath} reads them too.
 */
final class NestingLevel {
    enum Kind {
        ROOT,
        OBJECT,
        LIST
    }

    final NestingLevel outer;
    final int depth;
    private NestingLevel inner;

    Kind kind;
    byte[] array;
    int start;
    int end;

    /** The ordinal of the field that is expected next. */
    int ordinal;

    /** The reader's position, and the number of values due, when the level inside is left. */
    int resumePosition;

    int resumeDue;

    NestingLevel(NestingLevel outer) {
        this.outer = outer;
        this.depth = outer == null ? 0 : outer.depth + 1;
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
