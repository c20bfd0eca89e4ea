package io.deltawire.delta.internal.value;

/**
 * The kinds of values in records. Kind and aux (scale or time format) are the form of a value: both sides keep the
 * form, and a difference has a meaning only between values of one form. See docs/spec/delta.md, section 4.2.
 */
public final class Kind {
    public static final byte ABSENT = 0;
    public static final byte NULL = 1;
    public static final byte EMPTY_OBJECT = 2;
    public static final byte EMPTY_LIST = 3;
    public static final byte BOOL = 4;
    /** A 64-bit integer. */
    public static final byte INT = 5;
    /** A double with a mantissa at scale aux: {@link DecimalCode}. */
    public static final byte DEC = 6;
    /** Any other double, by its bits. */
    public static final byte F64 = 7;

    public static final byte TEXT = 8;
    /** A date or time, or text that is one, as a count of units; aux is the format byte: {@link TimeValue}. */
    public static final byte TIME = 9;
    /** Text that is a canonical decimal number with aux decimals: {@link DecimalCode#textScale}. */
    public static final byte NUMTEXT = 10;
    /** Any other value, as the bytes of its plain encoding. */
    public static final byte RAW = 11;
    /** A short {@link java.math.BigDecimal}; aux is the scale: {@link ShortDecimal}. */
    public static final byte DECIMAL = 12;

    private Kind() {}

    /** Whether values of this kind are numbers, to which a difference can be added. */
    public static boolean isNumeric(byte kind) {
        return kind == INT || kind == DEC || kind == TIME || kind == NUMTEXT || kind == DECIMAL;
    }

    /** Whether values of this numeric kind are held as objects, too. */
    public static boolean hasObject(byte kind) {
        return kind == TIME || kind == DECIMAL;
    }

    /** Whether a value after one of this kind is always written in full, since there is nothing to differ from. */
    public static boolean isFollowedInFull(byte kind) {
        return kind <= EMPTY_LIST || kind == RAW;
    }
}
