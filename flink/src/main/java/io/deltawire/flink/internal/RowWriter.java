package io.deltawire.flink.internal;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOut;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes rows of a type as tokens: an object with an entry for each field, null or not.
 *
 * <p>It has no state.
 */
final class RowWriter<T> {
    private final RowType type;
    private final RowValues<T> rows;
    private final Shape shape;
    private final ValueWriter[] writers;

    /** Writes a value that is not null. */
    private interface ValueWriter {
        void write(WireOut out, Object value);
    }

    /** @throws IllegalArgumentException if the row has a type that is not supported */
    RowWriter(RowType type, RowValues<T> rows) {
        this.type = type;
        this.rows = rows;
        this.shape = Shape.of(null, type.getFieldNames());
        this.writers = type.getChildren().stream().map(this::writer).toArray(ValueWriter[]::new);
    }

    /** Writes a row as the next value. */
    void write(WireOut out, Object row) {
        Object[] fields = fields(out, row);
        out.beginObject(shape);
        for (int i = 0; i < fields.length; i++) {
            out.field(i);
            try {
                writeOrNull(out, writers[i], fields[i]);
            } catch (ClassCastException e) {
                throw new WireDataException(
                        out.formatName(),
                        "expected a value of " + type.getTypeAt(i).asSummaryString() + " but was of "
                                + fields[i].getClass().getName(),
                        WireLocation.ofPath(shape.name(i)),
                        e);
            }
        }
        out.endObject();
    }

    private Object[] fields(WireOut out, Object row) {
        try {
            return rows.fields(type, row);
        } catch (ClassCastException e) {
            throw new WireDataException(
                    out.formatName(),
                    "expected a row of " + type.getFieldCount() + " fields but was " + e.getMessage(),
                    null,
                    e);
        }
    }

    private static void writeOrNull(WireOut out, ValueWriter writer, Object value) {
        if (value == null) {
            out.nullValue();
        } else {
            writer.write(out, value);
        }
    }

    private ValueWriter writer(LogicalType of) {
        return switch (of.getTypeRoot()) {
            case CHAR, VARCHAR -> (out, value) -> out.text(rows.toText(value));
            case BOOLEAN -> (out, value) -> out.bool((Boolean) value);
            case BINARY, VARBINARY ->
                (out, value) -> {
                    byte[] bytes = (byte[]) value;
                    out.bytes(bytes, 0, bytes.length);
                };
            case TINYINT, SMALLINT, INTEGER, BIGINT -> (out, value) -> out.int64(integer(value));
            case FLOAT -> (out, value) -> out.float32((Float) value);
            case DOUBLE -> (out, value) -> out.float64((Double) value);
            case DECIMAL -> (out, value) -> out.decimal(rows.toDecimal(value));
            case DATE -> (out, value) -> out.temporal(rows.toDate(value));
            case TIME_WITHOUT_TIME_ZONE -> (out, value) -> out.temporal(rows.toTime(value));
            case TIMESTAMP_WITHOUT_TIME_ZONE -> (out, value) -> out.temporal(rows.toTimestamp(value));
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> (out, value) -> out.temporal(rows.toInstant(value));
            case ARRAY -> listWriter(((ArrayType) of).getElementType());
            case MAP -> mapWriter((MapType) of);
            case ROW -> new RowWriter<>((RowType) of, rows)::write;
            default -> throw RowReader.unsupported(of);
        };
    }

    private static long integer(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw new ClassCastException(value.getClass().getName());
    }

    private ValueWriter listWriter(LogicalType itemType) {
        ValueWriter item = writer(itemType);
        return (out, value) -> {
            List<Object> items = rows.toList(itemType, value);
            out.beginList();
            items.forEach(each -> writeOrNull(out, item, each));
            out.endList();
        };
    }

    private ValueWriter mapWriter(MapType type) {
        ValueWriter key = writer(type.getKeyType());
        ValueWriter item = writer(type.getValueType());
        boolean hasNames = RowReader.isText(type.getKeyType());
        return (out, value) -> {
            Map<Object, Object> entries = rows.toMap(type.getKeyType(), type.getValueType(), value);
            out.beginObject();
            entries.forEach((name, each) -> {
                if (hasNames && name != null) {
                    out.field(rows.toText(name));
                } else {
                    out.key();
                    writeOrNull(out, key, name);
                }
                writeOrNull(out, item, each);
            });
            out.endObject();
        };
    }
}
