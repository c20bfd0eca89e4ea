package io.deltawire.marshallable.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.record.RecordKeyEncoder;
import io.deltawire.wire.WireOptions;
import net.openhft.chronicle.bytes.Bytes;

/** Writes by columns and by tokens, and reads what was written. */
public final class ColumnsBesideTokens {
    private final Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
    private final Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
    private final Wire columns;
    private final Wire tokens;
    private final Wire reader;
    private final Wire live;
    private final RecordKeyEncoder keys = new RecordKeyEncoder(CodecContext.ofDefaults("delta"));
    private final Bytes<?> forLive = Bytes.allocateElasticOnHeap();

    public ColumnsBesideTokens(WireOptions options) {
        columns = Wire.of("delta", byColumns, options);
        tokens = Wire.of("delta", byTokens, options);
        reader = Wire.of("delta", byColumns, options);
        live = Wire.of("delta", forLive, options);
    }

    public void write(AbstractMarshallable object) {
        write("order", object);
    }

    public void write(String event, AbstractMarshallable object) {
        columns.write(event, object);
        byHand(tokens, event, object);
        check(object);
    }

    /** Writes by columns only. The caller calls {@link #followByTokens} unless the object fails. */
    public void writeByColumns(String event, AbstractMarshallable object) {
        columns.write(event, object);
    }

    /** Writes by tokens what has been written by columns. */
    public void followByTokens(String event, AbstractMarshallable object) {
        byHand(tokens, event, object);
        check(object);
    }

    public void writeByHand(AbstractMarshallable object) {
        writeByHand("order", object);
    }

    public void writeByHand(String event, AbstractMarshallable object) {
        byHand(columns, event, object);
        byHand(tokens, event, object);
        check(object);
    }

    private void byHand(Wire wire, String event, AbstractMarshallable object) {
        wire.out().beginMessage();
        keys.announce(object, wire.out());
        wire.out().beginObject();
        wire.out().field(event);
        Wire.writeObject(wire.out(), object);
        wire.out().endObject();
        wire.out().endMessage();
    }

    public void delete(AbstractMarshallable object) {
        delete("order", object);
    }

    public void delete(String event, AbstractMarshallable object) {
        columns.delete(event, object);
        tokens.delete(event, object);
        check(object);
    }

    public void keyFrame() {
        columns.keyFrame();
        tokens.keyFrame();
        checkBytes();
    }

    private void check(AbstractMarshallable object) {
        checkBytes();
        assertEquals(object, reader.read(object.getClass()));
        assertEquals(object, live.readByKey(object.getClass()));
    }

    private void checkBytes() {
        long from = byTokens.readPosition();
        byte[] expected = ColumnsAndTokens.bytesFrom(byTokens, from);
        assertArrayEquals(expected, ColumnsAndTokens.bytesFrom(byColumns, from));
        forLive.write(expected);
        byTokens.readPosition(byTokens.writePosition());
    }

    /** What has been written by columns. */
    public Bytes<?> byColumns() {
        return byColumns;
    }
}
