package io.deltawire.marshallable.internal.codec;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers as objects, which stay where they have the value already, and how they compare with what a column holds. */
public final class BoxedValues {
    /** The bit of a NaN that every conversion of a float sets. */
    private static final int QUIET_NAN = 0x0040_0000;

    private BoxedValues() {}

    /** An object of the value. */
    public static Boolean box(Object former, boolean value) {
        return value;
    }

    /** An object of the value. */
    public static Byte box(Object former, byte value) {
        return value;
    }

    /** An object of the value: the one of before, where it is equal. */
    public static Short box(Object former, short value) {
        return former instanceof Short held && held == value ? held : (Short) value;
    }

    /** An object of the value: the one of before, where it is equal. */
    public static Character box(Object former, char value) {
        return former instanceof Character held && held == value ? held : (Character) value;
    }

    /** An object of the value: the one of before, where it is equal. */
    public static Integer box(Object former, int value) {
        return former instanceof Integer held && held == value ? held : (Integer) value;
    }

    /** An object of the value: the one of before, where it is equal. */
    public static Long box(Object former, long value) {
        return former instanceof Long held && held == value ? held : (Long) value;
    }

    /** An object of the value: the one of before, where it has the same bits. */
    public static Float box(Object former, float value) {
        return former instanceof Float held && Float.floatToRawIntBits(held) == Float.floatToRawIntBits(value)
                ? held
                : (Float) value;
    }

    /** An object of the value: the one of before, where it has the same bits. */
    public static Double box(Object former, double value) {
        return former instanceof Double held && Double.doubleToRawLongBits(held) == Double.doubleToRawLongBits(value)
                ? held
                : (Double) value;
    }

    /**
     * Whether a value equals the one in a column, of numbers of a class that others may extend: what has more to it than a number, or may become another one, is
     * not the same as any.
     */
    public static boolean sameNumber(Object value, Object held) {
        if (value == null || held == null) {
            return value == held;
        }
        Class<?> type = value.getClass();
        return type == held.getClass() && (type == BigDecimal.class || type == BigInteger.class) && value.equals(held);
    }

    /** Whether a float is the one that is held as a double. */
    public static boolean sameFloat(float value, long held) {
        int bits = Float.floatToRawIntBits(value);
        int asHeld = Float.floatToRawIntBits((float) Double.longBitsToDouble(held));
        return bits == asHeld || Float.isNaN(value) && (bits | QUIET_NAN) == asHeld; // which it is as a double
    }
}
