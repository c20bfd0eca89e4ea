package io.deltawire.examples.transports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("transports")
class ArrowTableTest {
    private static final Schema SCHEMA = new Schema(List.of(
            Field.nullable("symbol", ArrowType.Utf8.INSTANCE),
            Field.nullable("bid", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
            Field.nullable("size", new ArrowType.Int(64, true)),
            Field.nullable("venue", ArrowType.Utf8.INSTANCE)));

    @TempDir
    Path dir;

    @Test
    void tableHasTheMessagesOfTheDump() throws IOException {
        List<Quote> quotes = Quotes.some(25_000);
        Path dump = dir.resolve("quotes.dw");
        try (Wire wire = Wire.of("delta", Files.newOutputStream(dump), DeltaFormat.forFile(WireOptions.DEFAULTS))) {
            quotes.forEach(wire::write);
        }
        Path table = dir.resolve("quotes.arrow");
        try (RootAllocator allocator = new RootAllocator();
                InputStream stream = Files.newInputStream(dump);
                WireIn in = new DeltaFormat().newReader(stream, WireOptions.DEFAULTS);
                FileChannel target = FileChannel.open(table, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ArrowTable.copy(in, SCHEMA, allocator, target);
        }
        List<Quote> read = new ArrayList<>();
        try (RootAllocator allocator = new RootAllocator();
                ArrowFileReader reader = new ArrowFileReader(FileChannel.open(table), allocator)) {
            while (reader.loadNextBatch()) {
                VectorSchemaRoot batch = reader.getVectorSchemaRoot();
                assertTrue(batch.getRowCount() <= 10_000);
                for (int row = 0; row < batch.getRowCount(); row++) {
                    assertNull(batch.getVector("venue").getObject(row));
                    read.add(new Quote(
                            batch.getVector("symbol").getObject(row).toString(),
                            (Double) batch.getVector("bid").getObject(row),
                            (Long) batch.getVector("size").getObject(row)));
                }
            }
        }
        assertEquals(quotes, read);
    }
}
