package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.NestedReadContext;
import io.deltawire.delta.internal.nested.ObjectLeaves;
import io.deltawire.delta.internal.nested.UniformListLayout;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NestedColumns;
import java.util.Iterator;
import java.util.Map;

/**
 * A field of an {@link ObjectLayout} that holds other objects: one object, a list, array or map of objects, or null.
 */
final class LayoutChildren extends LayoutField {
    private final NestedColumns columns;

    /** The class of the list, array or map; null for a single object or null. */
    private final Class<?> containerClass;

    /** The keys of a map as names; null if the field holds no map. */
    private final String[] entryNames;
    /** The layouts of the objects, null for a null item. The array is empty if the field is null. */
    private final LayoutNode[] objects;

    private final boolean isNull;
    /** The layout of a uniform list of flat objects; null for anything else. */
    private final UniformListLayout uniformList;

    private LayoutChildren(
            LayoutNode owner, int ordinal, ObjectLeaves leaves, FieldContent content, LayoutNode[] objects) {
        super(owner, ordinal, leaves.field(), valueLeavesOf(objects));
        this.columns = leaves.columns();
        this.objects = objects;
        this.isNull = content.size() == ObjectLeaves.NULL;
        this.containerClass = !isNull && (columns.isList() || columns.isMap()) ? content.valueClass() : null;
        this.entryNames = containerClass != null && columns.isMap() ? new String[content.size()] : null;
        this.uniformList = isNull ? null : content.uniformList();
        for (int i = 0; i < objects.length; i++) {
            if (entryNames != null) {
                entryNames[i] = content.entryNode(i).name();
            }
            if (objects[i] != null) {
                objects[i].setParent(this, i);
            }
        }
    }

    private static long valueLeavesOf(LayoutNode[] objects) {
        long all = 0;
        for (LayoutNode object : objects) {
            all |= object == null ? 0 : object.valueLeaves();
        }
        return all;
    }

    /** Creates the layout of a field with objects, as {@link LayoutField#create} does. */
    static LayoutField create(
            LayoutNode owner, int ordinal, RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        ObjectLeaves leaves = (ObjectLeaves) content.leaves();
        LayoutNode[] objects = new LayoutNode[Math.max(content.size(), 0)];
        for (int i = 0; i < objects.length; i++) {
            if (content.layout(i) != null) {
                Object object = objectAt(leaves.columns(), value, i);
                objects[i] = LayoutNode.create(content.layout(i), record, object, content, i, isToBeSet);
                if (objects[i] == null) {
                    return null;
                }
            }
        }
        return new LayoutChildren(owner, ordinal, leaves, content, objects);
    }

    private static Object objectAt(NestedColumns columns, Object value, int index) {
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
    boolean compare(RecordState record, Object value, LeafChanges into) {
        if (isNull || value == null) {
            return isNull && value == null;
        }
        if (containerClass == null) {
            return objects[0].compare(record, value, into);
        }
        if (value.getClass() != containerClass || node.isWhole() || columns.size(value) != objects.length) {
            return false;
        }
        if (entryNames != null) {
            return compareEntries(record, value, into);
        }
        return uniformList == null
                ? compareItems(record, value, into)
                : uniformList.addChanges(record, columns, value, objects.length, into);
    }

    private boolean compareItems(RecordState record, Object list, LeafChanges into) {
        for (int i = 0; i < objects.length; i++) {
            if (!compareItem(record, columns.item(list, i), objects[i], into)) {
                return false;
            }
        }
        return true;
    }

    private boolean compareEntries(RecordState record, Object map, LeafChanges into) {
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(map); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            if (i == entryNames.length
                    || !columns.keyHasName(entry.getKey(), entryNames[i], false)
                    || !compareItem(record, entry.getValue(), objects[i], into)) {
                return false;
            }
        }
        return i == entryNames.length;
    }

    private static boolean compareItem(RecordState record, Object item, LayoutNode object, LeafChanges into) {
        return object == null || item == null ? object == null && item == null : object.compare(record, item, into);
    }

    /** Finds one of the objects of this field in the object of a message. */
    Object objectIn(Object message, int index) {
        return objectAt(columns, valueIn(message), index);
    }

    @Override
    boolean set(RecordState record, Object value, long changed, NestedReadContext into) {
        if (isNull || value == null) {
            return isNull && value == null;
        }
        if (ownerColumns().nestedColumns(value, ordinal, true) != columns) {
            return false;
        }
        if (containerClass == null) {
            return objects[0].set(record, value, changed, into);
        }
        return columns.size(value) == objects.length
                && (entryNames == null
                        ? setItems(record, value, changed, into)
                        : setEntries(record, value, changed, into));
    }

    private boolean setItems(RecordState record, Object list, long changed, NestedReadContext into) {
        for (int i = 0; i < objects.length; i++) {
            if (!setItem(record, columns.item(list, i), objects[i], changed, into)) {
                return false;
            }
        }
        return true;
    }

    private boolean setEntries(RecordState record, Object map, long changed, NestedReadContext into) {
        int i = 0;
        for (Iterator<? extends Map.Entry<?, ?>> entries = columns.entries(map); entries.hasNext(); i++) {
            Map.Entry<?, ?> entry = entries.next();
            if (i == entryNames.length
                    || !columns.keyHasName(entry.getKey(), entryNames[i], true)
                    || !setItem(record, entry.getValue(), objects[i], changed, into)) {
                return false;
            }
        }
        return i == entryNames.length;
    }

    private static boolean setItem(
            RecordState record, Object item, LayoutNode object, long changed, NestedReadContext into) {
        if (object == null || item == null) {
            return object == null && item == null;
        }
        boolean isToBeSet = (changed & object.valueLeaves()) != 0 || changed == ObjectLayout.ALL;
        return !isToBeSet || object.set(record, item, changed, into);
    }

    @Override
    long boxLeaves() {
        long all = 0;
        for (LayoutNode object : objects) {
            all |= object == null ? 0 : object.boxLeaves();
        }
        return all;
    }

    @Override
    void addKinds(ColumnKind[] leafKinds) {
        for (LayoutNode object : objects) {
            if (object != null) {
                object.addKinds(leafKinds);
            }
        }
    }

    @Override
    void addOwners(LeafOwner[] owners, int[] ordinals, String[] names) {
        for (LayoutNode object : objects) {
            if (object != null) {
                object.addOwners(owners, ordinals, names);
            }
        }
    }
}
