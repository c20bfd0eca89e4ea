package io.deltawire.delta;

import java.math.BigDecimal;

/** Objects that a record's value is as it stands, so that no tokens have to say it: numbers and booleans in boxes, and decimals. */
final class BoxedValues {
    private BoxedValues() {}

    /** The value of a leaf as an object of this class; null where its tokens have to be read. */
    static Object of(Class<?> type, RecordState record, int leaf) {
        return switch (record.kind(leaf)) {
            case Kind.INT -> integer(type, record.raw[leaf]);
            case Kind.DEC, Kind.F64 -> floating(type, Double.longBitsToDouble(record.raw[leaf]));
            case Kind.BOOL -> type == Boolean.class ? record.raw[leaf] != 0 : null;
            case Kind.DECIMAL -> type == BigDecimal.class ? record.ref[leaf] : null;
            default -> null;
        };
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
