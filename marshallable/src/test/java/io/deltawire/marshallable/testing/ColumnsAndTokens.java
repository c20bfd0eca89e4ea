package io.deltawire.marshallable.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.record.RecordKeyEncoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Two delta streams of the same objects, one written by columns and one by tokens. Each message has the same bytes in
 * both. What is read, into the application's object and as the live object, equals what was written.
 */
public final class ColumnsAndTokens {
    private final Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
    private final Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
    private final Wire columns;
    private final Wire tokens;
    private final Wire reader;
    private final Wire live;
    private long at;

    public ColumnsAndTokens() {
        this(WireOptions.DEFAULTS);
    }

    public ColumnsAndTokens(WireOptions options) {
        columns = Wire.of(new DeltaFormat(), byColumns, options);
        tokens = Wire.of(new DeltaFormat(), byTokens, options);
        reader = Wire.of(new DeltaFormat(), byColumns, options);
        live = Wire.of(new DeltaFormat(), byTokens, options);
    }

    /** @param into is read into */
    public void write(String name, Object object, Object into, String message) {
        columns.write(name, object);
        writeTokens(tokens, name, object);
        assertSameBytes(message);
        assertEquals(object, reader.read(into), message);
        assertEquals(object, live.readByKey(object.getClass()), message);
    }

    /** Deletes the record of an object in both. */
    public void delete(String name, Object object, String message) {
        columns.delete(name, object);
        tokens.delete(name, object);
        assertSameBytes(message);
        assertEquals(object, reader.read(object.getClass()), message);
        assertTrue(reader.isDeletion(), message);
        live.read(object.getClass());
        assertTrue(live.isDeletion(), message);
    }

    private void assertSameBytes(String message) {
        assertArrayEquals(bytesFrom(byTokens, at), bytesFrom(byColumns, at), message);
        at = byTokens.writePosition();
    }

    /** Writes an object that must be refused, and returns the message of the error. */
    public String refused(String name, Object object) {
        return assertThrows(WireDataException.class, () -> columns.write(name, object))
                .getMessage();
    }

    public static void writeTokens(Wire tokens, String name, Object object) {
        tokens.out().beginMessage();
        new RecordKeyEncoder(CodecContext.ofDefaults("delta")).announce(object, tokens.out());
        tokens.out().beginObject();
        tokens.out().field(name);
        Wire.writeObject(tokens.out(), object);
        tokens.out().endObject();
        tokens.out().endMessage();
    }

    public static byte[] bytesFrom(Bytes<?> bytes, long from) {
        byte[] copy = new byte[(int) (bytes.writePosition() - from)];
        bytes.read(from, copy, 0, copy.length);
        return copy;
    }
}
