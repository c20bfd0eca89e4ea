package io.deltawire.yaml.internal.scanner;

/**
 * The tokens of the scanner. They are ints rather than an enum, so that comparing them needs no load from memory. A
 * scalar has no kind yet: most callers ask for a value and never need it.
 */
public final class ScannedToken {
    /** No token: the scanner does not recognise what comes next and leaves it to SnakeYAML. */
    public static final int UNKNOWN = -1;

    static final int FIELD = 0;
    static final int KEY = 1;

    /** A plain scalar. */
    static final int PLAIN = 2;

    /** A scalar in double quotes. */
    static final int QUOTED = 3;

    static final int BEGIN_OBJECT = 4;
    public static final int END_OBJECT = 5;
    public static final int BEGIN_LIST = 6;
    static final int END_LIST = 7;
    static final int END_MESSAGE = 8;

    private ScannedToken() {}
}
