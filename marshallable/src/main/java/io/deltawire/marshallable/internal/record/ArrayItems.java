package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.BoxedValues;
import io.deltawire.marshallable.internal.codec.Numbers;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemSlots;
import java.lang.reflect.Array;

/** The items of an array of numbers or booleans. */
final class ArrayItems extends ScalarItems {
    private ArrayItems(ColumnKind kind) {
        super(kind);
    }

    /** Those of an array of this class; {@link ScalarItems#NONE} for chars, which may be text. */
    static ScalarItems of(Class<?> type) {
        Class<?> item = type.getComponentType();
        if (item == double.class) {
            return new ArrayItems(ColumnKind.FLOAT64);
        }
        if (item == float.class) {
            return new ArrayItems(ColumnKind.FLOAT32);
        }
        if (item == boolean.class) {
            return new ArrayItems(ColumnKind.BOOL);
        }
        return item == char.class ? NONE : new ArrayItems(ColumnKind.INT64);
    }

    @Override
    boolean canTake(Object value) {
        return true;
    }

    @Override
    boolean canSet(Object value) {
        return true;
    }

    @Override
    public int size(Object value) {
        return Array.getLength(value);
    }

    @Override
    public boolean changes(Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges found) {
        if (value instanceof double[] array) {
            find(array, at, bits, found);
        } else if (value instanceof long[] array) {
            find(array, at, bits, found);
        } else if (value instanceof int[] array) {
            find(array, at, bits, found);
        } else if (value instanceof float[] array) {
            find(array, at, bits, found);
        } else if (value instanceof short[] array) {
            find(array, at, bits, found);
        } else {
            find((boolean[]) value, at, bits, found);
        }
        return true;
    }

    private static void find(double[] array, ItemSlots at, long[] bits, ItemChanges found) {
        boolean isAll = found.isAll();
        for (int i = 0; i < array.length; i++) {
            long now = Double.doubleToRawLongBits(array[i]);
            if (isAll || now != bits[at.column(i)]) {
                found.add(i, now);
            }
        }
    }

    private static void find(long[] array, ItemSlots at, long[] bits, ItemChanges found) {
        boolean isAll = found.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || array[i] != bits[at.column(i)]) {
                found.add(i, array[i]);
            }
        }
    }

    private static void find(int[] array, ItemSlots at, long[] bits, ItemChanges found) {
        boolean isAll = found.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || array[i] != bits[at.column(i)]) {
                found.add(i, array[i]);
            }
        }
    }

    private static void find(float[] array, ItemSlots at, long[] bits, ItemChanges found) {
        boolean isAll = found.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || !BoxedValues.sameFloat(array[i], bits[at.column(i)])) {
                found.add(i, Float.floatToRawIntBits(array[i]));
            }
        }
    }

    private static void find(short[] array, ItemSlots at, long[] bits, ItemChanges found) {
        boolean isAll = found.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || array[i] != bits[at.column(i)]) {
                found.add(i, array[i]);
            }
        }
    }

    private static void find(boolean[] array, ItemSlots at, long[] bits, ItemChanges found) {
        boolean isAll = found.isAll();
        for (int i = 0; i < array.length; i++) {
            long now = array[i] ? 1 : 0;
            if (isAll || now != bits[at.column(i)]) {
                found.add(i, now);
            }
        }
    }

    @Override
    public boolean set(Object value, int size, ItemSlots at, long[] bits, Object[] references) {
        if (value instanceof double[] array) {
            for (int i = 0; i < array.length; i++) {
                array[i] = Double.longBitsToDouble(bits[at.column(i)]);
            }
            return true;
        }
        if (value instanceof long[] array) {
            for (int i = 0; i < array.length; i++) {
                array[i] = bits[at.column(i)];
            }
            return true;
        }
        if (value instanceof boolean[] array) {
            for (int i = 0; i < array.length; i++) {
                array[i] = bits[at.column(i)] != 0;
            }
            return true;
        }
        return value instanceof int[] ints
                ? set(ints, at, bits)
                : value instanceof float[] floats ? set(floats, at, bits) : set((short[]) value, at, bits);
    }

    private static boolean set(int[] array, ItemSlots at, long[] bits) {
        for (int i = 0; i < array.length; i++) {
            long held = bits[at.column(i)];
            if (held != (int) held) {
                return false;
            }
            array[i] = (int) held;
        }
        return true;
    }

    private static boolean set(float[] array, ItemSlots at, long[] bits) {
        for (int i = 0; i < array.length; i++) {
            double held = Double.longBitsToDouble(bits[at.column(i)]);
            if (!Numbers.isFloat32(held)) {
                return false;
            }
            array[i] = (float) held;
        }
        return true;
    }

    private static boolean set(short[] array, ItemSlots at, long[] bits) {
        for (int i = 0; i < array.length; i++) {
            long held = bits[at.column(i)];
            if (held != (short) held) {
                return false;
            }
            array[i] = (short) held;
        }
        return true;
    }
}
