package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.WireOut;
import java.util.Arrays;
import java.util.List;

/**
 * The key of the record that a message of events updates: of the arguments that name it, and in a chain of the names of the
 * further events, so that each chain has records of its own. The type of the message has the name of the first event.
 *
 * <p>A key of one part is that part, so that an event with one object has the key of the object. Several parts stand one behind the other, and
 * behind them how long each is: what an object writes as its key ends anywhere, and "a", "bc" is not "ab", "c".
 */
public final class EventKey {
    /** In place of the length of a part that is not there, as null is not. */
    private static final int NOTHING = -1;

    private final KeyBuffer bytes = new KeyBuffer();
    /** By part, the bytes that it takes. */
    private int[] lengths = new int[4];

    private int parts;
    private final RecordKeys keys = new RecordKeys();
    /** Whether other keys than these have been asked for where an object has none itself. */
    private final boolean hasKeyFields;

    private boolean isGiven;

    public EventKey(boolean hasKeyFields) {
        this.hasKeyFields = hasKeyFields;
    }

    public void clear() {
        bytes.clear();
        parts = 0;
        isGiven = false;
    }

    /** Adds the name of an event. */
    public void event(String name) {
        int start = bytes.size();
        bytes.putText(name);
        added(start);
    }

    /** Adds an argument that has a key itself; one that has none, or null, adds that there is nothing. */
    public void object(Object value) {
        int start = bytes.size();
        if (value instanceof KeyedMarshallable) {
            int length = keys.of(value);
            bytes.putRaw(keys.bytes(), length);
        } else {
            ObjectCodec codec = value == null ? null : Codecs.ofObject(value.getClass());
            List<FieldPlan> fields = codec == null ? List.of() : codec.keys();
            if (fields.isEmpty()) {
                addPart(NOTHING);
                return;
            }
            bytes.putFields(value, fields);
        }
        added(start);
        isGiven = true;
    }

    /** Adds an argument that a chain leads to by its name. */
    public void name(Object value) {
        int start = bytes.size();
        bytes.putValue(value);
        added(start);
    }

    /** Adds an argument marked. */
    public void marked(Object value) {
        if (value instanceof KeyedMarshallable || value != null && Codecs.ofObject(value.getClass()) != null) {
            object(value);
        } else {
            name(value);
            isGiven = true;
        }
    }

    /** Adds an argument marked. */
    public void marked(long value) {
        int start = bytes.size();
        bytes.putInt64(value);
        added(start);
        isGiven = true;
    }

    /** Takes note of a part that begins here in the bytes. */
    private void added(int start) {
        addPart(bytes.size() - start);
    }

    private void addPart(int length) {
        if (parts == lengths.length) {
            lengths = Arrays.copyOf(lengths, 2 * parts);
        }
        lengths[parts++] = length;
    }

    /** The one part so far, of {@link #size} bytes. */
    public byte[] array() {
        return bytes.array();
    }

    public int size() {
        return bytes.size();
    }

    /** Hands the key to the writer, where there is one; nothing may be added behind it. */
    public void announce(WireOut out) {
        if (isGiven || bytes.size() > 0 && !hasKeyFields) {
            if (parts > 1) {
                for (int i = 0; i < parts; i++) {
                    bytes.putInt64(lengths[i]);
                }
            }
            out.recordKey(bytes.array(), 0, bytes.size());
        }
    }
}
