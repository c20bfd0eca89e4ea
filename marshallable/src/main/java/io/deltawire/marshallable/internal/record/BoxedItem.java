package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.BoxedValues;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.Numbers;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import java.math.BigDecimal;
import java.util.Map;

/** The class of the scalars in a collection or map, as columns hold them: boxed numbers, decimals, texts, enum constants by name. */
final class BoxedItem {
    /** What {@link #read} gives where a column holds no such scalar. */
    static final Object NO_FIT = new Object();

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
    /** That of an enum; null of other classes. */
    private final EnumCodec constants;

    private BoxedItem(Class<?> type, ColumnKind kind, EnumCodec constants) {
        this.type = type;
        this.kind = kind;
        this.isReference = kind.isReference();
        this.constants = constants;
    }

    /** That of the values of a codec; null where they are no such scalars. */
    static BoxedItem of(ValueCodec codec) {
        if (codec instanceof EnumCodec constants) {
            return new BoxedItem(String.class, ColumnKind.TEXT, constants);
        }
        for (Map.Entry<Class<?>, ColumnKind> each : KINDS.entrySet()) {
            if (ScalarCodecs.find(each.getKey()) == codec) {
                return new BoxedItem(each.getKey(), each.getValue(), null);
            }
        }
        return null;
    }

    /**
     * Adds an item where it is not what a column has.
     *
     * @return false where it is of another class, or null in place of a number that is no decimal
     */
    boolean find(Object item, int index, int column, long[] bits, Object[] references, ItemChanges found) {
        if (isReference) {
            Object now = held(item);
            if (found.isAll() || now != references[column]) {
                return findReference(now, index, references[column], found);
            }
            return true;
        }
        if (item == null || item.getClass() != type) {
            return false;
        }
        long held = bits[column];
        long now;
        boolean isSame;
        switch (kind) {
            case FLOAT64 -> {
                now = Double.doubleToRawLongBits((Double) item);
                isSame = now == held;
            }
            case FLOAT32 -> {
                float value = (Float) item;
                now = Float.floatToRawIntBits(value);
                isSame = BoxedValues.sameFloat(value, held);
            }
            case BOOL -> {
                now = (Boolean) item ? 1 : 0;
                isSame = now == held;
            }
            default -> {
                now = ((Number) item).longValue();
                isSame = now == held;
            }
        }
        if (!isSame || found.isAll()) {
            found.add(index, now);
        }
        return true;
    }

    /** What a column of references has of an item. */
    Object held(Object item) {
        if (constants == null || item == null) {
            return item;
        }
        return item instanceof Enum<?> constant ? constant.name() : NO_FIT;
    }

    private boolean findReference(Object item, int index, Object held, ItemChanges found) {
        if (item != null && item.getClass() != type) {
            return false;
        }
        if (found.isAll() || item == null || !item.equals(held)) {
            found.add(index, item);
        }
        return true;
    }

    /**
     * The item that a column has, as its tokens would be read.
     *
     * @param former which is given where it is the same
     */
    Object read(Object former, long bits, Object reference) {
        switch (kind) {
            case TEXT -> {
                if (constants != null) {
                    return readConstant(former, (String) reference);
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
                return Numbers.isFloat32(value) ? BoxedValues.box(former, (float) value) : NO_FIT;
            }
            case BOOL -> {
                return BoxedValues.box(former, bits != 0);
            }
            default -> {
                return readWhole(former, bits);
            }
        }
    }

    private Object readConstant(Object former, String name) {
        if (name == null) {
            return null;
        }
        if (former instanceof Enum<?> there
                && there.getDeclaringClass() == constants.type()
                && there.name().equals(name)) {
            return former;
        }
        Object constant = constants.constant(name);
        return constant == null ? NO_FIT : constant;
    }

    private Object readWhole(Object former, long value) {
        if (type == Long.class) {
            return BoxedValues.box(former, value);
        }
        if (type == Integer.class) {
            return value == (int) value ? BoxedValues.box(former, (int) value) : NO_FIT;
        }
        if (type == Short.class) {
            return value == (short) value ? BoxedValues.box(former, (short) value) : NO_FIT;
        }
        return value == (byte) value ? BoxedValues.box(former, (byte) value) : NO_FIT;
    }

    ColumnKind kind() {
        return kind;
    }
}
