package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.math.BigDecimal;

/** Objects that a record's value is as it stands, so that no tokens have to say it: numbers and booleans in boxes, and decimals. */
public final class BoxedValues {
    private BoxedValues() {}

    /** The value of a leaf as an object of this class; null where its tokens have to be read. */
    public static Object of(Class<?> type, RecordState record, int leaf) {
        return switch (record.kind(leaf)) {
            case Kind.INT -> integer(type, record.raw[leaf]);
            case Kind.DEC, Kind.F64 -> floating(type, Double.longBitsToDouble(record.raw[leaf]));
            case Kind.BOOL -> type == Boolean.class ? record.raw[leaf] != 0 : null;
            case Kind.DECIMAL -> type == BigDecimal.class ? record.ref[leaf] : null;
            default -> null;
        };
    }

    /** Whether {@link #isSame} and {@link #of} tell all of the values of a class. */
    static boolean areKnown(Class<?> type) {
        return type == Long.class
                || type == Integer.class
                || type == Double.class
                || type == Float.class
                || type == Boolean.class
                || type == BigDecimal.class;
    }

    /** How a leaf has values of a class that is {@linkplain #areKnown known}. */
    public static ColumnKind kind(Class<?> type) {
        if (type == BigDecimal.class) {
            return ColumnKind.VALUE;
        }
        if (type == Boolean.class) {
            return ColumnKind.BOOL;
        }
        return type == Double.class || type == Float.class ? ColumnKind.FLOAT64 : ColumnKind.INT64;
    }

    /** A bit for each of the first 64 fields whose class is {@linkplain #areKnown known}. */
    public static long fields(FieldColumns columns, ColumnKind[] kinds) {
        long boxes = 0;
        for (long todo = LeafBinding.fields(kinds, ColumnKind.VALUE); todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            boxes |= areKnown(columns.referenceType(field)) ? 1L << field : 0;
        }
        return boxes;
    }

    /** The bits of a number or boolean, as a leaf has them; 0 for a decimal. */
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

    /** Whether a leaf's value is an object of a class that is {@linkplain #areKnown known}, or null. */
    public static boolean isSame(Object value, RecordState record, int leaf) {
        byte kind = record.kind(leaf);
        if (value instanceof Double number) {
            return LeafBinding.fits(ColumnKind.FLOAT64, kind) && record.raw[leaf] == Double.doubleToRawLongBits(number);
        }
        if (value instanceof Long || value instanceof Integer) {
            return kind == Kind.INT && record.raw[leaf] == ((Number) value).longValue();
        }
        if (value instanceof Float number) {
            return LeafBinding.fits(ColumnKind.FLOAT64, kind)
                    && record.raw[leaf] == Double.doubleToRawLongBits(Columns.widen(number));
        }
        if (value instanceof Boolean bool) {
            return kind == Kind.BOOL && record.raw[leaf] == (bool ? 1 : 0);
        }
        if (value == null) {
            return kind == Kind.NULL;
        }
        return kind == Kind.DECIMAL && value.getClass() == BigDecimal.class && value.equals(record.ref[leaf]);
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
