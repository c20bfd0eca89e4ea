package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.NestedColumns;

/**
 * A field of a class that holds objects, scalar items or null, and the leaves of a type at which they may be.
 *
 * <p>The columns that fit a value depend on its class. This caches the leaves of the last columns, while the content of
 * each record is cached in a {@link FieldContent}. Methods that take one look the content up if needed.
 */
public final class NestedField {
    /** The maximum depth. Values nested deeper are handled by tokens. */
    private static final int MAX_DEPTH = 32;

    private final int ordinal;
    private final SchemaNode node;
    private final int depth;

    /** The leaves of the last objects, and of the last items. */
    private ObjectLeaves objectLeaves;

    private ItemLeaves itemLeaves;

    /** @param depth the number of objects around the object with this field */
    public NestedField(int ordinal, SchemaNode node, int depth) {
        this.ordinal = ordinal;
        this.node = node;
        this.depth = depth;
    }

    /** Returns the ordinal of the field in its class. */
    public int ordinal() {
        return ordinal;
    }

    SchemaNode node() {
        return node;
    }

    /**
     * Looks the content up, and returns whether a value has the same structure in the record. It can then be compared
     * with the record or set from it. A list that was once too long has one leaf, and never matches.
     *
     * @param ownerColumns the columns of the object that has the field
     * @param content the cached content, which is updated
     * @param isToBeSet whether the value is set from the record; else the record is updated from the value
     */
    public boolean lookUp(
            FieldColumns ownerColumns, RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        content.setValueClass(value);
        if (canHaveLeaves()) {
            NestedColumns nestedColumns = ownerColumns.nestedColumns(value, ordinal, isToBeSet);
            if (nestedColumns != null) {
                return objectLeaves(nestedColumns).lookUp(record, value, content, isToBeSet);
            }
            ItemColumns itemColumns = ownerColumns.itemColumns(value, ordinal, isToBeSet);
            if (itemColumns != null) {
                return lookUpScalars(itemColumns, record, value, content, isToBeSet);
            }
        }
        content.invalidate();
        return false;
    }

    /**
     * Whether the content may have leaves of its own. A list that is one value has none, and content too deep is not
     * looked up.
     */
    private boolean canHaveLeaves() {
        return !node.isWhole() && depth <= MAX_DEPTH;
    }

    /**
     * Reader: sets the field's value from the record. Objects are created or removed if the structure differs.
     *
     * @param object the object that has the field
     * @param content the cached content, which is updated
     * @return false if something does not fit. Some fields may have been set then.
     */
    public boolean set(
            FieldColumns ownerColumns,
            RecordState record,
            Object object,
            FieldContent content,
            NestedReadContext into) {
        Object value = ownerColumns.reference(object, ordinal);
        if (lookUp(ownerColumns, record, value, content, true)) {
            return content.leaves().set(record, value, content, into);
        }
        NestedColumns nestedColumns = canHaveLeaves() ? ownerColumns.nestedColumns(value, ordinal, true) : null;
        if (nestedColumns == null
                || !objectLeaves(nestedColumns).reshape(ownerColumns, ordinal, record, object, value, content)) {
            return false;
        }
        value = ownerColumns.reference(object, ordinal);
        boolean former = into.setAllChanged(true); // new objects have no values of the message before
        try {
            return lookUp(ownerColumns, record, value, content, true)
                    && content.leaves().set(record, value, content, into);
        } finally {
            into.setAllChanged(former);
        }
    }

    /** Returns the leaves of the field's objects. */
    private ObjectLeaves objectLeaves(NestedColumns columns) {
        if (objectLeaves == null || objectLeaves.columns() != columns) {
            objectLeaves = ObjectLeaves.create(node, columns, depth);
        }
        return objectLeaves;
    }

    /** Does what {@link #lookUp} does, for scalars. The entries of a map may have other names in each record. */
    private boolean lookUpScalars(
            ItemColumns columns, RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (content.leaves() instanceof ItemLeaves cached
                && cached.columns() == columns
                && cached.lookUp(record, value, content, isToBeSet)) {
            return true;
        }
        if (itemLeaves != null && itemLeaves.columns() == columns) {
            if (itemLeaves.lookUp(record, value, content, isToBeSet)) {
                return true;
            }
            if (!columns.isMap()) {
                return false;
            }
        }
        itemLeaves = ItemLeaves.create(node, columns, record);
        return itemLeaves.lookUp(record, value, content, isToBeSet);
    }

    /**
     * Writer: collects all of a value. Returns false if the type lacks leaves for it, or it has to be written by
     * tokens.
     */
    public boolean collectAll(FieldColumns ownerColumns, RecordState record, Object value, CollectedLeaves target) {
        if (!canHaveLeaves()) {
            return false;
        }
        NestedColumns nestedColumns = ownerColumns.nestedColumns(value, ordinal, false);
        if (nestedColumns != null) {
            return objectLeaves(nestedColumns).collectAll(record, value, target);
        }
        ItemColumns itemColumns = ownerColumns.itemColumns(value, ordinal, false);
        if (itemColumns == null || itemColumns.isMap()) {
            return false; // the names may differ in each record
        }
        if (itemLeaves == null || itemLeaves.columns() != itemColumns || !itemLeaves.coversAllItems()) {
            itemLeaves = ItemLeaves.create(node, itemColumns, record);
        }
        return itemLeaves.collectAll(record, value, target);
    }
}
