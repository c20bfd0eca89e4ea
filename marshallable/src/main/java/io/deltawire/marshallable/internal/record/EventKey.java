package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.WireOut;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the key of the record that a message of events updates. The parts are the arguments that name the record
 * and, in a chain, the names of the further events, so that each chain has its own records. The message's type has the
 * name of the first event.
 *
 * <p>A key of one part is that part, so an event with one object has the object's key. Several parts are concatenated,
 * and their lengths follow. Without the lengths "a", "bc" would equal "ab", "c". Not thread-safe.
 */
public final class EventKey {
    /** The length that marks a missing part, and also null. */
    private static final int ABSENT = -1;

    private final KeyBuffer bytes;
    /** The length of each part in bytes. */
    private int[] lengths = new int[4];

    private int partCount;
    private final RecordKeyEncoder keys;
    private final CodecSet codecs;
    /** Whether the wire names key fields for classes without any. */
    private final boolean hasKeyFields;

    private boolean hasKeyPart;

    public EventKey(boolean hasKeyFields, CodecContext session) {
        this.bytes = new KeyBuffer(session);
        this.keys = new RecordKeyEncoder(session);
        this.codecs = CodecSet.of(session);
        this.hasKeyFields = hasKeyFields;
    }

    public void clear() {
        bytes.clear();
        partCount = 0;
        hasKeyPart = false;
    }

    /** Adds the name of a further event. */
    public void addEvent(String name) {
        int start = bytes.size();
        bytes.putText(name);
        endPart(start);
    }

    /** Adds the key of an argument. One without a key, or null, adds a missing part. */
    public void addObject(Object value) {
        int start = bytes.size();
        ObjectCodec codec = value == null ? null : codecs.ofObject(value.getClass());
        if (codec == null ? value instanceof KeyedMarshallable : codec.writesKey()) {
            int length = keys.encode(value);
            bytes.putRaw(keys.bytes(), length);
        } else {
            List<FieldPlan> fields = codec == null ? List.of() : codec.keys();
            if (fields.isEmpty()) {
                addPart(ABSENT);
                return;
            }
            bytes.putFields(value, fields);
        }
        endPart(start);
        hasKeyPart = true;
    }

    /** Adds an argument that selects the next link of a chain. */
    public void addName(Object value) {
        int start = bytes.size();
        bytes.putValue(value);
        endPart(start);
    }

    /** Adds an argument that is marked as a part of the key. */
    public void addMarked(Object value) {
        if (value instanceof KeyedMarshallable || value != null && codecs.ofObject(value.getClass()) != null) {
            addObject(value);
        } else {
            addName(value);
            hasKeyPart = true;
        }
    }

    /** Adds a number that is marked as a part of the key. */
    public void addMarked(long value) {
        int start = bytes.size();
        bytes.putInt64(value);
        endPart(start);
        hasKeyPart = true;
    }

    /** Ends the part that began at this index of the bytes. */
    private void endPart(int start) {
        addPart(bytes.size() - start);
    }

    private void addPart(int length) {
        if (partCount == lengths.length) {
            lengths = Arrays.copyOf(lengths, 2 * partCount);
        }
        lengths[partCount++] = length;
    }

    /** Returns an array that begins with the {@link #size} bytes of the key. */
    public byte[] array() {
        return bytes.array();
    }

    public int size() {
        return bytes.size();
    }

    /** Passes the key to the writer if there is one. No part may be added after that. */
    public void announceTo(WireOut out) {
        if (hasKeyPart || bytes.size() > 0 && !hasKeyFields) {
            if (partCount > 1) {
                for (int i = 0; i < partCount; i++) {
                    bytes.putInt64(lengths[i]);
                }
            }
            out.recordKey(bytes.array(), 0, bytes.size());
        }
    }
}
