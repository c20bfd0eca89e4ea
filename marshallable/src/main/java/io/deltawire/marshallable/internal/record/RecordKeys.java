package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BytesAccess;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;

/** Tells a writer which record an object is the state of. Not thread-safe: keeps a buffer. */
public final class RecordKeys {
    private final KeyBuffer fields = new KeyBuffer();
    private Bytes<?> written;
    private byte[] bytes = {};
    /** The class of the last object that does not write its key itself, and its key's fields. */
    private Class<?> lastClass;

    private List<FieldPlan> lastKeys = List.of();

    /** To be called between the begin of a message and its first value. */
    public void announce(Object object, WireOut out) {
        if (out.keepsRecords()) {
            int length = of(object);
            if (length > 0 || object instanceof KeyedMarshallable) {
                out.recordKey(bytes, 0, length);
            }
        }
    }

    /** Finds the key of an object, and returns the number of its {@link #bytes}; 0 where it has none. */
    public int of(Object object) {
        if (object instanceof KeyedMarshallable keyed) {
            return write(keyed);
        }
        Class<?> type = object.getClass();
        if (type != lastClass) {
            ObjectCodec codec = Codecs.ofObject(type);
            lastKeys = codec == null ? List.of() : codec.keys();
            lastClass = type;
        }
        fields.clear();
        fields.putFields(object, lastKeys);
        bytes = fields.array();
        return fields.size();
    }

    /** An array that begins with the bytes of the key found last. */
    public byte[] bytes() {
        return bytes;
    }

    private int write(KeyedMarshallable keyed) {
        if (written == null) {
            written = Bytes.allocateElasticOnHeap();
        }
        written.clear();
        keyed.writeKey(written);
        int size = (int) written.readRemaining();
        int from = (int) written.readPosition();
        byte[] array = BytesAccess.backingArray(written); // its own methods copy byte by byte
        if (from > 0) {
            array = Arrays.copyOfRange(array, from, from + size); // of an object that moves the read position
        }
        if (bytes != array) {
            bytes = array;
        }
        return size;
    }
}
