package io.deltawire.delta.internal.value;

/** How the value of a leaf is coded now: what both sides keep of it, and what its next difference means. */
public final class Kind {
    public static final byte ABSENT = 0;
    public static final byte NULL = 1;
    public static final byte EMPTY_OBJECT = 2;
    public static final byte EMPTY_LIST = 3;
    public static final byte BOOL = 4;
    /** A 64-bit integer. */
    public static final byte INT = 5;
    /** A double that is exactly mantissa / 10^aux. */
    public static final byte DEC = 6;
    /** A double by its bits. */
    public static final byte F64 = 7;

    public static final byte TEXT = 8;
    /** A date or time, or text that is one, as a count of units; aux is the format byte. */
    public static final byte TIME = 9;
    /** Text that is a decimal number with aux decimals. */
    public static final byte NUMTEXT = 10;
    /** Anything else, by its value bytes. */
    public static final byte RAW = 11;
    /** A {@link java.math.BigDecimal} whose unscaled value and scale are short; aux is the scale. */
    public static final byte DECIMAL = 12;

    private Kind() {}

    /** Whether the value is a number to which a difference can be added. */
    public static boolean isNumeric(byte kind) {
        return kind == INT || kind == DEC || kind == TIME || kind == NUMTEXT || kind == DECIMAL;
    }

    /** Whether a value that a difference is added to is kept as an object as well. */
    public static boolean isReference(byte kind) {
        return kind == TIME || kind == DECIMAL;
    }

    /** Whether a value of the next message cannot be a difference to this one, so that it is written in full. */
    public static boolean isBare(byte kind) {
        return kind <= EMPTY_LIST || kind == RAW;
    }
}
