package io.deltawire.journal.internal;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.token.Discard;
import java.util.Arrays;

/**
 * Takes the messages of the object model, and retains only the record key of the last one and its kind: the name of its
 * event or type. A stream holds no keys, so they come from the objects that are read from it. Not thread-safe.
 */
final class RecordKeyCapture extends Discard {
    private final String format;
    private byte[] key;
    private String kind;
    /** The type name of the value of the event, or null. */
    private String valueType;

    private boolean isMessage;
    private boolean hasHistory;
    private Shape outermost;
    private int depth;

    /** @param format the name of the format whose keys are wanted */
    RecordKeyCapture(String format) {
        this.format = format;
    }

    /** Forgets the last message. */
    void clear() {
        key = null;
        kind = null;
        valueType = null;
        isMessage = false;
    }

    /** Returns the key of the last message, or null if it has none. */
    byte[] recordKey() {
        return key;
    }

    /** Returns the kind of the last message as {@link InheritedRecords} names kinds; null if there was none. */
    String kind() {
        return isMessage ? kind : null;
    }

    /** Returns the type name of the object that the last message is, or that is the value of its event; null for none. */
    String typeName() {
        return valueType;
    }

    @Override
    public String formatName() {
        return format;
    }

    @Override
    public boolean keepsRecords() {
        return true;
    }

    @Override
    public void beginMessage(MessageKind messageKind) {
        clear();
        hasHistory = false;
        depth = 0;
    }

    @Override
    public void endMessage() {
        isMessage = true;
    }

    @Override
    public void cancelMessage() {
        clear();
    }

    @Override
    public void recordKey(byte[] bytes, int offset, int length) {
        key = Arrays.copyOfRange(bytes, offset, offset + length);
    }

    @Override
    public void type(String name) {
        if (depth <= 1 && valueType == null) {
            valueType = name;
            kind = depth == 0 ? InheritedRecords.kindOfType(name) : kind;
        }
    }

    private void takeName(String name) {
        if (depth != 1 || kind != null) {
            return;
        }
        if (!hasHistory && name.equals(MessageHistory.EVENT)) {
            hasHistory = true;
        } else {
            kind = InheritedRecords.kindOfEvent(name, hasHistory);
        }
    }

    @Override
    public void beginObject() {
        depth++;
    }

    @Override
    public void beginObject(Shape shape) {
        if (depth == 0) {
            outermost = shape;
        }
        depth++;
    }

    @Override
    public void field(int ordinal) {
        if (depth == 1 && kind == null) {
            takeName(outermost.name(ordinal));
        }
    }

    @Override
    public void field(String name) {
        takeName(name);
    }

    @Override
    public void event(String name) {
        takeName(name);
    }

    @Override
    public void endObject() {
        depth--;
    }

    @Override
    public void beginList() {
        depth++;
    }

    @Override
    public void endList() {
        depth--;
    }
}
