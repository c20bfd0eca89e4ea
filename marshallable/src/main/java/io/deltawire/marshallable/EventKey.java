package io.deltawire.marshallable;

import io.deltawire.wire.WireOut;
import java.util.List;

/**
 * The key of the record that a message of events updates: of the arguments that name it, and in a chain of the names of the
 * further events, so that each chain has records of its own. The type of the message has the name of the first event.
 */
final class EventKey {
    private final KeyBuffer bytes = new KeyBuffer();
    private final RecordKeys keys = new RecordKeys();
    /** Whether other keys than these have been asked for where an object has none itself. */
    private final boolean hasKeyFields;

    private boolean isGiven;

    EventKey(boolean hasKeyFields) {
        this.hasKeyFields = hasKeyFields;
    }

    void clear() {
        bytes.clear();
        isGiven = false;
    }

    /** Adds the name of an event. */
    void event(String name) {
        bytes.putText(name);
    }

    /** Adds an argument that has a key itself; one that has none, or null, adds nothing. */
    void object(Object value) {
        if (value instanceof KeyedMarshallable) {
            int length = keys.of(value);
            bytes.putRaw(keys.bytes(), length);
            isGiven = true;
            return;
        }
        ObjectCodec codec = value == null ? null : Codecs.ofObject(value.getClass());
        List<FieldPlan> fields = codec == null ? List.of() : codec.keys();
        if (!fields.isEmpty()) {
            bytes.putFields(value, fields);
            isGiven = true;
        }
    }

    /** Adds an argument that a chain leads to by its name. */
    void name(Object value) {
        bytes.putValue(value);
    }

    /** Adds an argument marked. */
    void marked(Object value) {
        if (value instanceof KeyedMarshallable || value != null && Codecs.ofObject(value.getClass()) != null) {
            object(value);
        } else {
            bytes.putValue(value);
            isGiven = true;
        }
    }

    /** Adds an argument marked. */
    void marked(long value) {
        bytes.putInt64(value);
        isGiven = true;
    }

    /** The key so far, of {@link #size} bytes. */
    byte[] array() {
        return bytes.array();
    }

    int size() {
        return bytes.size();
    }

    /** Hands the key to the writer, where there is one. */
    void announce(WireOut out) {
        if (isGiven || bytes.size() > 0 && !hasKeyFields) {
            out.recordKey(bytes.array(), 0, bytes.size());
        }
    }
}
