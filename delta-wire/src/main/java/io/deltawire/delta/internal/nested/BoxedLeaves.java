package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.math.BigDecimal;

/**
 * Boxed numbers, boxed booleans and decimals. A record holds their values as they are, so they can be compared and read
 * without tokens.
 */
public final class BoxedLeaves {
    private BoxedLeaves() {}

    /** Returns the value of a leaf as an object of this class, or null if it has to be read by tokens. */
    public static Object read(Class<?> type, RecordState record, int leaf) {
        return switch (record.kind(leaf)) {
            case Kind.INT -> integer(type, record.rawAt(leaf));
            case Kind.DEC, Kind.F64 -> floating(type, Double.longBitsToDouble(record.rawAt(leaf)));
            case Kind.BOOL -> type == Boolean.class ? record.rawAt(leaf) != 0 : null;
            case Kind.DECIMAL -> type == BigDecimal.class ? record.refAt(leaf) : null;
            default -> null;
        };
    }

    /** Whether this class handles the values of a type. */
    static boolean isSupported(Class<?> type) {
        return type == Long.class
                || type == Integer.class
                || type == Double.class
                || type == Float.class
                || type == Boolean.class
                || type == BigDecimal.class;
    }

    /** Returns the kind in which a leaf holds values of a {@linkplain #isSupported supported} type. */
    public static ColumnKind leafKind(Class<?> type) {
        if (type == BigDecimal.class) {
            return ColumnKind.VALUE;
        }
        if (type == Boolean.class) {
            return ColumnKind.BOOL;
        }
        return type == Double.class || type == Float.class ? ColumnKind.FLOAT64 : ColumnKind.INT64;
    }

    /** Returns a bit for each of the first 64 fields whose type is {@linkplain #isSupported supported}. */
    public static long supportedFields(FieldColumns columns, ColumnKind[] kinds) {
        long boxes = 0;
        for (long todo = LeafBinding.fields(kinds, ColumnKind.VALUE); todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            boxes |= isSupported(columns.referenceType(field)) ? 1L << field : 0;
        }
        return boxes;
    }

    /** Returns the bits of a number or boolean, as a leaf holds them; 0 for a decimal. */
    public static long bits(Object box) {
        if (box instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        if (box instanceof Float number) {
            return Columns.widenedBits(Float.floatToRawIntBits(number));
        }
        if (box instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        return box instanceof BigDecimal ? 0 : ((Number) box).longValue();
    }

    /** Whether a leaf's value equals an object of a {@linkplain #isSupported supported} type, or null. */
    public static boolean isEqual(Object value, RecordState record, int leaf) {
        byte kind = record.kind(leaf);
        if (value instanceof Double number) {
            return LeafBinding.fits(ColumnKind.FLOAT64, kind)
                    && record.rawAt(leaf) == Double.doubleToRawLongBits(number);
        }
        if (value instanceof Long || value instanceof Integer) {
            return kind == Kind.INT && record.rawAt(leaf) == ((Number) value).longValue();
        }
        if (value instanceof Float number) {
            return LeafBinding.fits(ColumnKind.FLOAT64, kind)
                    && record.rawAt(leaf) == Double.doubleToRawLongBits(Columns.widen(number));
        }
        if (value instanceof Boolean bool) {
            return kind == Kind.BOOL && record.rawAt(leaf) == (bool ? 1 : 0);
        }
        if (value == null) {
            return kind == Kind.NULL;
        }
        return kind == Kind.DECIMAL && value.getClass() == BigDecimal.class && value.equals(record.refAt(leaf));
    }

    private static Object floating(Class<?> type, double value) {
        if (type == Double.class) {
            return value;
        }
        float narrowed = (float) value;
        return type == Float.class && Columns.widen(narrowed) == value ? Float.valueOf(narrowed) : null;
    }

    private static Object integer(Class<?> type, long value) {
        if (type == Long.class) {
            return value;
        }
        return type == Integer.class && (int) value == value ? Integer.valueOf((int) value) : null;
    }
}
