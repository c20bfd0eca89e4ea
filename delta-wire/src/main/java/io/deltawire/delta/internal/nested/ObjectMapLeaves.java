package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;

/**
 * The leaves of a map of objects. Its keys are the names of child nodes. A map matches a record only if it has the same
 * keys, in the order of the type. It never creates or removes entries.
 */
final class ObjectMapLeaves extends ObjectLeaves {
    ObjectMapLeaves(SchemaNode field, NestedColumns columns, int depth) {
        super(field, columns, depth);
    }

    @Override
    boolean matchesContent(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (value == null || content.size() == NULL) {
            return value == null && content.size() == NULL;
        }
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns().entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!matchesEntry(entry.getKey(), object, i, content, isToBeSet)
                    || !matchesObject(record, object, i, content, isToBeSet)) {
                return false;
            }
        }
        return i == content.size();
    }

    @Override
    boolean locate(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (value == null) {
            content.setSize(NULL);
            return hasOnlyMarker(record, field(), Kind.NULL);
        }
        content.setSize(columns().size(value));
        if (content.size() == 0) {
            return hasOnlyMarker(record, field(), Kind.EMPTY_OBJECT);
        }
        if (content.size() > field().childCount() || hasOwnValue(record, field())) {
            return false;
        }
        content.ensureEntryCapacity(content.size());
        int count = 0;
        Iterator<? extends Map.Entry<?, ?>> entries = columns().entries(value);
        for (int i = 0; i < field().childCount(); i++) {
            SchemaNode child = field().child(i);
            if (hasOwnValue(record, child) || record.hasContent(child)) {
                if (count == content.size() || !entries.hasNext()) {
                    return false;
                }
                Map.Entry<?, ?> entry = entries.next();
                content.setEntryNode(count, child);
                if (child.kind() != Op.NODE_FIELD
                        || !columns().keyHasName(entry.getKey(), child.name(), isToBeSet)
                        || !locateObject(record, entry.getValue(), child, count, content, isToBeSet)) {
                    return false;
                }
                count++;
            }
        }
        return count == content.size() && !entries.hasNext();
    }

    /** Whether an entry has the cached key and class. A map may change between lookup and use, as by another thread. */
    private boolean matchesEntry(Object key, Object object, int index, FieldContent content, boolean isToBeSet) {
        return index < content.size()
                && columns().keyHasName(key, content.entryNode(index).name(), isToBeSet)
                && hasClass(object, index, content);
    }

    @Override
    public boolean collectChanges(RecordState record, Object value, FieldContent content, CollectedLeaves into) {
        if (content.size() <= 0) {
            return true;
        }
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns().entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!matchesEntry(entry.getKey(), object, i, content, false)
                    || object != null && !content.layout(i).collectChanges(record, object, content, i, into)) {
                return false;
            }
        }
        return i == content.size();
    }

    /** Collects null and empty maps only, since the names may differ in each record. */
    @Override
    boolean collectAll(RecordState record, Object value, CollectedLeaves into) {
        return value == null
                ? into.collectMarker(Kind.NULL, field().leaf())
                : columns().size(value) == 0 && into.collectMarker(Kind.EMPTY_OBJECT, field().leaf());
    }

    @Override
    boolean reshapeNonNull(
            FieldColumns ownerColumns,
            int ordinal,
            RecordState record,
            Object object,
            Object value,
            FieldContent scratch) {
        return false; // the order of the names is part of the map
    }

    @Override
    boolean set(RecordState record, Object value, FieldContent content, NestedReadContext into) {
        if (content.size() <= 0) {
            return true;
        }
        try {
            return setEntries(record, value, content, into);
        } catch (ConcurrentModificationException e) {
            return false; // an object in the map contains the map itself, and reading has changed it
        }
    }

    private boolean setEntries(RecordState record, Object value, FieldContent content, NestedReadContext into) {
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns().entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!matchesEntry(entry.getKey(), object, i, content, true)
                    || object != null && !content.layout(i).set(record, object, content, i, into)) {
                return false;
            }
        }
        return i == content.size();
    }
}
