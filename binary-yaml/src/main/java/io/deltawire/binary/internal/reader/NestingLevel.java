package io.deltawire.binary.internal.reader;

/** One level of the message that the reader is inside of. Frames are kept and used again. */
final class NestingLevel {
    /** What the level is. */
    enum Kind {
        /** The message. */
        ROOT,
        /** An object. */
        OBJECT,
        /** A list. */
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

    /** Where to go on, and with how many values due, when the level inside is left. */
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

    /** The frame of the level inside, whatever is in it. */
    NestingLevel inner() {
        NestingLevel found = inner;
        if (found == null) {
            found = new NestingLevel(this);
            inner = found;
        }
        return found;
    }

    /** A reference that stays is not stored again: a store tells the garbage collector. */
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
