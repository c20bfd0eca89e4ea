package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.schema.BoxedValues;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemSlots;
import java.lang.reflect.Array;

/** The items of a primitive array as columns: numbers or booleans. */
final class ArrayItems extends ScalarItems {
    private ArrayItems(ColumnKind kind) {
        super(kind);
    }

    /** Returns the items of an array of this class; {@link ScalarItems#NONE} for chars, which may be text. */
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
    boolean canCompare(Object value) {
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
    public boolean changes(
            Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges changes) {
        if (value instanceof double[] array) {
            findChanges(array, at, bits, changes);
        } else if (value instanceof long[] array) {
            findChanges(array, at, bits, changes);
        } else if (value instanceof int[] array) {
            findChanges(array, at, bits, changes);
        } else if (value instanceof float[] array) {
            findChanges(array, at, bits, changes);
        } else if (value instanceof short[] array) {
            findChanges(array, at, bits, changes);
        } else {
            findChanges((boolean[]) value, at, bits, changes);
        }
        return true;
    }

    private static void findChanges(double[] array, ItemSlots at, long[] bits, ItemChanges changes) {
        boolean isAll = changes.isAll();
        for (int i = 0; i < array.length; i++) {
            long now = Double.doubleToRawLongBits(array[i]);
            if (isAll || now != bits[at.column(i)]) {
                changes.add(i, now);
            }
        }
    }

    private static void findChanges(long[] array, ItemSlots at, long[] bits, ItemChanges changes) {
        boolean isAll = changes.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || array[i] != bits[at.column(i)]) {
                changes.add(i, array[i]);
            }
        }
    }

    private static void findChanges(int[] array, ItemSlots at, long[] bits, ItemChanges changes) {
        boolean isAll = changes.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || array[i] != bits[at.column(i)]) {
                changes.add(i, array[i]);
            }
        }
    }

    private static void findChanges(float[] array, ItemSlots at, long[] bits, ItemChanges changes) {
        boolean isAll = changes.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || !BoxedValues.sameFloat(array[i], bits[at.column(i)])) {
                changes.add(i, Float.floatToRawIntBits(array[i]));
            }
        }
    }

    private static void findChanges(short[] array, ItemSlots at, long[] bits, ItemChanges changes) {
        boolean isAll = changes.isAll();
        for (int i = 0; i < array.length; i++) {
            if (isAll || array[i] != bits[at.column(i)]) {
                changes.add(i, array[i]);
            }
        }
    }

    private static void findChanges(boolean[] array, ItemSlots at, long[] bits, ItemChanges changes) {
        boolean isAll = changes.isAll();
        for (int i = 0; i < array.length; i++) {
            long now = array[i] ? 1 : 0;
            if (isAll || now != bits[at.column(i)]) {
                changes.add(i, now);
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
            long stored = bits[at.column(i)];
            if (stored != (int) stored) {
                return false;
            }
            array[i] = (int) stored;
        }
        return true;
    }

    private static boolean set(float[] array, ItemSlots at, long[] bits) {
        for (int i = 0; i < array.length; i++) {
            double stored = Double.longBitsToDouble(bits[at.column(i)]);
            if (!NumberNarrowing.isFloat32(stored)) {
                return false;
            }
            array[i] = (float) stored;
        }
        return true;
    }

    private static boolean set(short[] array, ItemSlots at, long[] bits) {
        for (int i = 0; i < array.length; i++) {
            long stored = bits[at.column(i)];
            if (stored != (short) stored) {
                return false;
            }
            array[i] = (short) stored;
        }
        return true;
    }
}
