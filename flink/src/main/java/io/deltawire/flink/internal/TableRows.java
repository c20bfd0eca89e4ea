package io.deltawire.flink.internal;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** Rows inside Flink's tables. */
public record TableRows() implements RowValues<RowData> {
    private static final int NANOS_PER_MILLI = 1_000_000;

    @Override
    public TypeInformation<RowData> typeInformation(RowType type) {
        return InternalTypeInfo.of(type);
    }

    @Override
    public RowData row(RowKind kind, RowType type, Object[] fields) {
        GenericRowData row = new GenericRowData(kind, fields.length);
        for (int i = 0; i < fields.length; i++) {
            row.setField(i, fields[i]);
        }
        return row;
    }

    @Override
    public Object[] fields(RowType type, Object row) {
        RowData data = (RowData) row;
        Object[] fields = new Object[type.getFieldCount()];
        if (data.getArity() != fields.length) {
            throw new ClassCastException("a row of " + data.getArity() + " fields");
        }
        for (int i = 0; i < fields.length; i++) {
            fields[i] = RowData.createFieldGetter(type.getTypeAt(i), i).getFieldOrNull(data);
        }
        return fields;
    }

    @Override
    public RowKind kind(RowData row) {
        return row.getRowKind();
    }

    @Override
    public Object ofText(String text) {
        return StringData.fromString(text);
    }

    @Override
    public String toText(Object value) {
        return ((StringData) value).toString();
    }

    @Override
    public Object ofDecimal(BigDecimal number, int precision, int scale) {
        return DecimalData.fromBigDecimal(number, precision, scale);
    }

    @Override
    public BigDecimal toDecimal(Object value) {
        return ((DecimalData) value).toBigDecimal();
    }

    @Override
    public Object ofDate(LocalDate date) {
        return Math.toIntExact(date.toEpochDay());
    }

    @Override
    public LocalDate toDate(Object value) {
        return LocalDate.ofEpochDay((Integer) value);
    }

    @Override
    public Object ofTime(LocalTime time) {
        return (int) (time.toNanoOfDay() / NANOS_PER_MILLI);
    }

    @Override
    public LocalTime toTime(Object value) {
        return LocalTime.ofNanoOfDay((long) NANOS_PER_MILLI * (Integer) value);
    }

    @Override
    public Object ofTimestamp(LocalDateTime timestamp) {
        return TimestampData.fromLocalDateTime(timestamp);
    }

    @Override
    public LocalDateTime toTimestamp(Object value) {
        return ((TimestampData) value).toLocalDateTime();
    }

    @Override
    public Object ofInstant(Instant instant) {
        return TimestampData.fromInstant(instant);
    }

    @Override
    public Instant toInstant(Object value) {
        return ((TimestampData) value).toInstant();
    }

    @Override
    public Object ofList(LogicalType itemType, List<Object> items) {
        return new GenericArrayData(items.toArray());
    }

    @Override
    public List<Object> toList(LogicalType itemType, Object value) {
        ArrayData array = (ArrayData) value;
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(itemType);
        List<Object> items = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            items.add(getter.getElementOrNull(array, i));
        }
        return items;
    }

    @Override
    public Object ofMap(Map<Object, Object> entries) {
        return new GenericMapData(entries);
    }

    @Override
    public Map<Object, Object> toMap(LogicalType keyType, LogicalType valueType, Object value) {
        MapData map = (MapData) value;
        List<Object> keys = toList(keyType, map.keyArray());
        List<Object> values = toList(valueType, map.valueArray());
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            entries.put(keys.get(i), values.get(i));
        }
        return entries;
    }
}
