package io.deltawire.marshallable;

import io.deltawire.wire.WireOut;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;

/** Tells a writer which record an object is the state of. Not thread-safe: keeps a buffer. */
final class RecordKeys {
    private final KeyBuffer fields = new KeyBuffer();
    private Bytes<?> written;
    private byte[] copied = new byte[64];
    private byte[] bytes = copied;

    /** To be called between the begin of a message and its first value. */
    void announce(Object object, WireOut out) {
        if (out.keepsRecords()) {
            int length = of(object);
            if (length > 0 || object instanceof KeyedMarshallable) {
                out.recordKey(bytes, 0, length);
            }
        }
    }

    /** Finds the key of an object, and returns the number of its {@link #bytes}; 0 where it has none. */
    int of(Object object) {
        if (object instanceof KeyedMarshallable keyed) {
            return write(keyed);
        }
        ObjectCodec codec = Codecs.ofObject(object.getClass());
        List<FieldPlan> keys = codec == null ? List.of() : codec.keys();
        fields.clear();
        fields.putFields(object, keys);
        bytes = fields.array();
        return fields.size();
    }

    /** An array that begins with the bytes of the key found last. */
    byte[] bytes() {
        return bytes;
    }

    private int write(KeyedMarshallable keyed) {
        if (written == null) {
            written = Bytes.allocateElasticOnHeap();
        }
        written.clear();
        keyed.writeKey(written);
        int size = (int) written.readRemaining();
        if (copied.length < size) {
            copied = new byte[size * 2];
        }
        written.read(written.readPosition(), copied, 0, size);
        bytes = copied;
        return size;
    }
}
