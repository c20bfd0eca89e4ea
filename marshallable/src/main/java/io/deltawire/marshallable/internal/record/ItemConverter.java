package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.schema.BoxedValues;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Converts the scalars in a collection or map to the values of columns, and back. It serves items of one class: a boxed
 * number, a decimal, a text, or an enum constant, whose column holds its name. Immutable.
 */
final class ItemConverter {
    /** The result of {@link #fromColumn} if a column holds no scalar of the class. */
    static final Object MISMATCH = new Object();

    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            String.class, ColumnKind.TEXT,
            Long.class, ColumnKind.INT64,
            Integer.class, ColumnKind.INT64,
            Short.class, ColumnKind.INT64,
            Byte.class, ColumnKind.INT64,
            Double.class, ColumnKind.FLOAT64,
            Float.class, ColumnKind.FLOAT32,
            Boolean.class, ColumnKind.BOOL,
            BigDecimal.class, ColumnKind.VALUE);

    private final ColumnKind kind;
    private final boolean isReference;
    private final Class<?> type;
    /** The codec of an enum; null for other classes. */
    private final EnumCodec enumCodec;

    private ItemConverter(Class<?> type, ColumnKind kind, EnumCodec constants) {
        this.type = type;
        this.kind = kind;
        this.isReference = kind.isReference();
        this.enumCodec = constants;
    }

    /** Returns the converter for the values of a codec; null if they are no such scalars. */
    static ItemConverter forCodec(ValueCodec codec) {
        if (codec instanceof EnumCodec constants) {
            return new ItemConverter(String.class, ColumnKind.TEXT, constants);
        }
        for (Map.Entry<Class<?>, ColumnKind> each : KINDS.entrySet()) {
            if (ScalarCodecs.find(each.getKey()) == codec) {
                return new ItemConverter(each.getKey(), each.getValue(), null);
            }
        }
        return null;
    }

    /**
     * Adds an item to the changes if it differs from its column.
     *
     * @return false if it is of another class, or is null and the column is one of numbers
     */
    boolean addIfChanged(Object item, int index, int column, long[] bits, Object[] references, ItemChanges changes) {
        if (isReference) {
            Object now = toColumn(item);
            if (changes.isAll() || now != references[column]) {
                return addReferenceIfChanged(now, index, references[column], changes);
            }
            return true;
        }
        if (item == null || item.getClass() != type) {
            return false;
        }
        long stored = bits[column];
        long now;
        boolean isSame;
        switch (kind) {
            case FLOAT64 -> {
                now = Double.doubleToRawLongBits((Double) item);
                isSame = now == stored;
            }
            case FLOAT32 -> {
                float value = (Float) item;
                now = Float.floatToRawIntBits(value);
                isSame = BoxedValues.sameFloat(value, stored);
            }
            case BOOL -> {
                now = (Boolean) item ? 1 : 0;
                isSame = now == stored;
            }
            default -> {
                now = ((Number) item).longValue();
                isSame = now == stored;
            }
        }
        if (!isSame || changes.isAll()) {
            changes.add(index, now);
        }
        return true;
    }

    /** Returns what a column of references holds for an item. */
    Object toColumn(Object item) {
        if (enumCodec == null || item == null) {
            return item;
        }
        return item instanceof Enum<?> constant ? constant.name() : MISMATCH;
    }

    private boolean addReferenceIfChanged(Object item, int index, Object stored, ItemChanges changes) {
        if (item != null && item.getClass() != type) {
            return false;
        }
        if (changes.isAll() || item == null || !item.equals(stored)) {
            changes.add(index, item);
        }
        return true;
    }

    /**
     * Returns the item for a column, equal to the one that its tokens would be read as.
     *
     * @param former the current item, which is returned if it is equal
     */
    Object fromColumn(Object former, long bits, Object reference) {
        switch (kind) {
            case TEXT -> {
                if (enumCodec != null) {
                    return constantFromColumn(former, (String) reference);
                }
                return former != null && former.equals(reference) ? former : reference;
            }
            case VALUE -> {
                return BoxedValues.sameNumber(former, reference) ? former : reference;
            }
            case FLOAT64 -> {
                return BoxedValues.box(former, Double.longBitsToDouble(bits));
            }
            case FLOAT32 -> {
                double value = Double.longBitsToDouble(bits);
                return NumberNarrowing.isFloat32(value) ? BoxedValues.box(former, (float) value) : MISMATCH;
            }
            case BOOL -> {
                return BoxedValues.box(former, bits != 0);
            }
            default -> {
                return integerFromColumn(former, bits);
            }
        }
    }

    private Object constantFromColumn(Object former, String name) {
        if (name == null) {
            return null;
        }
        if (former instanceof Enum<?> there
                && there.getDeclaringClass() == enumCodec.type()
                && there.name().equals(name)) {
            return former;
        }
        Object constant = enumCodec.constant(name);
        return constant == null ? MISMATCH : constant;
    }

    private Object integerFromColumn(Object former, long value) {
        if (type == Long.class) {
            return BoxedValues.box(former, value);
        }
        if (type == Integer.class) {
            return value == (int) value ? BoxedValues.box(former, (int) value) : MISMATCH;
        }
        if (type == Short.class) {
            return value == (short) value ? BoxedValues.box(former, (short) value) : MISMATCH;
        }
        return value == (byte) value ? BoxedValues.box(former, (byte) value) : MISMATCH;
    }

    ColumnKind kind() {
        return kind;
    }
}
