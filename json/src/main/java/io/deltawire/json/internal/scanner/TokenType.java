package io.deltawire.json.internal.scanner;

/** The tokens of a message. They are ints rather than an enum, so that comparing them needs no load from memory. */
public final class TokenType {
    public static final int BEGIN_OBJECT = 0;
    public static final int END_OBJECT = 1;
    public static final int BEGIN_LIST = 2;
    public static final int END_LIST = 3;
    public static final int NAME = 4;
    public static final int KEY = 5;
    public static final int STRING = 6;
    public static final int INTEGER = 7;
    public static final int DECIMAL = 8;
    public static final int TRUE = 9;
    public static final int FALSE = 10;
    public static final int NULL = 11;
    public static final int END = 12;

    private TokenType() {}
}
