package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;

/**
 * The objects of a map, by the names that its keys are: those that a record has, in the order of its type. A map with others, or in
 * another order, is none of these.
 */
final class ObjectEntries extends ObjectLeaves {
    ObjectEntries(Node field, NestedColumns columns, int depth) {
        super(field, columns, depth);
    }

    @Override
    boolean isStill(RecordState record, Object value, Held held, boolean isToBeSet) {
        if (value == null || held.size == NULL) {
            return value == null && held.size == NULL;
        }
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!isThere(entry.getKey(), object, i, held, isToBeSet) || !isStill(record, object, i, held, isToBeSet)) {
                return false;
            }
        }
        return i == held.size;
    }

    @Override
    boolean isIn(RecordState record, Object value, Held held, boolean isToBeSet) {
        if (value == null) {
            held.size = NULL;
            return isOnly(record, field, Kind.NULL);
        }
        held.size = columns.size(value);
        if (held.size == 0) {
            return isOnly(record, field, Kind.EMPTY_OBJECT);
        }
        if (held.size > field.size || isMarked(record, field)) {
            return false;
        }
        held.growNamed(held.size);
        int count = 0;
        Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(value);
        for (int i = 0; i < field.size; i++) {
            Node child = field.children[i];
            if (isMarked(record, child) || record.hasContent(child)) {
                if (count == held.size || !entries.hasNext()) {
                    return false;
                }
                Map.Entry<?, ?> entry = entries.next();
                held.nodes[count] = child;
                if (child.kind != Op.NODE_FIELD
                        || !columns.keyHasName(entry.getKey(), child.name, isToBeSet)
                        || !isIn(record, entry.getValue(), child, count, held, isToBeSet)) {
                    return false;
                }
                count++;
            }
        }
        return count == held.size && !entries.hasNext();
    }

    /** Whether an entry is one that the record has been found to have: a map that others change meanwhile may have other ones by now. */
    private boolean isThere(Object key, Object object, int index, Held held, boolean isToBeSet) {
        return index < held.size
                && columns.keyHasName(key, held.nodes[index].name, isToBeSet)
                && isOf(object, index, held);
    }

    @Override
    boolean find(RecordState record, Object value, Held held, LeafUpdate into) {
        if (value == null || held.size == NULL) {
            return value == null && held.size == NULL;
        }
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!isThere(entry.getKey(), object, i, held, false)
                    || object != null && !held.places[i].find(record, object, held, i, into)) {
                return false;
            }
        }
        return i == held.size;
    }

    @Override
    public boolean take(RecordState record, Object value, Held held, TakenLeaves into) {
        if (held.size <= 0) {
            return true;
        }
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!isThere(entry.getKey(), object, i, held, false)
                    || object != null && !held.places[i].take(record, object, held, i, into)) {
                return false;
            }
        }
        return i == held.size;
    }

    /** Names may be others in each record. */
    @Override
    boolean takeAll(RecordState record, Object value, TakenLeaves into) {
        return value == null
                ? into.takeNothing(Kind.NULL, field.leaf)
                : columns.size(value) == 0 && into.takeNothing(Kind.EMPTY_OBJECT, field.leaf);
    }

    @Override
    boolean makeOther(FieldColumns of, int ordinal, RecordState record, Object object, Object value, Held unused) {
        return false; // names in another order are another map
    }

    @Override
    boolean set(RecordState record, Object value, Held held, InnerSetter into) {
        if (held.size <= 0) {
            return true;
        }
        try {
            return setEntries(record, value, held, into);
        } catch (ConcurrentModificationException e) {
            return false; // what is read into holds the map in an entry, too
        }
    }

    private boolean setEntries(RecordState record, Object value, Held held, InnerSetter into) {
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(value); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            Object object = entry.getValue();
            if (!isThere(entry.getKey(), object, i, held, true)
                    || object != null && !held.places[i].set(record, object, held, i, into)) {
                return false;
            }
        }
        return i == held.size;
    }
}
