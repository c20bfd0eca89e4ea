package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BytesAccess;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Encodes the record key of objects and passes it to the writer. The bytes come from the {@link KeyedMarshallable}
 * itself, or from the key fields of its class if it has such fields only. They stay valid until the next key. Not thread-safe.
 */
public final class RecordKeyEncoder {
    private final CodecSet codecs;
    private final KeyBuffer fields;
    private Bytes<?> keyOutput;
    /** Stands for {@link #keyOutput} where Chronicle Bytes does not work; else null. */
    private KeyOutput standIn;

    private byte[] bytes = {};
    /** The class of the last object, its key fields, and whether it writes its key itself. */
    private Class<?> lastClass;

    private List<FieldPlan> lastKeys = List.of();
    private boolean lastWritesKey;

    public RecordKeyEncoder(CodecContext session) {
        this.codecs = CodecSet.of(session);
        this.fields = new KeyBuffer(session);
    }

    /**
     * Passes the object's key to a writer that keeps records. Call it after the start of a message and before its first
     * value.
     */
    public void announce(Object object, WireOut out) {
        if (out.keepsRecords()) {
            int length = encode(object);
            if (length > 0 || lastWritesKey) {
                out.recordKey(bytes, 0, length);
            }
        }
    }

    /** Encodes the key of an object, and returns the number of its {@link #bytes}; 0 if it has none. */
    public int encode(Object object) {
        Class<?> type = object.getClass();
        if (type != lastClass) {
            ObjectCodec codec = codecs.ofObject(type);
            lastKeys = codec == null ? List.of() : codec.keys();
            lastWritesKey = codec == null ? object instanceof KeyedMarshallable : codec.writesKey();
            lastClass = type;
        }
        if (lastWritesKey) {
            return encodeKey((KeyedMarshallable) object);
        }
        fields.clear();
        fields.putFields(object, lastKeys);
        bytes = fields.array();
        return fields.size();
    }

    /** Returns an array that begins with the bytes of the last key. */
    public byte[] bytes() {
        return bytes;
    }

    private int encodeKey(KeyedMarshallable keyed) {
        if (keyOutput == null) {
            createOutput();
        }
        if (standIn != null) {
            standIn.clear();
            try {
                keyed.writeKey(keyOutput);
            } catch (LinkageError e) {
                throw KeyOutput.withReason(e);
            }
            bytes = standIn.array();
            return standIn.size();
        }
        keyOutput.clear();
        keyed.writeKey(keyOutput);
        int size = (int) keyOutput.readRemaining();
        int from = (int) keyOutput.readPosition();
        byte[] array = BytesAccess.backingArray(keyOutput); // Bytes would copy byte by byte
        if (from > 0) {
            array = Arrays.copyOfRange(array, from, from + size); // writeKey has moved the read position
        }
        if (bytes != array) {
            bytes = array;
        }
        return size;
    }

    private void createOutput() {
        try {
            keyOutput = Bytes.allocateElasticOnHeap();
        } catch (LinkageError e) { // no Unsafe: see JEP 498
            standIn = new KeyOutput();
            keyOutput = standIn.bytes();
        }
    }
}
