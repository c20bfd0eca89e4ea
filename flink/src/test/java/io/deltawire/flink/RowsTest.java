package io.deltawire.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.flink.testing.Trade;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.util.DataFormatConverters;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** Messages as rows: every type in both directions, what objects of a class look like, and what does not fit. */
class RowsTest {
    private static RowType row(DataTypes.Field... fields) {
        return (RowType) DataTypes.ROW(fields).getLogicalType();
    }

    private static DataTypes.Field field(String name, DataType type) {
        return DataTypes.FIELD(name, type);
    }

    private static <T> List<T> read(DeltaBlockSchema<T> schema, byte[] block) throws IOException {
        List<T> read = new ArrayList<>();
        schema.deserialize(block, new ListCollector<>(read));
        return read;
    }

    /** Reads objects as rows. */
    private static List<Row> rows(RowType type, Object... messages) throws IOException {
        return read(DeltaBlockSchema.ofRows(type), block(messages));
    }

    private static byte[] block(Object... messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(new DeltaFormat(), bytes, WireOptions.DEFAULTS)) {
            for (Object message : messages) {
                wire.write(message);
            }
        }
        return bytes.toByteArray();
    }

    private static final RowType ALL = row(
            field("text", DataTypes.STRING()),
            field("fixed", DataTypes.CHAR(2)),
            field("bool", DataTypes.BOOLEAN()),
            field("bytes", DataTypes.BYTES()),
            field("int8", DataTypes.TINYINT()),
            field("int16", DataTypes.SMALLINT()),
            field("int32", DataTypes.INT()),
            field("int64", DataTypes.BIGINT()),
            field("float32", DataTypes.FLOAT()),
            field("float64", DataTypes.DOUBLE()),
            field("decimal", DataTypes.DECIMAL(20, 3)),
            field("date", DataTypes.DATE()),
            field("time", DataTypes.TIME(3)),
            field("timestamp", DataTypes.TIMESTAMP(9)),
            field("instant", DataTypes.TIMESTAMP_LTZ(9)),
            field("list", DataTypes.ARRAY(DataTypes.INT())),
            field("map", DataTypes.MAP(DataTypes.STRING(), DataTypes.DOUBLE())),
            field("byNumber", DataTypes.MAP(DataTypes.BIGINT(), DataTypes.STRING())),
            field("inner", DataTypes.ROW(field("a", DataTypes.INT()), field("b", DataTypes.STRING()))),
            field("inners", DataTypes.ARRAY(DataTypes.ROW(field("a", DataTypes.INT())))));

    private static Row all(int i) {
        return Row.of(
                "text " + i,
                "ab",
                i % 2 == 0,
                new byte[] {1, (byte) i},
                (byte) (i - 128),
                (short) -i,
                i,
                Long.MAX_VALUE - i,
                i / 3f,
                i / 3.0,
                BigDecimal.valueOf(1234567890123456L + i, 3),
                LocalDate.of(2026, 1, 1).plusDays(i),
                LocalTime.of(1, 2, 3, 4_000_000 * i),
                LocalDateTime.of(2026, 1, 1, 0, 0, i, 123_456_789),
                Instant.ofEpochSecond(1_700_000_000L + i, 987_654_321),
                new Integer[] {i, null, 3},
                new LinkedHashMap<>(Map.of("x", i / 2.0)),
                new LinkedHashMap<>(Map.of((long) i, "y")),
                Row.of(i, null),
                new Row[] {Row.of(i), Row.of(i + 1)});
    }

    @Test
    void rowsOfEveryTypeComeBack() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rows.add(all(i));
        }
        rows.add(new Row(ALL.getFieldCount())); // all of it null
        DeltaBlockSchema<Row> schema = DeltaBlockSchema.ofRows(ALL);
        List<Row> read = read(schema, schema.serialize(rows));
        assertEquals(rows, read);

        TypeSerializer<Row> serializer = schema.getProducedType().createSerializer(new SerializerConfigImpl());
        for (Row each : read) {
            DataOutputSerializer out = new DataOutputSerializer(100);
            serializer.serialize(each, out);
            assertEquals(each, serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())));
        }
    }

    @Test
    void rowsOfTablesAreTheSameMessages() throws IOException {
        DataFormatConverters.DataFormatConverter<RowData, Row> converter = converter();
        DeltaBlockSchema<RowData> tables = DeltaBlockSchema.ofRowData(ALL);
        DeltaBlockSchema<Row> plain = DeltaBlockSchema.ofRows(ALL);
        List<Row> rows = List.of(all(0), all(1), all(7), new Row(ALL.getFieldCount()));
        byte[] block = plain.serialize(rows);
        List<RowData> read = read(tables, block);
        assertEquals(
                rows.toString(),
                read.stream().map(converter::toExternal).toList().toString());
        assertArrayEquals(block, tables.serialize(read));

        TypeSerializer<RowData> serializer = tables.getProducedType().createSerializer(new SerializerConfigImpl());
        List<RowData> copies = read.stream().map(serializer::copy).toList();
        assertArrayEquals(block, tables.serialize(copies));
    }

    @SuppressWarnings("unchecked")
    private static DataFormatConverters.DataFormatConverter<RowData, Row> converter() {
        return (DataFormatConverters.DataFormatConverter<RowData, Row>)
                (DataFormatConverters.DataFormatConverter<?, ?>) DataFormatConverters.getConverterForDataType(
                        org.apache.flink.table.types.utils.TypeConversions.fromLogicalToDataType(ALL));
    }

    @Test
    void rowsWithNamesAreWrittenByName() throws IOException {
        DeltaBlockSchema<Row> schema = DeltaBlockSchema.ofRows(
                row(field("a", DataTypes.INT()), field("b", DataTypes.STRING()), field("c", DataTypes.INT())));
        Row named = Row.withNames();
        named.setField("b", "x");
        named.setField("a", 1);
        assertEquals(List.of(Row.of(1, "x", null)), read(schema, schema.serialize(List.of(named))));
    }

    @Test
    void rowHasTheFieldsOfAnObjectThatItNames() throws IOException {
        Trade trade = new Trade(5);
        RowType type = row(
                field("number", DataTypes.INT()),
                field("missing", DataTypes.STRING()),
                field("symbol", DataTypes.STRING()));
        assertEquals(List.of(Row.of(5, null, "S5"), Row.of(6, null, "S6")), rows(type, trade, new Trade(6)));
    }

    @Test
    void eventIsAFieldWithARow() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(new DeltaFormat(), bytes, WireOptions.DEFAULTS)) {
            wire.write("trade", new Trade(5));
        }
        RowType type = row(field("trade", DataTypes.ROW(field("number", DataTypes.BIGINT()))));
        assertEquals(List.of(Row.of(Row.of(5L))), read(DeltaBlockSchema.ofRows(type), bytes.toByteArray()));
    }

    @Test
    void deletionIsARowOfThatKind() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(new DeltaFormat(), bytes, WireOptions.DEFAULTS)) {
            wire.write(new Trade(5)).delete(new Trade(5)).write(new Trade(5));
        }
        RowType type = row(field("number", DataTypes.BIGINT()));
        assertEquals(
                List.of(Row.of(5L), Row.ofKind(RowKind.DELETE, 5L), Row.of(5L)),
                read(DeltaBlockSchema.ofRows(type), bytes.toByteArray()));
    }

    static final class Any extends AbstractMarshallable {
        Object value;

        Any(Object value) {
            this.value = value;
        }
    }

    private static void requireRefused(DataType type, Object value) {
        IOException e = assertThrows(
                IOException.class, () -> rows(row(field("value", type)), new Any(value)), type + " of " + value);
        assertTrue(e.getMessage().contains("at byte") && e.getMessage().contains("expected"), e.getMessage());
    }

    private static void requireRead(DataType type, Object value, Object expected) throws IOException {
        assertEquals(List.of(Row.of(expected)), rows(row(field("value", type)), new Any(value)), type + " of " + value);
    }

    @Test
    void valuesThatFitAreConverted() throws IOException {
        requireRead(DataTypes.INT(), 3.0, 3);
        requireRead(DataTypes.STRING(), 15, "15");
        requireRead(DataTypes.DOUBLE(), 3, 3.0);
        requireRead(DataTypes.DECIMAL(10, 4), 1.1172, new BigDecimal("1.1172"));
        requireRead(DataTypes.DECIMAL(10, 2), 5, new BigDecimal("5.00"));
        requireRead(
                DataTypes.TIMESTAMP_LTZ(),
                OffsetDateTime.parse("2026-01-01T01:00:00+01:00"),
                Instant.parse("2026-01-01T00:00:00Z"));
        requireRead(DataTypes.INT(), null, null);
    }

    @Test
    void valuesThatWouldLoseSomethingAreRefused() {
        requireRefused(DataTypes.INT(), 1L << 40);
        requireRefused(DataTypes.TINYINT(), 128);
        requireRefused(DataTypes.SMALLINT(), -40_000);
        requireRefused(DataTypes.BIGINT(), 1.5);
        requireRefused(DataTypes.INT(), "text");
        requireRefused(DataTypes.BOOLEAN(), 1);
        requireRefused(DataTypes.FLOAT(), 1e300);
        requireRefused(DataTypes.DECIMAL(10, 2), 1.125);
        requireRefused(DataTypes.DECIMAL(4, 2), 100);
        requireRefused(DataTypes.DECIMAL(4, 2), Double.NaN);
        requireRefused(DataTypes.DATE(), LocalDateTime.of(2026, 1, 1, 1, 1));
        requireRefused(DataTypes.TIME(), LocalTime.of(1, 1, 1, 1));
        requireRefused(DataTypes.TIMESTAMP(3), LocalDateTime.of(2026, 1, 1, 1, 1, 1, 1000));
        requireRefused(DataTypes.TIMESTAMP(3), Instant.EPOCH);
        requireRefused(DataTypes.TIMESTAMP_LTZ(6), Instant.ofEpochSecond(1, 1));
        requireRefused(DataTypes.TIMESTAMP_LTZ(6), LocalDateTime.of(2026, 1, 1, 1, 1));
        requireRefused(DataTypes.INT().notNull(), null);
        requireRefused(DataTypes.ARRAY(DataTypes.INT().notNull()), Arrays.asList(1, null));
        requireRefused(DataTypes.ARRAY(DataTypes.INT()), "text");
        requireRefused(DataTypes.MAP(DataTypes.BIGINT(), DataTypes.INT()), Map.of("a", 1));
        requireRefused(DataTypes.ROW(field("a", DataTypes.INT())), 5);
    }

    @Test
    void messageThatIsNoObjectIsRefused() {
        IOException e = assertThrows(IOException.class, () -> rows(row(field("value", DataTypes.INT())), 5L));
        assertTrue(e.getMessage().contains("expected an object for a row but was INT64"), e.getMessage());
    }

    @Test
    void typesThatNoMessageHasAreRefusedBeforeTheJobStarts() {
        for (DataType type : List.of(
                DataTypes.INTERVAL(DataTypes.DAY()),
                DataTypes.MULTISET(DataTypes.INT()),
                DataTypes.ARRAY(DataTypes.NULL()),
                DataTypes.TIMESTAMP_WITH_TIME_ZONE())) {
            RowType row = row(field("value", type));
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> DeltaDumpFormat.ofRowData(row));
            LogicalType refused = type.getLogicalType();
            assertTrue(e.getMessage().contains("a row cannot have the type"), refused + ": " + e.getMessage());
            assertThrows(IllegalArgumentException.class, () -> DeltaDumpFormat.ofRows(row));
        }
    }
}
