package io.deltawire.binary;

/** One level of the message that the reader is inside of. Frames are kept and used again. */
final class Frame {
    /** What the level is. */
    enum Kind {
        /** The message. */
        ROOT,
        /** An object. */
        OBJECT,
        /** A list. */
        LIST
    }

    final Frame outer;
    final int level;
    private Frame inner;

    Kind kind;
    byte[] array;
    int start;
    int end;

    /** The ordinal of the field that is expected next. */
    int ordinal;

    /** Where to go on, and with how many values due, when the level inside is left. */
    int after;

    int due;

    Frame(Frame outer) {
        this.outer = outer;
        this.level = outer == null ? 0 : outer.level + 1;
    }

    Frame enter(Kind innerKind, byte[] innerArray, int innerStart, int innerEnd) {
        Frame entered = inner;
        if (entered == null) {
            entered = new Frame(this);
            inner = entered;
        }
        entered.kind = innerKind;
        entered.array = innerArray;
        entered.start = innerStart;
        entered.end = innerEnd;
        entered.ordinal = 0;
        return entered;
    }
}
