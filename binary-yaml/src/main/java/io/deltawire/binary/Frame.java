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
        Frame entered = inner();
        entered.set(innerKind, innerArray, innerStart, innerEnd);
        return entered;
    }

    /** The frame of the level inside, whatever is in it. */
    Frame inner() {
        Frame found = inner;
        if (found == null) {
            found = new Frame(this);
            inner = found;
        }
        return found;
    }

    /** A reference that stays is not stored again: a store tells the garbage collector. */
    void set(Kind newKind, byte[] newArray, int newStart, int newEnd) {
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
