package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import io.deltawire.wire.spi.object.ObjectColumns;
import java.util.Arrays;

/**
 * The leaves of objects in a field: one object, or the objects of a list, array or map. It owns one
 * {@link NestedLayout} for each node and class that has occurred.
 */
public abstract class ObjectLeaves extends NestedLeaves {
    /** The {@link FieldContent#size} of a field that is null. */
    public static final int NULL = -1;

    private final NestedColumns columns;
    private final int depth;

    /** By child of the field, a linked list of layouts, one for each class. A single object is at index 0. */
    private NestedLayout[] layouts = {};

    ObjectLeaves(SchemaNode field, NestedColumns columns, int depth) {
        super(field, columns.isList());
        this.columns = columns;
        this.depth = depth;
    }

    public final NestedColumns columns() {
        return columns;
    }

    /** Creates the leaves of a field. */
    static ObjectLeaves create(SchemaNode field, NestedColumns columns, int depth) {
        return columns.isMap()
                ? new ObjectMapLeaves(field, columns, depth)
                : new ObjectListLeaves(field, columns, depth);
    }

    /** Whether an object has the cached class. */
    final boolean hasClass(Object object, int index, FieldContent content) {
        NestedLayout layout = content.layout(index);
        return object == null || layout == null
                ? object == null && layout == null
                : layout.type() == columns.columnsOf(object);
    }

    /** Whether an object has the cached structure. */
    final boolean matchesObject(RecordState record, Object object, int index, FieldContent content, boolean isToBeSet) {
        return hasClass(object, index, content)
                && (object == null || content.layout(index).matchesContent(record, object, content, index, isToBeSet));
    }

    /** Looks up whether a record has an object's structure at a node, which is the field or a child of it. */
    final boolean locateObject(
            RecordState record, Object object, SchemaNode node, int index, FieldContent content, boolean isToBeSet) {
        if (object == null) {
            content.setLayout(index, null);
            return hasOnlyMarker(record, node, Kind.NULL);
        }
        ObjectColumns type = columns.columnsOf(object);
        if (type == null) {
            return false;
        }
        NestedLayout layout = layoutFor(node, type);
        content.setLayout(index, layout);
        return layout.locate(record, object, content, index, isToBeSet);
    }

    /** Collects all of the object at a node. Returns false if it has to be written by tokens. */
    final boolean collectObject(RecordState record, Object object, SchemaNode node, CollectedLeaves into) {
        if (object == null) {
            return into.collectMarker(Kind.NULL, node.leaf());
        }
        ObjectColumns type = columns.columnsOf(object);
        return type != null && layoutFor(node, type).collectAll(record, object, into);
    }

    /**
     * Reader: gives a field the structure that the record has there: null, a new object, or a list of the same size.
     * The values are set afterwards.
     *
     * @param ownerColumns the columns of the object that has the field
     * @param value the field's value
     * @param scratch scratch space
     * @return false if that is left to tokens, or the structure was the same before. Items may have been added or
     *     removed then.
     */
    final boolean reshape(
            FieldColumns ownerColumns,
            int ordinal,
            RecordState record,
            Object object,
            Object value,
            FieldContent scratch) {
        if (value != null && hasOnlyMarker(record, field(), Kind.NULL)) {
            ownerColumns.set(object, ordinal, null);
            return true;
        }
        return reshapeNonNull(ownerColumns, ordinal, record, object, value, scratch);
    }

    /** Does what {@link #reshape} does, if the record does not just have null. */
    abstract boolean reshapeNonNull(
            FieldColumns ownerColumns,
            int ordinal,
            RecordState record,
            Object object,
            Object value,
            FieldContent scratch);

    /** Returns the class of the object that a record has at a node, or null if it is unknown. */
    final ObjectColumns classAt(RecordState record, SchemaNode node) {
        boolean isNamed = node.typeNode() != null && hasLeaf(record, node.typeNode());
        return columns.columnsNamed(isNamed ? record.refAt(node.typeNode().leaf()) : null);
    }

    /**
     * Creates an object of the class that a record has at a node. Returns null if the record lacks one of its fields,
     * since only the class can decide about defaults.
     */
    final Object createObject(RecordState record, SchemaNode node, int index, FieldContent scratch) {
        ObjectColumns type = classAt(record, node);
        return type == null || !layoutFor(node, type).locateComplete(record, scratch, index)
                ? null
                : columns.newObject(type);
    }

    private NestedLayout layoutFor(SchemaNode node, ObjectColumns type) {
        int index = node == field() ? 0 : node.index();
        if (layouts.length <= index) {
            layouts = Arrays.copyOf(layouts, Math.max(field().childCount(), 1));
        }
        for (NestedLayout layout = layouts[index]; layout != null; layout = layout.next()) {
            if (layout.type() == type) {
                return layout;
            }
        }
        layouts[index] = new NestedLayout(node, type, depth + 1, layouts[index]);
        return layouts[index];
    }

    @Override
    final int countPredicted(TypeState type, FieldContent content) {
        int count = 0;
        for (int i = 0; i < content.size(); i++) {
            NestedLayout layout = content.layout(i);
            count += layout == null ? 0 : layout.countPredicted(type, content, i);
        }
        return count;
    }
}
