package io.deltawire.yaml.internal.scanner;

/** The tokens that the scanner finds. */
public final class ScannedToken {
    /** Not a token: the scanner does not know what comes, and leaves it to the parser. */
    public static final int UNKNOWN = -1;

    static final int FIELD = 0;
    static final int KEY = 1;

    /** A plain scalar, from its start to its end. */
    static final int PLAIN = 2;

    /** Text in double quotes, from its start to its end without them. */
    static final int QUOTED = 3;

    static final int BEGIN_OBJECT = 4;
    public static final int END_OBJECT = 5;
    public static final int BEGIN_LIST = 6;
    static final int END_LIST = 7;
    static final int END_MESSAGE = 8;

    private ScannedToken() {}
}
