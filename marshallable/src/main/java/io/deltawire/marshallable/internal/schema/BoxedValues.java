package io.deltawire.marshallable.internal.schema;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Boxes values that were read, and compares boxed values with the cells of a column.
 *
 * <p>The {@code box} methods return the former object if it has the same value, so that reading an unchanged value
 * allocates nothing. Generated code calls them with the type of the field, which is why all types have one.
 */
public final class BoxedValues {
    /** The conversion of a float to a double sets this bit of every NaN. */
    private static final int QUIET_NAN = 0x0040_0000;

    private BoxedValues() {}

    /** Boxes the value. {@code Boolean} caches its instances. */
    public static Boolean box(Object former, boolean value) {
        return value;
    }

    /** Boxes the value. {@code Byte} caches its instances. */
    public static Byte box(Object former, byte value) {
        return value;
    }

    /** Returns the former object if it equals the value, or else a new one. */
    public static Short box(Object former, short value) {
        return former instanceof Short same && same == value ? same : (Short) value;
    }

    /** Returns the former object if it equals the value, or else a new one. */
    public static Character box(Object former, char value) {
        return former instanceof Character same && same == value ? same : (Character) value;
    }

    /** Returns the former object if it equals the value, or else a new one. */
    public static Integer box(Object former, int value) {
        return former instanceof Integer same && same == value ? same : (Integer) value;
    }

    /** Returns the former object if it equals the value, or else a new one. */
    public static Long box(Object former, long value) {
        return former instanceof Long same && same == value ? same : (Long) value;
    }

    /** Returns the former object if it has the same bits as the value, or else a new one. */
    public static Float box(Object former, float value) {
        return former instanceof Float same && Float.floatToRawIntBits(same) == Float.floatToRawIntBits(value)
                ? same
                : (Float) value;
    }

    /** Returns the former object if it has the same bits as the value, or else a new one. */
    public static Double box(Object former, double value) {
        return former instanceof Double same && Double.doubleToRawLongBits(same) == Double.doubleToRawLongBits(value)
                ? same
                : (Double) value;
    }

    /**
     * Returns whether a big number equals the one in a column. {@code BigDecimal} and {@code BigInteger} are not final,
     * and an object of a subclass may hold more than the number or change: it never counts as equal.
     */
    public static boolean sameNumber(Object value, Object cell) {
        if (value == null || cell == null) {
            return value == cell;
        }
        Class<?> type = value.getClass();
        return type == cell.getClass() && (type == BigDecimal.class || type == BigInteger.class) && value.equals(cell);
    }

    /** Returns whether a float equals the one that a column holds as the bits of a double. */
    public static boolean sameFloat(float value, long cell) {
        int bits = Float.floatToRawIntBits(value);
        int cellBits = Float.floatToRawIntBits((float) Double.longBitsToDouble(cell));
        return bits == cellBits || Float.isNaN(value) && (bits | QUIET_NAN) == cellBits; // the cell's NaN is quiet
    }
}
