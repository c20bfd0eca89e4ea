package io.deltawire.json.internal.scanner;

/**
 * The kinds of level that a message nests. They are bytes, so that the scanner can keep one for each level in an
 * array.
 */
public final class LevelKind {
    static final byte OBJECT = 0;
    public static final byte LIST = 1;

    /** The object that a type name makes around its value: {@code {"@dw:Type":value}}. */
    public static final byte WRAPPER = 2;

    /** An object with one entry, whose name has an additional mark in front. */
    static final byte ESCAPED = 3;

    private LevelKind() {}
}
