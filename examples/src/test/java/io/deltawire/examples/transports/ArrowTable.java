package io.deltawire.examples.transports;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.Schema;

/** Copies messages with flat fields from any wire to an Arrow file, in batches. */
final class ArrowTable {
    private static final int ROWS_PER_BATCH = 10_000;

    private ArrowTable() {}

    /**
     * Copies all messages of a reader.
     *
     * @param schema the columns, of the types bigint, float8 and varchar; other fields are passed over
     */
    static void copy(WireIn in, Schema schema, BufferAllocator allocator, WritableByteChannel target)
            throws IOException {
        try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
                ArrowFileWriter file = new ArrowFileWriter(batch, null, target)) {
            int rows = 0;
            while (in.nextMessage()) {
                copyRow(in, batch, rows++);
                if (rows == ROWS_PER_BATCH) {
                    writeBatch(file, batch, rows);
                    rows = 0;
                }
            }
            writeBatch(file, batch, rows);
        }
    }

    private static void copyRow(WireIn in, VectorSchemaRoot batch, int row) {
        in.beginObject();
        while (in.hasNext()) {
            FieldVector column = batch.getVector(in.fieldName());
            if (column == null) {
                in.skipValue();
            } else if (in.peek() == WireToken.NULL) {
                in.nullValue();
            } else if (column instanceof BigIntVector longs) {
                longs.setSafe(row, in.int64());
            } else if (column instanceof Float8Vector doubles) {
                doubles.setSafe(row, in.float64());
            } else if (column instanceof VarCharVector texts) {
                texts.setSafe(row, in.text().getBytes(StandardCharsets.UTF_8));
            } else {
                throw new IllegalArgumentException("no codec for the column " + column.getField());
            }
        }
        in.endObject();
    }

    private static void writeBatch(ArrowFileWriter file, VectorSchemaRoot batch, int rows) throws IOException {
        batch.setRowCount(rows); // cells that no message has set are null
        file.writeBatch();
        batch.getFieldVectors().forEach(FieldVector::reset);
    }
}
