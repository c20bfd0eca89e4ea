package io.deltawire.flink.internal;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Rows of the DataStream API, with values of the classes of the JDK. */
public record PlainRows() implements RowValues<Row> {
    @Override
    public TypeInformation<Row> typeInformation(RowType type) {
        TypeInformation<?>[] fields =
                type.getChildren().stream().map(this::ofType).toArray(TypeInformation<?>[]::new);
        return Types.ROW_NAMED(type.getFieldNames().toArray(new String[0]), fields);
    }

    @Override
    public Row row(RowKind kind, RowType type, Object[] fields) {
        Row row = Row.of(fields);
        row.setKind(kind);
        return row;
    }

    @Override
    public Object[] fields(RowType type, Object row) {
        Row from = (Row) row;
        int count = type.getFieldCount();
        Set<String> names = from.getFieldNames(false);
        if (names == null && from.getArity() != count) {
            throw new ClassCastException("a row of " + from.getArity() + " fields");
        }
        Object[] fields = new Object[count];
        for (int i = 0; i < count; i++) {
            String name = type.getFieldNames().get(i);
            if (names == null) {
                fields[i] = from.getField(i);
            } else if (names.contains(name)) {
                fields[i] = from.getField(name);
            }
        }
        return fields;
    }

    @Override
    public RowKind kind(Row row) {
        return row.getKind();
    }

    @Override
    public Object ofText(String text) {
        return text;
    }

    @Override
    public String toText(Object value) {
        return (String) value;
    }

    @Override
    public Object ofDecimal(BigDecimal number, int precision, int scale) {
        return number;
    }

    @Override
    public BigDecimal toDecimal(Object value) {
        return (BigDecimal) value;
    }

    @Override
    public Object ofDate(LocalDate date) {
        return date;
    }

    @Override
    public LocalDate toDate(Object value) {
        return (LocalDate) value;
    }

    @Override
    public Object ofTime(LocalTime time) {
        return time;
    }

    @Override
    public LocalTime toTime(Object value) {
        return (LocalTime) value;
    }

    @Override
    public Object ofTimestamp(LocalDateTime timestamp) {
        return timestamp;
    }

    @Override
    public LocalDateTime toTimestamp(Object value) {
        return (LocalDateTime) value;
    }

    @Override
    public Object ofInstant(Instant instant) {
        return instant;
    }

    @Override
    public Instant toInstant(Object value) {
        return (Instant) value;
    }

    @Override
    public Object ofList(LogicalType itemType, List<Object> items) {
        Object array = Array.newInstance(ofType(itemType).getTypeClass(), items.size());
        for (int i = 0; i < items.size(); i++) {
            Array.set(array, i, items.get(i));
        }
        return array;
    }

    @Override
    public List<Object> toList(LogicalType itemType, Object value) {
        if (value instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        if (!value.getClass().isArray()) {
            throw new ClassCastException(value.getClass().getName());
        }
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(value); i++) {
            items.add(Array.get(value, i));
        }
        return items;
    }

    @Override
    public Object ofMap(Map<Object, Object> entries) {
        return entries;
    }

    @Override
    @SuppressWarnings("unchecked") // keys and values are checked when they are written
    public Map<Object, Object> toMap(LogicalType keyType, LogicalType valueType, Object value) {
        return (Map<Object, Object>) value;
    }

    private TypeInformation<?> ofType(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> Types.STRING;
            case BOOLEAN -> Types.BOOLEAN;
            case BINARY, VARBINARY -> Types.PRIMITIVE_ARRAY(Types.BYTE);
            case DECIMAL -> Types.BIG_DEC;
            case TINYINT -> Types.BYTE;
            case SMALLINT -> Types.SHORT;
            case INTEGER -> Types.INT;
            case BIGINT -> Types.LONG;
            case FLOAT -> Types.FLOAT;
            case DOUBLE -> Types.DOUBLE;
            case DATE -> Types.LOCAL_DATE;
            case TIME_WITHOUT_TIME_ZONE -> Types.LOCAL_TIME;
            case TIMESTAMP_WITHOUT_TIME_ZONE -> Types.LOCAL_DATE_TIME;
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Types.INSTANT;
            case ARRAY -> Types.OBJECT_ARRAY(ofType(((ArrayType) type).getElementType()));
            case MAP -> {
                MapType map = (MapType) type;
                yield Types.MAP(ofType(map.getKeyType()), ofType(map.getValueType()));
            }
            case ROW -> typeInformation((RowType) type);
            default -> throw RowReader.unsupported(type);
        };
    }
}
