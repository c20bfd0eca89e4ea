package io.deltawire.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.flink.testing.Dumps;
import io.deltawire.flink.testing.Trade;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** Blocks are closed dumps, each read by itself and as a whole. */
class DeltaBlockSchemaTest {
    private static final RowType ROW =
            RowType.of(new LogicalType[] {new VarCharType(), new BigIntType()}, new String[] {"symbol", "number"});

    private static List<Trade> trades(int from, int to) {
        return IntStream.range(from, to).mapToObj(Trade::new).toList();
    }

    private static <T> List<T> read(DeltaBlockSchema<T> schema, byte[] block) throws IOException {
        List<T> read = new ArrayList<>();
        schema.deserialize(block, new ListCollector<>(read));
        return read;
    }

    @Test
    void blocksOfAJobsCopyAreReadInAnyOrder() throws Exception {
        DeltaBlockSchema<Trade> writes = InstantiationUtil.clone(DeltaBlockSchema.of(Trade.class));
        DeltaBlockSchema<Trade> reads = InstantiationUtil.clone(DeltaBlockSchema.of(Trade.class));
        byte[] first = writes.serialize(trades(0, 200));
        byte[] second = writes.serialize(trades(200, 300));
        assertEquals(trades(200, 300), read(reads, second));
        assertEquals(trades(0, 200), read(reads, first));
        assertEquals(trades(200, 300), read(reads, second));
        assertEquals(List.of(), read(reads, writes.serialize(List.of())));
        assertFalse(reads.isEndOfStream(new Trade(1)));
    }

    @Test
    void blockIsTheDumpThatAWireWrites() {
        assertArrayEquals(
                Dumps.dump(0, 50, WireOptions.DEFAULTS),
                DeltaBlockSchema.of(Trade.class).serialize(trades(0, 50)));
    }

    @Test
    void nullIsATombstone() throws IOException {
        DeltaBlockSchema<Trade> schema = DeltaBlockSchema.of(Trade.class);
        assertNull(schema.serialize(null));
        assertNull(schema.deserialize(null));
        assertEquals(List.of(), read(schema, null));
    }

    @Test
    void blockOfOneMessageIsReadWithoutACollector() throws IOException {
        DeltaBlockSchema<Trade> schema = DeltaBlockSchema.of(Trade.class);
        assertEquals(new Trade(7), schema.deserialize(schema.serialize(List.of(new Trade(7)))));
        assertNull(schema.deserialize(schema.serialize(List.of())));
        byte[] two = schema.serialize(trades(0, 2));
        IOException e = assertThrows(IOException.class, () -> schema.deserialize(two));
        assertTrue(e.getMessage().contains("but it has 2"), e.getMessage());
    }

    @Test
    void damagedBlockGivesNoMessage() {
        DeltaBlockSchema<Trade> schema = DeltaBlockSchema.of(Trade.class);
        byte[] block = schema.serialize(trades(0, 20));
        for (int i = 0; i < block.length; i += 13) {
            byte[] damaged = block.clone();
            damaged[i] ^= 8;
            List<Trade> read = new ArrayList<>();
            assertThrows(IOException.class, () -> schema.deserialize(damaged, new ListCollector<>(read)));
            byte[] cut = Arrays.copyOf(block, i);
            assertThrows(IOException.class, () -> schema.deserialize(cut, new ListCollector<>(read)));
            assertEquals(List.of(), read, "changed or cut at " + i);
        }
    }

    @Test
    void listThatFailsLeavesNothingForTheNextBlock() throws IOException {
        DeltaBlockSchema<Row> schema = DeltaBlockSchema.ofRows(ROW).withKeyFields("symbol");
        Row good = Row.of("A", 1L);
        for (Row bad : List.of(
                Row.of("B", "no number"),
                Row.of("B"),
                Row.ofKind(RowKind.DELETE, "B", 1L),
                Row.ofKind(RowKind.UPDATE_BEFORE, "B", 1L))) {
            WireException e = assertThrows(WireException.class, () -> schema.serialize(List.of(good, bad)));
            assertTrue(e.getMessage().contains("expected a "), e.getMessage());
            assertEquals(List.of(good), read(schema, schema.serialize(List.of(good))));
        }
        assertThrows(NullPointerException.class, () -> schema.serialize(Arrays.asList(good, null)));
        assertEquals(List.of(good), read(schema, schema.serialize(List.of(good))));
    }

    @Test
    void keyFieldsMakeBlocksSmaller() throws IOException {
        List<Row> rows = IntStream.range(0, 200)
                .mapToObj(i -> Row.of("S" + i % 7, (i % 7) * (1_000_000_007L + i / 7)))
                .toList();
        DeltaBlockSchema<Row> keyed = DeltaBlockSchema.ofRows(ROW).withKeyFields("symbol");
        byte[] block = keyed.serialize(rows);
        assertTrue(
                block.length < DeltaBlockSchema.ofRows(ROW).serialize(rows).length / 2, () -> block.length + " bytes");
        assertEquals(rows, read(keyed, block));
    }
}
