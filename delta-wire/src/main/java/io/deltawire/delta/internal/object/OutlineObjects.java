package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.nested.InnerSetter;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.ObjectLeaves;
import io.deltawire.delta.internal.nested.ObjectRow;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NestedColumns;
import java.util.Iterator;
import java.util.Map;

/** A field of one of the objects of an {@link Outline} that holds others: an object, a list, array or map of them, or null. */
final class OutlineObjects extends OutlineField {
    private final NestedColumns columns;

    /** The class of the list, array or map; null where it is none. */
    private final Class<?> container;

    /** The names of a map's keys; null where it is none. */
    private final String[] names;
    /** The object, or the items, of which those that are null are null here; empty where the field is null. */
    private final OutlineObject[] objects;

    private final boolean isNull;
    /** Of a list whose items are all of one class, flat and without a type name; else null. */
    private final ObjectRow row;

    private OutlineObjects(OutlineObject of, int ordinal, ObjectLeaves there, Held held, OutlineObject[] objects) {
        super(of, ordinal, there.field, settable(objects));
        this.columns = there.columns;
        this.objects = objects;
        this.isNull = held.size == ObjectLeaves.NULL;
        this.container = !isNull && (columns.isList() || columns.isMap()) ? held.kind() : null;
        this.names = container != null && columns.isMap() ? new String[held.size] : null;
        this.row = isNull ? null : held.row;
        for (int i = 0; i < objects.length; i++) {
            if (names != null) {
                names[i] = held.nodes[i].name;
            }
            if (objects[i] != null) {
                objects[i].setIn(this, i);
            }
        }
    }

    private static long settable(OutlineObject[] objects) {
        long found = 0;
        for (OutlineObject object : objects) {
            found |= object == null ? 0 : object.settable();
        }
        return found;
    }

    /** Does what {@link OutlineField#of} does. */
    static OutlineField of(
            OutlineObject of, int ordinal, RecordState record, Object value, Held held, boolean isToBeSet) {
        ObjectLeaves there = (ObjectLeaves) held.leaves;
        OutlineObject[] objects = new OutlineObject[Math.max(held.size, 0)];
        for (int i = 0; i < objects.length; i++) {
            if (held.places[i] != null) {
                Object object = object(there.columns, value, i);
                objects[i] = OutlineObject.of(held.places[i], record, object, held, i, isToBeSet);
                if (objects[i] == null) {
                    return null;
                }
            }
        }
        return new OutlineObjects(of, ordinal, there, held, objects);
    }

    private static Object object(NestedColumns columns, Object value, int index) {
        if (columns.isList()) {
            return columns.item(value, index);
        }
        if (!columns.isMap()) {
            return value;
        }
        Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(value);
        for (int i = 0; i < index; i++) {
            entries.next();
        }
        return entries.next().getValue();
    }

    @Override
    boolean find(RecordState record, Object value, LeafChanges into) {
        if (isNull || value == null) {
            return isNull && value == null;
        }
        if (container == null) {
            return objects[0].find(record, value, into);
        }
        if (value.getClass() != container || node.whole || columns.size(value) != objects.length) {
            return false;
        }
        if (names != null) {
            return findEntries(record, value, into);
        }
        return row == null ? findItems(record, value, into) : row.find(record, columns, value, objects.length, into);
    }

    private boolean findItems(RecordState record, Object list, LeafChanges into) {
        for (int i = 0; i < objects.length; i++) {
            if (!find(record, columns.item(list, i), objects[i], into)) {
                return false;
            }
        }
        return true;
    }

    private boolean findEntries(RecordState record, Object map, LeafChanges into) {
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(map); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            if (i == names.length
                    || !columns.keyHasName(entry.getKey(), names[i], false)
                    || !find(record, entry.getValue(), objects[i], into)) {
                return false;
            }
        }
        return i == names.length;
    }

    private static boolean find(RecordState record, Object item, OutlineObject object, LeafChanges into) {
        return object == null || item == null ? object == null && item == null : object.find(record, item, into);
    }

    /** The object, or one of the items, in the object of a message. */
    Object object(Object message, int index) {
        return object(columns, value(message), index);
    }

    @Override
    boolean set(RecordState record, Object value, long changed, InnerSetter into) {
        if (isNull || value == null) {
            return isNull && value == null;
        }
        if (columns().nestedColumns(value, ordinal, true) != columns) {
            return false;
        }
        if (container == null) {
            return objects[0].set(record, value, changed, into);
        }
        return columns.size(value) == objects.length
                && (names == null ? setItems(record, value, changed, into) : setEntries(record, value, changed, into));
    }

    private boolean setItems(RecordState record, Object list, long changed, InnerSetter into) {
        for (int i = 0; i < objects.length; i++) {
            if (!set(record, columns.item(list, i), objects[i], changed, into)) {
                return false;
            }
        }
        return true;
    }

    private boolean setEntries(RecordState record, Object map, long changed, InnerSetter into) {
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(map); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            if (i == names.length
                    || !columns.keyHasName(entry.getKey(), names[i], true)
                    || !set(record, entry.getValue(), objects[i], changed, into)) {
                return false;
            }
        }
        return i == names.length;
    }

    private static boolean set(RecordState record, Object item, OutlineObject object, long changed, InnerSetter into) {
        if (object == null || item == null) {
            return object == null && item == null;
        }
        boolean isToBeSet = (changed & object.settable()) != 0 || changed == Outline.ALL;
        return !isToBeSet || object.set(record, item, changed, into);
    }

    @Override
    long boxes() {
        long found = 0;
        for (OutlineObject object : objects) {
            found |= object == null ? 0 : object.boxes();
        }
        return found;
    }

    @Override
    void addKinds(ColumnKind[] held) {
        for (OutlineObject object : objects) {
            if (object != null) {
                object.kinds(held);
            }
        }
    }

    @Override
    void addTo(OutlineOwner[] owners, int[] ordinals, String[] names) {
        for (OutlineObject object : objects) {
            if (object != null) {
                object.addTo(owners, ordinals, names);
            }
        }
    }
}
