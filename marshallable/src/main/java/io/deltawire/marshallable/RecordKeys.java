package io.deltawire.marshallable;

import io.deltawire.wire.WireOut;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;

/** Tells a writer which record an object is the state of. Not thread-safe: keeps a buffer. */
final class RecordKeys {
    private final KeyBuffer fields = new KeyBuffer();
    private Bytes<?> written;
    private byte[] copied = new byte[64];
    private int length;

    /** To be called between the begin of a message and its first value. */
    void announce(Object object, WireOut out) {
        if (!out.keepsRecords()) {
            return;
        }
        if (object instanceof KeyedMarshallable keyed) {
            announceWritten(keyed, out);
            return;
        }
        ObjectCodec codec = Codecs.ofObject(object.getClass());
        List<FieldPlan> keys = codec == null ? List.of() : codec.keys();
        if (!keys.isEmpty()) {
            fields.clear();
            fields.putFields(object, keys);
            out.recordKey(fields.array(), 0, fields.size());
        }
    }

    private void announceWritten(KeyedMarshallable keyed, WireOut out) {
        int length = write(keyed);
        out.recordKey(copied, 0, length);
    }

    /** The bytes of the last {@link #write}. */
    byte[] written() {
        return copied;
    }

    /** Has an object write its key, of {@link #length} bytes, and returns an array that begins with it. */
    byte[] written(KeyedMarshallable keyed) {
        length = write(keyed);
        return copied;
    }

    int length() {
        return length;
    }

    /** Has an object write its key, and returns the number of bytes. */
    int write(KeyedMarshallable keyed) {
        if (written == null) {
            written = Bytes.allocateElasticOnHeap();
        }
        written.clear();
        keyed.writeKey(written);
        int length = (int) written.readRemaining();
        if (copied.length < length) {
            copied = new byte[length * 2];
        }
        written.read(written.readPosition(), copied, 0, length);
        return length;
    }
}
